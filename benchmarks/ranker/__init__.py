"""Trains the ranker and the two encoders on invented stores, and scores them on others."""
