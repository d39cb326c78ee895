"""What stands for a PDF: its title, without contents pages, and no cover of a protected file."""

from pathlib import Path

import pytest

from tests.unit.knowledge.read.pdf.drawn import Line, Placed, pdf, placed
from tests.unit.knowledge.texts import read_one, reasons

_PROTECTED = "a.pdf: this PDF is protected, and only a note can be read; save it without protection"


def _titled(title: str) -> str:
    return f"<< /Title <feff{title.encode('utf-16-be').hex()}> >>"


@pytest.mark.parametrize(
    "left",
    ["(anonymous)", "anonymous", "Untitled", "untitled-1", "제목 없음", "무제1", "문서 1",
     "Microsoft Word - 20240301_final_v3(2).docx", "Microsoft PowerPoint - 안내", "rules_v2.hwp",
     "주차(최종).hwp", "Document2", "PowerPoint 프레젠테이션", "20240301", "a_final", "a.indd",
     "https://intra.example/rules", "C:\\\\docs\\\\rules", "Slide 1", ""],
)  # fmt: skip
def test_what_a_program_left_is_no_title(tmp_path: Path, left: str) -> None:
    lines: list[Line] = [
        (800, 16, "Parking Rules 주차"),
        (770, 10, "두 시간 무료."),
        (758, 10, "Free for guests."),
    ]

    read = read_one(tmp_path, "a.pdf", pdf(lines, info=_titled(left)))

    assert read.header.title == "Parking Rules 주차"


@pytest.mark.parametrize(
    "given", ["Food guide", "주차 규정", "Document retention rules", "Title IX"]
)
def test_a_title_that_somebody_gave_stays(tmp_path: Path, given: str) -> None:
    lines: list[Line] = [
        (800, 16, "Heading"),
        (770, 10, "두 시간 무료."),
        (758, 10, "Free for guests."),
    ]

    assert read_one(tmp_path, "a.pdf", pdf(lines, info=_titled(given))).header.title == given


@pytest.mark.parametrize("first", ["2-2. Breaks", "제3조 휴게시간"])
def test_a_section_is_no_title(tmp_path: Path, first: str) -> None:
    lines: list[Line] = [(800, 16, first), (770, 10, "삼십 분입니다."), (758, 10, "Off the floor.")]

    assert read_one(tmp_path, "rules.pdf", pdf(lines)).header.title == "rules"


@pytest.mark.parametrize("leader", [" " + "." * 40 + " ", "……… ", " . . . . . . "])
def test_a_contents_page_is_left_out(tmp_path: Path, leader: str) -> None:
    contents: list[Line] = [
        (800, 14, "목차"),
        *((770 - 14 * number, 10, f"{title}{leader}{number + 14}") for number, title in enumerate(
            ("2-1. 초과근무", "2-2. Breaks", "2-3. Lost property", "2-4. 반품"))),
    ]  # fmt: skip
    rule: list[Line] = [(800, 14, "2-2. Breaks"), (770, 10, "삼십 분입니다."), (758, 10, "Rest.")]

    text = read_one(tmp_path, "a.pdf", pdf(contents, rule)).text

    assert text.strip() == "## 2-2. Breaks\n\n삼십 분입니다. Rest."


def test_a_contents_page_may_have_no_leaders(tmp_path: Path) -> None:
    titles = ("환불", "Breaks", "Lost property", "주차")
    contents: list[Placed] = [(60, 800, 14, "Contents")]
    for number, title in enumerate(titles):
        height = 770 - 14.0 * number
        contents += [(60, height, 10, title), (400, height, 10, str(number + 2))]
    rules: list[Placed] = [
        (60, 800.0 - 60 * number + down, size, text)
        for number, title in enumerate(titles)
        for down, size, text in ((0, 14, title), (-25, 10, f"규정 {title} is here."))
    ]

    text = read_one(tmp_path, "a.pdf", placed([contents, rules])).text

    assert "Contents" not in text
    assert "|" not in text
    assert "## Lost property\n\n규정 Lost property is here." in text


@pytest.mark.parametrize(
    "amounts", [("4,500", "5,000", "5,500"), ("45", "40", "60"), ("4", "5", "6")]
)
def test_a_list_of_prices_is_no_contents_page(tmp_path: Path, amounts: tuple[str, ...]) -> None:
    names = ("Americano", "라떼", "Hot chocolate")
    lines: list[Line] = [(800, 10, "Drinks of the shop.")]
    lines += [
        (760 - 24 * number, 10, f"{name} {'.' * 30} {amount}")
        for number, (name, amount) in enumerate(zip(names, amounts, strict=True))
    ]

    text = read_one(tmp_path, "a.pdf", pdf(lines)).text

    assert all(name in text and amount in text for name, amount in zip(names, amounts, strict=True))


@pytest.mark.parametrize(
    "note",
    [
        "This document is protected. Please open it in Adobe Acrobat Reader to view it.",
        "Please wait... If this message is not eventually replaced by the proper contents of the "
        "document, your PDF viewer may not be able to display this type of document. Adobe Reader",
        "This PDF file is protected with Microsoft Information Protection.",
        "이 문서는 보호되어 있습니다. Adobe Reader에서 열어 주세요.",
        "이 문서를 열람할 권한이 없습니다. DRM 프로그램을 설치하세요.",
        "암호화된 문서입니다. 전용 프로그램으로 열람하세요.",
        "To view this encrypted document you need permission. Use a compatible PDF viewer.",
    ],
)
def test_the_cover_of_a_protected_file_is_refused(tmp_path: Path, note: str) -> None:
    raw = pdf([(700, 10, note)])

    assert reasons(tmp_path, {"a.pdf": raw}) == [_PROTECTED]


@pytest.mark.parametrize(
    "raw",
    [
        b"<DOCUMENT SAFER V2.0>" + bytes(100),
        b"\x9b DRMONE  This Document is encrypted and protected by Fasoo DRM",
        pdf([], trailer=" /Encrypt << /Filter /EBX_HANDLER /V 1 >> /ID [<aa> <aa>]"),
    ],
)  # fmt: skip
def test_a_file_that_only_its_own_client_opens_is_refused(tmp_path: Path, raw: bytes) -> None:
    assert reasons(tmp_path, {"a.pdf": raw}) == [_PROTECTED]


@pytest.mark.parametrize(
    "rule",
    [
        "Customer files are protected: open them at the till only, and never in the store.",
        "이 문서는 저작권법에 따라 보호됩니다. 매장 밖으로 가져가지 않습니다.",
        "Cash boxes are protected by a code. Ask the manager to open it with the reader.",
    ],
)
def test_a_rule_about_protection_is_read(tmp_path: Path, rule: str) -> None:
    assert read_one(tmp_path, "a.pdf", pdf([(700, 10, rule)])).text == f"{rule}\n\n"
