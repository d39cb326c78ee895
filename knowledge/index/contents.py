"""Prepares documents for the index: removes personal data, keeps names unique, hashes contents."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from knowledge.model.documents import CatalogueRecord, Document, Header, Passage, header_json

Clean = Callable[[str], str]
"""Removes personal data from a text; bot.privacy provides it."""
FindContacts = Callable[[str], Sequence[tuple[str, str]]]
"""Finds the contacts in a clean text, each as its kind and normal form; bot.privacy provides it."""
_PLACEHOLDER = re.compile(r"\[REDACTED_([A-Z]{1,12})\]")


def digest(document: Document) -> str:
    """Hashes a document as it was read: the same digest, the same document."""
    hashed = hashlib.sha256(header_json(document.header).encode())
    hashed.update(repr((document.pages, document.records)).encode())
    hashed.update(document.text.encode())
    return hashed.hexdigest()[:32]


def digest_of_all(documents: Iterable[Document], *made_with: str | None) -> str:
    """Hashes documents together with the rules and the embedder of an index."""
    digests = sorted(document.digest for document in documents)
    return hashlib.sha256(repr((digests, made_with)).encode()).hexdigest()[:32]


def cleaned(document: Document, clean: Clean) -> Document:
    """Removes personal data from a document; pages and records are moved to their new offsets."""
    places = [place for record in document.records for place in (record.start, record.end)]
    cuts = sorted({0, len(document.text), *document.pages, *places})
    pieces = [clean(document.text[a:b]) for a, b in pairwise(cuts)]
    moved = dict(zip(cuts, _offsets(pieces), strict=True))
    return replace(
        document,
        header=_cleaned(document.header, clean),
        text="".join(pieces),
        pages=tuple(moved[page] for page in document.pages),
        records=tuple(
            CatalogueRecord(moved[record.start], moved[record.end], clean(record.name))
            for record in document.records
        ),
    )


def removed(before: str, after: str) -> Counter[str]:
    """Counts the placeholders by kind that a clean text has and the text before had not."""
    return Counter(_PLACEHOLDER.findall(after)) - Counter(_PLACEHOLDER.findall(before))


def told_apart(document: Document, taken: Collection[str]) -> Document:
    """Gives a document a key that is not taken: cleaning may make two names the same."""
    header, number = document.header, 1
    while header.key in taken:
        number += 1
        header = replace(header, doc_id=f"{document.header.doc_id}~{number}")
    return replace(document, header=header)


def fingerprint(passage: Passage) -> str:
    """Hashes everything that a passage's vectors depend on: the same hash, the same vectors."""
    return hashlib.sha256(passage.searchable.encode()).hexdigest()[:32]


def _cleaned(header: Header, clean: Clean) -> Header:
    """Removes personal data from a header; a URL with any is dropped whole."""
    return replace(
        header,
        doc_id=clean(header.doc_id),
        title=clean(header.title),
        source=clean(header.source),
        category=clean(header.category),
        owner=clean(header.owner) if header.owner else None,
        supersedes=clean(header.supersedes) if header.supersedes else None,
        url=header.url if header.url and clean(header.url) == header.url else None,
        tags=tuple(map(clean, header.tags)),
        section=clean(header.section) if header.section else None,
        corpus=clean(header.corpus) if header.corpus else None,
    )


def _offsets(pieces: Sequence[str]) -> list[int]:
    offsets = [0]
    for piece in pieces:
        offsets.append(offsets[-1] + len(piece))
    return offsets
