"""Who still reads an index: it is not deleted before they are done."""

import asyncio

import pytest

from knowledge.index.storage.reader_counts import ReaderCounts

_LONG_S = 60.0
_NOT_AT_ALL_S = 0.0


async def test_where_nobody_reads_there_is_nothing_to_wait_for() -> None:
    assert await ReaderCounts().left(kept=(), patience_s=_NOT_AT_ALL_S)


async def test_readers_of_what_is_kept_are_not_waited_for() -> None:
    readers = ReaderCounts()

    with readers.reading(2):
        assert await readers.left(kept=(1, 2), patience_s=_NOT_AT_ALL_S)


async def test_patience_ends() -> None:
    readers = ReaderCounts()

    with readers.reading(1):
        assert not await readers.left(kept=(2, 3), patience_s=0.01)


async def test_the_last_reader_ends_the_waiting() -> None:
    readers = ReaderCounts()
    order: list[str] = []

    async def read(generation: int, turns: int) -> None:
        with readers.reading(generation):
            for _ in range(turns):
                await asyncio.sleep(0)
        order.append("read")

    async def wait() -> None:
        assert await readers.left(kept=(2,), patience_s=_LONG_S)
        order.append("left")

    await asyncio.gather(read(1, 3), read(1, 9), read(2, 30), wait())

    assert order == ["read", "read", "left", "read"]


async def test_a_reader_that_fails_has_left() -> None:
    readers = ReaderCounts()

    with pytest.raises(ValueError, match="무너짐"), readers.reading(1):
        raise ValueError("무너짐")

    assert await readers.left(kept=(), patience_s=_NOT_AT_ALL_S)


async def test_a_reader_that_is_stopped_has_left() -> None:
    readers = ReaderCounts()

    async def read() -> None:
        with readers.reading(1):
            await asyncio.Event().wait()

    task = asyncio.create_task(read())
    await asyncio.sleep(0)
    task.cancel()

    assert await readers.left(kept=(), patience_s=_LONG_S)
