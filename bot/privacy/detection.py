"""All rules together. Another kind of personal data is a module with `find`, listed here."""

import re
from collections.abc import Callable, Iterator

from bot.privacy import cards, credentials, emails, identity, phones, phones_abroad, wire
from bot.privacy.entities import Hit
from bot.privacy.reading import Reading

Finder = Callable[[Reading], Iterator[Hit]]

_ANYWHERE: tuple[Finder, ...] = (wire.find, emails.find, credentials.find)
_NUMBERS: tuple[Finder, ...] = (phones.find, phones_abroad.find, identity.find, cards.find)

# No number rule matches fewer than six digits close together; most texts have none. A rule that
# goes by words alone belongs to _ANYWHERE.
_SIX_DIGITS = re.compile(r"\d(?:[^\dA-Za-z]{0,4}\d){5}")


def hits_in(reading: Reading) -> Iterator[Hit]:
    """Everything that looks like personal data, overlaps included."""
    finders = _ANYWHERE
    if _SIX_DIGITS.search(reading.text):
        finders += _NUMBERS
    for find in finders:
        yield from find(reading)
