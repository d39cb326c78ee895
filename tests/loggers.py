"""Logging as it was before a test that runs a command or sets logging up."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loggers_as_they_were() -> Iterator[None]:
    """Start without handlers; put handlers, levels and strictness back afterwards."""
    root = logging.getLogger()
    handlers, strict = root.handlers[:], logging.raiseExceptions
    known = [one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    levels = {logger: logger.level for logger in (root, *known)}
    root.handlers = []
    yield
    root.handlers, logging.raiseExceptions = handlers, strict
    for logger, level in levels.items():
        logger.setLevel(level)
