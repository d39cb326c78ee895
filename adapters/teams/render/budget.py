"""Teams' size limits, and how size is counted."""

import json

MAX_BYTES = 20_000
"""For a message or a card: some clients and all dialogs refuse more than 28 KB."""


def size(payload: object) -> int:
    """Bytes of JSON as Teams counts them, in UTF-16."""
    return len(json.dumps(payload, ensure_ascii=False).encode("utf-16-le", "surrogatepass"))
