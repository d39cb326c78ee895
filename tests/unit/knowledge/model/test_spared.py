"""A step that can be spared: its failure is logged once, counted, and passed over."""

import logging

import pytest

from bot.telemetry import apart, request
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared, failures

pytestmark = pytest.mark.spares


def test_the_work_goes_on_with_what_it_had(caplog: pytest.LogCaptureFixture) -> None:
    before, said, words = failures["a step"], "as before", "010-1234-5678 김민지"

    with caplog.at_level(logging.ERROR), Spared("a step"):
        said = {"": words}[words]

    assert said == "as before"
    assert failures["a step"] == before + 1
    [line] = caplog.records
    assert line.step == "a step"  # type: ignore[attr-defined] # an extra
    assert line.exc_info is not None
    assert "KeyError" in str(line.exc_info[1])
    assert "010" not in caplog.text
    assert "김민지" not in logging.Formatter().formatException(line.exc_info)


def test_a_log_line_names_the_request_that_the_step_belongs_to(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with request("T-7"), apart(), Spared("a step"):
        raise ZeroDivisionError
    with Spared("a step"):
        raise ZeroDivisionError

    lines = [one.__dict__ for one in caplog.records if "step" in one.__dict__]
    assert [one["trace_id"] for one in lines] == ["T-7", ""]


def test_an_error_that_was_foreseen_and_a_stop_pass_through() -> None:
    with pytest.raises(KnowledgeError), Spared("a step", KnowledgeError):
        raise KnowledgeError
    with pytest.raises(KeyboardInterrupt), Spared("a step"):
        raise KeyboardInterrupt
