"""Splits a message into its questions, and finds those that need the one before."""
