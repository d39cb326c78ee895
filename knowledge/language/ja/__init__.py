"""Japanese: its script, the words of a question, its figures, days and usual talk."""
