"""English: what sentences affirm, deny and ask."""
