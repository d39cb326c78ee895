"""Indexing and all that it says: by a command, by the clock, when a file changes."""
