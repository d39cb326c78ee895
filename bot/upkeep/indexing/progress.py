"""Shows a progress bar in a terminal while indexing."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from knowledge.model import report


class ProgressBar:
    """Counts documents read and passages embedded; shows nothing in a pipe."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def show(self, far: report.Progress) -> None:
        """Updates the bar."""
        if far.counted not in self._tasks:
            self._tasks[far.counted] = self._progress.add_task(far.counted, total=far.total)
        self._progress.update(self._tasks[far.counted], completed=far.done, total=far.total)
