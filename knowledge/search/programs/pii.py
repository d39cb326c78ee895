"""Removes three kinds of personal data from a text, for programs without rules of their own.

Simple on purpose: names, postal addresses, phone numbers of other countries, cards, and any other
number stay in the text, and a number that only looks like a US phone number goes. The bot has far
more rules (`bot.privacy`); do not rely on these alone where texts are sensitive.
"""

import re

_EMAIL = re.compile(
    r"(?<![\w.%+-])[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*\.[A-Za-z]{2,63}(?![A-Za-z])"
)
# A Korean particle may follow at once: 123-45-6789입니다.
_SSN = re.compile(r"(?<![0-9A-Za-z_-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9A-Za-z_-])")
_SEPARATOR = r"[ .\u00a0\u2010-\u2013-]"
_PHONE = re.compile(
    rf"(?<![0-9A-Za-z_+])(?:\+?1{_SEPARATOR}?)?"
    rf"(?:\([0-9]{{3}}\){_SEPARATOR}?|[0-9]{{3}}{_SEPARATOR}?)"
    rf"[0-9]{{3}}{_SEPARATOR}?[0-9]{{4}}(?![0-9A-Za-z_])"
)
_PLACEHOLDERS = (
    (_EMAIL, "[REDACTED_EMAIL]"),
    # Before phone numbers, which have one more digit.
    (_SSN, "[REDACTED_SSN]"),
    (_PHONE, "[REDACTED_PHONE]"),
)


def redact_pii(text: str) -> str:
    """Replaces email addresses, US phone numbers and Social Security numbers by placeholders."""
    for pattern, placeholder in _PLACEHOLDERS:
        text = pattern.sub(placeholder, text)
    return text
