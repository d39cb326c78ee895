r"""Drops half surrogate pairs, such as a lone `\ud83d` in JSON, wherever a program sends text.

Half a pair is no character: it can neither be stored, nor logged, nor sent on.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from bot.model.text import whole

_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def whole_json(raw: bytes) -> bytes:
    """Returns JSON without half pairs; what is no JSON stays as it is."""
    if not _ESCAPED.search(raw):
        return raw
    try:
        return json.dumps(whole_values(json.loads(raw)), ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # reported by the next reader
        return raw


def whole_values(value: Any) -> Any:
    """Returns parsed JSON whose names and texts have no half pairs. Raises RecursionError."""
    if isinstance(value, str):
        return value if value.isascii() else whole(value)
    if isinstance(value, Mapping):
        return {whole_values(name): whole_values(one) for name, one in value.items()}
    if isinstance(value, list):
        return [whole_values(one) for one in value]
    return value
