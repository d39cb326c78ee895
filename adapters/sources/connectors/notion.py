"""Pages of Notion that are shared with an integration, as Markdown."""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus
from typing import Any

from adapters.sources.connector import Facts, Listing, Remote, denied, plain, strange, unknown
from adapters.sources.connectors.web import StatusError, Web, gone, refused
from knowledge.model.errors import SourceError
from knowledge.model.places import Address

_WHAT = "Notion"
_URL = "https://api.notion.com"
_VERSION = "2022-06-28"
_SHARED = "shared"
_ID = re.compile(r"([\da-f]{32})$")
_DEEPEST = 30
_MINUTES = timedelta(minutes=2)
"""Notion writes edits by the minute: a page edited just now may be edited again in that minute."""
_LEAST = (
    "Set NOTION_TOKEN to the secret of an internal integration with Read content, and connect it to"
    " the page: ••• > Connections."
)
_ADDRESS = "Check the address: notion://PAGE_ID, or notion://shared for all pages that are shared."

Block = Mapping[str, Any]


class NotionPages:
    """The pages below one page, or all that are shared with the integration."""

    def __init__(
        self,
        address: Address,
        token: str,
        url: str = _URL,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Raises SourceError if the address names no page."""
        root = _ID.search((address.path or address.host).replace("-", "").lower())
        if root is None and address.host != _SHARED:
            raise unknown(_ADDRESS)
        self._root = root[1] if root else None
        headers = {"Authorization": f"Bearer {token}", "Notion-Version": _VERSION}
        self._web = Web(url, _WHAT, lambda: headers, sleep)
        self._now = now
        self._said: Mapping[int, SourceError] = {
            HTTPStatus.UNAUTHORIZED: denied(_LEAST),
            HTTPStatus.FORBIDDEN: denied(_LEAST),
            HTTPStatus.NOT_FOUND: unknown(_LEAST),
            HTTPStatus.BAD_REQUEST: unknown(_ADDRESS),
        }

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Lists the pages with the times of their last edits."""
        blocks = dict(memory.get("blocks", {}))
        try:
            found = {_id(one["id"]): one for one in self._searched()}
            files = tuple(self._files(found, blocks))
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error
        except (KeyError, TypeError) as error:
            raise strange(_WHAT) from error
        return Listing(files, {"blocks": blocks})

    def read(self, file: Remote) -> bytes:
        """Returns a page as Markdown: its title, its properties, its blocks."""
        try:
            page = self._web.get(f"v1/pages/{file.id}")
            blocks = list(self._blocks(file.id, 0))
        except StatusError as error:
            raise gone(error) or refused(error, self._said, _WHAT) from error
        try:
            is_row = page["parent"]["type"] in ("database_id", "data_source_id")
            lines = [f"# {_title(page)}", *(properties(page) if is_row else [])]
            return "\n\n".join([*lines, as_markdown(blocks)]).encode("utf-8", "replace")
        except (KeyError, TypeError, AttributeError) as error:
            raise strange(_WHAT) from error

    def probe(self) -> None:
        """Asks for the page, or for one that is shared."""
        try:
            if self._root:
                self._web.get(f"v1/pages/{self._root}")
            else:
                self._web.post("v1/search", {"page_size": 1})
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error

    def close(self) -> None:
        """Closes connections."""
        self._web.close()

    def _searched(self) -> Iterator[Mapping[str, Any]]:
        """Pages and databases that are shared."""
        cursor: dict[str, str] = {}
        while True:
            said = self._web.post("v1/search", {"page_size": 100, **cursor})
            yield from _results(said)
            if not said.get("has_more"):
                return
            cursor = {"start_cursor": str(said["next_cursor"])}

    def _files(
        self, found: Mapping[str, Mapping[str, Any]], blocks: dict[str, str]
    ) -> Iterator[Remote]:
        for id_, page in found.items():
            if page.get("object") != "page" or page.get("archived") or page.get("in_trash"):
                continue
            above = self._above(page, found, blocks)
            if above is None:
                continue
            edited = str(page["last_edited_time"])
            yield Remote(
                id=id_,
                path="/".join(plain(title) for title in (*above, _title(page))) + ".md",
                version=self._version(edited),
                facts=Facts(url=str(page.get("url") or "") or None, published=_day(edited)),
            )

    def _above(
        self,
        page: Mapping[str, Any],
        found: Mapping[str, Mapping[str, Any]],
        blocks: dict[str, str],
    ) -> Sequence[str] | None:
        """The titles above a page, from the root on; None if it is not below the root."""
        titles: list[str] = []
        one, is_below = page, self._root is None
        for _ in range(_DEEPEST):
            if _id(one["id"]) == self._root:
                is_below = True
                break
            parent = self._parent(one["parent"], blocks)
            if parent is None or parent not in found:
                is_below = is_below or parent == self._root
                break
            one = found[parent]
            titles.append(_title(one))
        return tuple(reversed(titles)) if is_below else None

    def _parent(self, parent: Mapping[str, Any], blocks: dict[str, str]) -> str | None:
        """The page or database that a page is in, through the columns and toggles around it."""
        for _ in range(_DEEPEST):
            kind = str(parent["type"])
            if kind != "block_id":
                return _id(str(parent[kind])) if kind in ("page_id", "database_id") else None
            block = _id(str(parent["block_id"]))
            if block in blocks:
                return blocks[block] or None
            parent = self._web.get(f"v1/blocks/{block}")["parent"]
            if str(parent["type"]) != "block_id":
                blocks[block] = self._parent(parent, blocks) or ""
        return None

    def _version(self, edited: str) -> str:
        try:
            at = datetime.fromisoformat(edited)
        except ValueError:
            return edited
        now = self._now()
        return f"{edited} {now.isoformat()}" if now - at < _MINUTES else edited

    def _blocks(self, id_: str, deep: int) -> Iterator[Block]:
        """The blocks in a page or block, each with its own below it."""
        cursor = ""
        while True:
            start: dict[str, str] = {"start_cursor": cursor} if cursor else {}
            said = self._web.get(f"v1/blocks/{id_}/children", page_size=100, **start)
            for block in _results(said):
                is_page = str(block.get("type", "")).startswith("child_")
                if block.get("has_children") and not is_page and deep < _DEEPEST:
                    yield {**block, "below": list(self._blocks(_id(block["id"]), deep + 1))}
                else:
                    yield block
            if not said.get("has_more"):
                return
            cursor = str(said["next_cursor"])


def _results(said: Any) -> list[Mapping[str, Any]]:
    results = said.get("results") if isinstance(said, Mapping) else None
    if not isinstance(results, list):
        raise strange(_WHAT)
    return [one for one in results if isinstance(one, Mapping)]


def _id(written: str) -> str:
    return written.replace("-", "").lower()


def _title(one: Mapping[str, Any]) -> str:
    if isinstance(one.get("title"), list):  # a database
        return text_of(one["title"])
    named = one.get("properties") or {}
    titles = (text_of(value["title"]) for value in named.values() if value.get("type") == "title")
    return next(filter(None, titles), "untitled")


def _day(edited: str) -> date | None:
    try:
        return date.fromisoformat(edited[:10])
    except ValueError:
        return None


# Notion's blocks and properties as Markdown.

_LISTED = ("bulleted_list_item", "numbered_list_item", "to_do")
_FILES = ("image", "video", "file", "pdf", "audio", "bookmark", "embed", "link_preview")


def as_markdown(blocks: Sequence[Block], indent: str = "") -> str:
    """Blocks with those below them."""
    parts: list[str] = []
    was_listed = False
    for block in blocks:
        text = _block(block)
        if text is None:
            continue
        is_listed = block.get("type") in _LISTED
        if parts:
            parts.append("\n" if is_listed and was_listed else "\n\n")
        parts.append("\n".join(f"{indent}{line}" if line else "" for line in text.split("\n")))
        was_listed = is_listed
    return "".join(parts)


def text_of(rich: Any) -> str:
    """Rich text without its marks, and without what is struck out."""
    parts = rich if isinstance(rich, list) else []
    return "".join(
        str(one.get("plain_text", ""))
        for one in parts
        if isinstance(one, Mapping) and not (one.get("annotations") or {}).get("strikethrough")
    )


def properties(page: Mapping[str, Any]) -> list[str]:
    """The cells of a database's row, as one list; its title is the page's."""
    named = page.get("properties") or {}
    lines = [
        f"- {name}: {value}"
        for name, cell in named.items()
        if cell.get("type") != "title" and (value := _cell(cell))
    ]
    return ["\n".join(lines)] if lines else []


def _block(block: Block) -> str | None:
    kind = str(block.get("type"))
    write = _WRITERS.get(kind)
    if write:
        return write(block, block.get(kind) or {})
    return _joined(text_of((block.get(kind) or {}).get("rich_text")), _below(block)) or None


def _heading(block: Block, about: Mapping[str, Any]) -> str:
    # One lower than in Notion: the title of the page is the first.
    level = int(str(block["type"])[-1]) + 1
    return _joined(f"{'#' * level} {text_of(about.get('rich_text'))}", _below(block))


def _item(block: Block, about: Mapping[str, Any]) -> str:
    box = {True: "[x] ", False: "[ ] "}[bool(about.get("checked"))]
    mark = "1. " if block["type"] == "numbered_list_item" else "- "
    mark += box if block["type"] == "to_do" else ""
    inside = as_markdown(block.get("below") or [], indent="   ")
    return f"{mark}{text_of(about.get('rich_text'))}" + (f"\n{inside}" if inside else "")


def _quote(block: Block, about: Mapping[str, Any]) -> str:
    text = _joined(text_of(about.get("rich_text")), _below(block))
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _code(block: Block, about: Mapping[str, Any]) -> str:
    return f"```\n{text_of(about.get('rich_text'))}\n```"


def _caption(block: Block, about: Mapping[str, Any]) -> str | None:
    return text_of(about.get("caption")) or None


def _table(block: Block, about: Mapping[str, Any]) -> str | None:
    rows = block.get("below") or []
    cells = [[_in_cell(cell) for cell in row["table_row"]["cells"]] for row in rows]
    if not cells:
        return None
    head, *rest = cells if about.get("has_column_header") else [[""] * len(cells[0]), *cells]
    lines = [head, ["---"] * len(head), *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_WRITERS: Mapping[str, Callable[[Block, Mapping[str, Any]], str | None]] = {
    **dict.fromkeys(("heading_1", "heading_2", "heading_3", "heading_4"), _heading),
    **dict.fromkeys(_LISTED, _item),
    **dict.fromkeys(_FILES, _caption),
    "quote": _quote,
    "code": _code,
    "equation": lambda _, about: str(about.get("expression", "")) or None,
    "table": _table,
}


def _below(block: Block) -> str:
    return as_markdown(block.get("below") or [])


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _in_cell(cell: Any) -> str:
    return text_of(cell).replace("|", "\\|").replace("\n", " ")


def _cell(cell: Mapping[str, Any]) -> str:
    return ", ".join(_values(cell.get(str(cell.get("type")))))


def _values(value: Any) -> Iterator[str]:
    """The words of a cell of any type."""
    if isinstance(value, list):
        rich = text_of(value)
        yield from [rich] if rich else (word for one in value for word in _values(one))
    elif isinstance(value, Mapping):
        if value.get("type") in value:  # a formula, a rollup
            yield from _values(value[value["type"]])
        elif value.get("start"):
            yield "–".join(str(value[name]) for name in ("start", "end") if value.get(name))
        elif value.get("name"):
            yield str(value["name"])
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif value is not None:
        yield str(value)
