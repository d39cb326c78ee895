"""Log lines: one JSON object each, without personal data."""

import io
import json
import logging
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from bot.main.console import stderr as logs
from bot.privacy import Choices, EntityType, Redactor
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


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("text", ["질문\n{}", 'quoted "{}" here', "tab\t{}", "{}\n", "가\u200b{}"])
def test_no_escape_of_json_hides_a_value(
    value: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure()

    logger.info("asked", extra={"body": {"text": text.format(value)}})
    logger.info("asked", extra={"body": json.dumps({"text": text.format(value)})})
    wide = value.translate({ord("0") + n: 0xFF10 + n for n in range(10)})
    logger.info("asked", extra={"body": json.dumps({"text": text.format(wide)})})

    written = capsys.readouterr().err
    assert written.count("[REDACTED_") == 3
    assert not any(one in written for one in (value, wide, json.dumps(wide)[1:-1]))


@dataclass
class Order:
    """What a careless library logs as it is."""

    who: str


@dataclass
class Odd:
    """Cannot be shown."""

    def __str__(self) -> str:
        raise RuntimeError(PHONE)


@pytest.mark.parametrize("value", VALUES)
def test_keys_and_objects_are_read_too(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()

    told = {"by": {value: 1}, "order": Order(value), "all": ({"deep": [value]}, {value})}
    logger.info("asked", extra=told)

    assert value not in capsys.readouterr().err


def test_what_cannot_be_shown_costs_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    endless: dict[str, object] = {}
    endless["again"] = endless

    logger.info("odd", extra={"odd": Odd(), "endless": endless})

    [line] = lines(capsys)
    assert line["odd"] == "Odd"
    assert "again" in line["endless"]


@pytest.mark.parametrize(
    "library", ["slack_sdk", "openai", "aiohttp.server", "chromadb", "asyncio"]
)
@pytest.mark.parametrize("value", VALUES)
def test_whatever_a_library_reports_is_redacted(
    library: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure()

    logging.getLogger(library).error("POST failed: %r", {"text": f"고객 {value}"})
    try:
        int(value)
    except ValueError:
        logging.getLogger(library).exception("with %s", value)

    written = capsys.readouterr().err
    assert len(written.splitlines()) == 2
    assert value not in written


@pytest.mark.parametrize("value", VALUES)
def test_handlers_that_a_library_has_set_up_are_redacted_too(value: str) -> None:
    written, own = io.StringIO(), logging.getLogger("tests.library")
    handler = logging.StreamHandler(written)
    own.addHandler(handler)

    logs.configure()
    logs.configure()
    own.warning("asked by %s", value)

    own.removeHandler(handler)
    assert written.getvalue().startswith("asked by [REDACTED_")


@pytest.mark.parametrize("value", VALUES)
def test_an_error_that_nobody_caught_is_logged_without_its_values(
    value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure()
    error = ValueError(f"고객 {value}")

    sys.excepthook(ValueError, error, None)
    threading.excepthook(
        threading.ExceptHookArgs((ValueError, error, None, threading.current_thread()))
    )

    told = lines(capsys)
    assert [one["message"] for one in told] == ["a bug ended the program", "a bug ended a thread"]
    assert value not in str(told)
    assert all("ValueError: 고객 [REDACTED_" in one["traceback"] for one in told)


def test_what_a_store_has_chosen_holds_for_logs(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(redactor=Redactor(Choices(kinds=frozenset({EntityType.IP}))))

    logger.info("from %s to %s", "192.168.10.25", PHONE)

    [line] = lines(capsys)
    assert line["message"] == f"from [REDACTED_IP] to {PHONE}"
