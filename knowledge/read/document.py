"""Makes a Document from a file's text and its front matter."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path

from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Document, Header, header_json
from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.report import Stated
from knowledge.model.versions import natural, version_before
from knowledge.read.comparisons import amended, sides
from knowledge.read.content import Content, well_formed
from knowledge.read.front_matter import Field, Fields, check_order, from_mapping
from knowledge.read.plain.records import without_labels
from knowledge.read.text.articles import (
    day_of_change,
    in_force_from,
    is_in_articles,
    with_sections,
)
from knowledge.split.samples import samples_in


@dataclass(frozen=True, slots=True)
class Assumed:
    """A document, and what of its front matter was taken from its text."""

    document: Document
    assumed: bool
    """Whether its title and language were."""
    stated: Fields
    """Fields that no front matter has, but the text."""
    unknown: tuple[str, ...] = ()
    """A sentence about each field that is not known."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Old and new text of each row, where the document compares them."""


_OF_ONE_VERSION = frozenset("version effective_from effective_until supersedes".split())
"""Fields of the new rules that are not those of the rules before them."""


def from_content(
    content: Content, defaults: Fields, own: Fields, source: str, limit: Field | None = None
) -> Iterator[Assumed]:
    """Makes the document of a file, for no wider audience than `limit`.

    Two of one that compares old and new rules: the version in force, and the one before it.
    Raises UnreadableDocumentError.
    """
    found = {**in_force_from(content.text), **(content.stated or {})}
    compared = sides(content)
    if compared is None:
        yield _assumed(content, found, defaults, own, source, limit)
        return
    day = {"effective_from": Field(compared.day, 1)} if compared.day else {}
    new = {**day_of_change(compared.new.text), **day, **found}
    new.setdefault("version", Field("2", 1))
    newer = _assumed(compared.new, new, defaults, own, source, limit)
    said = Field(f"a comparison, {compared.heads}", 1)
    yield replace(newer, stated={**newer.stated, "read as": said}, pairs=compared.pairs)
    version = {"version": Field(version_before(newer.document.header.version), 1)}
    older_defaults, older_own = (
        {name: field for name, field in one.items() if name not in _OF_ONE_VERSION}
        for one in (defaults, own)
    )
    older = _assumed(compared.old, version, older_defaults, older_own, source, limit)
    yield replace(older, stated={}, pairs=compared.pairs)


def _assumed(
    content: Content,
    found: Fields,
    defaults: Fields,
    own: Fields,
    source: str,
    limit: Field | None,
) -> Assumed:
    """The document; what its text says of itself counts where no front matter does."""
    given = {**defaults, **own}
    stated = {name: field for name, field in found.items() if name not in given}
    try:
        check_order({**stated, **given})
    except UnreadableDocumentError:
        # The day in the text is not that of its front matter's.
        stated.pop("effective_from", None)
    fields = _limited({**stated, **given}, limit)
    check_order(fields)
    document = _document(_in_sections(content), fields, source, named=bool(own), line=None)
    unquoted = {} if content.records else samples_in(content.text)
    if unquoted:
        said = ", ".join(f"{kind} × {count}" for kind, count in unquoted.items())
        stated["never quoted"] = Field(said, 1)
    return Assumed(document, assumed=not own, stated=stated)


def with_full_texts(every: Sequence[Assumed]) -> tuple[list[Assumed], list[Stated]]:
    """The documents, without comparisons of rules whose full text is among them.

    Such a comparison makes another version of the full text, and is named.
    """
    kept = [*every]
    named: list[Stated] = []
    for newer, older in pairwise(every):
        if not newer.pairs or newer.pairs is not older.pairs:
            continue
        full, others = _with_other_version(kept, newer.document.header, newer.pairs)
        if full is None:
            continue
        kept = [*(one for one in others if one.pairs is not newer.pairs)]
        said = f"read as: what changed in {full.header.source}"
        named.append(Stated(newer.document.header.source, (said,)))
    return kept, named


def _with_other_version(
    every: Sequence[Assumed], header: Header, pairs: Sequence[tuple[str, str]]
) -> tuple[Document | None, list[Assumed]]:
    """The full text of rules that a comparison changes, and all documents with its other version.

    It has the new texts, or the old ones; None if no document has either.
    """
    before, after = [(new, old) for old, new in pairs], pairs
    full = [one for one in every if not (one.pairs or one.document.records)]
    full = [one for one in full if _is_alike(one.document.header, header)]
    for texts in (before, after):
        found = [(one, content) for one in full if (content := _amended(one.document, texts))]
        if not found:
            continue
        one, content = max(found, key=lambda pair: natural(pair[0].document.header.version))
        own, others = one.document, [*every]
        if texts is before and own.header.effective_from is None:
            dated = replace(own, header=replace(own.header, effective_from=header.effective_from))
            others[others.index(one)] = replace(one, document=dated)
        versions = [other for other in every if other.document.header.doc_id == own.header.doc_id]
        if texts is after or len(versions) == 1:
            other = _version(own.header, header if texts is after else None)
            made = Document(other, content.text, content.pages)
            others.append(Assumed(made, assumed=False, stated={}))
        return own, others
    return None, [*every]


def _is_alike(one: Header, other: Header) -> bool:
    return (one.language, one.audience, one.reach) == (other.language, other.audience, other.reach)


def _amended(document: Document, texts: Sequence[tuple[str, str]]) -> Content | None:
    return amended(Content(document.text, document.pages), texts)


def _version(full: Header, newer: Header | None) -> Header:
    """The version of a full text after a comparison's changes; without one, that before them."""
    version, day = version_before(full.version), None
    if newer:
        later = natural(newer.version) > natural(full.version)
        version = newer.version if later else f"{full.version}.1"
        day = newer.effective_from
    return replace(full, version=version, effective_from=day, effective_until=None, supersedes=None)


def _in_sections(content: Content) -> Content:
    """The text with headings for the articles of Korean rules, page by page."""
    if content.records or not is_in_articles(content.text):
        return content
    if not content.pages:
        return replace(content, text=with_sections(content.text))
    ends = [*content.pages[1:], len(content.text)]
    pages = [
        with_sections(content.text[start:end])
        for start, end in zip(content.pages, ends, strict=True)
    ]
    starts = [0, *accumulate(len(page) for page in pages[:-1])]
    return replace(content, text="".join(pages), pages=tuple(starts))


def from_line(
    written: str, line: int, source: str, defaults: Fields, limit: Field | None = None
) -> Assumed:
    """Makes the document of a corpus line: id, title, text and any front matter."""
    try:
        record = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise UnreadableDocumentError("this line is no valid JSON", line) from error
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise UnreadableDocumentError("a line must be an object with `id`, `title`, `text`", line)
    text = record.pop("text")
    doc_id = record.pop("id", None) or f"{source}:{line}"
    if record.get("title", text) is None:
        record["title"] = doc_id
    own = from_mapping({"doc_id": doc_id, **record}, line)
    fields = _limited({**defaults, **own.fields}, limit)
    check_order(fields)
    document = _document(Content(text), fields, source, named=True, line=line)
    return Assumed(document, assumed=False, stated={}, unknown=own.unknown)


def _limited(fields: Fields, limit: Field | None) -> Fields:
    """Narrows the audience to that of a source elsewhere; widens none."""
    if limit is None or limit.value is None:
        return fields
    said = fields.get("audience")
    audiences = (Audience(one.value) for one in (said, limit) if one and one.value)
    narrowest = max(audiences, key=list(Audience).index)
    return {**fields, "audience": Field(narrowest.value, (said or limit).line)}


def _document(
    content: Content, fields: Fields, source: str, *, named: bool, line: int | None
) -> Document:
    values = {name: field.value for name, field in fields.items() if field.value is not None}
    title = values.pop("title", None) or (None if named else content.title)
    if title is None and named:
        raise UnreadableDocumentError("`title` is missing", line or 1)
    text = well_formed(content.text)
    if not text.strip():
        raise UnreadableDocumentError("there is no text in it", line)
    header = Header(
        doc_id=values.pop("doc_id", None) or Path(source).with_suffix("").as_posix(),
        title=well_formed(title or Path(source).stem),
        source=source,
        language=values.pop("language", None)
        or language_of(without_labels(text) if content.records else text),
        store_types=values.pop("store_type", ()),
        stores=values.pop("store", ()),
        regions=values.pop("region", ()),
        brands=values.pop("brand", ()),
        **values,
    )
    try:
        header_json(header).encode()
    except UnicodeEncodeError as error:
        raise UnreadableDocumentError("a field holds half of a character", line) from error
    return Document(header, text, content.pages, content.records)
