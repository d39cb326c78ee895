"""Opens the zipped files of offices, and reads a converted one as a page."""

import io
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from zipfile import ZipFile

from lxml import etree

from knowledge.language.terms import language_of
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_html
from knowledge.read.limits import check_pages, check_unpacked

# Checks Word, Excel and PowerPoint files: each has to be a ZIP, neither locked nor too old.

COMPOUND = bytes.fromhex("D0CF11E0A1B11AE1")
"""The first bytes of the old formats, and of a locked file of any format."""
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def check_office(raw: bytes, suffix: str) -> None:
    """Raises UnreadableDocumentError for a locked, old or too large file, BadZipFile for no ZIP."""
    if raw.startswith(COMPOUND):
        if _LOCKED in raw:
            raise UnreadableDocumentError("it is protected by a password; save it without one")
        raise UnreadableDocumentError(f"this is an older format, renamed; save it as {suffix}")
    with ZipFile(io.BytesIO(raw)) as archive:
        check_unpacked(archive.infolist())


def parsed(part: bytes) -> etree._Element:
    """The root of a part of such a file; what is outside of it is not looked up."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    return etree.fromstring(part, parser)


# Turns the HTML that readers of office formats make into Markdown, like any other page.


def from_page(html: str) -> Content:
    """The content of a page, whose readers write each item as a list of its own."""
    return read_html(f"<div>{html.replace('</ul><ul>', '')}</div>".encode())


def counted(count: int, name: str) -> tuple[str, ...]:
    """How many things were left out, for a report: `2 pictures`; empty if there were none."""
    return (f"{count} {name}{'s' if count > 1 else ''}",) if count else ()


# Writes the slides of a presentation: each is a page with its title, text and speaker notes.

SLIDE = defaultdict(lambda: "Slide", ko="슬라이드", ja="スライド")
_SHORT = re.compile(r"[^-|#>\s\d][^\n]{0,59}")
"""A line that may be a title: no item, no row."""
NOTES = defaultdict(lambda: "Speaker notes", ko="발표자 노트", ja="発表者ノート")


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide; all empty if it is hidden."""

    title: str = ""
    text: str = ""
    notes: str = ""


def deck(slides: Sequence[Slide], lost: tuple[str, ...] = ()) -> Content:
    """Joins the slides, with the start of each. Raises UnreadableDocumentError."""
    check_pages(len(slides))
    slides = [_titled(slide) for slide in slides]
    pages = [_page(slide, number) for number, slide in enumerate(slides, start=1)]
    if not "".join(pages).strip():
        raise UnreadableDocumentError("its slides hold no text; write out what the pictures say")
    starts = tuple(sum(map(len, pages[:number])) for number in range(len(pages)))
    return Content("".join(pages), pages=starts, title=slides[0].title or None, lost=lost)


def _titled(slide: Slide) -> Slide:
    """Takes a short first line for the title of a slide whose program marked none."""
    first, _, rest = slide.text.partition("\n\n")
    if slide.title or not rest or not _SHORT.fullmatch(first):
        return slide
    return Slide(first, rest, slide.notes)


def _page(slide: Slide, number: int) -> str:
    said = "\n".join((slide.title, slide.text, slide.notes)).strip()
    if not said:
        return ""
    language = language_of(said)
    # Without its own heading, a slide's text would belong to the slide before.
    blocks = [f"## {slide.title or f'{SLIDE[language]} {number}'}", slide.text]
    if slide.notes:
        blocks += [f"### {NOTES[language]}", slide.notes]
    return "\n\n".join(filter(None, blocks)) + "\n\n"
