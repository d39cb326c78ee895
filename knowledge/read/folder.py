"""Reads a source of documents: every readable file, and a reason for each skipped one."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from knowledge.model.documents import Document
from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.report import Partly, Skipped, Stated
from knowledge.read.content import decoded
from knowledge.read.document import Assumed, from_content, from_line, with_full_texts
from knowledge.read.formats import ARCHIVE, CORPUS, check_known, is_slow, quick_readers
from knowledge.read.front_matter import Field, Fields, FrontMatter, parse
from knowledge.read.isolation import Apart, ParserError, Remembered, Slow
from knowledge.read.limits import MAX_BAD_LINES, check_lines, check_size
from knowledge.read.same_name import one_or_two
from knowledge.read.source import DEFAULTS, FACTS, SIDECAR, File, InHand, Paths, Source, members

logger = logging.getLogger(__name__)

_Shelf = Mapping[str, File]
"""The files of a source by their names."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The documents of a source, and the files that were skipped."""

    documents: tuple[Document, ...]
    skipped: tuple[Skipped, ...]
    assumed: int
    """Documents without front matter; their title and language come from the text."""
    partly: tuple[Partly, ...] = ()
    stated: tuple[Stated, ...] = ()


def read_folder(
    source: Path | Sequence[Path] | Source,
    currency: str = "KRW",
    slow: Slow | None = None,
    remembered: Remembered | None = None,
) -> Reading:
    """Reads every document of a source: a folder, a file, several of them, or any other Source.

    Large files and formats with large parsers are read in a process of their own, or by `slow`,
    unless they are remembered from the last run. Raises UnreadableDocumentError.
    """
    if isinstance(source, Path):
        source = Paths([source])
    elif isinstance(source, Sequence):
        source = Paths(source)
    remembered = remembered or Remembered()
    with Apart() as apart, remembered.of_run(slow or apart.read) as read:
        return _read_all(source, currency, read)


def _read_all(source: Source, currency: str, slow: Slow) -> Reading:
    listed = [*_listed(source)]
    shelf = {one.name: one for one in listed if isinstance(one, File)}
    found = [one for file in shelf.values() for one in _found(file, shelf, currency, slow)]
    kept: dict[str, Assumed] = {}
    doubled: list[Skipped] = []
    read, same = one_or_two([one for one in found if isinstance(one, Assumed)])
    for one in read:
        first = kept.setdefault(one.document.header.key, one)
        if first is not one:
            doubled.append(_duplicate(one.document, first.document))
    skipped = (one for one in (*listed, *found) if isinstance(one, Skipped))
    documents, explaining = with_full_texts([*kept.values()])
    return Reading(
        tuple(one.document for one in documents),
        (*skipped, *doubled),
        sum(one.assumed for one in documents),
        tuple(one for one in found if isinstance(one, Partly)),
        (*(_stated(one) for one in documents if one.stated), *same, *explaining),
    )


def _stated(found: Assumed) -> Stated:
    fields = (f"{name}: {field.value}" for name, field in found.stated.items())
    return Stated(found.document.header.source, tuple(fields))


def _listed(source: Source) -> Iterator[File | Skipped]:
    """The files of a source, each ZIP replaced by its members."""
    hand = InHand()
    for file in source.files():
        if not file.name.lower().endswith(ARCHIVE):
            yield file
            continue
        try:
            check_size(file.size)
            yield from members(file, hand)
        except UnreadableDocumentError as error:
            yield Skipped(file.name, error.located(file.name))
        except Exception as error:  # noqa: BLE001 - zipfile may raise anything on a damaged ZIP
            yield _damaged(file, type(error).__name__)


def _duplicate(document: Document, first: Document) -> Skipped:
    name = document.header.source
    return Skipped(
        name,
        f"{name}: {document.header.key} is already the document of {first.header.source}; "
        "give this one another doc_id or version",
    )


def _found(
    file: File, shelf: _Shelf, currency: str, slow: Slow
) -> Iterator[Assumed | Partly | Skipped]:
    try:
        yield from _read(file, shelf, currency, slow)
    except UnreadableDocumentError as error:
        yield Skipped(file.name, error.located(file.name))
    except ParserError as error:
        yield _damaged(file, str(error))
    except Exception as error:  # noqa: BLE001 - a parser may raise anything on a damaged file,
        # and one file must not stop the others. Its message may quote the document: log the type.
        yield _damaged(file, type(error).__name__)


def _damaged(file: File, error: str) -> Skipped:
    logger.warning("not read", extra={"source": file.name, "error": error})
    return Skipped(file.name, f"{file.name}: this file is damaged; save or export it again")


def _read(
    file: File, shelf: _Shelf, currency: str, slow: Slow
) -> Iterator[Assumed | Partly | Skipped]:
    path = PurePosixPath(file.name)
    if path.name == DEFAULTS:
        yield from _unknown_defaults(file)
    if path.name == DEFAULTS or path.name.endswith((SIDECAR, FACTS)):
        return
    suffix = path.suffix.lower()
    check_known(suffix)
    check_size(file.size)
    facts = _facts(path, shelf)
    defaults = {**facts, **_defaults(path, file.root, shelf)}
    raw = file.read()
    if suffix == CORPUS:
        yield from _corpus(decoded(raw), file.name, defaults, facts.get("audience"))
        return
    if is_slow(suffix, len(raw)):
        content = slow(suffix, raw, currency)
    else:
        content = quick_readers(currency)[suffix](raw)
    beside = _beside(f"{file.name}{SIDECAR}", shelf)
    own = {**(content.fields or {}), **beside.fields}
    yield from from_content(content, defaults, own, file.name, facts.get("audience"))
    unknown = (*content.unknown, *beside.unknown)
    if content.lost or unknown:
        yield Partly(file.name, (*unknown, *content.lost), unknown)


def _unknown_defaults(file: File) -> Iterator[Partly]:
    # Any other mistake in it is named with each document below.
    with suppress(UnreadableDocumentError):
        if unknown := parse(decoded(file.read())).unknown:
            yield Partly(file.name, unknown, unknown)


def _corpus(
    text: str, name: str, defaults: Fields, limit: Field | None
) -> Iterator[Assumed | Partly | Skipped]:
    # Not splitlines: JSON strings may contain other line separators.
    lines = text.split("\n")
    check_lines(len(lines))
    bad = 0
    unknown: dict[str, None] = {}
    for line, written in enumerate(lines, start=1):
        if not written.strip():
            continue
        try:
            found = from_line(written, line, name, defaults, limit)
            unknown |= dict.fromkeys(found.unknown)
            yield found
        except UnreadableDocumentError as error:
            yield Skipped(name, error.located(name))
            bad += 1
        if bad == MAX_BAD_LINES:
            reason = f"{bad} lines of it cannot be read; the rest was left out"
            raise UnreadableDocumentError(reason, line)
    if unknown:
        yield Partly(name, tuple(unknown), tuple(unknown))


def _defaults(path: PurePosixPath, root: str, shelf: _Shelf) -> Fields:
    """Defaults from the folders above, up to its root; the nearest folder wins."""
    fields: Fields = {}
    for above in reversed([one for one in path.parents if one.is_relative_to(root)]):
        fields |= _beside((above / DEFAULTS).as_posix(), shelf).fields
    return fields


def _facts(path: PurePosixPath, shelf: _Shelf) -> Fields:
    """What the source says of the file, or of the ZIP that it is in."""
    fields: Fields = {}
    for one in reversed((path, *path.parents)):
        fields |= _beside(f"{one}{FACTS}", shelf).fields
    return fields


def _beside(name: str, shelf: _Shelf) -> FrontMatter:
    file = shelf.get(name)
    if file is None:
        return FrontMatter({})
    try:
        return parse(decoded(file.read()))
    except UnreadableDocumentError as error:
        # The mistake is in that file, not in the document.
        raise UnreadableDocumentError(error.located(name)) from error
