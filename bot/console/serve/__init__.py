"""Builds the server with its platforms, checks them, and prints the startup banner."""
