"""Server-sent events, as a program reads them."""

import json
from typing import Any


def events_of(text: str) -> list[tuple[str, Any]]:
    """The names of the events, and what they say."""
    blocks = text.replace("\r\n", "\n").strip().split("\n\n")
    parts = [block.partition("\n") for block in blocks]
    return [
        (name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for name, _, data in parts
    ]
