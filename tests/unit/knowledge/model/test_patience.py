"""A server is waited for while it is slow, and not while it is down."""

import asyncio

import pytest

from knowledge.model.patience import Patience


async def waited(patience: Patience, error: Exception | None = None, takes_s: float = 0.0) -> None:
    async with patience.waiting(ConnectionError):
        await asyncio.sleep(takes_s)
        if error is not None:
            raise error


async def test_a_slow_server_is_waited_for() -> None:
    patience = Patience(5)

    await waited(patience, takes_s=0.05)
    await waited(patience, takes_s=0.05)


@pytest.mark.parametrize("down", [TimeoutError(), ConnectionRefusedError()])
async def test_nobody_waits_for_a_server_that_was_down_until_one_question_tries_it(
    down: Exception,
) -> None:
    now = [0.0]
    patience = Patience(5, 10, lambda: now[0])
    with pytest.raises(type(down)):
        await waited(patience, down)

    with pytest.raises(TimeoutError):
        await waited(patience)
    now[0] += 11
    tries = asyncio.create_task(waited(patience, takes_s=0.05))
    await asyncio.sleep(0)
    with pytest.raises(TimeoutError):
        await waited(patience)
    await tries
    await waited(patience)


async def test_an_error_of_one_call_is_no_outage() -> None:
    patience = Patience(5)
    with pytest.raises(ValueError, match="odd"):
        await waited(patience, ValueError("odd"))

    await waited(patience)
