"""Folders, documents and passages, made in a line."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from knowledge.model.documents import Document, Header, Passage
from knowledge.read import Reading, read_folder
from knowledge.read.isolation import read_here

SAMPLE = Path(__file__).parents[3] / "knowledge" / "sample"
"""The handbook that ships with the product; tests read it, and copy nothing of it."""


def filled(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@cache
def handbook() -> Reading:
    """The sample, read once: it takes half a second."""
    return read_folder(SAMPLE)


def read(folder: Path, files: Mapping[str, str | bytes], currency: str = "KRW") -> Reading:
    """Read in this process, which is quicker; that a process of its own does is test_apart's."""
    return read_folder(filled(folder, files), currency, read_here)


def read_one(folder: Path, name: str, content: str | bytes, currency: str = "KRW") -> Document:
    reading = read(folder, {name: content}, currency)
    assert reading.skipped == ()
    [document] = reading.documents
    return document


def reasons(folder: Path, files: Mapping[str, str | bytes]) -> list[str]:
    return [skipped.reason for skipped in read(folder, files).skipped]


def document(text: str, title: str = "Refund Policy", doc_id: str = "refund-en") -> Document:
    return Document(Header(doc_id, title, f"{doc_id}.md"), text)


def passage(
    text: str,
    header: Header | None = None,
    *,
    section: tuple[str, ...] = (),
    record: bool = False,
) -> Passage:
    header = header or Header("refund-en", "Refund Policy", "refund-en.md")
    return Passage(f"{header.key}#{text}", header, section, text, 0, len(text), record=record)


def words(text: str) -> int:
    """A count of tokens that a reader of a test can check."""
    return len(text.split())
