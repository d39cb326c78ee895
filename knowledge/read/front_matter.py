"""Parses front matter strictly; an error names the line."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, get_args

import yaml

from knowledge.model.documents import Audience, Spoken
from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.printable import visible, without_orders


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the front matter, with its line."""

    value: Any
    line: int


Fields = dict[str, Field]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The known fields, and a sentence about each field that is not known and was left out."""

    fields: Fields
    unknown: tuple[str, ...] = ()


_NAMED_HOST = re.compile(r"https?://[^/?#]*[@\\]")
"""An address that hides its host: https://store.example@elsewhere.example."""
_MOST_CHARACTERS = 50_000
"""Twenty lines of front matter have 1,000, a law with attachments 28,000, which take 0.3 s."""
_QUOTED = 60
"""Characters that an error quotes of a wrong value."""
_ALIASES = {
    "valid_from": "effective_from",
    "valid_to": "effective_until",
    # A Header's `source` is its file.
    "source": "corpus",
    "제목": "title",
    "버전": "version",
    "시행일": "effective_from",
    "시행일자": "effective_from",
    "담당부서": "owner",
}
_CLOSE_TO_ACCESS = 0.75
"""How much like `audience` a name must be to be a slip of it: that would open the document."""
_DRAFTS = {("draft", "true"), ("published", "false")}
"""Fields of other programs that keep a page from being published."""
_MOST_UNKNOWN = 20
"""Fields that a report names of one file."""


def parse(text: str, first_line: int = 1) -> FrontMatter:
    """Parses the fields of a YAML text. Raises UnreadableDocumentError."""
    if len(text) > _MOST_CHARACTERS:
        raise UnreadableDocumentError(
            f"the front matter is longer than {_MOST_CHARACTERS:,} characters", first_line
        )
    try:
        root = yaml.compose(text, yaml.SafeLoader)
    except RecursionError as error:
        raise UnreadableDocumentError(
            "the front matter is nested too deeply", first_line
        ) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first_line + mark.line if mark else first_line
        raise UnreadableDocumentError("the front matter is not valid YAML", line) from error
    if root is None:
        return FrontMatter({})
    if not isinstance(root, yaml.MappingNode):
        raise UnreadableDocumentError("the front matter must be `key: value` lines", first_line)
    found = _checked(
        (str(key.value), _plain(value), first_line + key.start_mark.line)
        for key, value in root.value
    )
    check_order(found.fields)
    return found


def from_mapping(values: Mapping[str, Any], line: int) -> FrontMatter:
    """Checks the fields of a JSON record. Raises UnreadableDocumentError."""
    return _checked([(key, value, line) for key, value in values.items()])


def split_off(text: str) -> tuple[FrontMatter | None, str]:
    """Splits a text into its front matter (None if it has none) and the rest."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].strip() != "---":
        return None, text
    for number, line in enumerate(lines[1:], start=2):
        if line.strip() == "---":
            found = parse("".join(lines[1 : number - 1]), first_line=2)
            return found, "".join(lines[number:])
    raise UnreadableDocumentError("the front matter has no closing `---` line", 1)


def _checked(given: Iterable[tuple[str, Any, int]]) -> FrontMatter:
    fields: Fields = {}
    unknown: dict[str, str] = {}
    for key, value, line in given:
        name = _ALIASES.get(key, key)
        if name not in _READ:
            unknown[key] = _not_known(key, value, line)
            continue
        if name in fields:
            raise UnreadableDocumentError(f"`{key}` is given twice", line)
        fields[name] = Field(_READ[name](value, line), line)
    return FrontMatter(fields, tuple(unknown.values())[:_MOST_UNKNOWN])


def _not_known(key: str, value: Any, line: int) -> str:
    """Says that a field is not known. Raises UnreadableDocumentError if it closes a document."""
    if (key, str(value).lower()) in _DRAFTS:
        raise UnreadableDocumentError(f"it is a draft: take `{key}` out to have it read", line)
    shown = visible(key[:_QUOTED])
    near = difflib.get_close_matches(key[:_QUOTED], [*_READ, *_ALIASES], n=1)
    if difflib.get_close_matches(key[:_QUOTED], ["audience"], cutoff=_CLOSE_TO_ACCESS):
        raise UnreadableDocumentError(f"unknown field `{shown}`; did you mean `audience`?", line)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"the field `{shown}` is not known{hint}"


def _plain(node: yaml.Node) -> Any:
    # Scalars stay as written: version 1.10 is not a number, and `_date` checks dates.
    if isinstance(node, yaml.SequenceNode):
        # No field is a list of lists. Ten nested lists of aliases could name 10^10 items.
        return [_single(item) for item in node.value]
    return _single(node)


def _single(node: yaml.Node) -> Any:
    if isinstance(node, yaml.ScalarNode):
        return None if node.tag == "tag:yaml.org,2002:null" else node.value
    return {}


def check_order(fields: Fields) -> None:
    """Raises UnreadableDocumentError if a document ends before it begins."""
    first, last = fields.get("effective_from"), fields.get("effective_until")
    if first and last and first.value and last.value and last.value < first.value:
        raise UnreadableDocumentError(
            f"effective_until {last.value} is before effective_from {first.value}", last.line
        )


def _text(value: Any, line: int) -> str | None:
    if value is None:
        return None
    if isinstance(value, str | int | float):
        return without_orders(str(value)).strip()
    raise UnreadableDocumentError("a single value is expected here", line)


def _required_text(value: Any, line: int) -> str:
    text = _text(value, line)
    if not text:
        raise UnreadableDocumentError("this field must not be empty", line)
    return text


def _date(value: Any, line: int) -> date | None:
    text = _text(value, line)
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UnreadableDocumentError(
            f"`{text[:_QUOTED]}` is no date; write 2026-03-01", line
        ) from error


def _web_address(value: Any, line: int) -> str | None:
    text = _text(value, line)
    if text and not text.startswith(("https://", "http://")):
        raise UnreadableDocumentError("a url begins with https://", line)
    if text and " " in text:
        raise UnreadableDocumentError("a url has no blanks; write %20 for each", line)
    if text and _NAMED_HOST.match(text):
        said = "a url names no user before its host: take out what stands before the @"
        raise UnreadableDocumentError(said, line)
    return text


def _names(value: Any, line: int) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(name for item in values if (name := _text(item, line)))


def _limits(value: Any, line: int) -> tuple[str, ...]:
    names = tuple(name.casefold() for name in _names(value, line))
    return () if "all" in names else names


def _one_of(*allowed: str) -> Callable[[Any, int], str | None]:
    def read(value: Any, line: int) -> str | None:
        text = _text(value, line)
        if text and text not in allowed:
            raise UnreadableDocumentError(
                f"`{text[:_QUOTED]}` is none of {', '.join(allowed)}", line
            )
        return text

    return read


_READ: dict[str, Callable[[Any, int], Any]] = {
    "doc_id": _required_text,
    "title": _required_text,
    "version": _required_text,
    "category": _required_text,
    "store_type": _limits,
    "store": _limits,
    "region": _limits,
    "brand": _limits,
    "language": _one_of(*get_args(Spoken)),
    "effective_from": _date,
    "effective_until": _date,
    "supersedes": _text,
    "audience": _one_of(*Audience),
    "owner": _text,
    "review_by": _date,
    "url": _web_address,
    "published_date": _date,
    "tags": _names,
    "section": _text,
    "corpus": _text,
}
