"""A store's choices for redaction: kinds of personal data, and its own contacts."""

from dataclasses import dataclass

from bot.privacy.entities import OPT_IN, EntityType


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
