"""From a question to the passages that are near it."""
