"""Turns answers into replies with sources, as text and as JSON."""
