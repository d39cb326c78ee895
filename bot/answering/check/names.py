"""Rejects a sentence with a name that neither its quotes, their headings nor the question have."""

import re
from collections.abc import Iterator

from bot.answering.check.claim import Claim
from knowledge.language.korean import sounds
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import foreign_names, language_of, query_terms, terms

_LETTER = "A-Za-zÀ-ÖØ-öø-ɏ"
_TOKEN = re.compile(rf"[{_LETTER}][{_LETTER}\d]*(?:[-'&./][{_LETTER}\d]+)*")
_BEGINS = re.compile(r"(?:^|[.!?:;·•|(\[]|\s-)[\s\"'(\[]*$")
"""Matches the text before the first word of a sentence, a list item or a table cell."""
_MONTHS = (
    "january february march april may june july august september october november december jan feb "
    "mar apr jun jul aug sep sept oct nov dec"
)
_NO_NAMES = frozenset(f"{_MONTHS} mr mrs ms dr am pm ok vs etc only never always must".split())
"""Months are values. The others are often written in capitals."""
_WEEK = (
    (r"mondays?", r"mon", "월"),
    (r"tuesdays?", r"tues?", "화"),
    (r"wednesdays?", r"wed", "수"),
    (r"thursdays?", r"thu(?:rs?)?", "목"),
    (r"fridays?", r"fri", "금"),
    (r"saturdays?", r"sat", "토"),
    (r"sundays?", r"sun", "일"),
)
_DAYS = tuple(
    (
        LazyPattern(rf"\b{name}\b|{syllable}요일"),
        LazyPattern(
            rf"\b(?:{name}|{short})\b|{syllable}요일|(?<![가-힣\d]){syllable}(?![가-힣\d])"
        ),
    )
    for name, short, syllable in _WEEK
)
"""For each weekday: its full name, searched in the sentence, and all its forms, for the sources."""
_IN_QUOTES = re.compile(
    r"\"([^\"]{2,80})\"|(?<!\w)'([^']{2,80})'(?!\w)|[「『《〈]([^」』》〉]{2,80})[」』》〉]"
)
_LONGEST_SHORT_FORM = 5
"""Letters of an abbreviation at most."""
_SHORTEST_JOINED = 4
"""Letters of a name from which it is also searched for without spaces and hyphens."""


def name_not_quoted(claim: Claim) -> bool:
    """Whether a sentence has a name, a quoted title or a weekday that no source of it has."""
    return (
        any(not is_known(name, claim) for name in _names(claim))
        or any(_joined(said) not in _joined(claim.around) for said in _in_quotes(claim.text))
        or any(said.search(claim.text) and not known.search(claim.around) for said, known in _DAYS)
    )


def _names(claim: Claim) -> Iterator[str]:
    """Yields the names: capitalised words of an English sentence, Latin words of a Korean one."""
    spans = [value.span for value in claim.values]
    korean = language_of(claim.text) == "ko"
    matches = list(_TOKEN.finditer(claim.text))
    for number, match in enumerate(matches):
        name = match[0]
        if any(start < match.end() and match.start() < end for start, end in spans):
            continue
        if len(name) == 1 or not query_terms(name) or name.lower() in _NO_NAMES:
            continue
        if any(day.fullmatch(name) for day, _ in _DAYS):
            continue
        if korean or (name != name.lower() and not _may_begin(claim, matches, number)):
            yield name


def _may_begin(claim: Claim, matches: list[re.Match[str]], number: int) -> bool:
    """Whether a word may have its capital only because it begins a sentence."""
    name, start = matches[number][0], matches[number].start()
    if name[1:] != name[1:].lower() or not _BEGINS.search(claim.text[:start]):
        return False
    following = matches[number + 1] if number + 1 < len(matches) else None
    if following is None or claim.text[matches[number].end() : following.start()] != " ":
        return True
    # "Galaxy Buds" begins with a name; so does "Silver members" where the quote has Gold members.
    return not (following[0][0].isupper() or _stands_behind_name(following[0], claim.around))


def _stands_behind_name(word: str, text: str) -> bool:
    if not query_terms(word):
        return False
    names = re.findall(r"(?<=[a-z,] )([A-Z][a-z]+)\b", text)
    return any(re.search(rf"\b{name} {re.escape(word)}\b", text) for name in names)


def is_known(name: str, claim: Claim) -> bool:
    """Whether a source has the name: also joined, abbreviated, or in the other alphabet."""
    parts = [term for term in terms(name) if len(term) > 1]
    if all(part in claim.available for part in parts):
        return True
    if len(name) >= _SHORTEST_JOINED and _joined(name) in _joined(claim.around):
        return True
    if name.isupper() and len(name) <= _LONGEST_SHORT_FORM and _is_short_for(name, claim.around):
        return True
    return _sounds_known(name, claim.around)


def _is_short_for(name: str, text: str) -> bool:
    """Whether a text has the words behind an abbreviation: ID for identification, VIP."""
    words = [match[0].lower() for match in _TOKEN.finditer(text)]
    initials = "".join(word[0] for word in words)
    return name.lower() in initials or any(word.startswith(name.lower()) for word in words)


def _sounds_known(name: str, text: str) -> bool:
    """Whether the text has the name in Hangul: 골드 for Gold."""
    sound = sounds.consonants(name)
    hangul = (
        [one for one in _hangul_words(text) if sounds.consonants(one) == sound] if sound else []
    )
    return bool(sounds.alike(name, hangul)) if hangul else False


def _hangul_words(text: str) -> list[str]:
    return [*foreign_names(text), *re.findall("[가-힣]{2,}", text)]


def _in_quotes(text: str) -> Iterator[str]:
    for match in _IN_QUOTES.finditer(text):
        yield next(group for group in match.groups() if group)


def _joined(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
