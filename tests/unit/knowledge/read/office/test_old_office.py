"""Word's and PowerPoint's files from before 2007: their text, without what is hidden."""

import io
import struct
import zipfile
from pathlib import Path

import pytest

from tests.unit.knowledge.read.office.compound import compound
from tests.unit.knowledge.texts import read_one, reasons

_TEXT_AT, _SECTOR = 2048, 512


def _doc(
    *runs: tuple[str, bool], locked: bool = False, levels: tuple[int | None, ...] = ()
) -> bytes:
    """A DOC of runs of text, each with whether it is hidden; a line end ends a paragraph.

    The paragraphs of its list have levels.
    """
    text = "".join(run for run, _ in runs).replace("\n", "\r")
    letters = text.encode("utf-16-le")
    ends = [_TEXT_AT]
    for run, _ in runs:
        ends.append(ends[-1] + len(run.encode("utf-16-le")))
    pieces = struct.pack("<IIHIH", 0, len(text), 0, _TEXT_AT, 0)
    clx = b"\x02" + struct.pack("<I", len(pieces)) + pieces
    looks = struct.pack(f"<{len(ends)}I", *ends)
    looks += bytes(250 if hidden else 0 for _, hidden in runs)
    page = bytearray(looks.ljust(_SECTOR, b"\0"))
    page[500:504] = struct.pack("<BHB", 3, 0x083C, 1)
    page[-1] = len(runs)
    body = letters.ljust(-(-len(letters) // _SECTOR) * _SECTOR, b"\0")
    number = (_TEXT_AT + len(body)) // _SECTOR
    bins = struct.pack("<III", _TEXT_AT, ends[-1], number)
    listed = _paragraphs(text, levels)
    parts = {33: clx, 12: bins, 13: struct.pack("<III", _TEXT_AT, ends[-1], number + 1)}
    parts |= {74: struct.pack("<Ii12x", 1, 77), 73: struct.pack("<Hi24x", 1, 77)}
    tables = [(0, 0)] * 93
    table = b""
    for place, part in parts.items():
        tables[place] = (len(table), len(part))
        table += part
    # The levels of the list follow it, beyond its size.
    table += _level("제\0조", 0) + _level("\1", 18) + _level("\2.", 24) + _level("", 255) * 6
    flags = 0x0200 | 0x0100 * locked
    counts = [0] * 22
    counts[0], counts[3] = _TEXT_AT + len(body) + _SECTOR, len(text)
    fib = struct.pack("<HH6xH20x", 0xA5EC, 0x00C1, flags) + struct.pack("<H28xH", 14, 22)
    fib += struct.pack("<22I", *counts) + struct.pack("<H", 93)
    fib += b"".join(struct.pack("<II", at, size) for at, size in tables)
    return compound(
        {"WordDocument": fib.ljust(_TEXT_AT, b"\0") + body + bytes(page) + listed, "1Table": table}
    )


def _level(pattern: str, form: int) -> bytes:
    head = struct.pack("<IB23x", 1, form)
    return head + struct.pack("<H", len(pattern)) + pattern.encode("utf-16-le")


def _paragraphs(text: str, levels: tuple[int | None, ...]) -> bytes:
    """A page of the looks of paragraphs: which are in the list, on which level."""
    ends = [_TEXT_AT]
    for line in text.split("\r")[:-1]:
        ends.append(ends[-1] + 2 * (len(line) + 1))
    page = bytearray(_SECTOR)
    page[: 4 * len(ends)] = struct.pack(f"<{len(ends)}I", *ends)
    for number in range(len(ends) - 1):
        level = levels[number] if number < len(levels) else None
        marks = b"" if level is None else struct.pack("<HBHH", 0x260A, level, 0x460B, 1)
        look = struct.pack("<BH", 5, 0) + marks.ljust(7, b"\0")
        at = 300 + 12 * number
        page[at : at + len(look)] = look
        page[4 * len(ends) + 13 * number] = at // 2
    page[-1] = len(ends) - 1
    return bytes(page)


def test_the_paragraphs_of_a_doc_are_read_without_hidden_text(tmp_path: Path) -> None:
    runs = (("환불은 14일 안에", False), (" 30일", True), (" 합니다.\nBring a receipt.\n", False))

    assert read_one(tmp_path, "a.doc", _doc(*runs)).text == (
        "환불은 14일 안에 합니다.\n\nBring a receipt.\n"
    )


def test_automatic_numbers_of_a_doc_are_part_of_the_text(tmp_path: Path) -> None:
    text = "(목적) 다음과 같다.\nBreaks are paid.\n휴가를 준다.\n연차\n(요금) 없다.\nFree.\nEnd.\n"

    raw = _doc((text, False), levels=(0, 1, 1, 2, 0, 1, None))

    assert read_one(tmp_path, "a.doc", raw).text == (
        "#### 제1조(목적)\n\n다음과 같다.\n\n① Breaks are paid.\n\n② 휴가를 준다.\n\n가. 연차\n\n"
        "#### 제2조(요금)\n\n없다.\n\n① Free.\n\nEnd.\n"
    )


def test_a_locked_doc_says_what_to_do(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.doc": _doc(("x\n", False), locked=True)}) == [
        "a.doc: it is protected by a password or by rights management; save it without them"
    ]


@pytest.mark.parametrize(
    "raw",
    [
        rb"{\rtf1\ansi Within 14 days.\par}",
        b"<html><body><p>Within 14 days.</p></body></html>",
    ],
)
def test_a_doc_may_be_another_format_under_that_name(tmp_path: Path, raw: bytes) -> None:
    assert read_one(tmp_path, "a.doc", raw).text == "Within 14 days.\n"


def _record(kind: int, data: bytes, *, instance: int = 0, holds: bool = False) -> bytes:
    return struct.pack("<HHI", instance << 4 | (0xF if holds else 0), kind, len(data)) + data


def _ppt(*slides: tuple[list[tuple[int, str]], bool]) -> bytes:
    """A PPT of slides, each its texts by their kinds, and whether it is hidden."""
    stream, places = b"", list[int]()
    outline = b""
    for number, (texts, hidden) in enumerate(slides):
        atom = struct.pack("<I8xIIHH", 0, 0, 0, 0, 0)
        shown = struct.pack("<IIBBHBB2x", 0, 0, 0, 0, 4 if hidden else 0, 0, 0)
        places.append(len(stream))
        stream += _record(1006, _record(1007, atom) + _record(1017, shown), holds=True)
        outline += _record(1011, struct.pack("<5I", number + 2, 0, len(texts), 256 + number, 0))
        for kind, text in texts:
            outline += _record(3999, struct.pack("<I", kind))
            outline += _record(4000, text.replace("\n", "\r").encode("utf-16-le"))
    document = _record(1000, _record(4080, outline, holds=True), holds=True)
    at = [len(stream), *places]
    stream += document
    directory_at = len(stream)
    stream += _record(6002, struct.pack("<I", 1 | len(at) << 20) + struct.pack(f"<{len(at)}I", *at))
    edit_at = len(stream)
    stream += _record(
        4085, struct.pack("<IHBBIIIIHH", 0, 0, 0, 3, 0, directory_at, 1, len(at) + 1, 1, 0)
    )
    user = _record(4086, struct.pack("<IIIHHBBH", 20, 0xE391C05F, edit_at, 0, 1012, 3, 0, 0))
    return compound({"PowerPoint Document": stream, "Current User": user})


def test_the_slides_of_a_ppt_are_pages_without_hidden_ones(tmp_path: Path) -> None:
    raw = _ppt(
        ([(0, "환불 교육"), (1, "영수증을 확인합니다.\nWithin 14 days.")], False),
        ([(0, "Hidden"), (1, "x")], True),
        ([(0, "Hours"), (1, "10시에 엽니다.")], False),
    )

    document = read_one(tmp_path, "a.ppt", raw)

    assert document.header.title == "환불 교육"
    assert document.text == (
        "## 환불 교육\n\n영수증을 확인합니다.\n\nWithin 14 days.\n\n## Hours\n\n10시에 엽니다.\n\n"
    )
    first = document.text.index("## Hours")
    assert document.pages == (0, first, first)


@pytest.mark.parametrize("name", ["a.doc", "a.ppt"])
@pytest.mark.parametrize("raw", [b"nothing", compound({"Other": b"x"})])
def test_a_damaged_file_says_what_to_do(tmp_path: Path, name: str, raw: bytes) -> None:
    [reason] = reasons(tmp_path, {name: raw})

    assert reason.startswith(f"{name}: this file is damaged; save it again")


def test_a_ppt_may_be_a_pptx_under_that_name(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("other.xml", "<x/>")

    [reason] = reasons(tmp_path, {"a.ppt": packed.getvalue()})

    assert reason == "a.ppt: this .pptx cannot be read; save it again in PowerPoint"
