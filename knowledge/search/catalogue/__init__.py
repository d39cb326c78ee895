"""The products of a store, found by their words."""
