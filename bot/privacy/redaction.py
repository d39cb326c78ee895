"""The one door: text in, text without personal data out."""

import hashlib
import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from bot.model import SafeText
from bot.privacy.allowed import canonical, stays
from bot.privacy.choices import Choices
from bot.privacy.detection import hits_in
from bot.privacy.draft import Draft
from bot.privacy.entities import Entity, Hit, Profile, Redaction, merged
from bot.privacy.reading import Reading, placeholders

REDACTION_VERSION = "4"
"""Another one when the rules change."""

# A value right beside another may show only when that one is gone; the usual text needs two rounds.
_MOST_ROUNDS = 4
_FAILED = Redaction(SafeText("[REDACTION_FAILED]"), ())

logger = logging.getLogger(__name__)


class Detector(Protocol):
    """Another engine beside the rules, such as one that knows people's names."""

    @property
    def name(self) -> str:
        """What it is, with its version: another name has the documents read anew."""
        ...

    def __call__(self, text: str, language: str | None) -> Iterable[Entity]:
        """Where personal data stands in a text. Whatever it raises, the text goes nowhere."""
        ...


class Redactor:
    """Takes personal data out of texts, as a store has chosen."""

    def __init__(self, choices: Choices | None = None, extra: Sequence[Detector] = ()) -> None:
        """Finds of the extra detectors count where their kind is chosen."""
        self._choices = choices or Choices()
        self._extra = tuple(extra)
        self._allowed = self._canonical(self._choices.allow)

    @property
    def version(self) -> str:
        """Kept with the index: when rules or choices change, the documents are read again."""
        names = [detector.name for detector in self._extra]
        made_with = hashlib.sha256(repr((self._choices, names)).encode()).hexdigest()[:8]
        return f"{REDACTION_VERSION}-{made_with}"

    def redact(
        self,
        text: str,
        language: str | None = None,
        *,
        profile: Profile = Profile.STRICT,
        allow: Collection[str] = (),
    ) -> Redaction:
        """The text with a placeholder for each piece of personal data; never raises.

        The store's own contacts stay in documents; in what people write only those in `allow`.
        """
        return self._read(text, language, profile, allow, own=profile is Profile.DOCUMENT)

    def safe(self, text: str) -> SafeText:
        """What a person wrote, without personal data."""
        return self.redact(text).text

    def published(self, text: str) -> SafeText:
        """A text of the store's documents, without personal data but its own contacts."""
        return self.redact(text, profile=Profile.DOCUMENT).text

    def told(self, text: str, contacts: Collection[str] = ()) -> SafeText:
        """What the bot says, with the store's own contacts and those of its sources."""
        return self._read(text, None, Profile.STRICT, contacts, own=True).text

    def _read(
        self,
        text: str,
        language: str | None,
        profile: Profile,
        allow: Collection[str],
        *,
        own: bool,
    ) -> Redaction:
        """The redaction, with these contacts left, and the store's own where they may stay."""
        try:
            allowed = self._canonical(allow) | (self._allowed if own else frozenset())
            return self._redacted(text, language, profile, allowed)
        except Exception as error:  # noqa: BLE001 -- better no text than an unread one
            # The type only: a message or a traceback may quote the text.
            logger.error("redaction failed", extra={"error": type(error).__name__})  # noqa: TRY400
            return _FAILED

    def _canonical(self, values: Collection[str]) -> frozenset[str]:
        return frozenset(canonical(one, self._choices.default_region) for one in values)

    def _redacted(
        self, text: str, language: str | None, profile: Profile, allowed: frozenset[str]
    ) -> Redaction:
        draft = Draft.of(text)
        for _ in range(_MOST_ROUNDS):
            reading = Reading.of(draft.text, profile, language, self._choices.phone_regions)
            hits = [*self._ruled(reading, allowed), *self._detected(draft.text, language)]
            if not hits:
                break
            draft = draft.without(merged(hits))
        return draft.redaction()

    def _ruled(self, reading: Reading, allowed: frozenset[str]) -> list[Hit]:
        found = hits_in(reading, self._choices.kinds)
        kept = merged(hit for hit in found if not stays(hit, reading, allowed, self._choices))
        return [_located(hit, reading) for hit in kept]

    def _detected(self, text: str, language: str | None) -> Iterator[Hit]:
        if not self._extra:
            return
        taken = placeholders(text)
        for detector in self._extra:
            for found in detector(text, language):
                if found.type in self._choices.kinds and not _touches(found, taken):
                    yield _within(found, text)


_DEFAULT = Redactor()


def redact(
    text: str,
    language: str | None = None,
    *,
    profile: Profile = Profile.STRICT,
    allow: Collection[str] = (),
) -> Redaction:
    """The text without personal data, as a store that has chosen nothing has it."""
    return _DEFAULT.redact(text, language, profile=profile, allow=allow)


def safe(text: str) -> SafeText:
    """The text without personal data, by the strict rules of a store that has chosen nothing."""
    return _DEFAULT.safe(text)


def still_safe(text: str) -> SafeText:
    """Words of safe texts, of documents and of our own, put together.

    An answer made of them is redacted as a whole before it is shown.
    """
    return SafeText(text)


def _located(hit: Hit, reading: Reading) -> Hit:
    start, end = reading.original(hit.start, hit.end)
    return replace(hit, start=start, end=end)


def _touches(found: Entity, taken: Sequence[tuple[int, int]]) -> bool:
    return any(found.start < end and start < found.end for start, end in taken)


def _within(found: Entity, text: str) -> Hit:
    if not 0 <= found.start < found.end <= len(text):
        raise ValueError("a detector has found something outside of the text")
    return Hit(found.start, found.end, found.type, found.rule)
