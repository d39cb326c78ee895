"""What libphonenumber knows about a number. The one module that imports it."""

from phonenumbers import (
    NumberParseException,
    PhoneNumber,
    PhoneNumberFormat,
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


def is_korean(number: str) -> bool:
    """Whether Korea has such a number."""
    return _valid(number, "KR") is not None


def is_american(number: str) -> bool:
    """Whether the United States have such a number."""
    return _valid(number, "US") is not None


def is_abroad(international: str) -> bool:
    """Whether some country has such a number, written with its code and no plus."""
    return _valid("+" + international, None) is not None


def may_be_abroad(international: str) -> bool:
    """Whether some country has numbers of this length, written with its code and no plus."""
    number = _parsed("+" + international, None)
    return number is not None and is_possible_number(number)


def is_business(number: str) -> bool:
    """Whether a shop publishes such a number: toll-free, shared cost, representative."""
    found = _anywhere(number)
    return found is not None and number_type(found) in _BUSINESS


def e164(number: str) -> str | None:
    """The one spelling of a number, as in +8221234567; None if nobody has it."""
    found = _anywhere(number)
    return format_number(found, PhoneNumberFormat.E164) if found else None


# 415-555-0132 is also a valid Korean number when its zero is left out, so a number without
# Korea's leading 0 or 1 is read as American first.
def _anywhere(number: str) -> PhoneNumber | None:
    korean_first = number.lstrip("(")[:1] in {"0", "1"}
    regions = ("KR", "US") if korean_first else ("US", "KR")
    return _valid(number, regions[0]) or _valid(number, regions[1])


def _valid(number: str, region: str | None) -> PhoneNumber | None:
    found = _parsed(number, region)
    return found if found and is_valid_number(found) else None


# Not cached: a cache would keep people's numbers in memory.
def _parsed(number: str, region: str | None) -> PhoneNumber | None:
    try:
        return parse(number, region)
    except NumberParseException:
        return None
