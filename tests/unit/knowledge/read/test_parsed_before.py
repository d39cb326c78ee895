"""Files that have not changed since the last run are not parsed again."""

from pathlib import Path

import pytest

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read import Remembered, read_folder
from knowledge.read.content import Content
from tests.unit.knowledge.texts import filled


class Parser:
    """Reads a file as its text; records the files that it was given."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, suffix: str, raw: bytes, currency: str) -> Content:
        text = raw.decode()
        self.read.append(text)
        if text == "broken":
            raise UnreadableDocumentError("it is broken")
        return Content(f"{text} ({suffix}, {currency})")


@pytest.fixture
def parser() -> Parser:
    return Parser()


def _texts(folder: Path, parser: Parser, remembered: Remembered, currency: str = "KRW") -> set[str]:
    reading = read_folder(folder, currency, parser, remembered)
    return {document.text for document in reading.documents}


def test_only_a_file_that_has_changed_is_parsed(tmp_path: Path, parser: Parser) -> None:
    remembered = Remembered()
    filled(tmp_path, {"환불.pdf": "7일", "hours.docx": "10 to 9", "note.md": "# Note\n\nRead."})
    before = _texts(tmp_path, parser, remembered)
    again = _texts(tmp_path, parser, remembered)
    filled(tmp_path, {"환불.pdf": "14일"})

    after = _texts(tmp_path, parser, remembered)

    assert before == again
    assert parser.read == ["10 to 9", "7일", "14일"]
    assert "14일 (.pdf, KRW)" in after
    assert "10 to 9 (.docx, KRW)" in after


def test_the_same_bytes_are_parsed_for_each_format_and_currency(
    tmp_path: Path, parser: Parser
) -> None:
    remembered = Remembered()
    filled(tmp_path, {"a.pdf": "커피 4,000", "b.docx": "커피 4,000"})

    won = _texts(tmp_path, parser, remembered)
    dollars = _texts(tmp_path, parser, remembered, "USD")

    assert won == {"커피 4,000 (.pdf, KRW)", "커피 4,000 (.docx, KRW)"}
    assert dollars == {"커피 4,000 (.pdf, USD)", "커피 4,000 (.docx, USD)"}


def test_an_unreadable_file_is_tried_again(tmp_path: Path, parser: Parser) -> None:
    remembered = Remembered()
    filled(tmp_path, {"a.pdf": "broken"})

    for _ in range(2):
        reading = read_folder(tmp_path, "KRW", parser, remembered)
        assert [one.reason for one in reading.skipped] == ["a.pdf: it is broken"]

    assert parser.read == ["broken", "broken"]


def test_a_file_missing_in_a_run_is_parsed_again(tmp_path: Path, parser: Parser) -> None:
    remembered = Remembered()
    filled(tmp_path, {"a.pdf": "하나", "b.pdf": "둘"})
    _texts(tmp_path, parser, remembered)
    (tmp_path / "b.pdf").unlink()
    _texts(tmp_path, parser, remembered)

    filled(tmp_path, {"b.pdf": "둘"})
    _texts(tmp_path, parser, remembered)

    assert parser.read == ["하나", "둘", "둘"]


def test_no_more_files_are_remembered_than_allowed(tmp_path: Path, parser: Parser) -> None:
    remembered = Remembered(most=30)
    filled(tmp_path, {"a.pdf": "하나", "b.pdf": "x" * 30, "c.pdf": "셋"})

    for _ in range(2):
        assert len(_texts(tmp_path, parser, remembered)) == 3

    assert parser.read == ["하나", "x" * 30, "셋", "x" * 30]
