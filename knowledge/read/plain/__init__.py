"""Markdown, plain text, and records as CSV or JSON."""
