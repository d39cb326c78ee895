"""Prints changes in colour in a terminal."""

from rich.console import Console
from rich.text import Text

_STYLES = {
    "+ ": "green",
    "- ": "red",
    "~ ": "yellow",
    "> ": "blue",
}
"""Colours by the sign before a document or a sentence."""
_INSIDE = " " * 6
"""Indent of the changes inside a sentence."""
_ARROW = " -> "


def print_changes(text: str) -> None:
    """Prints the output of `storewise diff`, without colour if NO_COLOR is set."""
    console = Console(highlight=False, soft_wrap=True)
    for line in text.split("\n"):
        console.print(_coloured(line))


def _coloured(line: str) -> Text:
    if line.startswith(_INSIDE) and _ARROW in line:
        before, _, after = line.partition(_ARROW)
        return Text.assemble((before, "red"), _ARROW, (after, "bold green"))
    return Text(line, _STYLES.get(line.lstrip()[:2], ""))
