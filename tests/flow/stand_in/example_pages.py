"""Examples on the pages for people, and how a reply is held against them.

A line `…` stands for lines that are left out.
"""

import re
from datetime import datetime, tzinfo
from pathlib import Path

_ROOT = Path(__file__).parents[3]
_DAY = datetime(2026, 11, 27, 12)  # noqa: DTZ001 - the zone is the store's


class OnThatDay(datetime):
    """A clock that stands on the day of the examples."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "OnThatDay":
        """Noon."""
        return cls.fromtimestamp(_DAY.replace(tzinfo=tz).timestamp(), tz)


def examples(page: str, mark: str) -> list[tuple[str, str]]:
    """What stands behind the mark in a page's blocks, and the lines below it."""
    text = (_ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(rf"^```\n({re.escape(mark)}.+?)^```$", text, re.DOTALL | re.MULTILINE)
    begins = re.compile(rf"^{re.escape(mark)}", re.MULTILINE)
    shown = [one for block in blocks for one in begins.split(block)[1:]]
    return [(asked, printed) for asked, _, printed in (one.partition("\n") for one in shown)]


def is_shown(printed: str, said: str) -> bool:
    """Whether the lines of a page are what was said."""
    lines = printed.strip().split("\n")
    pattern = (r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in lines)
    return re.fullmatch("".join(pattern), said.strip() + "\n") is not None
