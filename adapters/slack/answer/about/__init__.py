"""Questions about one thing, a message or a linked document."""
