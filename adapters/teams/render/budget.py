"""How much Teams takes, and how much that is."""

import json

MAX_BYTES = 20_000
"""Of a message or a card: some clients and all windows refuse more than 28 KB."""


def size(payload: object) -> int:
    """Bytes of JSON as Teams counts them, in UTF-16."""
    return len(json.dumps(payload, ensure_ascii=False).encode("utf-16-le", "surrogatepass"))
