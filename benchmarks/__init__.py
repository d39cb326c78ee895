"""Measurements to repeat: `python -m benchmarks.NAME`. They print; they assert nothing."""

import os

# As `storewise` does, and before anything imports numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251
