"""Makes HTML and SVG in which every text is escaped."""

from collections.abc import Iterable
from html import escape


class Html(str):
    """Markup made by `tag`: the only text that is not escaped."""

    __slots__ = ()


Inside = str | Html
Attribute = str | float | None


def tag(name: str, /, *inside: Inside, **attributes: Attribute) -> Html:
    """Makes an element. `class_` becomes `class`, `aria_label` `aria-label`; None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_written(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name == "input":
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(inside)}</{name}>")


def joined(parts: Iterable[Inside]) -> Html:
    """Joins parts; escapes texts."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def _written(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
