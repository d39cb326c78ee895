"""Makes a thing once, however many threads want it at the same moment."""

import threading
from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def once(make: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """The same function, called once for each argument; whoever comes meanwhile waits for it.

    `functools.cache` alone calls it once for each thread that comes before the first has ended.
    """
    known, making = cache(make), threading.RLock()

    @wraps(make)
    def made(*args: _Given.args, **named: _Given.kwargs) -> _Made:
        with making:
            return known(*args, **named)

    return made
