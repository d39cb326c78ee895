"""Finds the passages that fit a question."""
