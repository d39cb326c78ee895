"""What several threads want at the same moment is made once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from knowledge.model.once import once


def test_threads_that_come_at_the_same_moment_get_the_same_thing() -> None:
    made: list[object] = []
    all_here = threading.Barrier(8)

    @once
    def thing() -> object:
        threading.Event().wait(0.01)  # long enough for the others to come
        made.append(object())
        return made[-1]

    def wanted(_: int) -> object:
        all_here.wait()
        return thing()

    with ThreadPoolExecutor(8) as threads:
        given = set(threads.map(wanted, range(8)))

    assert given == {made[0]}
    assert len(made) == 1


def test_what_could_not_be_made_is_tried_again() -> None:
    tries: list[str] = []

    @once
    def thing(name: str) -> str:
        tries.append(name)
        if len(tries) == 1:
            raise OSError("locked")
        return name.upper()

    with pytest.raises(OSError, match="locked"):
        thing("a")

    assert [thing("a"), thing("a"), thing(name="b")] == ["A", "A", "B"]
    assert tries == ["a", "a", "b"]
