"""OpenDocument texts and presentations: numbers, tables, notes; nothing that nobody sees."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read, read_one, reasons

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    f'xmlns:{short}="{_OASIS}:{name}:1.0"'
    for short, name in {
        "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing",
        "fo": "xsl-fo-compatible", "presentation": "presentation",
    }.items()
)  # fmt: skip
_STYLES = """
<style:style style:name="Title" style:family="paragraph"/>
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>
<style:style style:name="Hidden" style:family="text">
<style:text-properties text:display="none"/></style:style>
<style:style style:name="Struck" style:family="text">
<style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="Off" style:family="drawing-page">
<style:drawing-page-properties presentation:visibility="hidden"/></style:style>
<text:list-style style:name="Steps">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="가, 나, 다, ..."
 style:num-suffix=")"/>
</text:list-style>
<text:list-style style:name="Dots">
<text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
<text:outline-style style:name="Outline">
<text:outline-level-style text:level="1" style:num-prefix="제" style:num-format="1"
 style:num-suffix="조"/>
<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>
</text:outline-style>"""


def _packed(body: str, manifest: str = "<m/>") -> bytes:
    content = f"""<office:document-content {_NAMES}><office:automatic-styles>{_STYLES}
</office:automatic-styles><office:body>{body}</office:body></office:document-content>"""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)
    return packed.getvalue()


def _odt(body: str) -> bytes:
    return _packed(f"<office:text>{body}</office:text>")


def _said(folder: Path, body: str) -> str:
    return read_one(folder, "a.odt", _odt(body)).text


def test_numbers_of_headings_are_kept(tmp_path: Path) -> None:
    body = """<text:p text:style-name="P1">매장 규정</text:p>
<text:h text:outline-level="1">목적</text:h><text:p>Rules for breaks.</text:p>
<text:h text:outline-level="1">휴게시간</text:h><text:h text:outline-level="2">Lunch</text:h>
<text:p>30분을 준다.</text:p><text:h text:outline-level="2">Tea</text:h><text:p>10분.</text:p>"""

    document = read_one(tmp_path, "a.odt", _odt(body))

    assert document.header.title == "매장 규정"
    assert document.text == (
        "# 제1조 목적\n\nRules for breaks.\n\n# 제2조 휴게시간\n\n## 2.1 Lunch\n\n30분을 준다.\n\n"
        "## 2.2 Tea\n\n10분.\n"
    )


def test_lists_keep_their_numbers_and_depth(tmp_path: Path) -> None:
    body = """<text:list text:style-name="Steps">
<text:list-item><text:p>영수증을 확인한다.</text:p><text:list>
<text:list-item><text:p>Card</text:p></text:list-item>
<text:list-item><text:p>현금</text:p></text:list-item></text:list></text:list-item>
<text:list-item><text:p>Refund it.</text:p></text:list-item></text:list>
<text:p>Also:</text:p>
<text:list text:style-name="Dots"><text:list-item><text:p>tea</text:p></text:list-item>
<text:list-item><text:p>차</text:p></text:list-item></text:list>"""

    assert _said(tmp_path, body) == (
        "1. 영수증을 확인한다.\n\n   - 가) Card\n   - 나) 현금\n\n2. Refund it.\n\nAlso:\n\n"
        "- tea\n- 차\n"
    )


@pytest.mark.parametrize(
    "unseen",
    [
        '<text:span text:style-name="Hidden">30</text:span>',
        '<text:span text:style-name="Struck">30</text:span>',
        "<office:annotation><text:p>30</text:p></office:annotation>",
        '<text:hidden-text text:is-hidden="true">30</text:hidden-text>',
    ],
)
def test_what_nobody_sees_is_left_out(tmp_path: Path, unseen: str) -> None:
    assert _said(tmp_path, f"<text:p>Within {unseen}14 days.</text:p>") == "Within 14 days.\n"


def test_tracked_deletions_and_tables_of_contents_are_left_out(tmp_path: Path) -> None:
    body = """<text:tracked-changes><text:changed-region><text:deletion><text:p>30일</text:p>
</text:deletion></text:changed-region></text:tracked-changes>
<text:table-of-content><text:index-body><text:p>환불 1</text:p></text:index-body>
</text:table-of-content>
<text:section text:display="none"><text:p>비밀</text:p></text:section>
<text:p>환불은<text:change text:change-id="c"/> 14일.</text:p>"""

    assert _said(tmp_path, body) == "환불은 14일.\n"


def test_a_footnote_stands_below_the_text(tmp_path: Path) -> None:
    body = """<text:p>Breaks<text:note><text:note-citation>1</text:note-citation><text:note-body>
<text:p>유급.</text:p></text:note-body></text:note> are<text:s text:c="2"/>short<text:line-break
/>but paid.</text:p><text:p>End.</text:p>"""

    assert _said(tmp_path, body) == "Breaks are short  \nbut paid.\n\nEnd.\n\n유급.\n"


def test_cells_over_rows_and_columns_count_in_each(tmp_path: Path) -> None:
    def cell(text: str, spans: str = "") -> str:
        return f"<table:table-cell {spans}><text:p>{text}</text:p></table:table-cell>"

    covered = "<table:covered-table-cell/>"
    down, across = 'table:number-rows-spanned="2"', 'table:number-columns-spanned="2"'
    rows = [
        cell("월") + cell("평일") + cell("Saturday"),
        cell("3월") + cell("18:00") + cell("17:00", down),
        cell("4월") + cell("18:30") + covered,
        cell("5월") + cell("휴무", across) + covered,
    ]
    head, *others = (f"<table:table-row>{row}</table:table-row>" for row in rows)
    hidden = f'<table:table-row table:visibility="collapse">{cell("x")}</table:table-row>'
    table = (
        f"<table:table><table:table-header-rows>{head}</table:table-header-rows>"
        f"{''.join(others)}{hidden}</table:table>"
    )

    assert _said(tmp_path, table) == (
        "| 월 | 평일 | Saturday |\n| --- | --- | --- |\n| 3월 | 18:00 | 17:00 |\n"
        "| 4월 | 18:30 | 17:00 |\n| 5월 | 휴무 | 휴무 |\n"
    )


def test_pictures_and_charts_are_named_and_text_boxes_read(tmp_path: Path) -> None:
    body = """<text:p>Shelves<draw:frame><draw:image/></draw:frame><draw:frame><draw:object/>
<draw:image/></draw:frame><draw:frame><draw:text-box><text:p>상자 안</text:p></draw:text-box>
</draw:frame></text:p>"""

    reading = read(tmp_path, {"a.odt": _odt(body)})

    assert [one.text for one in reading.documents] == ["Shelves\n\n상자 안\n"]
    assert [one.lost for one in reading.partly] == [("1 picture", "1 chart or other object")]


@pytest.mark.parametrize("name", ["a.odt", "a.odp"])
def test_a_locked_file_says_what_to_do(tmp_path: Path, name: str) -> None:
    raw = _packed("<office:text/>", "<m><encryption-data/></m>")

    assert reasons(tmp_path, {name: raw}) == [
        f"{name}: it is protected by a password; save it without one"
    ]


@pytest.mark.parametrize("name", ["a.odt", "a.fodt", "a.odp", "a.fodp"])
@pytest.mark.parametrize("raw", [b"PK\x03\x04", b"no document"])
def test_a_damaged_file_says_what_to_do(tmp_path: Path, name: str, raw: bytes) -> None:
    [reason] = reasons(tmp_path, {name: raw})

    assert reason.endswith("cannot be read; save it again")


def _slide(title: str, body: str, notes: str = "", style: str = "") -> str:
    frame = '<draw:frame presentation:class="{}"><draw:text-box>{}</draw:text-box></draw:frame>'
    told = f"<text:p>{notes}</text:p>"
    return (
        f'<draw:page draw:style-name="{style}">'
        f"{frame.format('title', f'<text:p>{title}</text:p>') if title else ''}"
        f"{frame.format('outline', body)}{frame.format('footer', '<text:p>Store</text:p>')}"
        f"<presentation:notes>{frame.format('notes', told)}</presentation:notes></draw:page>"
    )


def test_each_slide_is_a_page_with_its_notes(tmp_path: Path) -> None:
    items = "".join(
        f"<text:list><text:list-item><text:p>{item}</text:p></text:list-item></text:list>"
        for item in ("영수증을 확인합니다.", "Within 14 days")
    )
    body = (
        _slide("환불 교육", items, "Goods must be unopened.")
        + _slide("Hidden", "<text:p>x</text:p>", style="Off")
        + _slide("", "<text:p>요금</text:p><text:p>포장은 3,000원입니다.</text:p>")
    )

    document = read_one(
        tmp_path, "a.odp", _packed(f"<office:presentation>{body}</office:presentation>")
    )

    first = (
        "## 환불 교육\n\n- 영수증을 확인합니다.\n- Within 14 days\n\n### 발표자 노트\n\n"
        "Goods must be unopened.\n\n"
    )
    assert document.text == f"{first}## 요금\n\n포장은 3,000원입니다.\n\n"
    assert document.pages == (0, len(first), len(first))
    assert document.header.title == "환불 교육"
