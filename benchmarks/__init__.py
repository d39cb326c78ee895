"""Measurements to repeat: `python -m benchmarks.NAME`. They print; they assert nothing."""
