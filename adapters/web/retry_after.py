"""Reads how long a server asks to wait."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_NUMBER = re.compile(r"[0-9]{1,30}(?:\.[0-9]{0,30})?")
_LONGEST_S = 1e9
"""Seconds; nobody waits for more, and a later sum cannot overflow."""


def retry_after_s(header: str) -> float | None:
    """Returns the seconds of a Retry-After header, a number or a date; None if it names none."""
    if _NUMBER.fullmatch(header.strip()):
        return min(float(header), _LONGEST_S)
    return _until(header)


def _until(header: str) -> float | None:
    try:
        then = parsedate_to_datetime(header)
        then = then if then.tzinfo else then.replace(tzinfo=UTC)
        return max(0.0, (then - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, LookupError, OverflowError):
        return None
