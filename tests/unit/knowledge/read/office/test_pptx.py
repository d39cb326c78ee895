"""A presentation slide by slide: titles, texts in reading order, lists, tables, speaker notes."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from PIL import Image
from pptx import Presentation
from pptx.chart.data import ChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.presentation import Presentation as Deck
from pptx.shapes.autoshape import Shape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.slide import Slide
from pptx.text.text import TextFrame
from pptx.util import Cm

from knowledge.model.documents import Document
from knowledge.read import limits
from knowledge.split.passages import split
from tests.unit.knowledge.texts import read, read_one, reasons, words

_TITLE_AND_BODY, _TITLE_ONLY, _BLANK = 1, 5, 6
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"


def _slide(deck: Deck, title: str = "", *paragraphs: str) -> Slide:
    layout = _TITLE_AND_BODY if paragraphs else _TITLE_ONLY if title else _BLANK
    slide: Slide = deck.slides.add_slide(deck.slide_layouts[layout])
    if title and slide.shapes.title:
        slide.shapes.title.text_frame.text = title
    if paragraphs:
        slide.placeholders[1].text_frame.text = "\n".join(paragraphs)
    return slide


def _box(slide: Slide, text: str, left: float = 1, top: float = 5) -> None:
    box = slide.shapes.add_textbox(Cm(left), Cm(top), Cm(5), Cm(1))
    box.text_frame.text = text


def _last(slide: Slide) -> TextFrame:
    shape = slide.shapes[-1]
    assert isinstance(shape, Shape)
    frame: TextFrame = shape.text_frame
    return frame


def _saved(deck: Deck) -> bytes:
    raw = io.BytesIO()
    deck.save(raw)
    return raw.getvalue()


def _read(folder: Path, deck: Deck) -> Document:
    return read_one(folder, "a.pptx", _saved(deck))


def test_each_slide_is_a_page_under_its_title(tmp_path: Path) -> None:
    deck = Presentation()
    _slide(deck, "계산대 교육")
    _slide(deck, "Opening the till", "Count the float.", "두 사람이 셉니다.")

    document = _read(tmp_path, deck)

    assert document.text == (
        "## 계산대 교육\n\n## Opening the till\n\n- Count the float.\n- 두 사람이 셉니다.\n\n"
    )
    assert [document.text[start:][:6] for start in document.pages] == ["## 계산대", "## Ope"]


def test_the_first_title_is_the_title_of_a_presentation(tmp_path: Path) -> None:
    deck = Presentation()
    _slide(deck, "계산대\n교육")

    assert _read(tmp_path, deck).header.title == "계산대 교육"


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("두 사람이 셉니다.", "슬라이드 2"),
        ("Two people count.", "Slide 2"),
        ("二人で数えます。", "スライド 2"),
        ("Dós personas cuentan así.", "Slide 2"),
    ],
)
def test_a_slide_without_a_title_has_a_heading_of_its_own(
    tmp_path: Path, text: str, heading: str
) -> None:
    deck = Presentation()
    _slide(deck, "Refunds")
    _box(_slide(deck), text)

    assert _read(tmp_path, deck).text == f"## Refunds\n\n## {heading}\n\n{text}\n\n"


def test_texts_are_read_from_the_top_and_side_by_side_from_the_left(tmp_path: Path) -> None:
    deck = Presentation()
    slide = _slide(deck, "순서")
    for text, left, top in (("넷", 9, 12.3), ("둘", 9, 6), ("Three", 1, 12.5), ("하나", 1, 6.4)):
        _box(slide, text, left, top)

    assert _read(tmp_path, deck).text == "## 순서\n\n하나\n\n둘\n\nThree\n\n넷\n\n"


def test_texts_in_a_group_stay_together(tmp_path: Path) -> None:
    deck = Presentation()
    slide = _slide(deck, "묶음")
    _box(slide, "after", top=15)
    group = slide.shapes.add_group_shape()
    for text, top in (("둘째", 9), ("첫째", 6)):
        group.shapes.add_textbox(Cm(1), Cm(top), Cm(5), Cm(1)).text_frame.text = text

    assert _read(tmp_path, deck).text == "## 묶음\n\n첫째\n\n둘째\n\nafter\n\n"


def test_lists_keep_their_depth(tmp_path: Path) -> None:
    deck = Presentation()
    slide = _slide(deck, "환불", "Unopened goods", "14일 이내", "영수증", "Opened goods")
    for paragraph, level in zip(
        slide.placeholders[1].text_frame.paragraphs, (0, 1, 3, 0), strict=True
    ):
        paragraph.level = level

    assert _read(tmp_path, deck).text == (
        "## 환불\n\n- Unopened goods\n   - 14일 이내\n      - 영수증\n- Opened goods\n\n"
    )


def test_a_single_paragraph_is_no_list(tmp_path: Path) -> None:
    deck = Presentation()
    _slide(deck, "환불", "14일 이내에 환불합니다.")

    assert _read(tmp_path, deck).text == "## 환불\n\n14일 이내에 환불합니다.\n\n"


def _mark(slide: Slide, *marks: str) -> None:
    for paragraph, mark in zip(_last(slide).paragraphs, marks, strict=True):
        if mark:
            paragraph._p.get_or_add_pPr().append(parse_xml(f'<a:{mark} xmlns:a="{_DRAWING}"/>'))


def test_marks_of_a_paragraph_make_it_an_item(tmp_path: Path) -> None:
    deck = Presentation()
    slide = _slide(deck, "Steps")
    _box(slide, "먼저:\nAsk why.\n영수증을 봅니다.\nThen:\nRefund.")
    _mark(slide, "", "buAutoNum", "buAutoNum", "buNone", 'buChar char="•"')

    assert _read(tmp_path, deck).text == (
        "## Steps\n\n먼저:\n\n1. Ask why.\n2. 영수증을 봅니다.\n\nThen:\n\n- Refund.\n\n"
    )


def test_a_table_becomes_a_markdown_table_with_its_merged_cells_filled(tmp_path: Path) -> None:
    deck = Presentation()
    table = _slide(deck, "가격").shapes.add_table(3, 3, Cm(1), Cm(6), Cm(15), Cm(3)).table
    rows = (("종류", "Item", "가격"), ("커피", "Latte", "5,000"), ("", "Mocha\nhot", "5,500"))
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, text in zip(cells.cells, row, strict=True):
            cell.text = text
    table.cell(1, 0).merge(table.cell(2, 0))

    assert _read(tmp_path, deck).text == (
        "## 가격\n\n| 종류 | Item | 가격 |\n| --- | --- | --- |\n"
        "| 커피 | Latte | 5,000 |\n| 커피 | Mocha hot | 5,500 |\n\n"
    )


@pytest.mark.parametrize(
    ("title", "notes", "heading"),
    [
        ("환불", "영수증이 없으면 점장을 부릅니다.\n꼭 확인합니다.", "발표자 노트"),
        ("Refunds", "Without a receipt, call the manager.\nAlways.", "Speaker notes"),
    ],
)
def test_speaker_notes_have_their_own_heading(
    tmp_path: Path, title: str, notes: str, heading: str
) -> None:
    deck = Presentation()
    frame = _slide(deck, title).notes_slide.notes_text_frame
    assert frame
    frame.text = notes

    said = notes.replace("\n", "\n\n")
    assert _read(tmp_path, deck).text == f"## {title}\n\n### {heading}\n\n{said}\n\n"


_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"


def test_the_steps_of_a_diagram_are_a_list(tmp_path: Path) -> None:
    deck = Presentation()
    slide = _slide(deck, "반품")
    points = "".join(
        f'<dgm:pt modelId="{number}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t>'
        "</dgm:pt>"
        for number, text in enumerate(("Ask why.", "영수증을 봅니다."))
    )
    diagram = f'<dgm:dataModel xmlns:dgm="{_DIAGRAM}" xmlns:a="{_DRAWING}">{points}</dgm:dataModel>'
    part = Part(
        PackURI("/ppt/diagrams/data1.xml"), "application/xml", deck.part.package, diagram.encode()
    )
    reference = slide.part.relate_to(part, "http://example.test/diagramData")
    frame = slide.shapes.add_table(1, 1, Cm(1), Cm(6), Cm(5), Cm(3))._element
    data = frame.graphic.graphicData
    data.set("uri", _DIAGRAM)
    for child in list(data):
        data.remove(child)
    data.append(
        parse_xml(
            f'<dgm:relIds xmlns:dgm="{_DIAGRAM}" xmlns:r="http://schemas.openxmlformats.org/'
            f'officeDocument/2006/relationships" r:dm="{reference}"/>'
        )
    )

    assert _read(tmp_path, deck).text == "## 반품\n\n- Ask why.\n- 영수증을 봅니다.\n\n"


def _hide_slide(slide: Slide) -> None:
    slide._element.set("show", "0")


def _hide_shape(slide: Slide) -> None:
    slide.shapes[-1]._element.nvSpPr.cNvPr.set("hidden", "1")


def _strike(slide: Slide) -> None:
    _last(slide).paragraphs[0].runs[0].font._element.set("strike", "sngStrike")


@pytest.mark.parametrize("hide", [_hide_slide, _hide_shape, _strike])
def test_hidden_slides_and_shapes_are_not_read(
    tmp_path: Path, hide: Callable[[Slide], None]
) -> None:
    deck = Presentation()
    _slide(deck, "Refunds")
    hidden = _slide(deck)
    _box(hidden, "SECRET")
    hide(hidden)
    _slide(deck, "교환")

    document = _read(tmp_path, deck)

    assert document.text == "## Refunds\n\n## 교환\n\n"
    assert document.pages == (0, 12, 12)


@pytest.mark.parametrize("edge", ["dt", "ftr", "sldNum"])
def test_date_footer_and_number_of_a_slide_are_not_read(tmp_path: Path, edge: str) -> None:
    deck = Presentation()
    slide = _slide(deck, "환불", "Handbook 2026")
    slide.placeholders[1]._element.ph.set("type", edge)

    assert _read(tmp_path, deck).text == "## 환불\n\n"


def test_the_page_of_a_slide_counts_the_hidden_ones(tmp_path: Path) -> None:
    deck = Presentation()
    for title in ("하나", "Two", "셋"):
        _slide(deck, title, f"{title}.")
    _hide_slide(deck.slides[1])

    passages = split(_read(tmp_path, deck), words)

    assert [(passage.text, passage.page) for passage in passages] == [("하나.", 1), ("셋.", 3)]


def test_a_presentation_without_words_is_reported(tmp_path: Path) -> None:
    deck = Presentation()
    _slide(deck)

    assert reasons(tmp_path, {"a.pptx": _saved(deck)}) == [
        "a.pptx: its slides hold no text; write out what the pictures say"
    ]


def test_a_presentation_of_too_many_slides_is_to_be_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 2)
    deck = Presentation()
    for number in range(3):
        _slide(deck, f"{number}장")

    assert reasons(tmp_path, {"a.pptx": _saved(deck)}) == ["a.pptx: longer than 2 pages; split it"]


@pytest.mark.parametrize("kept", [0, 2, 900])
def test_a_damaged_presentation_is_reported(tmp_path: Path, kept: int) -> None:
    deck = Presentation()
    _slide(deck, "환불")

    assert reasons(tmp_path, {"a.pptx": _saved(deck)[:kept]}) == [
        "a.pptx: this .pptx cannot be read; save it again in PowerPoint"
    ]


def test_another_office_file_is_no_presentation(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", "<document/>")

    assert reasons(tmp_path, {"a.pptx": packed.getvalue()}) == [
        "a.pptx: this .pptx cannot be read; save it again in PowerPoint"
    ]


@pytest.mark.parametrize(
    ("title", "days", "series"),
    [
        ("Visitors", ("Weekday", "Sunday"), "Mapo"),
        ("방문객", ("평일", "일요일"), "마포점"),
    ],
)
def test_a_chart_is_read_as_a_table(
    tmp_path: Path, title: str, days: tuple[str, str], series: str
) -> None:
    deck = Presentation()
    slide = _slide(deck, "2026")
    data: Any = ChartData(number_format="0%")  # type: ignore[no-untyped-call]
    data.categories = days
    data.add_series(series, (0.25, 0.5))
    box = Cm(1), Cm(5), Cm(10), Cm(8)
    slide.shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, *box, data)
    frame = slide.shapes[-1]
    assert isinstance(frame, GraphicFrame)
    frame.chart.chart_title.text_frame.text = title

    assert _read(tmp_path, deck).text == (
        f"## 2026\n\n{title}\n\n|  | {series} |\n| --- | --- |\n| {days[0]} | 25% |\n"
        f"| {days[1]} | 50% |\n\n"
    )


def test_large_pictures_are_named_as_left_out(tmp_path: Path) -> None:
    deck = Presentation()
    _slide(deck, "Opening", "Switch on the light.")
    for side in (5, 6, 1):
        Image.new("RGB", (8, 8)).save(drawn := io.BytesIO(), "PNG")
        deck.slides.add_slide(deck.slide_layouts[_BLANK]).shapes.add_picture(
            drawn, Cm(1), Cm(1), Cm(side), Cm(side)
        )

    [partly] = read(tmp_path, {"a.pptx": _saved(deck)}).partly

    assert partly.lost == ("2 pictures (slides 2, 3)",)
