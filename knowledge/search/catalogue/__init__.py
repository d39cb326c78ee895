"""Finds the products of a store by their words."""
