"""How far a part of a run is, and how long the rest of it will take."""

import time

from knowledge.model.report import Progress, Show


class Meter:
    """Counts the steps of one part of a run and says how long the rest of it will take."""

    def __init__(self, show: Show, counted: str, total: int) -> None:
        self._show = show
        self._counted = counted
        self._total = total
        self._start = time.monotonic()

    def reached(self, done: int) -> None:
        """Say that so much is done."""
        spent = time.monotonic() - self._start
        left = spent / done * (self._total - done) if done else None
        self._show(Progress(self._counted, done, self._total, left))
