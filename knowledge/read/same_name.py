"""Files that differ in their suffix only, such as rules.docx and rules.pdf: one document or two."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.model.documents import Document
from knowledge.model.report import Stated
from knowledge.read.document import Assumed

_PIECE = re.compile(r"[^.!?。|\n]+")
_NO_LETTER = re.compile(r"[\W_]+")
_TELLING = 6
"""Letters from which a piece of text is looked for in the other file."""
_MOST = 0.8
"""Share of a text's pieces that the other one has, if both are one text."""
_CHANGED = 0.6
"""Share of letter pairs from which two pieces are one rule that was changed."""
_COMPARED = 100
"""Pieces that only one of both has: more are no slips of a reader."""


def one_or_two(every: Sequence[Assumed]) -> tuple[list[Assumed], list[Stated]]:
    """One document of files with the same name and text; ids of their own for other ones."""
    named: dict[str, list[Assumed]] = defaultdict(list)
    kept, same = {id(one): one for one in every}, []
    for one in every:
        header = one.document.header
        if header.source.rpartition(".")[0] != header.doc_id:
            continue
        others = [
            other for other in named[header.doc_id] if other.document.header.source != header.source
        ]
        first = max(others, key=lambda other: other.document.header.key == header.key, default=None)
        if first is not None and _is_one(first.document, one.document):
            better, worse = sorted((first, one), key=_worth, reverse=True)
            said = f"read as: the same text as {better.document.header.source}"
            same.append(Stated(worse.document.header.source, (said,)))
            del kept[id(worse)]
            if worse is one:
                continue
            named[header.doc_id].remove(first)
        elif first is not None and first.document.header.key == header.key:
            own = replace(one.document, header=replace(header, doc_id=header.source))
            kept[id(one)] = replace(one, document=own)
            continue
        named[header.doc_id].append(one)
    return [*kept.values()], same


def _worth(one: Assumed) -> tuple[int, int, int]:
    """How much a reader got of a file: records, headings and rows, then words."""
    text = one.document.text
    structure = sum(line.startswith(("#", "|", "- ")) for line in text.splitlines())
    return len(one.document.records), structure, len(text)


def _is_one(one: Document, other: Document) -> bool:
    """Whether two texts say the same, apart from what a format cannot hold."""
    if (one.header.audience, one.header.reach) != (other.header.audience, other.header.reach):
        return False
    lefts, rights = [*_only_in(one.text, other.text)], [*_only_in(other.text, one.text)]
    fewest = min(sum(map(len, lefts)) / len(one.text), sum(map(len, rights)) / len(other.text))
    if fewest > 1 - _MOST or max(len(lefts), len(rights)) > _COMPARED:
        return False
    return not any(_likeness(left, right) >= _CHANGED for left in lefts for right in rights)


def _only_in(text: str, other: str) -> Iterator[str]:
    """The pieces of a text, without blanks and signs, that another one does not have."""
    whole = _squeezed(other)
    for piece in map(_squeezed, _PIECE.findall(text)):
        if len(piece) >= _TELLING and piece not in whole:
            yield piece


def _squeezed(text: str) -> str:
    return _NO_LETTER.sub("", text).casefold()


def _likeness(one: str, other: str) -> float:
    lefts, rights = ({text[at : at + 2] for at in range(len(text) - 1)} for text in (one, other))
    return 2 * len(lefts & rights) / (len(lefts) + len(rights))
