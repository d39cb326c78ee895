"""Reading a folder of documents: every file that can be read, and a reason for every other."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from knowledge.errors import UnreadableDocumentError
from knowledge.model import Document
from knowledge.reading.content import Content, decoded
from knowledge.reading.documents import Assumed, from_content, from_line
from knowledge.reading.front_matter import Fields, parse
from knowledge.reading.html import read_docx, read_html
from knowledge.reading.markdown import read_markdown, read_text
from knowledge.reading.pdf import read_pdf
from knowledge.reading.rows import read_csv, read_json

logger = logging.getLogger(__name__)

MAX_MB = 30
_SIDECAR = ".meta.yaml"
_DEFAULTS = "_defaults.yaml"
_GATE = "_gate.json"
"""What the calibration of the gate leaves beside the documents."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A source file that was left out, and why."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a folder gave."""

    documents: tuple[Document, ...]
    skipped: tuple[Skipped, ...]
    assumed: int
    """Documents that say nothing about themselves; title and language come from the text."""


def read_folder(source: Path, currency: str = "KRW") -> Reading:
    """Read every document below a folder, or one file. Raises UnreadableDocumentError."""
    if not source.exists():
        raise UnreadableDocumentError(f"there is no {source}; set STOREWISE_SOURCE")
    folder = source if source.is_dir() else source.parent
    documents: dict[str, Document] = {}
    skipped: list[Skipped] = []
    assumed = 0
    for path in _files(folder) if source.is_dir() else [source]:
        for found in _found(path, folder, currency):
            if isinstance(found, Skipped):
                skipped.append(found)
            elif twin := documents.get(found.document.header.key):
                skipped.append(_doubled(found.document, twin))
            else:
                documents[found.document.header.key] = found.document
                assumed += found.assumed
    return Reading(tuple(documents.values()), tuple(skipped), assumed)


def _files(folder: Path) -> list[Path]:
    """All files but hidden ones, README files and what speaks of the others, in a fixed order."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and path.stem.upper() != "README"
        and path.name not in (_DEFAULTS, _GATE)
        and not path.name.endswith(_SIDECAR)
    )


def _doubled(document: Document, twin: Document) -> Skipped:
    name = document.header.source
    return Skipped(
        name,
        f"{name}: {document.header.key} is already the document of {twin.header.source}; "
        "give this one another doc_id or version",
    )


def _found(path: Path, folder: Path, currency: str) -> Iterator[Assumed | Skipped]:
    name = _name(path, folder)
    try:
        yield from _read(path, folder, name, currency)
    except UnreadableDocumentError as error:
        yield Skipped(name, error.located(name))
    except Exception as error:  # noqa: BLE001 - a parser may raise anything on a damaged file,
        # and one file must not keep the others from being indexed. Its words may be the document's.
        logger.warning("not read", extra={"source": name, "error": type(error).__name__})
        yield Skipped(name, f"{name}: this file is damaged; save or export it again")


def _read(path: Path, folder: Path, name: str, currency: str) -> Iterator[Assumed | Skipped]:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UnreadableDocumentError("a link that leads out of the source folder is not followed")
    if path.stat().st_size > MAX_MB * 1024 * 1024:
        raise UnreadableDocumentError(f"larger than {MAX_MB} MB; split it")
    defaults = _defaults(path, folder)
    suffix = path.suffix.lower()
    if suffix == ".jsonl":
        yield from _corpus(decoded(path.read_bytes()), name, defaults)
        return
    content = _reader(suffix, currency)(path.read_bytes())
    own = {**(content.fields or {}), **_sidecar(path, folder)}
    yield from_content(content, defaults, own, name)


def _corpus(text: str, name: str, defaults: Fields) -> Iterator[Assumed | Skipped]:
    # Not splitlines: JSON strings may hold other line separators as they are.
    for line, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            yield from_line(written, line, name, defaults)
        except UnreadableDocumentError as error:
            yield Skipped(name, error.located(name))


def _reader(suffix: str, currency: str) -> Callable[[bytes], Content]:
    readers: dict[str, Callable[[bytes], Content]] = {
        ".md": read_markdown,
        ".markdown": read_markdown,
        ".txt": read_text,
        ".html": read_html,
        ".htm": read_html,
        ".docx": read_docx,
        ".pdf": read_pdf,
        ".csv": partial(read_csv, currency=currency),
        ".json": partial(read_json, currency=currency),
    }
    if suffix not in readers:
        known = " ".join(sorted([*readers, ".jsonl"]))
        raise UnreadableDocumentError(f"this format is not read; use one of {known}")
    return readers[suffix]


def _defaults(path: Path, folder: Path) -> Fields:
    """What the folders above say about all their documents, the nearest one last."""
    fields: Fields = {}
    for above in reversed([parent for parent in path.parents if parent.is_relative_to(folder)]):
        fields |= _beside(above / _DEFAULTS, folder)
    return fields


def _sidecar(path: Path, folder: Path) -> Fields:
    return _beside(path.with_name(path.name + _SIDECAR), folder)


def _beside(path: Path, folder: Path) -> Fields:
    if not path.is_file():
        return {}
    try:
        return parse(decoded(path.read_bytes()))
    except UnreadableDocumentError as error:
        # The mistake is in that file, not in the document that it speaks of.
        raise UnreadableDocumentError(error.located(_name(path, folder))) from error


def _name(path: Path, folder: Path) -> str:
    # A name from another system may hold bytes that are no text; it must still be printable.
    return path.relative_to(folder).as_posix().encode("utf-8", "replace").decode()
