"""From what was read to what is indexed: cleaned, hashed, cut into passages."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.model import Document, Passage, Record
from knowledge.schema import header_json

Clean = Callable[[str], str]
"""Takes personal data out of a text; bot.privacy has it, knowledge knows no people."""


def digest(document: Document) -> str:
    """A hash of a document as it was read: the same digest, the same document."""
    hashed = hashlib.sha256(header_json(document.header).encode())
    hashed.update(repr((document.pages, document.records)).encode())
    hashed.update(document.text.encode())
    return hashed.hexdigest()[:32]


def digest_of_all(documents: Iterable[Document], *made_with: str | None) -> str:
    """A hash of documents and of what an index is made with."""
    digests = sorted(document.digest for document in documents)
    return hashlib.sha256(repr((digests, made_with)).encode()).hexdigest()[:32]


def cleaned(document: Document, clean: Clean) -> Document:
    """The document without personal data; pages and rows keep their places."""
    title = clean(document.header.title)
    places = [place for record in document.records for place in (record.start, record.end)]
    cuts = sorted({0, len(document.text), *document.pages, *places})
    pieces = [clean(document.text[a:b]) for a, b in pairwise(cuts)]
    moved = dict(zip(cuts, _offsets(pieces), strict=True))
    return replace(
        document,
        header=replace(document.header, title=title),
        text="".join(pieces),
        pages=tuple(moved[page] for page in document.pages),
        records=tuple(
            Record(moved[record.start], moved[record.end], clean(record.name))
            for record in document.records
        ),
    )


def fingerprint(passage: Passage) -> str:
    """What a vector depends on: the same fingerprint, the same vector."""
    return hashlib.sha256(passage.searchable.encode()).hexdigest()[:32]


def _offsets(pieces: Sequence[str]) -> list[int]:
    offsets = [0]
    for piece in pieces:
        offsets.append(offsets[-1] + len(piece))
    return offsets
