"""Parsers in a process of their own, and what they made before."""
