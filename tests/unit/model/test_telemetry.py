"""One request is followed from its start to one log line."""

import asyncio
import logging

import pytest

from bot.telemetry import add, logger, note, request, step


@pytest.fixture(autouse=True)
def _all_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger.name)


def test_a_request_leaves_one_line_with_its_steps(caplog: pytest.LogCaptureFixture) -> None:
    with request("r1", platform="slack") as trace:
        with step("retrieve"):
            pass
        with step("check"):
            pass
        trace.outcome["verdict"] = "pass"

    [record] = caplog.records
    told = record.__dict__
    assert record.message == "request done"
    assert (told["trace_id"], told["platform"], told["verdict"]) == ("r1", "slack", "pass")
    assert list(told["steps"]) == ["retrieve", "check"]
    assert told["ms"] >= 0


def test_a_step_that_runs_twice_is_one_step() -> None:
    with request("r1") as trace:
        for _ in range(2):
            with step("retrieve"):
                pass

    assert list(trace.steps) == ["retrieve"]


def test_a_request_that_fails_leaves_its_line_too(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ZeroDivisionError), request("r1"), step("generate"):
        raise ZeroDivisionError

    [record] = caplog.records
    assert list(record.__dict__["steps"]) == ["generate"]


def test_a_step_outside_a_request_is_fine(caplog: pytest.LogCaptureFixture) -> None:
    with step("warm up"):
        pass

    assert caplog.records == []


async def test_two_requests_at_once_keep_their_own_steps() -> None:
    async def one(name: str) -> list[str]:
        with request(name) as trace:
            await asyncio.sleep(0)
            with step(name):
                await asyncio.sleep(0)
            return list(trace.steps)

    first, second = await asyncio.gather(one("a"), one("b"))

    assert (first, second) == (["a"], ["b"])


def test_what_was_used_up_adds_up_and_is_in_the_line(caplog: pytest.LogCaptureFixture) -> None:
    with request("r1"):
        add(input_tokens=900, output_tokens=70)
        add(input_tokens=950, output_tokens=80)
        note(model="gpt-5.4-mini")

    [record] = caplog.records
    told = record.__dict__
    assert (told["input_tokens"], told["output_tokens"]) == (1850, 150)
    assert told["model"] == "gpt-5.4-mini"


def test_outside_a_request_nothing_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    add(input_tokens=900)
    note(model="gpt-5.4-mini")

    assert caplog.records == []
