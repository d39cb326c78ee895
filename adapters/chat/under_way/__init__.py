"""Questions under way: from the moment they arrive until they have their reply."""
