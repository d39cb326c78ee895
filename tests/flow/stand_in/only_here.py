"""Runs storewise where it may write in some folders only, as with `docker run --read-only`.

    python only_here.py FOLDER:FOLDER serve

By Landlock, which needs no root; a process and its children cannot take it off again.
"""

import ctypes
import os
import runpy
import sys

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_PATH_BENEATH, _NO_NEW_PRIVILEGES, _VERSION = 1, 38, 1
_WRITES = 0b111_1111_1111_0010
"""Writing, cutting, moving, making and removing files and folders of every kind."""
_LEAST_VERSION = 3
"""The first that knows of cutting a file."""

_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (("handled", ctypes.c_uint64),)


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def is_possible() -> bool:
    """Whether this kernel has Landlock."""
    if sys.platform != "linux":
        return False
    return bool(_libc.syscall(_CREATE, None, 0, _VERSION) >= _LEAST_VERSION)


def restrict(folders: list[str]) -> None:
    """Let this process write in these folders only."""
    rules = _Ruleset(_WRITES)
    ruleset = _done(_libc.syscall(_CREATE, ctypes.byref(rules), ctypes.sizeof(rules), 0))
    for folder in folders:
        beneath = _Beneath(_WRITES, os.open(folder, os.O_PATH))
        _done(_libc.syscall(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(beneath), 0))
    _done(_libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    _done(_libc.syscall(_RESTRICT, ruleset, 0))


def _done(returned: int) -> int:
    if returned < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused")
    return returned


if __name__ == "__main__":
    restrict(sys.argv[1].split(":"))
    sys.argv = ["storewise", *sys.argv[2:]]
    sys.path.insert(0, os.getcwd())  # noqa: PTH109 - the code's folder
    runpy.run_module("bot", run_name="__main__")
