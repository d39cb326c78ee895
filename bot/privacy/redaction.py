"""The one door: text in, text without personal data out."""

import logging
from collections.abc import Collection
from dataclasses import replace

from bot.model import SafeText
from bot.privacy.allowed import canonical, stays
from bot.privacy.detection import hits_in
from bot.privacy.draft import Draft
from bot.privacy.entities import Hit, Profile, Redaction, merged
from bot.privacy.reading import Reading

REDACTION_VERSION = "1"
"""Kept with the index: when the rules change, the documents are read again."""

# A value right beside another may show only when that one is gone; the usual text needs two rounds.
_MOST_ROUNDS = 4
_FAILED = Redaction(SafeText("[REDACTION_FAILED]"), ())

logger = logging.getLogger(__name__)


def redact(
    text: str,
    language: str | None = None,
    *,
    profile: Profile = Profile.STRICT,
    allow: Collection[str] = (),
) -> Redaction:
    """The text with a placeholder for each piece of personal data; never raises."""
    try:
        return _redacted(text, language, profile, frozenset(map(canonical, allow)))
    except Exception as error:  # noqa: BLE001 -- better no text than an unread one
        # The type only: a message or a traceback may quote the text.
        logger.error("redaction failed", extra={"error": type(error).__name__})  # noqa: TRY400
        return _FAILED


def safe(text: str) -> SafeText:
    """The text without personal data, by the strict rules."""
    return redact(text).text


def _redacted(
    text: str, language: str | None, profile: Profile, allowed: frozenset[str]
) -> Redaction:
    draft = Draft.of(text)
    for _ in range(_MOST_ROUNDS):
        hits = _hits(Reading.of(draft.text, profile, language), allowed)
        if not hits:
            break
        draft = draft.without(hits)
    return draft.redaction()


def _hits(reading: Reading, allowed: frozenset[str]) -> list[Hit]:
    found = merged(hit for hit in hits_in(reading) if not stays(hit, reading, allowed))
    return [_located(hit, reading) for hit in found]


def _located(hit: Hit, reading: Reading) -> Hit:
    start, end = reading.original(hit.start, hit.end)
    return replace(hit, start=start, end=end)
