"""RTF: Korean and Western letters, headings, lists and tables; nothing hidden."""

from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read, read_one, reasons


def _rtf(body: str) -> bytes:
    fonts = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset129 Gulim;}}"
    return rf"{{\rtf1\ansi\ansicpg949\deff0{fonts}\f0 {body}}}".encode("cp949")


def _said(folder: Path, body: str) -> str:
    return read_one(folder, "a.rtf", _rtf(body)).text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"\f1\'c8\'af\'ba\'d2 14\'c0\'cf\par", "환불 14일\n"),
        (r"\u54872?\u48520? Caf\u233? \ldblquote new\rdblquote\par", "환불 Café “new”\n"),
        (r"\uc0\u54872\u48520\par", "환불\n"),
        (r"환불 그대로\par", "환불 그대로\n"),
        (r"1\{2\} a\\b\par", "1{2} a\\b\n"),
        (r"one\line two\par three\par", "one  \ntwo\n\nthree\n"),
    ],
)
def test_the_letters_of_an_rtf_are_right(tmp_path: Path, body: str, text: str) -> None:
    assert _said(tmp_path, body) == text


@pytest.mark.parametrize(
    "hidden",
    [
        r"{\v 30}", r"\v 30\v0 ", r"{\strike 30}", r"{\deleted\revauth1 30}",
        r"\striked1 30\plain ", r"{\*\annotation 30}", r"{\header 30}", r"{\*\unknown 30}",
    ],
)  # fmt: skip
def test_what_nobody_sees_in_an_rtf_is_left_out(tmp_path: Path, hidden: str) -> None:
    assert _said(tmp_path, rf"Within {hidden}14 days.\par") == "Within 14 days.\n"


def test_headings_and_their_numbers_are_kept(tmp_path: Path) -> None:
    number = r"{\listtext\pard\plain \u51228?1\u51312?\tab}"
    body = rf"\pard\outlinelevel0{number}\u47785?\u51201?\par\pard Text.\par"
    body += r"\pard\outlinelevel1 Breaks\par\pard{\listtext\'95\tab}tea\par"

    assert _said(tmp_path, body) == "Text.\n\n## Breaks\n\n- tea\n"
    assert read_one(tmp_path, "a.rtf", _rtf(body)).header.title == "제1조 목적"


def test_a_footnote_stands_below_the_text(tmp_path: Path) -> None:
    body = r"Breaks{\super\chftn{\*\footnote\pard Paid by us.}} are 30 minutes.\par End.\par"

    assert _said(tmp_path, body) == "Breaks are 30 minutes.\n\nEnd.\n\nPaid by us.\n"


def test_cells_over_rows_and_columns_count_in_each(tmp_path: Path) -> None:
    def row(defined: str, *cells: str) -> str:
        said = "".join(rf"\pard\intbl {cell}\cell" for cell in cells)
        return rf"\trowd{defined}{said}\row"

    body = r"Hours\par" + row(r"\cellx100\cellx200\cellx300", "월", "평일", "Saturday")
    body += row(r"\cellx100\cellx200\clvmgf\cellx300", "3월", "18:00", "17:00")
    body += row(r"\cellx100\cellx200\clvmrg\cellx300", "4월", r"18:30\par or later", "")
    body += row(r"\cellx100\cellx300", "5월", "휴무")

    assert _said(tmp_path, body + r"\pard End.\par") == (
        "Hours\n\n| 월 | 평일 | Saturday |\n| --- | --- | --- |\n| 3월 | 18:00 | 17:00 |\n"
        "| 4월 | 18:30 / or later | 17:00 |\n| 5월 | 휴무 | 휴무 |\n\nEnd.\n"
    )


def test_a_dot_alone_in_a_cell_is_its_value(tmp_path: Path) -> None:
    def row(one: str, other: str) -> str:
        return rf"\trowd\cellx100\cellx200\pard\intbl {one}\cell\pard\intbl {other}\cell\row"

    assert _said(tmp_path, row("Dish", "Milk") + row("Latte", r"\u9679?")) == (
        "| Dish | Milk |\n| --- | --- |\n| Latte | ● |\n"
    )


def test_pictures_of_an_rtf_are_named(tmp_path: Path) -> None:
    picture = r"{\*\shppict{\pict\pngblip 89504e47}}{\nonshppict{\pict\wmetafile8 0100}}"

    reading = read(tmp_path, {"a.rtf": _rtf(rf"See {picture}here.\par")})

    assert [one.text for one in reading.documents] == ["See here.\n"]
    assert [one.lost for one in reading.partly] == [("1 picture",)]


def test_another_file_named_rtf_says_what_to_do(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.rtf": b"PK\x03\x04"}) == [
        "a.rtf: this .rtf cannot be read; save it again, or as .docx"
    ]
