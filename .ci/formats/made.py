"""Makes documents in every format that storewise reads, from texts of its own.

Each text is written once, and by programs that others use: LibreOffice for Word, OpenDocument, RTF and PDF, openpyxl and
python-pptx for Office, the standard library for the rest.
"""

import csv
import email.message
import html
import io
import json
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import openpyxl
from pptx import Presentation
from pptx.util import Cm

Table = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    heading: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    table: Table = ()


@dataclass(frozen=True)
class Text:
    name: str
    title: str
    sections: tuple[Section, ...]

    @property
    def tables(self) -> list[Table]:
        return [one.table for one in self.sections if one.table]


TEXTS = (
    Text("returns-en", "Bringing goods back", (
        Section("When goods are taken back", (
            "Anything bought here may be brought back within three weeks if the tags are on it.",
            "Swimwear and pierced jewellery are taken back only if the seal has not been broken.",
        )),
        Section("What the customer shows", (), (
            "The till slip, or the message that came from the app.",
            "The card that was used, if the money goes back to a card.",
            "A piece of identification for amounts above 400 pounds.",
        )),
        Section("Who decides", ("The people named here may say yes.",), (), (
            ("Amount", "Who decides", "How soon"),
            ("up to 40 pounds", "any colleague", "at once"),
            ("up to 400 pounds", "the shift lead", "within the hour"),
            ("more", "the store manager", "the same day"),
        )),
    )),
    Text("returns-ko", "상품 반품 안내", (
        Section("반품 기간", (
            "매장에서 산 상품은 3주 안에 가격표를 떼지 않은 상태로 가져오면 반품할 수 있습니다.",
            "수영복과 귀걸이는 봉인을 뜯지 않은 경우에만 받습니다.",
        )),
        Section("고객이 보여 줄 것", (), (
            "계산서 또는 앱으로 받은 알림",
            "카드로 돌려받을 때에는 결제한 카드",
            "40만 원이 넘으면 신분증",
        )),
        Section("결정하는 사람", ("아래에 적힌 사람이 승인합니다.",), (), (
            ("금액", "승인자", "처리 시한"),
            ("4만 원 이하", "모든 직원", "즉시"),
            ("40만 원 이하", "근무 조장", "1시간 이내"),
            ("그 이상", "점장", "당일"),
        )),
    )),
    Text("rota-en", "How the rota is made", (
        Section("Wishes", ("Colleagues write their wishes into the calendar until the tenth of the month.",)),
        Section("Breaks", ("Nobody works longer than five hours without a break of twenty minutes.",), (
            "The break is not taken at the till.",
            "Two people are never away from one counter.",
        )),
        Section("Swapping", ("A swap counts when the shift lead has signed it.",), (), (
            ("Swap", "Needs"),
            ("same day", "a call to the shift lead"),
            ("next week", "a note in the calendar"),
        )),
    )),
    Text("rota-ko", "근무표 작성 기준", (
        Section("희망 근무", ("직원은 매월 10일까지 희망 근무를 달력에 적습니다.",)),
        Section("휴게", ("누구도 20분의 휴게 없이 다섯 시간을 넘겨 일하지 않습니다.",), (
            "휴게는 계산대에서 쉬는 것으로 대신할 수 없습니다.",
            "한 매대에서 두 사람이 함께 자리를 비우지 않습니다.",
        )),
        Section("교대", ("교대는 조장이 서명해야 효력이 있습니다.",), (), (
            ("교대", "필요한 것"),
            ("당일", "조장에게 전화"),
            ("다음 주", "달력에 메모"),
        )),
    )),
)  # fmt: skip


COMPARISONS = (
    Text("compared-en", "What changes in returns", (
        Section("Side by side", ("The new column counts.",), (), (
            ("Subject", "Current policy", "New policy (from 1 March 2026)"),
            ("Coats", "They come back within 7 days.", "They come back within 14 days."),
            ("Bags", "They come back within a week.", "No change"),
        )),
    )),
    Text("compared-ko", "반품 규정 신구대비표", (
        Section("대비표", ("새 기준을 따릅니다.",), (), (
            ("현 행", "개 정 안(2026. 3. 1. 시행)", "비 고"),
            ("제3조(반품) 코트는 7일 안에 받는다.", "제3조(반품) 코트는 14일 안에 받는다.", "요청"),
            ("제4조(교환) 교환은 한 번만 한다.", "(현행과 같음)", "해당 없음"),
        )),
    )),
)  # fmt: skip
"""Old and new rules: 7 days until March 2026, then 14."""


@dataclass(frozen=True)
class Case:
    """A text with a known trap."""

    text: Text
    said: tuple[str, ...]
    """What passages say, in any of them: a line, or the cells of a row by the names of its columns."""
    never: tuple[str, ...] = ()
    """What no passage says."""
    told: str = ""
    """What the report says of the file."""
    is_sheet: bool = False
    """Whether its table is a whole sheet, of little use in other formats."""


_MENU = (
    ("Dish", "Gluten", "Milk", "Egg", "Nuts", "Fish", "Soy", "Celery", "Mustard", "Lupin", "Price"),
    ("Salad", "●", "●", "○", "○", "●", "○", "○", "●", "○", "8.90"),
    ("Pie", "○", "●", "○", "●", "○", "○", "●", "○", "○", "6.40"),
)
_MENU_KO = (
    ("메뉴", "밀", "우유", "달걀", "견과류", "생선", "대두", "가격"),
    ("새우 볶음밥", "○", "○", "●", "○", "○", "●", "9,800원"),
    ("크림 파스타", "●", "●", "●", "○", "○", "○", "12,000원"),
)
_PRICES = (
    ("Drinks, spring", "", ""),
    ("Drink", "Small", "Large"),
    ("Latte", "3.80", "4.50"),
    ("Mocha", "4.10", "4.90"),
)
_PRICES_KO = (
    ("봄 음료 가격표", "", ""),
    ("음료", "작은 컵", "큰 컵"),
    ("라떼", "3,800원", "4,500원"),
    ("모카", "4,100원", "4,900원"),
)
_TWO_TABLES = (
    ("Spring prices", "", "", "", ""),
    ("for all branches", "", "", "", ""),
    ("", "", "", "", ""),
    ("Drink", "Small", "Large", "", ""),
    ("Latte", "3.80", "4.50", "", ""),
    ("Mocha", "4.10", "4.90", "", ""),
    ("", "", "", "", ""),
    ("", "", "", "Deposit", "Amount"),
    ("", "", "", "Cup", "1.50"),
    ("", "", "", "Crate", "3.40"),
)
CASES = (
    Case(Text("menu-en", "Allergens", (Section("Dishes", ("Ask the kitchen.",), (), _MENU),)),
         ("Dish=Salad Gluten=● Milk=● Egg=○ Celery=○ Mustard=●", "Dish=Pie Nuts=● Celery=●")),
    Case(Text("menu-ko", "알레르기 안내", (Section("메뉴", ("주방에 물어봅니다.",), (), _MENU_KO),)),
         ("메뉴=새우볶음밥 밀=○ 달걀=● 대두=● 가격=9,800원", "메뉴=크림파스타 우유=● 생선=○")),
    Case(Text("title-en", "Coffee bar", (Section("Prices", ("Cups are lent.",), (), _PRICES),)),
         ("Drink=Latte Small=3.80 Large=4.50", "Drink=Mocha Large=4.90")),
    Case(Text("title-ko", "커피", (Section("가격", ("컵은 빌려 드립니다.",), (), _PRICES_KO),)),
         ("음료=라떼 작은컵=3,800원 큰컵=4,500원", "음료=모카 큰컵=4,900원")),
    Case(Text("sheet-en", "Prices", (Section("Prices", (), (), _TWO_TABLES),)),
         ("Drink=Latte Small=3.80 Large=4.50", "Deposit=Cup Amount=1.50", "Deposit=Crate Amount=3.40"),
         is_sheet=True),
    Case(Text("forms-en", "Complaints", (
        Section("Deadline", ("Complaints are answered within 5 working days.",), (), (("A", "B"), ("c", "d"))),
        Section("Example of a reply", ("Example: Your complaint is answered within 90 days.",)),
        Section("Complaint form", ("Name: ____________", "Amount: ____________")),
    )), ("Complaints are answered within 5 working days.",), ("90 days", "____"), "never quoted"),
    Case(Text("forms-ko", "불만 접수", (
        Section("처리 기한", ("불만은 영업일 5일 안에 답합니다.",), (), (("가", "나"), ("다", "라"))),
        Section("답변 예시", ("예시: 고객님, 불만은 90일 안에 답해 드립니다.",)),
        Section("불만 접수서", ("성명: ____________", "금액: ____________")),
    )), ("불만은 영업일 5일 안에 답합니다.",), ("90일", "____"), "never quoted"),
)  # fmt: skip


def made(folder: Path, texts: tuple[Text, ...] = TEXTS) -> Iterator[tuple[Text, Path]]:
    """Writes every text in every format; yields each with its file."""
    for text in texts:
        for suffix, raw in _written(text):
            path = folder / f"{text.name}{suffix}"
            path.write_bytes(raw)
            yield text, path
    for source, suffixes in _CONVERTED.items():
        files = [folder / f"{text.name}{source}" for text in texts]
        for suffix in suffixes:
            _convert(files, suffix, folder)
            for text in texts:
                yield text, folder / f"{text.name}{suffix}"


_CONVERTED = {
    ".docx": (".odt", ".rtf", ".doc", ".pdf"),
    ".pptx": (".odp", ".ppt"),
    ".xlsx": (".ods", ".xls"),
}


def _written(text: Text) -> Iterator[tuple[str, bytes]]:
    page = _html(text)
    yield ".html", page.encode()
    yield ".md", _markdown(text).encode()
    yield ".txt", _plain(text).encode("utf-16")
    yield ".docx", _docx(text)
    yield ".pptx", _pptx(text)
    yield ".xlsx", _xlsx(text)
    yield ".csv", _delimited(text, ",").encode()
    yield ".tsv", _delimited(text, "\t").encode()
    yield ".json", _json(text).encode()
    yield ".eml", _eml(text)
    yield ".epub", _epub(text, page)
    yield ".hwpx", _hwpx(text)


def _convert(files: list[Path], suffix: str, folder: Path) -> None:
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile"]
    names = [str(file) for file in files]
    subprocess.run(  # noqa: S603 - a fixed program, on files of our own
        [*command, "--convert-to", suffix[1:], "--outdir", str(folder), *names],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip


def _html(text: Text) -> str:
    parts = [f"<h1>{html.escape(text.title)}</h1>"]
    for one in text.sections:
        parts.append(f"<h2>{html.escape(one.heading)}</h2>")
        parts += (f"<p>{html.escape(line)}</p>" for line in one.paragraphs)
        if one.items:
            parts.append(
                f"<ul>{''.join(f'<li>{html.escape(item)}</li>' for item in one.items)}</ul>"
            )
        if one.table:
            rows = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in one.table)
            parts.append(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    return f'<html><head><meta charset="utf-8"></head><body>{"".join(parts)}</body></html>'


def _markdown(text: Text) -> str:
    lines = [f"# {text.title}", ""]
    for one in text.sections:
        lines += [f"## {one.heading}", ""]
        for paragraph in one.paragraphs:
            lines += [paragraph, ""]
        lines += [*(f"- {item}" for item in one.items), ""]
        if one.table:
            head, *body = one.table
            rule = "|" + " --- |" * len(head)
            lines += [_row(head), rule, *map(_row, body), ""]
    return "\n".join(lines)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: Text) -> str:
    lines = [text.title, ""]
    for one in text.sections:
        lines += [one.heading, "", *one.paragraphs, *(f"- {item}" for item in one.items), ""]
        lines += (": ".join(row) for row in one.table)
    return "\n".join(lines)


def _docx(text: Text) -> bytes:
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = [_paragraph(text.title, "Title")]
    for one in text.sections:
        body.append(_paragraph(one.heading, "Heading1"))
        body += (_paragraph(line) for line in one.paragraphs)
        body += (_paragraph(item, number=True) for item in one.items)
        if one.table:
            columns = f'<w:gridCol w:w="{9000 // len(one.table[0])}"/>' * len(one.table[0])
            width = f"<w:tblGrid>{columns}</w:tblGrid>"
            border = "".join(
                f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="000000"/>'
                for side in ("top", "left", "bottom", "right", "insideH", "insideV")
            )
            rows = "".join(
                f"<w:tr>{''.join(f'<w:tc>{_paragraph(cell)}</w:tc>' for cell in row)}</w:tr>"
                for row in one.table
            )
            body.append(
                f"<w:tbl><w:tblPr><w:tblBorders>{border}</w:tblBorders></w:tblPr>{width}{rows}</w:tbl>"
            )
            body.append("<w:p/>")
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/><w:pPr>'
        f'{outline}<w:spacing w:before="240" w:after="120"/></w:pPr><w:rPr><w:b/><w:sz w:val="{size}"/></w:rPr>'
        "</w:style>"
        for key, name, size, outline in (
            ("Title", "Title", 40, ""),
            ("Heading1", "heading 1", 32, '<w:outlineLvl w:val="0"/>'),
        )
    )
    numbering = (
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>'
        '<w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:num w:numId="1">'
        '<w:abstractNumId w:val="1"/></w:num>'
    )
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    parts = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{types}.document.main+xml"/>'
            f'<Override PartName="/word/styles.xml" ContentType="{types}.styles+xml"/>'
            f'<Override PartName="/word/numbering.xml" ContentType="{types}.numbering+xml"/></Types>'
        ),
        "_rels/.rels": _relations((("rId1", f"{kinds}/officeDocument", "word/document.xml"),)),
        "word/_rels/document.xml.rels": _relations(
            (
                ("rId1", f"{kinds}/styles", "styles.xml"),
                ("rId2", f"{kinds}/numbering", "numbering.xml"),
            )
        ),
        "word/styles.xml": f'<w:styles xmlns:w="{w}">{styles}</w:styles>',
        "word/numbering.xml": f'<w:numbering xmlns:w="{w}">{numbering}</w:numbering>',
        "word/document.xml": (
            f'<w:document xmlns:w="{w}"><w:body>{"".join(body)}</w:body></w:document>'
        ),
    }
    return _zipped(parts)


def _paragraph(text: str, style: str = "", *, number: bool = False) -> str:
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    listed = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' if number else ""
    said = html.escape(text, quote=False)
    return f"<w:p><w:pPr>{styled}{listed}</w:pPr><w:r><w:t>{said}</w:t></w:r></w:p>"


def _relations(listed: tuple[tuple[str, str, str], ...]) -> str:
    said = "".join(
        f'<Relationship Id="{key}" Type="{kind}" Target="{to}"/>' for key, kind, to in listed
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<Relationships xmlns="{package}">{said}</Relationships>'


def _pptx(text: Text) -> bytes:
    deck = Presentation()
    for one in text.sections:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text_frame.text = one.heading
        slide.placeholders[1].text_frame.text = "\n".join((*one.paragraphs, *one.items))
        if one.table:
            size = len(one.table), len(one.table[0])
            table = slide.shapes.add_table(*size, Cm(2), Cm(11), Cm(20), Cm(4)).table
            for number, row in enumerate(one.table):
                for column, cell in enumerate(row):
                    table.cell(number, column).text = cell
    raw = io.BytesIO()
    deck.save(raw)
    return raw.getvalue()


def _xlsx(text: Text) -> bytes:
    workbook = openpyxl.Workbook()
    for row in text.tables[0]:
        workbook.active.append(row)
    raw = io.BytesIO()
    workbook.save(raw)
    return raw.getvalue()


def _delimited(text: Text, mark: str) -> str:
    raw = io.StringIO()
    csv.writer(raw, delimiter=mark).writerows(text.tables[0])
    return raw.getvalue()


def _json(text: Text) -> str:
    head, *body = text.tables[0]
    return json.dumps([dict(zip(head, row, strict=True)) for row in body], ensure_ascii=False)


def _eml(text: Text) -> bytes:
    message = email.message.EmailMessage()
    message["Subject"] = text.title
    message["From"] = "rules@store.example"
    message["Date"] = "Mon, 02 Mar 2026 09:00:00 +0900"
    message.set_content(_plain(text))
    message.add_alternative(_html(text), subtype="html")
    return message.as_bytes()


def _epub(text: Text, page: str) -> bytes:
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{html.escape(text.title)}</dc:title></metadata>"
        '<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    xhtml = page.replace("<html>", '<html xmlns="http://www.w3.org/1999/xhtml">').replace(
        '<meta charset="utf-8">', "<title/>"
    )
    parts = {"mimetype": "application/epub+zip", "META-INF/container.xml": container}
    return _zipped({**parts, "b.opf": opf, "a.xhtml": xhtml})


def _hwpx(text: Text) -> bytes:
    blocks = [_line(text.title)]
    for one in text.sections:
        blocks.append(_line(one.heading))
        blocks += (_line(line) for line in (*one.paragraphs, *one.items))
        if one.table:
            blocks.append(_hwpx_table(one.table))
    names = 'xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" ' + (
        'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph"'
    )
    opf = (
        '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:manifest>'
        '<opf:item id="header" href="Contents/header.xml" media-type="application/xml"/>'
        '<opf:item id="section0" href="Contents/section0.xml" media-type="application/xml"/>'
        '</opf:manifest><opf:spine><opf:itemref idref="section0"/></opf:spine></opf:package>'
    )
    head = '<hh:head xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head" version="1.4" secCnt="1"/>'
    return _zipped(
        {
            "mimetype": "application/hwp+zip",
            "version.xml": '<hv:HCFVersion xmlns:hv="http://www.hancom.co.kr/hwpml/2011/version"/>',
            "Contents/content.hpf": opf,
            "Contents/header.xml": head,
            "Contents/section0.xml": f"<hs:sec {names}>{''.join(blocks)}</hs:sec>",
        }
    )


def _line(text: str, inner: str = "") -> str:
    said = f"<hp:t>{html.escape(text, quote=False)}</hp:t>"
    return f'<hp:p paraPrIDRef="0" styleIDRef="0"><hp:run charPrIDRef="0">{inner}{said}</hp:run></hp:p>'


def _hwpx_table(table: Table) -> str:
    rows = "".join(
        "<hp:tr>"
        + "".join(
            f'<hp:tc><hp:subList>{_line(cell)}</hp:subList><hp:cellAddr colAddr="{column}" '
            f'rowAddr="{number}"/><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>'
            for column, cell in enumerate(row)
        )
        + "</hp:tr>"
        for number, row in enumerate(table)
    )
    size = f'rowCnt="{len(table)}" colCnt="{len(table[0])}"'
    return _line("", f"<hp:tbl {size}>{rows}</hp:tbl>")


def _zipped(parts: dict[str, str]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return raw.getvalue()
