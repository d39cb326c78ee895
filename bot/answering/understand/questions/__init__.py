"""The questions of a message: where one ends, and which of them lean on each other."""
