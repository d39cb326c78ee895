"""Notion's blocks and properties as Markdown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Block = Mapping[str, Any]

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
