"""Writes pages from Jinja templates, in which every text is escaped."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def rendered(package: str, **values: Any) -> str:
    """Fills in the `page.html` of a package."""
    return _templates(package).get_template("page.html").render(values)


def styled(package: str, rules: str = "", **values: Any) -> str:
    """Fills in `page.html` with the style of `page.css` and more rules.

    `style_hash` names the style in the page's Content-Security-Policy.
    """
    style = (resources.files(package) / "page.css").read_text(encoding="utf-8") + rules
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return rendered(package, style=Markup(style), style_hash=f"sha256-{digest}", **values)  # noqa: S704 - ours


@cache
def _templates(package: str) -> Environment:
    made = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["percent"] = "{:.0%}".format
    return made
