"""Compares documents with each other: versions, contradictions, copies."""
