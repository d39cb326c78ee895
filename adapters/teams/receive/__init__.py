"""Verifies requests from Teams and turns them into our own types."""
