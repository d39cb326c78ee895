"""What stays in a text although it is an address or a number: the store's own contacts."""

from bot.privacy.entities import EntityType, Hit
from bot.privacy.numbering import e164, is_business
from bot.privacy.reading import Reading, plain
from bot.privacy.shapes import digits_of
from bot.privacy.wire import unwrapped

# Nobody publishes an SSN, an RRN or a card, so no list lets one through.
_MAY_STAY = frozenset({EntityType.EMAIL, EntityType.PHONE})


def stays(hit: Hit, reading: Reading, allowed: frozenset[str]) -> bool:
    """Whether this contact is published: on the list, or a business number in a document."""
    if hit.type not in _MAY_STAY:
        return False
    value = unwrapped(reading.text[hit.start : hit.end])
    if allowed and canonical(value) in allowed:
        return True
    return hit.type is EntityType.PHONE and not reading.strict and is_business(value)


def canonical(value: str) -> str:
    """One spelling for one contact: lower-case e-mail, E.164 phone, else the digits."""
    value = plain(value).strip().lower()
    return value if "@" in value else e164(value) or digits_of(value)
