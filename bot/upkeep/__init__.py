"""Runs the indexing, by a command, on a schedule or when a file changes, and reports on it."""
