"""Reading a folder of documents: every file that can be read, and a reason for every other."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from knowledge.errors import UnreadableDocumentError
from knowledge.lexical import language_of
from knowledge.model import Document, Header
from knowledge.reading.content import Content, decoded
from knowledge.reading.front_matter import Fields, from_mapping, parse
from knowledge.reading.html import read_docx, read_html
from knowledge.reading.markdown import read_markdown, read_text
from knowledge.reading.pdf import read_pdf
from knowledge.reading.rows import read_csv, read_json

MAX_MB = 30
_SIDECAR = ".meta.yaml"
_DEFAULTS = "_defaults.yaml"


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


def read_folder(folder: Path, currency: str = "KRW") -> Reading:
    """Read every document below a folder. Raises UnreadableDocumentError without a folder."""
    if not folder.is_dir():
        raise UnreadableDocumentError(f"there is no folder {folder}; set STOREWISE_SOURCE")
    documents: dict[str, Document] = {}
    skipped: list[Skipped] = []
    assumed = 0
    for path in _files(folder):
        source = path.relative_to(folder).as_posix()
        try:
            for document, bare in _read(path, folder, source, currency):
                _claim(documents, document)
                assumed += bare
        except UnreadableDocumentError as error:
            where = f"{source}:{error.line}" if error.line else source
            skipped.append(Skipped(source, f"{where}: {error.reason}"))
    return Reading(tuple(documents.values()), tuple(skipped), assumed)


def _files(folder: Path) -> list[Path]:
    """All files but the hidden ones, README files, sidecars and defaults, in a fixed order."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and path.stem.upper() != "README"
        and path.name != _DEFAULTS
        and not path.name.endswith(_SIDECAR)
    )


def _claim(documents: dict[str, Document], document: Document) -> None:
    taken = documents.get(document.header.key)
    if taken is not None:
        raise UnreadableDocumentError(
            f"{document.header.key} is already the document of {taken.header.source}; "
            "give this one another doc_id or version"
        )
    documents[document.header.key] = document


def _read(path: Path, folder: Path, source: str, currency: str) -> Iterator[tuple[Document, bool]]:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UnreadableDocumentError("a link that leads out of the source folder is not followed")
    if path.stat().st_size > MAX_MB * 1024 * 1024:
        raise UnreadableDocumentError(f"larger than {MAX_MB} MB; split it")
    raw = path.read_bytes()
    defaults = _defaults(path, folder)
    if path.suffix.lower() == ".jsonl":
        yield from _corpus(decoded(raw), source, defaults)
        return
    content = _reader(path.suffix.lower(), currency)(raw)
    own = {**(content.fields or {}), **_sidecar(path)}
    yield _document(content, {**defaults, **own}, source, named=bool(own)), not own


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
        given = above / _DEFAULTS
        if given.is_file():
            fields |= parse(decoded(given.read_bytes()))
    return fields


def _sidecar(path: Path) -> Fields:
    beside = path.with_name(path.name + _SIDECAR)
    return parse(decoded(beside.read_bytes())) if beside.is_file() else {}


def _corpus(text: str, source: str, defaults: Fields) -> Iterator[tuple[Document, bool]]:
    """Documents as JSONL, one a line: id, title, text and any front matter."""
    for line, written in enumerate(text.splitlines(), start=1):
        if not written.strip():
            continue
        try:
            record = json.loads(written)
        except json.JSONDecodeError as error:
            raise UnreadableDocumentError("this line is no valid JSON", line) from error
        if not isinstance(record, dict) or not isinstance(record.get("text"), str):
            raise UnreadableDocumentError(
                "a line must be an object with `id`, `title`, `text`", line
            )
        body = record.pop("text")
        record = {"doc_id": record.pop("id", None) or f"{source}:{line}", **record}
        fields = {**defaults, **from_mapping(record, line)}
        yield _document(Content(body), fields, source, named=True), False


def _document(content: Content, fields: Fields, source: str, *, named: bool) -> Document:
    values = {name: field.value for name, field in fields.items() if field.value is not None}
    title = values.pop("title", None) or (None if named else content.title)
    if title is None and named:
        raise UnreadableDocumentError("`title` is missing", 1)
    if not content.text.strip():
        raise UnreadableDocumentError("there is no text in it")
    language = values.pop("language", None) or language_of(content.text)
    stores = values.pop("store_type", ())
    header = Header(
        doc_id=values.pop("doc_id", None) or Path(source).with_suffix("").as_posix(),
        title=title or Path(source).stem,
        source=source,
        language=language,
        store_types=stores,
        **values,
    )
    return Document(header, content.text, content.pages, content.rows)
