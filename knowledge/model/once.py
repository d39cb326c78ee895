"""Makes a thing once, however many threads want it at the same moment."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def once(make: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """The same function, called once for each argument; whoever comes meanwhile waits for it.

    `functools.cache` alone calls it once for each thread that comes before the first has ended.
    """
    known: dict[object, _Made] = {}
    making = threading.RLock()

    @wraps(make)
    def made(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        key = given, tuple(named.items())
        with making:
            if key not in known:
                known[key] = make(*given, **named)
            return known[key]

    return made
