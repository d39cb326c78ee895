"""Criteria on days: which one a question is about, and whether it asks for a start or an end."""
