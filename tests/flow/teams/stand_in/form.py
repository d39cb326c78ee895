"""What Teams would refuse of a message or a card, as far as that is known."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft6Validator  # type: ignore[import-untyped]  # ships no types

_SCHEMA = Path(__file__).parents[3] / "data" / "adaptive-card.schema.json"
_ROOT = "https://schema.org/Message"
MOST_BYTES = 20_000
MOST_BYTES_OF_A_CARD = 28_000


def faults(activity: dict[str, Any]) -> list[str]:
    """What Teams would refuse of a message, or show otherwise than it is meant."""
    return list(_faults(activity))


def card_faults(card: Any) -> list[str]:
    """What is no Adaptive Card 1.5 that Teams takes."""
    found = [f"{one.json_path}: {one.message[:200]}" for one in _checker().iter_errors(card)]
    return [*found, f"too long: {_bytes(card)}"] if _bytes(card) > MOST_BYTES_OF_A_CARD else found


def cards_in(node: Any) -> Iterator[dict[str, Any]]:
    """Every card in a message or in the answer to an invoke."""
    if isinstance(node, list):
        for item in node:
            yield from cards_in(item)
    elif isinstance(node, dict):
        if node.get("type") == "AdaptiveCard":
            yield node
        else:
            for value in node.values():
                yield from cards_in(value)


def _faults(activity: dict[str, Any]) -> Iterator[str]:
    json.dumps(activity, allow_nan=False)
    if _bytes(activity) > MOST_BYTES:
        yield f"too long: {_bytes(activity)}"
    if "text" in activity and activity.get("textFormat") != "markdown":
        yield "the text is not shown as Markdown"
    if not (activity.get("text") or activity.get("attachments")):
        yield "nothing to see"
    if "suggestedActions" in activity and "attachments" in activity:
        yield "suggested actions beside an attachment are not shown"
    if "feedbackLoopEnabled" in activity.get("channelData", {}):
        yield "two ways of feedback"
    yield from _entity_faults(activity)
    for card in cards_in(activity.get("attachments")):
        yield from card_faults(card)


def _entity_faults(activity: dict[str, Any]) -> Iterator[str]:
    roots = [one for one in activity.get("entities", []) if one.get("type") == _ROOT]
    if len(roots) > 1:
        yield "Multiple root message entities"
    for root in roots:
        if root["@type"] != "Message" or root["additionalType"] != ["AIGeneratedContent"]:
            yield "no label"
        label = root.get("usageInfo")
        if label is not None and not _is_label(label):
            yield f"usageInfo {label}"
        citations = root.get("citation", [])
        if len(citations) > 10 or ("citation" in root and not citations):
            yield f"{len(citations)} citations"
        positions = [one["position"] for one in citations]
        if len(set(positions)) < len(positions):
            yield "a position twice"
        for one in citations:
            yield from _citation_faults(one, activity["text"])


def _is_label(label: dict[str, Any]) -> bool:
    """Whether it names a label of Purview, or has the older name and description."""
    told = [label.get(key) for key in (["@id"] if "@id" in label else ["name", "description"])]
    return label.get("@type") == "CreativeWork" and all(
        isinstance(one, str) and one for one in told
    )


def _citation_faults(citation: dict[str, Any], text: str) -> Iterator[str]:
    position, shown = citation["position"], citation["appearance"]
    where = f"citation {position}"
    if type(position) is not int or f"[{position}]" not in text:
        yield f"{where} has no marker"
    for key, most in (("name", 80), ("abstract", 160)):
        value = shown.get(key)
        if not isinstance(value, str) or not 0 < len(value.strip()) <= most:
            yield f"{where}: {key} is {value!r}"
    words = shown.get("keywords", ["x"])
    if not 0 < len(words) <= 3 or not all(0 < len(one) <= 28 for one in words):
        yield f"{where}: keywords {words}"
    if "url" in shown and not re.fullmatch(r"https?://[!-~]+", shown["url"], re.IGNORECASE):
        yield f"{where}: url {shown['url']}"
    if citation["@type"] != "Claim" or shown["@type"] != "DigitalDocument":
        yield f"{where}: type"


def _bytes(payload: Any) -> int:
    return len(json.dumps(payload, ensure_ascii=False).encode("utf-16-le"))


@cache
def _checker() -> Draft6Validator:
    return Draft6Validator(json.loads(_SCHEMA.read_text(encoding="utf-8")))
