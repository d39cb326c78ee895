"""multilingual-e5-small, whose layers the product's own weights are added to.

For the cross-encoder (docs/decisions/0026) and the bi-encoder (docs/decisions/0027).
"""
