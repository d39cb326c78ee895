"""What a store chooses about its redaction: which kinds, and which contacts are its own."""

from dataclasses import dataclass

from bot.privacy.entities import OPT_IN, EntityType


@dataclass(frozen=True, slots=True)
class Choices:
    """Plain values of the PII_ settings."""

    kinds: frozenset[EntityType] = frozenset(EntityType) - OPT_IN
    """What is taken out."""
    allow: frozenset[str] = frozenset()
    """E-mail addresses, phones and business numbers that documents and answers may show."""
    keep_business_numbers: bool = True
    """Whether toll-free and representative numbers stay in documents."""
    phone_regions: tuple[str, ...] = ()
    """Countries whose national phone formats are found as well, such as GB."""
    default_region: str = "KR"
    """The country of phone numbers without a country's code on the list of what may be shown."""

    def __repr__(self) -> str:
        """In one order, so that equal choices look alike, however they were written."""
        kinds, allow = sorted(self.kinds), sorted(self.allow)
        rest = (self.keep_business_numbers, sorted(self.phone_regions), self.default_region)
        return f"Choices{(','.join(kinds), allow, *rest)}"
