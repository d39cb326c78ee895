"""The way in to redaction: takes a text, returns it without personal data."""

import hashlib
import logging
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from bot.model import SafeText
from bot.privacy.choices import MAY_STAY, Choices, canonical, is_allowed
from bot.privacy.detection import hits_in
from bot.privacy.entities import Entity, Profile, Redaction, Span, merged
from bot.privacy.kinds.machines import unwrapped
from bot.privacy.kinds.phones.numbering import is_personal
from bot.privacy.reading import NormalisedText, placeholders
from bot.privacy.shapes import PartialRedaction

REDACTION_VERSION = "6"
"""Raise it when the rules change: the documents are then read again."""

# Seven digits close together, or an e-mail address.
_MAY_HAVE_CONTACT = re.compile(r"\d(?:[^\dA-Za-z]{0,4}\d){6}|@")

# A value may only be found once its neighbour is replaced. Most texts need two rounds.
_MOST_ROUNDS = 4
_FAILED = Redaction(SafeText("[REDACTION_FAILED]"), ())

logger = logging.getLogger(__name__)


class Detector(Protocol):
    """A further engine besides the rules, such as one that knows people's names."""

    @property
    def name(self) -> str:
        """Its name and version. A new name makes the documents be read again."""
        ...

    def __call__(self, text: str, language: str | None) -> Iterable[Entity]:
        """Finds personal data in a text. If it raises anything, the text is withheld."""
        ...


class Redactor:
    """Redacts texts by a store's choices."""

    def __init__(self, choices: Choices | None = None, extra: Sequence[Detector] = ()) -> None:
        """Finds of the extra detectors count only if the store chose their kind."""
        self._choices = choices or Choices()
        self._extra = tuple(extra)
        self._allowed = self._canonical(self._choices.allow)

    @property
    def version(self) -> str:
        """Stored with the index: if rules or choices change, the documents are read again."""
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
        """Replaces each piece of personal data by a placeholder. Never raises.

        The store's own contacts stay in documents. In people's words only those in `allow` stay.
        """
        return self._read(text, language, profile, allow, own=profile is Profile.DOCUMENT)

    def safe(self, text: str) -> SafeText:
        """Redacts a person's words."""
        return self.redact(text).text

    def published(self, text: str) -> SafeText:
        """Redacts a text of the store's documents; its own contacts stay."""
        return self.redact(text, profile=Profile.DOCUMENT).text

    def asked(self, text: str, published: Collection[str]) -> Redaction:
        """Redacts a question; contacts that the documents publish stay, but no mobile number."""
        region = self._choices.default_region
        return self.redact(
            text, allow=[one for one in published if not is_personal(one, (region,))]
        )

    def may_hold_contacts(self, redaction: Redaction) -> bool:
        """Whether a contact was removed that the documents might publish."""
        return not MAY_STAY.isdisjoint(redaction.counts)

    def contacts_in(self, text: str) -> list[tuple[str, str]]:
        """Finds the contacts that stay in a redacted text of a document: kind and normal form."""
        region, found = self._choices.default_region, []
        for line in filter(_MAY_HAVE_CONTACT.search, text.splitlines()):
            reading = NormalisedText.of(line, Profile.DOCUMENT, None, self._choices.phone_regions)
            for one in merged(hits_in(reading, self._choices.kinds & MAY_STAY)):
                value = unwrapped(reading.text[one.start : one.end])
                found.append((str(one.type), canonical(value, region)))
        return found

    def told(self, text: str, contacts: Collection[str] = ()) -> SafeText:
        """Redacts the bot's words; the store's own contacts and these `contacts` stay."""
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
        """Redacts a text. Contacts in `allow` stay, with `own` also the store's own."""
        try:
            allowed = self._canonical(allow) | (self._allowed if own else frozenset())
            return self._redacted(text, language, profile, allowed)
        except Exception as error:  # noqa: BLE001 -- better no text than an unredacted one
            # The type only: a message or a traceback may quote the text.
            logger.error("redaction failed", extra={"error": type(error).__name__})  # noqa: TRY400
            return _FAILED

    def _canonical(self, values: Collection[str]) -> frozenset[str]:
        return frozenset(canonical(one, self._choices.default_region) for one in values)

    def _redacted(
        self, text: str, language: str | None, profile: Profile, allowed: frozenset[str]
    ) -> Redaction:
        draft = PartialRedaction.of(text)
        for _ in range(_MOST_ROUNDS):
            reading = NormalisedText.of(draft.text, profile, language, self._choices.phone_regions)
            hits = [*self._ruled(reading, allowed), *self._detected(draft.text, language)]
            if not hits:
                break
            draft = draft.without(merged(hits))
        return draft.redaction()

    def _ruled(self, reading: NormalisedText, allowed: frozenset[str]) -> list[Span]:
        found = hits_in(reading, self._choices.kinds)
        kept = merged(hit for hit in found if not is_allowed(hit, reading, allowed, self._choices))
        return [_located(hit, reading) for hit in kept]

    def _detected(self, text: str, language: str | None) -> Iterator[Span]:
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
    """Redacts a text by the default choices."""
    return _DEFAULT.redact(text, language, profile=profile, allow=allow)


def safe(text: str) -> SafeText:
    """Redacts a text strictly, by the default choices."""
    return _DEFAULT.safe(text)


def still_safe(text: str) -> SafeText:
    """Marks a text as safe that is made of safe texts, documents and our own words.

    An answer made of it is redacted as a whole before it is shown.
    """
    return SafeText(text)


def _located(hit: Span, reading: NormalisedText) -> Span:
    start, end = reading.original(hit.start, hit.end)
    return replace(hit, start=start, end=end)


def _touches(found: Entity, taken: Sequence[tuple[int, int]]) -> bool:
    return any(found.start < end and start < found.end for start, end in taken)


def _within(found: Entity, text: str) -> Span:
    if not 0 <= found.start < found.end <= len(text):
        raise ValueError("a detector returned a span outside the text")
    return Span(found.start, found.end, found.type, found.rule)
