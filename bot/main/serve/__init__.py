"""Builds the server with its platforms, checks their setup, and prints the start banner."""
