"""National phone formats of further countries, as libphonenumber knows them."""

from collections.abc import Iterator

from bot.privacy.entities import EntityType, Hit
from bot.privacy.kinds.phones.numbering import spans_in
from bot.privacy.reading import Reading


def find(reading: Reading) -> Iterator[Hit]:
    """The phone numbers of the countries that the store has named."""
    if not reading.regions:
        return
    # Line by line: the library stops without a word after so many candidates in one text.
    place = 0
    for line in reading.text.splitlines(keepends=True):
        for region in reading.regions:
            for start, end in spans_in(line, region):
                yield Hit(place + start, place + end, EntityType.PHONE, f"phone-{region.lower()}")
        place += len(line)
