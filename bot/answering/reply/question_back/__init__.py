"""Asks one question back if the answer depends on something that the question leaves open."""
