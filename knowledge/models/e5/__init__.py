"""multilingual-e5-small with the product's own weights added to its layers.

Used by the cross-encoder (docs/decisions/0026) and the bi-encoder (docs/decisions/0027).
"""
