"""Reports the progress of one part of a run, with an estimate of the time left."""

import time

from knowledge.model.report import Progress, Show


class Meter:
    """Counts the steps of one part of a run and estimates the time left."""

    def __init__(self, show: Show, counted: str, total: int) -> None:
        self._show = show
        self._counted = counted
        self._total = total
        self._start = time.monotonic()

    def reached(self, done: int) -> None:
        """Shows that this many steps are done."""
        spent = time.monotonic() - self._start
        left = spent / done * (self._total - done) if done else None
        self._show(Progress(self._counted, done, self._total, left))
