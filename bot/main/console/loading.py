"""Loads modules and models without the search for garbage in cycles."""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def loading() -> Generator[None]:
    """Loads without collections, and keeps what is loaded out of later ones.

    It makes half a million objects that stay, and no garbage. Each full collection would look at
    all of them: a fifth of a second in which nobody is answered.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
