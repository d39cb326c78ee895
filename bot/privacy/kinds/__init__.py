"""The kinds of personal data: one module each, with `find`; `detection.py` runs them all."""
