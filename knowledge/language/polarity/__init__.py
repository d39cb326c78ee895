"""Recognises sentences that say the opposite of each other."""
