"""A Word document by its styles, lists and tables."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read_one, reasons

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>'
    ),
    "word/_rels/document.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
        f'<Relationship Id="rId2" Type="{_OFFICE}/numbering" Target="numbering.xml"/>'
        "</Relationships>"
    ),
    "word/styles.xml": f'<w:styles xmlns:w="{_WORD}">'
    + "".join(
        f'<w:style w:type="paragraph" w:styleId="{style}"><w:name w:val="{name}"/></w:style>'
        for style, name in (
            ("Title", "Title"),
            ("Heading1", "heading 1"),
            ("Heading2", "heading 2"),
            ("Fancy", "Fancy Box"),
        )
    )
    + "</w:styles>",
    "word/numbering.xml": f'<w:numbering xmlns:w="{_WORD}">'
    + "".join(
        f'<w:abstractNum w:abstractNumId="{number}"><w:lvl w:ilvl="0"><w:numFmt w:val="{form}"/>'
        f'</w:lvl></w:abstractNum><w:num w:numId="{number}">'
        f'<w:abstractNumId w:val="{number}"/></w:num>'
        for number, form in ((1, "decimal"), (2, "bullet"))
    )
    + "</w:numbering>",
}


def _docx(*body: str) -> bytes:
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{"".join(body)}</w:body></w:document>'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**_PARTS, "word/document.xml": document}.items():
            archive.writestr(name, part)
    return packed.getvalue()


def _paragraph(text: str, style: str = "", number: int = 0) -> str:
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    listed = f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>' if number else ""
    return f"<w:p><w:pPr>{styled}{listed}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def _table(*rows: tuple[str, ...]) -> str:
    cells = (
        "<w:tr>" + "".join(f"<w:tc>{_paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl>{''.join(cells)}</w:tbl>"


def _scrambled(raw: bytes) -> bytes:
    """The file with other bytes at the start of the packed text, as from a failing disk."""
    start = raw.index(b"word/document.xml") + len(b"word/document.xml")
    return raw[:start] + b"\xff" * 20 + raw[start + 20 :]


@pytest.mark.parametrize("title", ["개점 체크리스트", "Opening checklist"])
def test_the_title_style_is_the_title_and_no_text(tmp_path: Path, title: str) -> None:
    raw = _docx(
        _paragraph(title, "Title"), _paragraph("개점 전", "Heading1"), _paragraph("문을 엽니다.")
    )

    read = read_one(tmp_path, "a.docx", raw)

    assert read.header.title == title
    assert read.text == "# 개점 전\n\n문을 엽니다.\n"


def test_headings_lists_and_tables_become_markdown(tmp_path: Path) -> None:
    raw = _docx(
        _paragraph("마감", "Heading2"),
        _paragraph("Count the till.", number=1),
        _paragraph("문을 잠급니다.", number=1),
        _paragraph("Lights", number=2),
        _table(("시각", "할 일"), ("10:00", "Sweep")),
    )

    read = read_one(tmp_path, "a.docx", raw)

    assert read.text == (
        "## 마감\n\n1. Count the till.\n2. 문을 잠급니다.\n\n- Lights\n\n"
        "| 시각 | 할 일 |\n| --- | --- |\n| 10:00 | Sweep |\n"
    )


@pytest.mark.parametrize(
    "unseen",
    ["<w:vanish/>", '<w:vanish w:val="1"/>', "<w:strike/>", "<w:dstrike/>"],
)
def test_hidden_or_struck_out_text_is_not_read(tmp_path: Path, unseen: str) -> None:
    hidden = f"<w:p><w:r><w:rPr>{unseen}</w:rPr><w:t>SECRET</w:t></w:r></w:p>"

    read = read_one(tmp_path, "a.docx", _docx(_paragraph("14일 이내입니다."), hidden))

    assert read.text == "14일 이내입니다.\n"


def test_text_with_hiding_switched_off_is_read(tmp_path: Path) -> None:
    shown = '<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>14일입니다.</w:t></w:r></w:p>'

    assert read_one(tmp_path, "a.docx", _docx(shown)).text == "14일입니다.\n"


def test_only_the_new_text_of_a_tracked_change_is_read(tmp_path: Path) -> None:
    changed = (
        "<w:p><w:del><w:r><w:delText>SECRET</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>14일입니다.</w:t></w:r></w:ins></w:p>"
    )

    assert read_one(tmp_path, "a.docx", _docx(changed)).text == "14일입니다.\n"


def test_an_unknown_style_changes_no_words(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.docx", _docx(_paragraph("경보를 켭니다.", "Fancy")))

    assert read.text == "경보를 켭니다.\n"


def test_a_zip_that_is_no_word_document_is_reported(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("photo.txt", "not a document")

    assert reasons(tmp_path, {"a.docx": packed.getvalue()}) == [
        "a.docx: this .docx cannot be read; save it again in Word"
    ]


@pytest.mark.parametrize(
    "raw",
    [
        "환불은 14일입니다.".encode(),
        _docx(_paragraph("환불은 14일입니다."))[:500],
        _scrambled(_docx(_paragraph("환불은 14일입니다."))),
        _docx("<w:p>"),
    ],
    ids=["no archive", "cut short", "scrambled", "no XML"],
)
def test_a_damaged_word_document_is_reported(tmp_path: Path, raw: bytes) -> None:
    assert reasons(tmp_path, {"a.docx": raw}) == [
        "a.docx: this .docx cannot be read; save it again in Word"
    ]


def test_a_word_document_without_words_gives_no_document(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.docx": _docx(_paragraph(""))}) == [
        "a.docx: there is no text in it"
    ]


def test_merged_cells_are_repeated_in_each_row_and_column(tmp_path: Path) -> None:
    def row(*cells: tuple[str, str]) -> str:
        said = (
            f"<w:tc><w:tcPr>{merged}</w:tcPr>{_paragraph(text)}</w:tc>" for text, merged in cells
        )
        return f"<w:tr>{''.join(said)}</w:tr>"

    wide, first, rest = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    raw = _docx(
        "<w:tbl>",
        row(("구분", ""), ("Who", ""), ("일수", "")),
        row(("결혼", first), ("본인", ""), ("5일", "")),
        row(("", rest), ("Child", ""), ("1일", "")),
        row(("사망", ""), ("없음", wide)),
        "</w:tbl>",
        _paragraph("끝."),
    )

    assert read_one(tmp_path, "a.docx", raw).text == (
        "| 구분 | Who | 일수 |\n| --- | --- | --- |\n| 결혼 | 본인 | 5일 |\n"
        "| 결혼 | Child | 1일 |\n| 사망 | 없음 | 없음 |\n\n끝.\n"
    )
