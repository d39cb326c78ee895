"""Repeatable measurements: `python -m benchmarks.NAME`. They print figures and assert nothing."""

import os

# As in `storewise`; must run before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251
