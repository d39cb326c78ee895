"""Reads EPUB: the chapters of a book in their order."""

import io
import posixpath
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote
from zipfile import BadZipFile, ZipFile

from bs4.dammit import EncodingDetector
from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content, decoded
from knowledge.read.html.parser import parse
from knowledge.read.limits import check_unpacked
from knowledge.read.office.package import counted, from_page

_OPF = "{http://www.idpf.org/2007/opf}"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION, _RIGHTS = "META-INF/encryption.xml", "META-INF/rights.xml"
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Ways to make a font useless outside its book, which locks no text."""
_PAGES = ("application/xhtml+xml", "text/html", "text/x-oeb1-document")
_LOCKED = "it is protected by DRM; ask its publisher for a copy without"
_UNREADABLE = "this .epub cannot be read; export it again"


@dataclass(frozen=True, slots=True)
class _Book:
    title: str
    chapters: tuple[str, ...]
    """The names of its pages in the ZIP."""


def read_epub(raw: bytes) -> Content:
    """Reads a book without its table of contents. Raises UnreadableDocumentError."""
    try:
        with ZipFile(io.BytesIO(raw)) as archive:
            check_unpacked(archive.infolist())
            _check_open(archive)
            book = _book(archive)
            pages = [_body(archive.read(name)) for name in book.chapters]
    except (
        BadZipFile, KeyError, NotImplementedError, OSError, RuntimeError, zlib.error,
        etree.XMLSyntaxError,
    ) as error:  # fmt: skip
        raise UnreadableDocumentError(_UNREADABLE) from error
    html = "".join(html for html, _ in pages)
    content = from_page(html)
    pictures = counted(sum(count for _, count in pages), "picture")
    return replace(content, title=content.title or book.title or None, lost=pictures)


def _check_open(archive: ZipFile) -> None:
    names = set(archive.namelist())
    if _RIGHTS in names:
        raise UnreadableDocumentError(_LOCKED)
    if _ENCRYPTION in names:
        ways = _xml(archive, _ENCRYPTION).iter("{*}EncryptionMethod")
        if any(way.get("Algorithm") not in _FONTS for way in ways):
            raise UnreadableDocumentError(_LOCKED)


def _book(archive: ZipFile) -> _Book:
    root = next(_xml(archive, _CONTAINER).iter("{*}rootfile"), None)
    if root is None:
        raise KeyError(_CONTAINER)
    package = root.get("full-path", "")
    opf = _xml(archive, package)
    title = next(opf.iter(_TITLE), None)
    return _Book(
        " ".join((title.text or "").split()) if title is not None else "",
        tuple(_chapters(opf, posixpath.dirname(package))),
    )


def _chapters(opf: etree._Element, folder: str) -> Iterator[str]:
    items = {one.get("id"): one for one in opf.iter(f"{_OPF}item")}
    for reference in opf.iter(f"{_OPF}itemref"):
        item = items.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _PAGES:
            continue
        is_contents = "nav" in (item.get("properties") or "").split()
        if not is_contents and reference.get("linear") != "no":
            yield posixpath.normpath(posixpath.join(folder, unquote(item.get("href") or "")))


def _body(raw: bytes) -> tuple[str, int]:
    """The body of a chapter, and how many pictures are in it."""
    text = decoded(raw, EncodingDetector.find_declared_encoding(raw, is_html=True))
    page = parse(text.partition("?>")[2] if text.lstrip().startswith("<?xml") else text)
    body = page.body or page
    return body.decode_contents(), len(body.find_all(("img", "image")))


def _xml(archive: ZipFile, name: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(archive.read(name), parser)
