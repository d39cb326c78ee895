"""Makes sections of the articles of Korean rules (제1조), with their supplements and annexes."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from knowledge.language.values.reading import values
from knowledge.language.values.value import ValueKind
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.front_matter import Field, Fields, from_mapping

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


def day_of_change(text: str) -> Fields:
    """The day from which a notice of a change says that the new rules are in force."""
    for line, written in enumerate(text.split("\n"), start=1):
        said = _FORCE.search(written)
        day = next(_days(written), None) or (_within(said["when"]) if said else None)
        if day:
            return {"effective_from": Field(day, line)}
    return {}


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


# Finds what a document says of itself: its version, the day from which it is in force.

_VERSION = re.compile(
    r"(?:\b(?:version|ver\.|rev\.|revision|edition)|버전|판번호|개정번호|개정차수)"
    r"(?:\s?no\.)?\s*[:：.]?\s*(?:v|r|제)?\s*(?P<number>\d{1,4}(?:\.\d{1,4}){0,3})\b(?![.\-/년]\s?\d)",
    re.IGNORECASE,
)
_IN_FORCE = re.compile(
    r"(?:시행\s?일자?|시행|적용\s?일자?|발효\s?일자?|\beffective(?:\s(?:date|from|as of|on))?"
    r"|\btakes? effect(?:\s(?:from|as of|on))?"
    r"|\bin (?:force|effect) (?:from|since|as of)|\bvalid from)\s*[:：]?\s*(?=\S)",
    re.IGNORECASE,
)
_FIELDS = {
    "version": "version revision rev 버전 개정번호",
    "owner": "owner team department 담당 담당부서 부서 소관부서 관리부서",
    "category": "category 분류 카테고리",
    "tags": "tags labels 태그 라벨",
    "effective_from": "effectivefrom effectivedate validfrom startdate 시행일 시행일자 적용일",
    "effective_until": "effectiveuntil validuntil validto expires expirydate 만료일 종료일",
    "review_by": "reviewby reviewdate nextreview 검토일 다음검토일",
    "published_date": "publisheddate published lastupdated 게시일 발행일 개정일",
    "audience": "audience",
}
"""Names that people give to the properties of a page, without blanks and signs."""
_FIELD_OF = {name: field for field, names in _FIELDS.items() for name in names.split()}
_DATES = frozenset("effective_from effective_until review_by published_date".split())
_NO_LETTER = re.compile(r"[\W_]+")
_NEAR = 30
"""Characters behind a label in which its date stands."""
_FULL_DATE = 8
"""Digits of a year, a month and a day."""


def stated_in(text: str) -> Fields:
    """The fields that lines such as a page's header state, for documents without front matter."""
    fields: Fields = {}
    for line, written in enumerate(text.splitlines(), start=1):
        if found := _VERSION.search(written):
            fields.setdefault("version", Field(found["number"], line))
        if day := next(_days(written), None):
            fields.setdefault("effective_from", Field(day, line))
    return fields


def stated_by(properties: Iterable[tuple[str, str]]) -> Fields:
    """The fields that the properties of a page are, by their names; others are no fields."""
    fields: Fields = {}
    for name, value in properties:
        field = _FIELD_OF.get(_NO_LETTER.sub("", name).casefold())
        if field and field not in fields and value.strip():
            fields |= _checked(field, value)
    return fields


def _checked(field: str, value: str) -> Fields:
    day = first_day(value) if field in _DATES else None
    names = [one.strip() for one in value.split(",")] if field == "tags" else None
    try:
        return from_mapping({field: day.isoformat() if day else names or value}, 1).fields
    except UnreadableDocumentError:
        return {}  # what somebody wrote beside a page need not be a field of ours


def _days(line: str) -> Iterator[date]:
    """The days from which something is in force, as a line says."""
    for label in _IN_FORCE.finditer(line):
        near = line[label.end() : label.end() + _NEAR]
        if (day := first_day(near)) is not None:
            yield day


def first_day(text: str) -> date | None:
    """The date at the beginning of a text, with year, month and day."""
    first = next(iter(values(text)), None)
    if first is None or first.kind is not ValueKind.DATE or text[: first.span[0]].strip(" [<("):
        return None
    digits = f"{first.amount:f}"
    if len(digits) != _FULL_DATE:
        return None
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return None
