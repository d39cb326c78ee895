"""Brings a question into the form that encoders read, however it was typed."""

import re

_END = re.compile(r"[\s.?!~…。？！]+$")
_LATIN = re.compile(r"\[REDACTED_[A-Z]+\]|(?<![\w-])[A-Za-z][A-Za-z'’]*(?![\w-]*\d)")
"""Words, but not those in a code, such as HM-RF-02."""
_CAPITAL = {
    one.lower(): one
    for one in """I I'm I'd I'll I've Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays January February April June
    July August September October November December Korean English""".split()
}
"""Words that always have a capital."""
_MONTH = re.compile(r"(?<=\d )(?:may|march)\b|\b(?:may|march)(?= \d)")
"""May and March are also verbs, but not beside a number."""
_START = re.compile(r"(?:^|[.?!]\s+)[a-z]")


def as_read(question: str) -> str:
    """The question in lower case, without its final mark: neither changes its meaning."""
    return without_mark(question).lower()


def in_small_letters(text: str) -> str:
    """Lower-cases a text, except sentence starts and words that always have a capital."""
    text = _LATIN.sub(lambda word: _small(word[0]), text)
    text = _MONTH.sub(lambda month: month[0].capitalize(), text)
    return _START.sub(lambda start: start[0].upper(), text)


def without_mark(text: str) -> str:
    """A text without punctuation at its end."""
    return _END.sub("", text)


def _small(word: str) -> str:
    if word.startswith("["):
        return word
    small = word.lower()
    return _CAPITAL.get(small.replace("’", "'"), small)
