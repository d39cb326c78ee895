"""Reads files as an indexing run would, and shows what would be indexed of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from knowledge.index.contents import Clean, cleaned
from knowledge.model.documents import Document, Passage
from knowledge.read import read_folder
from knowledge.split.passages import split


@dataclass(frozen=True, slots=True)
class Preview:
    """A document as it would be indexed, without personal data."""

    document: Document
    passages: tuple[Passage, ...]
    lost: tuple[str, ...]
    """What of its file is not in it."""
    stated: tuple[str, ...]
    """Front matter that was taken from its text."""


@dataclass(frozen=True, slots=True)
class Previews:
    """The documents of some files, and why others have none."""

    documents: tuple[Preview, ...]
    skipped: tuple[str, ...]


def previews(
    path: Path, clean: Clean, currency: str, count_tokens: Callable[[str], int]
) -> Previews:
    """Reads a file or a folder. Raises UnreadableDocumentError if there is nothing there."""
    reading = read_folder(path, currency)
    lost = {one.source: one.lost for one in reading.partly}
    stated = {one.source: one.fields for one in reading.stated}
    documents = []
    for read in reading.documents:
        document, name = cleaned(read, clean), read.header.source
        documents.append(
            Preview(
                document,
                tuple(split(document, count_tokens)),
                tuple(map(clean, lost.get(name, ()))),
                tuple(map(clean, stated.get(name, ()))),
            )
        )
    return Previews(tuple(documents), tuple(clean(one.reason) for one in reading.skipped))
