"""Reads web pages."""
