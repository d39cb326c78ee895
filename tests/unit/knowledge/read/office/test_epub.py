"""An EPUB: its chapters in the order of the book."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.unit.knowledge.texts import read, reasons

_CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"""
_BOOK = """<package xmlns="http://www.idpf.org/2007/opf">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>매장 안내서</dc:title></metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="second" href="a.xhtml" media-type="application/xhtml+xml"/>
<item id="first" href="ch%201/b.xhtml" media-type="application/xhtml+xml"/>
<item id="aside" href="c.xhtml" media-type="application/xhtml+xml"/>
<item id="cover" href="cover.jpg" media-type="image/jpeg"/>
</manifest>
<spine><itemref idref="nav"/><itemref idref="first"/><itemref idref="second"/>
<itemref idref="aside" linear="no"/><itemref idref="cover"/></spine></package>"""
_CHAPTERS = {
    "OEBPS/nav.xhtml": "<html><body><p>Contents</p></body></html>",
    "OEBPS/ch 1/b.xhtml": (
        '<?xml version="1.0" encoding="utf-8"?><html><body><h1>환불</h1><p>14일 안에.</p>'
        '<img src="x"/></body></html>'
    ),
    "OEBPS/a.xhtml": "<html><body><h1>Hours</h1><ul><li>From 10.</li></ul></body></html>",
    "OEBPS/c.xhtml": "<html><body><p>Aside</p></body></html>",
}


def _epub(**others: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("META-INF/container.xml", _CONTAINER)
        archive.writestr("OEBPS/book.opf", _BOOK)
        for name, content in _CHAPTERS.items():
            archive.writestr(name, content)
        for name, content in others.items():
            archive.writestr(f"META-INF/{name}.xml", content)
    return packed.getvalue()


def test_the_chapters_of_a_book_are_read_in_its_order(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.epub": _epub()})

    [document] = reading.documents
    assert document.header.title == "매장 안내서"
    assert document.text == "# 환불\n\n14일 안에.\n\n# Hours\n\n- From 10.\n"
    assert [one.lost for one in reading.partly] == [("1 picture",)]


@pytest.mark.parametrize(
    ("name", "content", "is_locked"),
    [
        ("rights", "<rights/>", True),
        ("encryption", '<e><EncryptionMethod Algorithm="aes256"/></e>', True),
        (
            "encryption",
            '<e><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></e>',
            False,
        ),
    ],
)
def test_a_locked_book_says_what_to_do(
    tmp_path: Path, name: str, content: str, is_locked: bool
) -> None:
    locked = ["a.epub: it is protected by DRM; ask its publisher for a copy without"]

    assert reasons(tmp_path, {"a.epub": _epub(**{name: content})}) == locked * is_locked


@pytest.mark.parametrize("raw", [b"PK\x03\x04", b"no book"])
def test_a_damaged_book_says_what_to_do(tmp_path: Path, raw: bytes) -> None:
    assert reasons(tmp_path, {"a.epub": raw}) == [
        "a.epub: this .epub cannot be read; export it again"
    ]
