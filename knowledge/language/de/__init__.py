"""German: the words that turn the meaning of a sentence."""
