"""Work after the acknowledgement: bounded, and ended at a shutdown."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from adapters.chat.under_way.queue import Job, Start, Turn
from adapters.chat.under_way.work import Work


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


async def test_who_would_wait_too_long_is_turned_away_and_told_how_long() -> None:
    work = Work(at_once=1, longest_wait_s=0.3, clock=lambda: 0.0)

    starts = [work.start(once, person=name, lose=nothing) for name in "abc"]
    await work.drain()

    assert [start.turn for start in starts] == [Turn.TAKEN, Turn.TAKEN, Turn.BUSY]
    assert [round(start.wait_s, 1) for start in starts] == [0.0, 0.2, 0.4]


async def test_a_person_has_three_places_and_one_again_when_a_question_is_answered() -> None:
    work, order = Work(at_once=1), Order()

    starts = [work.start(order.job(n), person="kim", lose=nothing) for n in "abcd"]
    other = work.start(order.job("x"), person="lee", lose=nothing)
    await until(lambda: "/c" in order.seen)
    again = work.start(order.job("e"), person="kim", lose=nothing)
    await work.drain()

    assert [start.turn for start in starts] == [Turn.TAKEN] * 3 + [Turn.FULL]
    assert (other.turn, again.turn) == (Turn.TAKEN, Turn.TAKEN)


async def test_who_only_waits_for_the_platform_lets_others_be_answered_but_not_in_its_thread() -> (
    None
):
    work, order, posted = Work(at_once=1), Order(), asyncio.Event()

    async def slow_post() -> None:
        work.computed()
        await posted.wait()
        order.seen.append("posted")

    work.start(slow_post, key=THREAD)
    work.start(order.job("same thread"), key=THREAD)
    work.start(order.job("other"), key=OTHER)
    await until(lambda: "/other" in order.seen)
    posted.set()
    await until(lambda: "/same thread" in order.seen)
    await work.drain()

    assert order.seen == ["other", "/other", "posted", "same thread", "/same thread"]


async def test_people_take_turns_however_much_one_of_them_asks() -> None:
    work, order = Work(at_once=1, places=10), Order()

    for name in ("kim1", "kim2", "kim3", "lee1", "park1", "lee2"):
        work.start(order.job(name), person=name[:-1], lose=nothing)
    await until(lambda: len(order.seen) == 12)

    began = [name for name in order.seen if not name.startswith("/")]
    assert began == ["kim1", "kim2", "lee1", "park1", "kim3", "lee2"]


async def test_nobody_is_turned_away_while_somebody_else_waits_for_more() -> None:
    work, lost = Work(at_once=1, longest_wait_s=0.7, clock=lambda: 0.0), []

    async def lose(start: Start) -> None:
        lost.append(start.turn)

    flood = [work.start(once, person="flooder", lose=lose) for _ in range(3)]
    others = [work.start(once, person=f"p{n}", lose=nothing) for n in range(4)]
    await until(lambda: bool(lost))
    await work.drain()

    assert [start.turn for start in flood] == [Turn.TAKEN] * 3
    assert [start.turn for start in others] == [Turn.TAKEN] * 3 + [Turn.BUSY]
    assert lost == [Turn.BUSY]


async def test_a_question_that_was_taken_before_a_restart_is_never_refused() -> None:
    work = Work(at_once=1, longest_wait_s=0, places=1)

    starts = [work.start(once, person="kim") for _ in range(5)]
    await work.drain()

    assert all(starts)


async def test_while_it_stops_nothing_new_begins_and_what_waits_is_left(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work, order, gate = Work(at_once=1), Order(), asyncio.Event()

    async def running() -> None:
        await gate.wait()
        order.seen.append("running")

    work.start(running)
    work.start(order.job("waiting"))
    stopping = asyncio.create_task(work.drain())
    await asyncio.sleep(0)
    late = work.start(order.job("late"))
    gate.set()
    await stopping

    assert (order.seen, late.turn) == (["running"], Turn.CLOSING)
    assert [record.__dict__["count"] for record in caplog.records] == [1]


async def test_the_wait_that_is_told_follows_how_long_jobs_took() -> None:
    now = 0.0
    work = Work(at_once=1, longest_wait_s=1000, places=1000, clock=lambda: now)

    async def long() -> None:
        nonlocal now
        now += 10.0

    for _ in range(40):
        work.start(long)
    await until(lambda: now == 400.0)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    work.start(asyncio.Event().wait)
    start = work.start(once)
    work.stop(None)
    await work.drain()

    assert 9.0 < start.wait_s <= 10.0
    assert not start.is_long


async def test_a_job_that_does_not_end_is_stopped_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work(stop_s=0)
    work.start(asyncio.Event().wait)

    await work.drain()

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
    await until(lambda: "/c" in order.seen)
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
    await until(lambda: "/next" in order.seen)
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
    await until(lambda: "/next" in order.seen)
    await work.drain()

    assert order.seen == ["next", "/next"]


async def test_a_shutdown_drops_what_nobody_waits_for(caplog: pytest.LogCaptureFixture) -> None:
    work, order = Work(), Order()
    work.aside(order.job("short"))
    await until(lambda: "/short" in order.seen)
    work.aside(asyncio.Event().wait)

    await work.drain()

    assert order.seen == ["short", "/short"]
    assert caplog.records == []


async def once() -> None:
    await asyncio.sleep(0)


async def nothing(start: Start) -> None:
    """Tells nobody."""


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
