"""A store's choices for redaction: kinds of personal data, and its own contacts."""

from dataclasses import dataclass

from bot.privacy.entities import OPT_IN, EntityType, Span
from bot.privacy.kinds.identity import is_brn
from bot.privacy.kinds.machines import unwrapped
from bot.privacy.kinds.phones.numbering import e164, is_business
from bot.privacy.kinds.phones.people_near import is_published
from bot.privacy.reading import NormalisedText, plain
from bot.privacy.shapes import digits_of


@dataclass(frozen=True, slots=True)
class Choices:
    """Plain values of the PII_ settings."""

    kinds: frozenset[EntityType] = frozenset(EntityType) - OPT_IN
    """The kinds that are redacted."""
    allow: frozenset[str] = frozenset()
    """E-mail addresses, phones and business numbers that documents and answers may show."""
    keep_business_numbers: bool = True
    """Whether toll-free and representative numbers and those of contact lines stay in documents."""
    phone_regions: tuple[str, ...] = ()
    """Further countries whose national phone formats are found, such as GB."""
    default_region: str = "KR"
    """The country of phone numbers in `allow` that have no country code."""

    def __repr__(self) -> str:
        """Sorted, so that equal choices have the same text: it is hashed into a version."""
        kinds, allow = sorted(self.kinds), sorted(self.allow)
        rest = (self.keep_business_numbers, sorted(self.phone_regions), self.default_region)
        return f"Choices{(','.join(kinds), allow, *rest)}"


# Decides which contacts stay in a text: those that the store publishes.

# Nobody publishes an SSN, an RRN or a card number, so a list cannot allow one.
MAY_STAY = frozenset({EntityType.EMAIL, EntityType.PHONE, EntityType.BRN})
"""Kinds of contacts that an organisation publishes."""


def is_allowed(
    hit: Span, reading: NormalisedText, allowed: frozenset[str], choices: Choices
) -> bool:
    """Whether a contact stays: it is on the list, or an organisation's number in a document."""
    if hit.type not in MAY_STAY:
        return False
    value = unwrapped(reading.text[hit.start : hit.end])
    if allowed and canonical(value, choices.default_region) in allowed:
        return True
    kept = choices.keep_business_numbers and not reading.strict and hit.type is EntityType.PHONE
    region = choices.default_region
    return kept and (is_business(value, region) or is_published(hit, value, reading, region))


def canonical(value: str, region: str = "KR") -> str:
    """The normal form of a contact: lower-case e-mail, E.164 phone, else the digits."""
    value = plain(value).strip().lower()
    return value if "@" in value else e164(value, region) or digits_of(value)


def may_be_allowed(value: str, region: str) -> bool:
    """Whether a list may hold this value: an e-mail address, a phone, a business number."""
    name, at, domain = plain(value).strip().partition("@")
    if at:
        return bool(name) and "." in domain.strip(".")
    return e164(plain(value).strip(), region) is not None or is_brn(plain(value))
