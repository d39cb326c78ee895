"""Makes sections of the articles of Korean rules (제1조), with their supplements and annexes."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from knowledge.read.front_matter import Field, Fields
from knowledge.read.text.stated import first_day

_MARKS = re.compile(r"(?:\s{0,3}#{1,6}\s+|\s*\*\*)?")
_NUMBER = re.compile(r"제\s?\d{1,4}\s?조")
_PART = re.compile(r"제\s?\d{1,3}\s?(?P<kind>[편장절관])(?:의\s?\d{1,2})?(?:\s+[^.。]{1,40})?")
_ARTICLE = re.compile(
    r"(?P<number>제\s?\d{1,4}\s?조(?:의\s?\d{1,2})?)\s*[(（【\[](?P<title>[^()（）【】\[\]]{1,60})[)）】\]]"
    r"\s*(?P<rest>.*)"
)
_BARE_ARTICLE = re.compile(
    r"제\s?\d{1,4}\s?조(?:의\s?\d{1,2})?[.:]?\s+(?!제\s?\d)[가-힣A-Za-z][^.。]{0,28}(?<![다며고은는을를이가의에])"
)
_SUPPLEMENT = re.compile(r"부\s{0,5}칙\s*(?P<about>[<(（〈\[].{1,60}[>)）〉\]])?")
_SPACED = re.compile(r"부\s+칙")
_ANNEX = re.compile(
    r"[\[<(〈【]?\s*(?:별\s?표|별\s?지|붙임)\s*(?:제?\s?\d{1,3}(?:의\d)?\s?호?\s?(?:서식)?)?\s*[\]>)〉】]?"
    r"(?:\s*[^.。]{1,40})?"
)
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_HEADED_ARTICLE = re.compile(r"\s{0,3}#{1,6}\s+제\s?\d{1,4}\s?조")
_PARAGRAPH = re.compile(r"(?<=[.。)\]다])\s+(?=[②-⑳]\s?\S)")
_FORCE = re.compile(r"(?P<when>.{0,80}?)(?:부터|에)\s*(?:시행|적용)(?:한다|합니다|함)")
_AFTER = re.compile(r"후\s*(?P<count>\d{1,3})\s*(?P<unit>개월|년|일)이?\s*(?:경과한|지난)\s*날")
_AT_ONCE = re.compile(r"(?:공포|공표|제정|개정|승인|의결)(?:한|된)?\s*날")
_DAY = re.compile(r"(?:19|20)\d\d\s?[년.\-]")
_HEADED = re.compile(r"\[?\s*시행\s+(?=(?:19|20)\d\d)")
_FEWEST = 2
"""Articles that a text has at least, to be rules in this form."""
_LEVELS = {"편": "#", "장": "##", "절": "###", "관": "###"}


def is_in_articles(text: str) -> bool:
    """Whether a text is rules in articles, none of which has a heading yet."""
    lines = text.split("\n")
    headed = sum(bool(_HEADED_ARTICLE.match(line)) for line in lines)
    return headed < _FEWEST <= sum(bool(_article(line)) for line in lines)


def with_sections(text: str) -> str:
    """Rules in articles with a heading for each chapter, article, supplement and annex."""
    said: list[str] = []
    for line in text.split("\n"):
        parts = [line] if _HEADING.match(line) or "|" in line else [*_headed(line)]
        if len(parts) > 1 or parts[0] != line:
            said += ["", *parts] if said and said[-1] else parts
        else:
            said.append(line)
    return "\n".join(said)


def in_force_from(text: str) -> Fields:
    """The day from which rules in this form are in force, as the newest supplement says."""
    lines = text.split("\n")
    plain = [_MARKS.sub("", line, count=1).strip(" *") for line in lines]
    if sum(bool(_NUMBER.match(line)) for line in plain) < _FEWEST:
        return {}
    for line, written in enumerate(plain, start=1):
        if _HEADED.match(written) and (day := _within(written)):
            return {"effective_from": Field(day, line)}
    newest = max(_supplements(plain), key=lambda one: one[0] or one[2], default=None)
    return {"effective_from": Field(newest[2], newest[1])} if newest else {}


def _article(line: str) -> re.Match[str] | None:
    line = line.strip()
    return _ARTICLE.match(line) or _BARE_ARTICLE.fullmatch(line)


def _headed(line: str) -> Iterator[str]:
    written = line.strip().strip("*").strip()
    if found := _PART.fullmatch(written):
        yield f"{_LEVELS[found['kind']]} {written}"
        yield ""
    elif found := _ARTICLE.match(written):
        yield f"#### {found['number']}({found['title'].strip()})"
        yield ""
        if found["rest"]:
            yield from _paragraphs(found["rest"])
    elif _BARE_ARTICLE.fullmatch(written):
        yield f"#### {written}"
        yield ""
    elif _SUPPLEMENT.fullmatch(written) or (
        _ANNEX.fullmatch(written) and len(written) > len("별표")
    ):
        yield f"## {_SPACED.sub('부칙', written)}"
        yield ""
    else:
        yield from _paragraphs(line)


def _paragraphs(line: str) -> Iterator[str]:
    """Each of an article's paragraphs, ① and so on, as one of its own."""
    for number, part in enumerate(_PARAGRAPH.split(line)):
        if number:
            yield ""
        yield part


def _supplements(lines: list[str]) -> Iterator[tuple[date | None, int, date]]:
    """Each supplement's own day, its line, and the day from which it puts the rules in force."""
    own, line, is_open = None, 0, False
    for number, written in enumerate(lines, start=1):
        if found := _SUPPLEMENT.fullmatch(written):
            own, line, is_open = _within(found["about"] or ""), number, True
        elif is_open and (said := _FORCE.search(written)):
            is_open = False
            if day := _day_of(said, own):
                yield own, line, day


def _day_of(said: re.Match[str], own: date | None) -> date | None:
    """The day that a supplement says, its own, or one so long after its own."""
    if written := _within(said["when"]):
        return written
    after = _AFTER.search(said["when"])
    if own is None or not (after or _AT_ONCE.search(said["when"])):
        return None
    if after is None:
        return own
    count = int(after["count"])
    if after["unit"] == "일":
        return own + timedelta(days=count + 1)
    return _later(own, count * (12 if after["unit"] == "년" else 1)) + timedelta(days=1)


def _later(day: date, months: int) -> date:
    year, month = divmod(day.month - 1 + months, 12)
    last = monthrange(day.year + year, month + 1)[1]
    return date(day.year + year, month + 1, min(day.day, last))


def _within(text: str) -> date | None:
    """The last whole date in a text."""
    days = [first_day(text[found.start() :]) for found in _DAY.finditer(text)]
    return next((day for day in reversed(days) if day), None)
