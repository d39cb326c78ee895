"""The values of a sentence: whether its quotes give them, and of the same thing."""
