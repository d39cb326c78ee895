"""Reads files as an indexing run would, and shows what would be indexed of them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from knowledge.index.contents import Clean, cleaned
from knowledge.model.documents import Document, Header, Passage
from knowledge.model.report import Coverage
from knowledge.model.versions import natural
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


# How each file was read, in a line: for folders with a thousand of them.

_RULE = re.compile(r"^\|(?: ?:?-{3,}:? ?\|)+ *$", re.MULTILINE)
"""The line below the head of a table."""
_WORD = re.compile(r"\S*\w\S*")
_PLACE = re.compile(r"(?P<file>.+?)(?::\d+)?: ")
"""What a reason begins with: the file, and perhaps a line in it."""


class How(StrEnum):
    """How a file was read."""

    TAKEN = "taken"
    PARTLY = "partly"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file of the documents, and how it was read."""

    file: str
    read: How
    words: int = 0
    tables: int = 0
    version: str = ""
    """The newest one in it."""
    effective_from: str = ""
    notes: tuple[str, ...] = ()
    """Why it was left out, what is missing, and as what it was read."""


def files_read(
    texts: Iterable[tuple[Header, Sequence[str], bool]], skipped: Iterable[str], coverage: Coverage
) -> list[FileRead]:
    """Each file by its name: those with documents, given by their texts, and those left out.

    Each text comes with whether it is a record of a table.
    """
    files: dict[str, FileRead] = {}
    for header, said, records in texts:
        count = int(records) or sum(len(_RULE.findall(one)) for one in said)
        words = sum(len(_WORD.findall(one)) for one in said)
        day = header.effective_from.isoformat() if header.effective_from else ""
        one = FileRead(header.source, How.TAKEN, words, count, header.version, day)
        known = files.setdefault(header.source, one)
        if known is not one:
            newest = max(known, one, key=lambda each: natural(each.version))
            total = replace(newest, words=words + known.words, tables=count + known.tables)
            files[header.source] = total
    for reason in skipped:
        place = _PLACE.match(reason)
        name = place["file"] if place else reason
        known = files.get(name, FileRead(name, How.NOT))
        how = How.PARTLY if known.read is not How.NOT else How.NOT
        note = reason[place.end() :] if place else ""
        files[name] = replace(known, read=how, notes=(*known.notes, note))
    for part in coverage.partly:
        known = files.get(part.source, FileRead(part.source, How.PARTLY))
        files[part.source] = replace(known, read=How.PARTLY, notes=(*known.notes, *part.lost))
    for stated in coverage.stated:
        known = files.get(stated.source, FileRead(stated.source, How.TAKEN))
        notes = [one for one in stated.fields if one.startswith(("read as: ", "never quoted: "))]
        files[stated.source] = replace(known, notes=(*known.notes, *notes))
    return [files[name] for name in sorted(files)]


def files_of(path: Path, clean: Clean, currency: str) -> list[FileRead]:
    """How each file of a folder or a ZIP is read. Raises UnreadableDocumentError."""
    reading = read_folder(path, currency)
    texts = ((one.header, [one.text], bool(one.records)) for one in reading.documents)
    reasons = (one.reason for one in reading.skipped)
    found = files_read(texts, reasons, Coverage(reading.partly, reading.stated))
    return [replace(one, file=clean(one.file), notes=tuple(map(clean, one.notes))) for one in found]
