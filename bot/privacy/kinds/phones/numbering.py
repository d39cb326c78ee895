"""Looks numbers up in libphonenumber. The only module that imports it."""

import re
from collections.abc import Iterable, Iterator

from phonenumbers import (
    SUPPORTED_REGIONS,
    Leniency,
    NumberParseException,
    PhoneNumber,
    PhoneNumberFormat,
    PhoneNumberMatcher,
    PhoneNumberType,
    format_number,
    is_possible_number,
    is_valid_number,
    number_type,
    parse,
)

_BUSINESS = frozenset(
    {
        PhoneNumberType.TOLL_FREE,  # 080, 1-800
        PhoneNumberType.SHARED_COST,
        PhoneNumberType.UAN,  # 1588-xxxx
        PhoneNumberType.PREMIUM_RATE,
    }
)
# Also numbers that nobody has: documents make some up, such as 1-800-123-4567.
_BUSINESS_FORM = re.compile(r"(?:\+|00)?1?8(?:00|33|44|55|66|77|88)\d{7}|080\d{7,8}|1[568]\d{6}")
_PERSONAL = frozenset(
    {PhoneNumberType.MOBILE, PhoneNumberType.PERSONAL_NUMBER, PhoneNumberType.PAGER}
)
_KOREAN_MOBILE = ("010", "011", "016", "017", "018", "019", "050")
_MOST_TRIES = 2000
"""Candidates in a line that libphonenumber checks."""


def is_korean(number: str) -> bool:
    """Whether this is a valid Korean number."""
    return _valid(number, "KR") is not None


def is_american(number: str) -> bool:
    """Whether this is a valid number of the United States."""
    return _valid(number, "US") is not None


def is_abroad(international: str) -> bool:
    """Whether this is a valid number of any country, written with its code but no plus."""
    return _valid("+" + international, None) is not None


def may_be_abroad(international: str) -> bool:
    """Whether its length is possible in its country, written with its code but no plus."""
    number = _parsed("+" + international, None)
    return number is not None and is_possible_number(number)


def is_business(number: str, region: str = "KR") -> bool:
    """Whether this is a business number: toll-free, shared cost, representative, premium rate."""
    found = _anywhere(number, region)
    if found is not None:
        return number_type(found) in _BUSINESS
    return _BUSINESS_FORM.fullmatch(re.sub(r"[^\d+]", "", number)) is not None


def is_personal(number: str, regions: Iterable[str]) -> bool:
    """Whether this may be a mobile or personal number, read in Korea, the USA or these regions."""
    digits = "".join(sign for sign in number if sign.isdigit())
    at_home = "0" + digits.removeprefix("00").removeprefix("82").lstrip("0")
    if digits.startswith(_KOREAN_MOBILE) or ("82" in digits[:4] and at_home[:3] in _KOREAN_MOBILE):
        return True
    found = (_anywhere(number, one) for one in {"KR", *regions})
    return any(number_type(one) in _PERSONAL for one in found if one)


def is_real(number: str, regions: Iterable[str]) -> bool:
    """Whether this is a valid number in one of these regions, or with a country code."""
    return any(_valid(number, one) is not None for one in ("KR", *regions))


def e164(number: str, region: str = "KR") -> str | None:
    """The E.164 form of a number, such as +8221234567. None if it is not valid."""
    found = _anywhere(number, region)
    return format_number(found, PhoneNumberFormat.E164) if found else None


def is_region(code: str) -> bool:
    """Whether libphonenumber knows this country code: KR, GB …"""
    return code in SUPPORTED_REGIONS


def spans_in(line: str, region: str) -> Iterator[tuple[int, int]]:
    """Yields the spans of a country's numbers in a line, also in national formats."""
    matcher = PhoneNumberMatcher(line, region, leniency=Leniency.VALID, max_tries=_MOST_TRIES)
    yield from ((match.start, match.end) for match in matcher)


# 415-555-0132 is also a valid Korean number without its zero. So only a number with a leading 0 or
# 1 is read as Korean first.
def _anywhere(number: str, region: str) -> PhoneNumber | None:
    korean_first = number.lstrip("(")[:1] in {"0", "1"}
    usual = ("KR", "US") if korean_first else ("US", "KR")
    regions = usual if region in usual else (region, *usual)
    return next((found for one in regions if (found := _valid(number, one))), None)


def _valid(number: str, region: str | None) -> PhoneNumber | None:
    found = _parsed(number, region)
    return found if found and is_valid_number(found) else None


# Not cached: a cache would keep people's numbers in memory.
def _parsed(number: str, region: str | None) -> PhoneNumber | None:
    try:
        return parse(number, region)
    except NumberParseException:
        return None
