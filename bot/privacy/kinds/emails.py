"""E-mail addresses, plain or disguised as "name (at) shop (dot) com"."""

import re
from collections.abc import Iterator
from string import ascii_letters, digits

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape

_LONGEST_NAME = 64
_NAME = frozenset(ascii_letters + digits + "_.+%'#&~!$*-")
_MORE_NAME = frozenset("_.!#$%&'*+/=?^`{|}~-")
_NOT_FIRST = ".-'/=*~"
_LABELS = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}"
_DOMAIN = re.compile(_LABELS + r"[A-Za-z]{2,24}(?![A-Za-z0-9_])")
_WORLD_DOMAIN = re.compile(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}(?![A-Za-z0-9_])")
_HOST_NUMBER = re.compile(r"\[[0-9a-fA-F:.]{3,45}\]")
_TEAMS_IDS = frozenset({"thread.skype", "unq.gbl.spaces"})
_COMMON_END = re.compile(
    r"(?i)\.(?:com|net|org|edu|gov|io|co|kr|us|uk|info|biz|me|app|dev|ai|jp|cn|de|fr)$"
)
_BRACKETED = re.compile(
    r"(?<![A-Za-z0-9_])[A-Za-z0-9][\w.+-]{0,63}"
    r" {0,2}[(\[{<] ?(?:at|AT|At|골뱅이|@) ?[)\]}>] {0,2}"
    r"[A-Za-z0-9-]{1,63}"
    r"(?: {0,2}(?:[(\[{<] ?(?:dot|DOT|Dot|점) ?[)\]}>]| dot | 점 |\.) {0,2}[A-Za-z0-9-]{1,63}){1,4}"
)
_SPELLED = re.compile(
    r"(?<![A-Za-z0-9_])(?P<name>[A-Za-z0-9][\w.+-]{0,63}) (?:at|AT|골뱅이) "
    r"[A-Za-z0-9-]{1,63}(?: (?:dot|DOT|점) (?:com|net|org|co|kr|io|edu|gov|uk)){1,3}"
    r"(?![A-Za-z0-9_])"
)
_SNAIL = "골뱅이"  # what Koreans call "@"
_WITH_SNAIL = re.compile(
    r"(?<![A-Za-z0-9_])[A-Za-z0-9][A-Za-z0-9_.+-]{0,63} {0,2}골뱅이 {0,2}"
    r"[A-Za-z0-9-]{1,63}(?: {0,2}(?:\.|점) {0,2}[A-Za-z0-9-]{1,63}){1,4}"
)
_EMAIL_CUE = re.compile(r"(?i)(?:e-?mail|메일|contact)\W{0,12}(?:\w{1,30} ){0,3}$")


def find_emails(reading: NormalisedText) -> Iterator[Span]:
    """Finds e-mail addresses."""
    yield from _plain_addresses(reading.text)
    for shape in _DISGUISED:
        yield from shape.find(reading)
    if _SNAIL in reading.text:
        yield from _SPOKEN.find(reading)


# Searches outwards from each "@": a pattern that starts with the name is quadratic on "aaaa...".
def _plain_addresses(text: str) -> Iterator[Span]:
    at = text.find("@")
    while at != -1:
        span = _around(text, at)
        if span:
            yield Span(*span, EntityType.EMAIL, "email")
        at = text.find("@", at + 1)


def _around(text: str, at: int) -> tuple[int, int] | None:
    spaced = text[at - 1 : at] == " " and text[at + 1 : at + 2] == " "
    name_end, domain_start = (at - 1, at + 2) if spaced else (at, at + 1)
    start = _name_start(text, name_end)
    if start == name_end:
        return None
    end = _domain_end(text, domain_start)
    if end is None or (spaced and not _COMMON_END.search(text[domain_start:end])):
        return None
    return start, end


def _name_start(text: str, end: int) -> int:
    first = max(0, end - _LONGEST_NAME)
    start = end
    while start > first and text[start - 1] in _NAME:
        start -= 1
    if start == end:  # not an ASCII name; Korean ones exist, but rarely: "홍길동@회사.한국"
        while start > first and (text[start - 1].isalnum() or text[start - 1] in _MORE_NAME):
            start -= 1
    while start < end and text[start] in _NOT_FIRST:
        start += 1
    return start


def _domain_end(text: str, start: int) -> int | None:
    match = _DOMAIN.match(text, start) or _WORLD_DOMAIN.match(text, start)
    match = match or _HOST_NUMBER.match(text, start)
    return match.end() if match and match.group() not in _TEAMS_IDS else None


def _looks_spelled(reading: NormalisedText, match: re.Match[str]) -> bool:
    odd_name = any(character in "._" or character.isdigit() for character in match["name"])
    return odd_name or reading.cue(_EMAIL_CUE, match.start(), 30)


_DISGUISED = (
    Shape(EntityType.EMAIL, "email-bracketed", _BRACKETED),
    Shape(EntityType.EMAIL, "email-spelled", _SPELLED, _looks_spelled),
)
_SPOKEN = Shape(EntityType.EMAIL, "email-spoken", _WITH_SNAIL)
