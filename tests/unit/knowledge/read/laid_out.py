"""Lines and a table between them, written in every format that carries both."""

import csv
import html
import io
import zipfile
from collections.abc import Sequence

import openpyxl
import xlwt
from pptx import Presentation
from pptx.util import Cm

from tests.unit.knowledge.read.pdf.drawn import Placed, placed, rules

Row = Sequence[str]

TEXTS = (".md", ".html", ".docx", ".odt", ".hwpx", ".rtf", ".pptx", ".pdf")
SHEETS = (".csv", ".tsv", ".xlsx", ".xls", ".ods")


def laid_out(suffix: str, above: Sequence[str], rows: Sequence[Row]) -> bytes:
    """A file with lines and a table below them; sheets have the lines in rows of their own."""
    if suffix in SHEETS:
        return sheet(suffix, [*((line,) for line in above), *rows])
    return _TEXTS[suffix](above, rows)


def sheet(suffix: str, rows: Sequence[Row]) -> bytes:
    """A sheet of rows; an empty cell holds nothing."""
    return _SHEETS[suffix](rows)


def _packed(**parts: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return packed.getvalue()


def _each(rows: Sequence[Row], row: str, cell: str) -> str:
    return "".join(
        row.format("".join(cell.format(html.escape(one)) for one in cells)) for cells in rows
    )


def _md(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    lines = ["| " + " | ".join(one.replace("<", "\\<") for one in row) + " |" for row in rows]
    rule = "|" + " --- |" * len(rows[0])
    return "\n".join([*(f"{line}\n" for line in above), lines[0], rule, *lines[1:]]).encode()


def _html(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    lines = _each([above], "{}", "<p>{}</p>")
    table = _each(rows, "<tr>{}</tr>", "<td>{}</td>")
    return f'<meta charset="utf-8">{lines}<table>{table}</table>'.encode()


def _docx(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    line = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
    table = _each(rows, "<w:tr>{}</w:tr>", f"<w:tc>{line}</w:tc>")
    body = f"{_each([above], '{}', line)}<w:tbl>{table}</w:tbl>"
    return _packed(
        **{
            "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" '
            f'Type="{office}/officeDocument" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f'<w:document xmlns:w="{word}"><w:body>{body}</w:body>'
            "</w:document>",
        }
    )


def _open_document(content: str) -> bytes:
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{name}="{oasis}:{name}:1.0"' for name in ("office", "text", "table"))
    said = f"<office:document-content {names}><office:body>{content}</office:body>"
    return _packed(
        **{"content.xml": f"{said}</office:document-content>", "META-INF/manifest.xml": "<m/>"}
    )


def _odt(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    table = _each(
        rows,
        "<table:table-row>{}</table:table-row>",
        "<table:table-cell><text:p>{}</text:p></table:table-cell>",
    )
    lines = _each([above], "{}", "<text:p>{}</text:p>")
    return _open_document(f"<office:text>{lines}<table:table>{table}</table:table></office:text>")


def _hwpx(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    hancom = "http://www.hancom.co.kr/hwpml/2011"
    names = f'xmlns:hp="{hancom}/paragraph" xmlns:hs="{hancom}/section"'
    line = '<hp:p paraPrIDRef="0"><hp:run charPrIDRef="0">{}</hp:run></hp:p>'
    said = line.format("<hp:t>{}</hp:t>")
    cells = "".join(
        "<hp:tr>"
        + "".join(
            f"<hp:tc><hp:subList>{said.format(html.escape(text))}</hp:subList><hp:cellAddr "
            f'colAddr="{across}" rowAddr="{down}"/><hp:cellSpan colSpan="1" rowSpan="1"/></hp:tc>'
            for across, text in enumerate(row)
        )
        + "</hp:tr>"
        for down, row in enumerate(rows)
    )
    size = f'rowCnt="{len(rows)}" colCnt="{len(rows[0])}"'
    body = _each([above], "{}", said) + line.format(f"<hp:tbl {size}>{cells}</hp:tbl>")
    return _packed(
        **{
            "mimetype": "application/hwp+zip",
            "Contents/header.xml": f'<hh:head xmlns:hh="{hancom}/head"/>',
            "Contents/content.hpf": '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/">'
            '<opf:manifest><opf:item id="section0" href="Contents/section0.xml" '
            'media-type="application/xml"/></opf:manifest><opf:spine>'
            '<opf:itemref idref="section0"/></opf:spine></opf:package>',
            "Contents/section0.xml": f"<hs:sec {names}>{body}</hs:sec>",
        }
    )


def _rtf(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    def said(text: str) -> str:
        return "".join(one if one.isascii() else rf"\u{ord(one)}?" for one in text)

    edges = "".join(rf"\cellx{2000 * number}" for number, _ in enumerate(rows[0], start=1))
    lines = "".join(rf"{said(line)}\par " for line in above)
    table = ""
    for row in rows:
        cells = "".join(rf"\intbl {said(cell)}\cell " for cell in row)
        table += rf"\trowd{edges}{cells}\row "
    return rf"{{\rtf1\ansi {lines}{table}\pard\par}}".encode()


def _pptx(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text_frame.text, *others = above
    slide.placeholders[1].text_frame.text = "\n".join(others)
    size = (len(rows), len(rows[0]), Cm(1), Cm(12), Cm(22), Cm(4))
    table = slide.shapes.add_table(*size).table
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            table.cell(down, across).text = cell
    raw = io.BytesIO()
    deck.save(raw)
    return raw.getvalue()


def _pdf(above: Sequence[str], rows: Sequence[Row]) -> bytes:
    width = 500 / len(rows[0])
    lines: list[Placed] = [(50, 800 - 30 * number, 10, line) for number, line in enumerate(above)]
    top = 780 - 30 * len(above)
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            fits = int((width - 12) / 6)
            pieces = [cell[at : at + fits] for at in range(0, len(cell), fits)]
            for number, piece in enumerate(pieces):
                lines.append((55 + across * width, top - 15 - 60 * down - 12 * number, 10, piece))
    columns = [50 + width * number for number in range(len(rows[0]) + 1)]
    heights = [top - 60 * number for number in range(len(rows) + 1)]
    return placed([lines], drawn=rules(columns, heights))


def _delimited(rows: Sequence[Row], mark: str) -> bytes:
    said = io.StringIO()
    csv.writer(said, delimiter=mark).writerows(rows)
    return said.getvalue().encode()


def _xlsx(rows: Sequence[Row]) -> bytes:
    workbook = openpyxl.Workbook()
    for row in rows:
        workbook.active.append([_value(cell) for cell in row])
    raw = io.BytesIO()
    workbook.save(raw)
    return raw.getvalue()


def _xls(rows: Sequence[Row]) -> bytes:
    book = xlwt.Workbook()
    page = book.add_sheet("Sheet")
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            if cell:
                page.write(down, across, _value(cell))
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def _ods(rows: Sequence[Row]) -> bytes:
    def cell(text: str) -> str:
        if not text:
            return "<table:table-cell/>"
        kind = "float" if isinstance(_value(text), int) else "string"
        said = f"<text:p>{html.escape(text)}</text:p>"
        return f'<table:table-cell office:value-type="{kind}">{said}</table:table-cell>'

    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    table = f'<table:table table:name="S">{body}</table:table>'
    return _open_document(f"<office:spreadsheet>{table}</office:spreadsheet>")


def _value(text: str) -> str | int | None:
    return int(text) if text.isdecimal() else text or None


_TEXTS = {
    ".md": _md, ".html": _html, ".docx": _docx, ".odt": _odt, ".hwpx": _hwpx, ".rtf": _rtf,
    ".pptx": _pptx, ".pdf": _pdf,
}  # fmt: skip
_SHEETS = {
    ".csv": lambda rows: _delimited(rows, ","),
    ".tsv": lambda rows: _delimited(rows, "\t"),
    ".xlsx": _xlsx,
    ".xls": _xls,
    ".ods": _ods,
}
