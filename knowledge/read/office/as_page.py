"""Turns the HTML that readers of office formats make into Markdown, like any other page."""

from knowledge.read.content import Content
from knowledge.read.html.page import read_html


def from_page(html: str) -> Content:
    """The content of a page, whose readers write each item as a list of its own."""
    return read_html(f"<div>{html.replace('</ul><ul>', '')}</div>".encode())


def counted(count: int, name: str) -> tuple[str, ...]:
    """How many things were left out, for a report: `2 pictures`; empty if there were none."""
    return (f"{count} {name}{'s' if count > 1 else ''}",) if count else ()
