"""Makes a Document from a file's text and its front matter."""

import json
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Document, Header, header_json
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content, well_formed
from knowledge.read.front_matter import Field, Fields, check_order, from_mapping
from knowledge.read.plain.records import without_labels
from knowledge.read.text.articles import in_force_from, is_in_articles, with_sections


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


def from_content(
    content: Content, defaults: Fields, own: Fields, source: str, limit: Field | None = None
) -> Assumed:
    """Makes the document of a file, for no wider audience than `limit`.

    Raises UnreadableDocumentError.
    """
    given = {**defaults, **own}
    found = {**in_force_from(content.text), **(content.stated or {})}
    stated = {name: field for name, field in found.items() if name not in given}
    try:
        check_order({**stated, **given})
    except UnreadableDocumentError:
        # The day in the text is not that of its front matter's.
        stated.pop("effective_from", None)
    fields = _limited({**stated, **given}, limit)
    check_order(fields)
    document = _document(_in_sections(content), fields, source, named=bool(own), line=None)
    return Assumed(document, assumed=not own, stated=stated)


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
