"""Phone numbers in the national formats of further countries, found by libphonenumber."""

from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds.phones.numbering import spans_in
from bot.privacy.reading import NormalisedText


def find_phones_by_country(reading: NormalisedText) -> Iterator[Span]:
    """Finds phone numbers of the countries in the store's settings."""
    if not reading.regions:
        return
    # Line by line: the library silently stops after `_MOST_TRIES` candidates in one text.
    place = 0
    for line in reading.text.splitlines(keepends=True):
        for region in reading.regions:
            for start, end in spans_in(line, region):
                yield Span(place + start, place + end, EntityType.PHONE, f"phone-{region.lower()}")
        place += len(line)
