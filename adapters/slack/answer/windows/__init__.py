"""Modals: what a click opens, and what becomes of a form."""
