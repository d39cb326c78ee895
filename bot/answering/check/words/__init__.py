"""Rejects words that neither the quotes, their headings nor the question have."""
