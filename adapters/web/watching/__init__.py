"""Watches the server: checks for /readyz, its loop, and what administrators are told."""
