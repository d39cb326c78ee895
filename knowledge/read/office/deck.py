"""Writes the slides of a presentation: each is a page with its title, text and speaker notes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.language.terms import language_of
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_pages

_SLIDE = {"ko": "슬라이드", "en": "Slide"}
_SHORT = re.compile(r"[^-|#>\s\d][^\n]{0,59}")
"""A line that may be a title: no item, no row."""
_NOTES = {"ko": "발표자 노트", "en": "Speaker notes"}


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
    blocks = [f"## {slide.title or f'{_SLIDE[language]} {number}'}", slide.text]
    if slide.notes:
        blocks += [f"### {_NOTES[language]}", slide.notes]
    return "\n\n".join(filter(None, blocks)) + "\n\n"
