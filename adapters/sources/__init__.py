"""Copies documents from other machines into the data folder, before each indexing run."""
