"""Criteria that move statements up or back by how they fit a question: one module each."""
