"""Checks the values of a sentence: its quotes give them, and for the same thing."""
