"""A Word document by its styles, lists and tables."""

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read, read_one, reasons

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


def _numbered(*levels: tuple[str, str]) -> str:
    """A list whose levels have these formats and texts."""
    written = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (form, text) in enumerate(levels)
    )
    return (
        f'<w:numbering xmlns:w="{_WORD}"><w:abstractNum w:abstractNumId="7">{written}'
        '</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
    )


def _item(text: str, depth: int = 0, style: str = "") -> str:
    return _paragraph(text, style, 7).replace('<w:ilvl w:val="0"/>', f'<w:ilvl w:val="{depth}"/>')


def _with(parts: dict[str, str], *body: str, names: str = "") -> bytes:
    """A document with other parts; `names` declares more namespaces."""
    packed = io.BytesIO()
    document = (
        f'<w:document xmlns:w="{_WORD}" {names}><w:body>{"".join(body)}</w:body></w:document>'
    )
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in {**_PARTS, **parts, "word/document.xml": document}.items():
            archive.writestr(name, part)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("form", "text", "first", "second"),
    [
        ("decimal", "제%1조", "제1조 목적", "제2조 휴가"),
        ("ganada", "%1.", "가. 목적", "나. 휴가"),
        ("decimalEnclosedCircle", "%1", "① 목적", "② 휴가"),
        ("upperRoman", "Part %1 -", "Part I - 목적", "Part II - 휴가"),
        ("lowerLetter", "(%1)", "(a) 목적", "(b) 휴가"),
    ],
)
def test_the_number_of_a_heading_is_kept(
    tmp_path: Path, form: str, text: str, first: str, second: str
) -> None:
    raw = _with(
        {"word/numbering.xml": _numbered((form, text))},
        _item("목적", style="Heading2"),
        _paragraph("휴가를 정한다."),
        _item("휴가", style="Heading2"),
        _paragraph("연 15일을 준다."),
    )

    written = read_one(tmp_path, "a.docx", raw).text

    assert f"## {first}\n" in written
    assert f"## {second}\n" in written


def test_numbers_of_several_levels_count_on_and_begin_anew(tmp_path: Path) -> None:
    raw = _with(
        {"word/numbering.xml": _numbered(("decimal", "%1."), ("decimal", "%1.%2"))},
        _item("Returns", style="Heading1"),
        _item("With receipt", 1, "Heading2"),
        _item("Without receipt", 1, "Heading2"),
        _item("Exchanges", style="Heading1"),
        _item("Sizes", 1, "Heading2"),
        _paragraph("Any size may be exchanged."),
    )

    written = read_one(tmp_path, "a.docx", raw).text

    for heading in ("1. Returns", "1.1 With receipt", "1.2 Without receipt", "2. Exchanges"):
        assert f"# {heading}\n" in written
    assert "## 2.1 Sizes\n" in written


def test_articles_may_count_on_over_chapters(tmp_path: Path) -> None:
    numbering = _numbered(("decimal", "제%1장"), ("decimal", "제%2조")).replace(
        '<w:lvlText w:val="제%2조"/>', '<w:lvlRestart w:val="0"/><w:lvlText w:val="제%2조"/>'
    )
    raw = _with(
        {"word/numbering.xml": numbering},
        _item("총칙", style="Heading1"),
        _item("목적", 1, "Heading2"),
        _item("휴가", style="Heading1"),
        _item("연차", 1, "Heading2"),
        _paragraph("연 15일을 준다."),
    )

    assert "# 제2장 휴가\n\n## 제2조 연차\n" in read_one(tmp_path, "a.docx", raw).text


def test_a_list_goes_on_counting_after_a_paragraph(tmp_path: Path) -> None:
    raw = _with(
        {"word/numbering.xml": _numbered(("decimal", "%1."))},
        _item("Count the till."),
        _item("Lock the safe."),
        _paragraph("Two people do this together."),
        _item("Sign the sheet."),
    )

    assert read_one(tmp_path, "a.docx", raw).text == (
        "1. Count the till.\n2. Lock the safe.\n\nTwo people do this together.\n\n"
        "3. Sign the sheet.\n"
    )


def test_a_style_may_have_the_number(tmp_path: Path) -> None:
    styles = _PARTS["word/styles.xml"].replace(
        '<w:name w:val="heading 2"/>',
        '<w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>',
    )
    numbering = _numbered(("decimal", "Section %1:"))
    raw = _with(
        {"word/styles.xml": styles, "word/numbering.xml": numbering},
        _paragraph("Lost property", "Heading2"),
        _paragraph("It is kept for 30 days."),
    )

    assert "## Section 1: Lost property\n" in read_one(tmp_path, "a.docx", raw).text


def test_boxes_are_kept_with_their_ticks(tmp_path: Path) -> None:
    box = (
        '<w:p><w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/'
        '2010/wordml"><w14:checked w14:val="{}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r>'
        "<w:t>{}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t> {}</w:t></w:r></w:p>"
    )
    raw = _docx(box.format(1, "☒", "금고를 잠근다"), box.format(0, "☐", "불을 끈다"))

    assert read_one(tmp_path, "a.docx", raw).text == "☒ 금고를 잠근다\n\n☐ 불을 끈다\n"


def _chart(*, values: bool = True) -> str:
    c = "http://schemas.openxmlformats.org/drawingml/2006/chart"
    a = "http://schemas.openxmlformats.org/drawingml/2006/main"

    def points(*texts: str) -> str:
        return "".join(f'<c:pt idx="{n}"><c:v>{text}</c:v></c:pt>' for n, text in enumerate(texts))

    stored = (
        f"<c:cat><c:strRef><c:strCache>{points('평일', '주말')}</c:strCache></c:strRef></c:cat>"
        f"<c:val><c:numRef><c:numCache>{points('120', '80.5')}</c:numCache></c:numRef></c:val>"
    )
    return (
        f'<c:chartSpace xmlns:c="{c}" xmlns:a="{a}"><c:chart><c:title><c:tx><c:rich><a:p><a:r>'
        "<a:t>방문객</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>"
        f"<c:tx><c:strRef><c:strCache>{points('마포점')}</c:strCache></c:strRef></c:tx>"
        f"{stored if values else ''}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"
    )


def _with_chart(chart: str) -> bytes:
    relations = _PARTS["word/_rels/document.xml.rels"].replace(
        "</Relationships>",
        f'<Relationship Id="rId9" Type="{_OFFICE}/chart" Target="charts/chart1.xml"/>'
        "</Relationships>",
    )
    drawing = (
        '<w:p><w:r><w:drawing><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/'
        f'chart" xmlns:r="{_OFFICE}" r:id="rId9"/></w:drawing></w:r></w:p>'
    )
    parts = {"word/_rels/document.xml.rels": relations, "word/charts/chart1.xml": chart}
    return _with(parts, _paragraph("방문객 수는 다음과 같다."), drawing)


def test_a_chart_is_read_as_a_table(tmp_path: Path) -> None:
    assert read_one(tmp_path, "a.docx", _with_chart(_chart())).text == (
        "방문객 수는 다음과 같다.\n\n방문객\n\n"
        "| | 마포점 |\n| --- | --- |\n| 평일 | 120 |\n| 주말 | 80.5 |\n"
    )


def test_a_chart_without_values_is_named(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.docx": _with_chart(_chart(values=False))})

    assert [(one.source, one.lost) for one in reading.partly] == [("a.docx", ("1 chart",))]


def test_texts_of_a_diagram_are_lines(tmp_path: Path) -> None:
    d = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    a = "http://schemas.openxmlformats.org/drawingml/2006/main"
    points = "".join(
        f"<d:pt><d:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></d:t></d:pt>"
        for text in ("Take the receipt", "Check the date")
    )
    relations = _PARTS["word/_rels/document.xml.rels"].replace(
        "</Relationships>",
        '<Relationship Id="rId8" Type="x" Target="diagrams/data1.xml"/></Relationships>',
    )
    drawing = (
        f'<w:p><w:r><w:drawing><d:relIds xmlns:d="{d}" xmlns:r="{_OFFICE}" r:dm="rId8"/>'
        "</w:drawing></w:r></w:p>"
    )
    data = f'<d:dataModel xmlns:d="{d}" xmlns:a="{a}">{points}</d:dataModel>'
    parts = {"word/_rels/document.xml.rels": relations, "word/diagrams/data1.xml": data}

    written = read_one(tmp_path, "a.docx", _with(parts, _paragraph("Steps"), drawing)).text

    assert written == "Steps\n\n- Take the receipt\n\n- Check the date\n"


@pytest.mark.parametrize(
    ("header", "version", "day"),
    [
        ("문서번호 HR-07 | 개정번호 3 | 시행일 2026. 3. 1.", "3", date(2026, 3, 1)),
        ("Rev. 2.1 – effective from 1 April 2026", "2.1", date(2026, 4, 1)),
        ("Staff handbook, page 3", "1", None),
    ],
)
def test_the_header_of_the_pages_says_version_and_day(
    tmp_path: Path, header: str, version: str, day: date | None
) -> None:
    part = f'<w:hdr xmlns:w="{_WORD}">{_paragraph(header)}</w:hdr>'
    raw = _with({"word/header1.xml": part}, _paragraph("영수증이 있어야 한다."))

    document = read_one(tmp_path, "a.docx", raw)

    assert document.text == f"{header}\n\n영수증이 있어야 한다.\n"
    assert document.header.version == version
    assert document.header.effective_from == day


def test_front_matter_precedes_what_a_header_says(tmp_path: Path) -> None:
    part = f'<w:hdr xmlns:w="{_WORD}">{_paragraph("Version 3")}</w:hdr>'
    raw = _with({"word/header1.xml": part}, _paragraph("Receipts are needed."))

    reading = read(tmp_path, {"a.docx": raw, "a.docx.meta.yaml": "title: Receipts\nversion: 5\n"})

    assert reading.documents[0].header.version == "5"


def test_headings_may_be_styles_of_ones_own(tmp_path: Path) -> None:
    styles = _PARTS["word/styles.xml"].replace(
        '<w:name w:val="Fancy Box"/>',
        '<w:name w:val="Fancy Box"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr>',
    )
    raw = _with({"word/styles.xml": styles}, _paragraph("교환", "Fancy"), _paragraph("7일 이내."))

    assert read_one(tmp_path, "a.docx", raw).text == "## 교환\n\n7일 이내.\n"
