"""Sends replies, working signs and cards."""
