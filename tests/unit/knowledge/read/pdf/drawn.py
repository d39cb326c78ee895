"""PDFs written line by line, with drawings, turned letters and form fields."""

from collections.abc import Sequence

Line = tuple[float, float, str]
"""Height on the page (842 is the top), size of the letters, text."""
Placed = tuple[float, float, float, str]
"""The same, with the distance from the left before it."""


def pdf(*pages: list[Line], trailer: str = "", info: str = "", drawn: str = "") -> bytes:
    """Pages with lines 60 points from the left, and a drawing on every page."""
    return placed([[(60, *line) for line in lines] for lines in pages], trailer, info, drawn)


def placed(
    pages: list[list[Placed]],
    trailer: str = "",
    info: str = "",
    drawn: str = "",
    entries: str = "",
) -> bytes:
    """A letter is 0.6 of its size wide. The entries are added to the dictionary of every page."""
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
            f"BT /F1 {size} Tf {left} {height} Td <{text.encode('cp949').hex()}> Tj ET\n"
            for left, height, size, text in lines
        )
        shown += drawn
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            f"/Contents {6 + 2 * number} 0 R /Resources << /Font << /F1 3 0 R >> >> {entries} >>",
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


def rules(columns: Sequence[float], rows: Sequence[float]) -> str:
    """Draws a grid."""
    lines = [f"{x} {rows[0]} m {x} {rows[-1]} l S" for x in columns]
    return "\n".join([*lines, *(f"{columns[0]} {y} m {columns[-1]} {y} l S" for y in rows)]) + "\n"


def shaded(left: float, bottom: float, width: float, height: float) -> str:
    """Draws a grey box."""
    return f"0.9 g {left} {bottom} {width} {height} re f 0 g\n"


def turned(matrix: str, size: float, text: str) -> str:
    """Draws letters that a matrix turns and places."""
    return f"BT /F1 {size} Tf {matrix} Tm <{text.encode('cp949').hex()}> Tj ET\n"


def picture(left: float, bottom: float, width: float, height: float) -> str:
    """Draws a grey picture of one dot."""
    return f"q {width} 0 0 {height} {left} {bottom} cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n"


def field(kind: str, left: float, bottom: float, width: float, entries: str) -> str:
    """A field of a form, 20 points high."""
    box = f"[{left} {bottom} {left + width} {bottom + 20}]"
    return f"<< /Type /Annot /Subtype /Widget /FT /{kind} /Rect {box} {entries} >>"
