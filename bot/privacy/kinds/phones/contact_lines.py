"""Contact lines of documents: a number there belongs to an organisation, unless a person is near.

In doubt it belongs to a person.
"""

import re

from bot.privacy.entities import Span
from bot.privacy.kinds.phones.contact_words import CUE
from bot.privacy.kinds.phones.numbering import is_personal, is_real
from bot.privacy.kinds.phones.people_near import are_plain, is_beside_a_person, names_a_person
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import digits_of

_BEFORE, _AFTER = 100, 30
"""Characters of the number's own line that are read."""
_CUE_BEFORE, _CUE_AFTER = 60, 20
_SENTENCE_ENDS = re.compile(r"[.;!?](?: |$)")
_AT_HOME = ("us", "kr-", "wire")
"""Rules of forms of Korea and North America."""


def is_published(hit: Span, value: str, reading: NormalisedText, region: str) -> bool:
    """Whether a number stands in a contact line of an organisation, with no person near it."""
    if hit.rule.endswith("bare"):
        return False  # an organisation writes its number in groups
    regions = (region, *reading.regions)
    if is_personal(value, regions) or not (_is_of_home(hit, value) or is_real(value, regions)):
        return False
    text = reading.text
    earliest = max(0, hit.start - _BEFORE)
    first = text.rfind("\n", earliest, hit.start) + 1 or earliest
    last = text.find("\n", hit.end, hit.end + _AFTER)
    before = text[first : hit.start]
    after = text[hit.end : last if last >= 0 else hit.end + _AFTER]
    return (
        _is_contact_line(before, after)
        and not names_a_person(before, after)
        and not is_beside_a_person(text, hit.start, hit.end)
    )


# Other numbers have to be valid: of an invalid one it is unknown whether it is a mobile number.
def _is_of_home(hit: Span, value: str) -> bool:
    return hit.rule.startswith(_AT_HOME) or digits_of(value).startswith(("1", "82"))


def _is_contact_line(before: str, after: str) -> bool:
    near = before[-_CUE_BEFORE:]
    cues = list(CUE.finditer(near))
    if cues:
        return are_plain(near[cues[-1].end() :])
    return CUE.search(_SENTENCE_ENDS.split(after[:_CUE_AFTER])[0]) is not None and are_plain(near)
