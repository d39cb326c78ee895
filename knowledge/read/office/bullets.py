"""Reads the text of a slide's frame: paragraphs, and bullets as a Markdown list."""

from collections.abc import Sequence
from dataclasses import dataclass

from pptx.oxml.ns import qn
from pptx.text.text import TextFrame, _Paragraph

_STRUCK = ("sngStrike", "dblStrike")
_INDENT = "   "
"""Deep enough to nest below `- ` and below `1. `."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    level: int
    kind: str
    """`bullet`, `number` or, for a paragraph, empty."""


def frame_text(frame: TextFrame, *, is_list: bool = False) -> str:
    """The text of a frame as Markdown. In a list, several unmarked paragraphs become bullets."""
    paragraphs = [paragraph for paragraph in frame.paragraphs if _text(paragraph)]
    default = "bullet" if is_list and len(paragraphs) > 1 else ""
    lines = [
        _Line(_text(paragraph), paragraph.level, _kind(paragraph, default))
        for paragraph in paragraphs
    ]
    return _joined(lines)


def _text(paragraph: _Paragraph) -> str:
    parts = (
        " " if child.tag == qn("a:br") else child.text
        for child in paragraph._p.content_children
        if not _is_struck(child)
    )
    return " ".join("".join(parts).split())


def _is_struck(child: object) -> bool:
    properties = getattr(child, "rPr", None)
    return properties is not None and properties.get("strike") in _STRUCK


def _kind(paragraph: _Paragraph, default: str) -> str:
    properties = paragraph._p.pPr
    if properties is None:
        return default
    if properties.find(qn("a:buNone")) is not None:
        return ""
    if properties.find(qn("a:buAutoNum")) is not None:
        return "number"
    return "bullet" if properties.find(qn("a:buChar")) is not None else default


def _joined(lines: Sequence[_Line]) -> str:
    text = ""
    deepest = -1
    counts: dict[int, int] = {}
    for line in lines:
        if not line.kind:
            text += f"\n\n{line.text}"
            deepest, counts = -1, {}
            continue
        # An item indented much further than the one above would be code.
        level = min(line.level, deepest + 1)
        counts = {known: count for known, count in counts.items() if known <= level}
        counts[level] = counts.get(level, 0) + 1
        mark = f"{counts[level]}." if line.kind == "number" else "-"
        text += "\n" if deepest >= 0 else "\n\n"
        text += f"{_INDENT * level}{mark} {line.text}"
        deepest = level
    return text.strip()
