"""Log lines: one JSON object each, without personal data."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot import logs
from tests.loggers import loggers_as_they_were

CARD, PHONE, EMAIL = "4111 1111 1111 1111", "010-1234-5678", "hong.gildong@example.com"
VALUES = (CARD, PHONE, EMAIL)

logger = logging.getLogger("tests.shop")


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    with loggers_as_they_were():
        yield


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_line_is_one_json_object_with_its_extra_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure()

    logger.info("request done", extra={"trace_id": "ab12", "steps": {"check": 1.5}, "누가": "직원"})

    [line] = lines(capsys)
    assert (line["level"], line["logger"], line["message"]) == (
        "INFO",
        "tests.shop",
        "request done",
    )
    assert (line["trace_id"], line["steps"], line["누가"]) == ("ab12", {"check": 1.5}, "직원")
    assert line["time"].endswith("+00:00")
    assert "taskName" not in line


@pytest.mark.parametrize("value", VALUES)
def test_no_personal_data_is_in_a_line_wherever_it_stood(
    value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure()

    logger.info("asked by %s", value)
    logger.info(f"line one\n{value}\tend")  # noqa: G004 - a careless library does this
    logger.info("asked", extra={"who": value, "all": [value], "by": {"name": value}})

    written = capsys.readouterr().err
    assert value not in written
    assert written.count("REDACTED") == 5
    assert len([json.loads(line) for line in written.splitlines()]) == 3


@pytest.mark.parametrize("value", VALUES)
def test_no_personal_data_is_in_a_traceback(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()

    try:
        int(f"고객 {value} 없음")
    except ValueError:
        logger.exception("a bug")

    [line] = lines(capsys)
    assert "ValueError: invalid literal" in line["traceback"]
    assert "고객 [REDACTED_" in line["traceback"]
    assert value not in str(line)


def test_a_value_that_is_no_json_is_written_as_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure()

    logger.info("odd", extra={"error": KeyError("x"), "names": {1}})

    [line] = lines(capsys)
    assert (line["error"], line["names"]) == ("'x'", "{1}")


def test_a_wrong_placeholder_prints_nothing_raw(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()

    logger.info("%d items", PHONE)

    assert PHONE not in capsys.readouterr().err


def test_what_is_below_the_level_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(logging.WARNING)

    logger.info("quiet")
    logging.getLogger("openai").info("quiet")

    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("library", ["openai", "slack_sdk", "slack_bolt", "httpx2", "aiohttp"])
def test_libraries_that_print_requests_stay_quiet_in_detail_too(
    library: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(logging.DEBUG)

    logging.getLogger(library).debug("POST with a person's words")

    assert capsys.readouterr().err == ""


UNSEEN = "\x1b[31m\x07\x9b\u2028\u2029\x85\u202e\u2066\u200f\x7f"


def test_no_value_ends_a_line_or_is_obeyed_by_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure()

    logger.info('first\r\n{"level": "INFO"}', extra={"name_of_file": f"a{UNSEEN}b"})
    logger.error("second", exc_info=ValueError(UNSEEN))

    written = capsys.readouterr().err
    first, second = written.splitlines()
    assert json.loads(first)["name_of_file"] == f"a{UNSEEN}b"
    assert UNSEEN in json.loads(second)["traceback"]
    assert not set(UNSEEN) - set("[31m") & set(written)


@pytest.mark.parametrize("hidden", ["010-1234\u200e-5678", "010-\u202a1234-5678"])
def test_what_is_written_out_hides_no_personal_data(
    hidden: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure()

    logger.info("asked", extra={"who": hidden})

    assert "5678" not in capsys.readouterr().err
