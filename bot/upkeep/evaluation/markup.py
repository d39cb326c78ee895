"""Makes HTML and SVG in which every text is escaped."""

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
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


def policy_hash(style: str) -> str:
    """Names a page's own style in its Content-Security-Policy."""
    return f"sha256-{b64encode(sha256(style.encode()).digest()).decode()}"


def joined(parts: Iterable[Inside]) -> Html:
    """Joins parts; escapes texts."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def _written(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
