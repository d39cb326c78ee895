"""Work after the acknowledgement: bounded, and ended at a shutdown."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from adapters.chat.work import Job, Work


async def test_no_more_jobs_run_at_once_than_allowed() -> None:
    work, running, most = Work(at_once=2), 0, 0

    async def job() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    started = [work.start(job) for _ in range(6)]
    await work.drain()

    assert (all(started), most) == (True, 2)


async def test_a_job_too_many_is_turned_away() -> None:
    work = Work(at_once=1, at_most=2)

    async def job() -> None:
        await asyncio.sleep(0)

    started = [work.start(job) for _ in range(3)]
    await work.drain()

    assert started == [True, True, False]
    assert work.start(job)
    await work.drain()


async def test_a_job_that_does_not_end_is_stopped_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work()
    work.start(asyncio.Event().wait)

    await work.drain(timeout_s=0)

    assert [record.__dict__["count"] for record in caplog.records] == [1]


async def test_a_bug_in_a_job_is_logged_once_without_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)

    async def job() -> None:
        raise KeyError("Kim Minji")

    work = Work()
    work.start(job)
    await work.drain()

    assert caplog.text.count("a bug stopped a job") == 1
    assert "KeyError" in caplog.text
    assert "Minji" not in caplog.text.replace('raise KeyError("Kim Minji")', "")


THREAD = ("T1", "C1", "1.0")
OTHER = ("T1", "C1", "2.0")


async def test_jobs_of_one_thread_run_one_after_another_in_the_order_in_which_they_came() -> None:
    work, order = Work(at_once=8), Order()

    for name in "abc":
        work.start(order.job(name), key=THREAD)
    await work.drain()

    assert order.seen == ["a", "/a", "b", "/b", "c", "/c"]


async def test_jobs_of_other_threads_and_of_none_do_not_wait_for_them() -> None:
    work, order = Work(at_once=8), Order()

    work.start(order.job("a"), key=THREAD)
    work.start(order.job("b"), key=OTHER)
    work.start(order.job("c"))
    work.start(order.job("d"))
    await work.drain()

    assert order.seen[:4] == ["a", "b", "c", "d"]


async def test_a_long_thread_takes_one_slot_only() -> None:
    work, order = Work(at_once=2), Order()
    for _ in range(5):
        work.start(asyncio.Event().wait, key=THREAD)

    work.start(order.job("other"), key=OTHER)
    await until(lambda: order.seen == ["other", "/other"])

    assert work.stop(THREAD) == 5
    await work.drain()


async def test_a_bug_in_a_thread_s_job_lets_the_next_one_run() -> None:
    work, order = Work(), Order()

    async def bug() -> None:
        raise KeyError

    work.start(bug, key=THREAD)
    work.start(order.job("next"), key=THREAD)
    await work.drain()

    assert order.seen == ["next", "/next"]


async def test_stop_ends_what_runs_and_what_waits_of_that_thread_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    work, order, gate = Work(), Order(), asyncio.Event()
    running = asyncio.Event()

    async def long() -> None:
        running.set()
        try:
            await asyncio.Event().wait()
        finally:
            order.seen.append("cleaned up")

    async def other() -> None:
        await gate.wait()
        order.seen.append("other")

    work.start(long, key=THREAD)
    work.start(order.job("waiting"), key=THREAD)
    work.start(other, key=OTHER)
    await running.wait()

    stopped = work.stop(THREAD)
    gate.set()
    await work.drain()

    assert stopped == 2
    assert sorted(order.seen) == ["cleaned up", "other"]
    assert [(one.levelname, one.__dict__["count"]) for one in caplog.records] == [("INFO", 2)]


async def test_stop_where_nothing_runs_does_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    work = Work()
    work.start(asyncio.Event().wait, key=THREAD)

    stopped = work.stop(OTHER)
    work.stop(THREAD)
    await work.drain()

    assert (stopped, work.stop(THREAD)) == (0, 0)


async def test_after_a_stop_the_thread_takes_the_next_question() -> None:
    work, order = Work(), Order()
    work.start(asyncio.Event().wait, key=THREAD)
    await asyncio.sleep(0)
    work.stop(THREAD)

    work.start(order.job("next"), key=THREAD)
    await work.drain()

    assert order.seen == ["next", "/next"]


async def test_jobs_that_wait_for_their_turn_count_towards_the_most() -> None:
    work = Work(at_once=8, at_most=3)

    started = [work.start(asyncio.Event().wait, key=THREAD) for _ in range(4)]
    work.stop(THREAD)
    await work.drain()

    assert started == [True, True, True, False]


async def test_a_shutdown_drops_what_nobody_waits_for(caplog: pytest.LogCaptureFixture) -> None:
    work, order = Work(at_most=0), Order()
    work.aside(order.job("short"))
    await until(lambda: "/short" in order.seen)
    work.aside(asyncio.Event().wait)

    await work.drain()

    assert order.seen == ["short", "/short"]
    assert caplog.records == []


class Order:
    """Notes when jobs begin and end."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def job(self, name: str) -> Job:
        async def run() -> None:
            self.seen.append(name)
            await asyncio.sleep(0)
            self.seen.append(f"/{name}")

        return run


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(100):
        if is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError
