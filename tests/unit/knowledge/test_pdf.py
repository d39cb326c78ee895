"""A PDF by the look of its lines: paragraphs, headings, lists, tables and pages."""

from pathlib import Path

import pytest

from tests.unit.knowledge.texts import SAMPLE, read_one, reasons

_GUIDE = SAMPLE / "files" / "food-safety-guide.pdf"

Line = tuple[float, float, str]
"""Height on the page (842 is the top), size of the letters, text."""


def _pdf(*pages: list[Line], trailer: str = "", info: str = "") -> bytes:
    count = len(pages)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {count} /Kids "
        f"[{' '.join(f'{5 + 2 * number} 0 R' for number in range(count))}] >>",
        # CP949 text with Adobe's Korean character collection: Korean and English from one font.
        "<< /Type /Font /Subtype /Type0 /BaseFont /Batang /Encoding /KSCms-UHC-H "
        "/DescendantFonts [4 0 R] >>",
        "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Batang /DW 600 /CIDSystemInfo "
        "<< /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor "
        "<< /Type /FontDescriptor /FontName /Batang /FontBBox [0 -200 1000 900] "
        "/Ascent 800 /Descent -200 >> >>",
    ]
    for number, lines in enumerate(pages):
        shown = "".join(
            f"BT /F1 {size} Tf 60 {height} Td <{text.encode('cp949').hex()}> Tj ET\n"
            for height, size, text in lines
        )
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Contents {6 + 2 * number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream",
        ]
    if info:
        objects.append(info)
        trailer += f" /Info {len(objects)} 0 R"
    return _written(objects, trailer)


def _written(objects: list[str], trailer: str) -> bytes:
    raw = b"%PDF-1.4\n"
    starts: list[int] = []
    for number, part in enumerate(objects, start=1):
        starts.append(len(raw))
        raw += f"{number} 0 obj\n{part}\nendobj\n".encode()
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    return (
        raw
        + (
            f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n"
            f"<< /Size {len(objects) + 1} /Root 1 0 R{trailer} >>\nstartxref\n{len(raw)}\n%%EOF"
        ).encode()
    )


def test_lines_close_together_are_one_paragraph(tmp_path: Path) -> None:
    raw = _pdf(
        [(800, 10, "환불은 영수증과 함께"), (788, 10, "14일 이내입니다."), (740, 10, "Next.")]
    )

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "환불은 영수증과 함께 14일 이내입니다.\n\nNext.\n\n"
    assert read.pages == (0,)


def test_larger_letters_are_a_heading(tmp_path: Path) -> None:
    raw = _pdf([(800, 16, "환불"), (770, 10, "14일 이내입니다."), (758, 10, "With a receipt.")])

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "## 환불\n\n14일 이내입니다. With a receipt.\n\n"


def test_list_items_close_together_stay_apart(tmp_path: Path) -> None:
    raw = _pdf([(800, 10, "1. Ask."), (788, 10, "2. 확인합니다."), (776, 10, "- Refund.")])

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "1. Ask.\n\n2. 확인합니다.\n\n- Refund.\n\n"


def test_lines_that_stand_on_every_page_are_left_out(tmp_path: Path) -> None:
    pages: list[list[Line]] = [
        [(820, 10, "하늘마켓 안내서"), (700, 10, text), (20, 10, f"Page {number} of 3")]
        for number, text in enumerate(("첫 장.", "Second.", "셋째 장."), start=1)
    ]

    read = read_one(tmp_path, "a.pdf", _pdf(*pages))

    assert read.text == "첫 장.\n\nSecond.\n\n셋째 장.\n\n"
    assert [read.text[start : start + 3] for start in read.pages] == ["첫 장", "Sec", "셋째 "]


def test_a_pdf_names_itself(tmp_path: Path) -> None:
    raw = _pdf([(800, 10, "Text.")], info="<< /Title (Food guide) >>")

    assert read_one(tmp_path, "a.pdf", raw).header.title == "Food guide"


def test_the_sample_guide_has_its_headings_and_tables(tmp_path: Path) -> None:
    guide = read_one(tmp_path, "a.pdf", _GUIDE.read_bytes()).text

    assert "\n## Temperatures\n" in guide
    assert "\n### When a fridge is too warm\n" in guide
    assert (
        "| Food | Limit after opening | Storage |\n| --- | --- | --- |\n| Milk | 2 days |" in guide
    )
    assert "\n- Form HM-IN-03 is the waste log.\n" in guide


def test_the_sample_guide_has_no_page_numbers(tmp_path: Path) -> None:
    guide = read_one(tmp_path, "a.pdf", _GUIDE.read_bytes()).text

    assert "Page 1" not in guide
    assert "\n2\n" not in guide


def test_each_page_of_the_sample_guide_begins_where_it_says(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.pdf", _GUIDE.read_bytes())

    starts = [read.text[start:].partition("\n")[0] for start in read.pages]
    assert starts == [
        "## Food Safety and Allergen Guide",
        "## Personal hygiene",
        "## Allergens",
        "## Product recalls",
    ]


@pytest.mark.parametrize("kept", [0, 20, 1000, 3000])
def test_a_damaged_pdf_asks_for_another_export(tmp_path: Path, kept: int) -> None:
    raw = _GUIDE.read_bytes()[:kept]

    assert reasons(tmp_path, {"a.pdf": raw}) == ["a.pdf: this PDF is damaged; export it again"]


@pytest.mark.parametrize("size", [b"[0 0]", b"[0 (x) 1 2]"])
def test_a_pdf_with_a_page_of_no_size_is_said_so(tmp_path: Path, size: bytes) -> None:
    raw = _pdf([(800, 10, "환불은 14일입니다.")]).replace(b"[0 0 595 842]", size)

    [reason] = reasons(tmp_path, {"a.pdf": raw})

    assert reason.startswith("a.pdf: this file is damaged")


def test_the_words_of_a_pdf_do_not_reach_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    raw = _pdf([(800, 10, "Text.")]).replace(b"/F1 10 Tf", b"(salary) g /F1 10 Tf")

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "Text.\n\n"
    assert "salary" not in caplog.text


def test_a_pdf_of_pictures_asks_for_recognised_text(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.pdf": _pdf([], [])}) == [
        "a.pdf: this PDF holds pictures only; save it with recognised text"
    ]


def test_a_locked_pdf_asks_for_one_without_password(tmp_path: Path) -> None:
    lock = f"<< /Filter /Standard /V 1 /R 2 /P -4 /O <{'00' * 32}> /U <{'11' * 32}> >>"
    raw = _pdf([(800, 10, "Text.")], trailer=f" /Encrypt {lock} /ID [<aa> <aa>]")

    assert reasons(tmp_path, {"a.pdf": raw}) == [
        "a.pdf: this PDF is locked with a password; save it without one"
    ]
