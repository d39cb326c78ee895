"""Logging as it was before a test that runs a command or sets logging up."""

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loggers_as_they_were() -> Iterator[None]:
    """Start without handlers; put handlers, levels, hooks and strictness back afterwards."""
    root = logging.getLogger()
    handlers, strict = root.handlers[:], logging.raiseExceptions
    hooks = sys.excepthook, threading.excepthook
    known = [one for one in root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    levels = {logger: logger.level for logger in (root, *known)}
    root.handlers = []
    yield
    root.handlers, logging.raiseExceptions = handlers, strict
    sys.excepthook, threading.excepthook = hooks
    for logger, level in levels.items():
        logger.setLevel(level)
