"""Questions about one thing, such as a message."""
