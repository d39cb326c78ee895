"""Work after the acknowledgement: bounded, and ended at a shutdown."""

import asyncio
import logging

import pytest

from adapters.slack.work import Work


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
