"""Fits the ranker to the questions of invented stores, and says what it is worth on others."""
