"""Finds what a document says of itself: its version, the day from which it is in force."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from knowledge.language.values.reading import values
from knowledge.language.values.value import ValueKind
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.front_matter import Field, Fields, from_mapping

_VERSION = re.compile(
    r"(?:\b(?:version|ver\.|rev\.|revision|edition)|버전|판번호|개정번호|개정차수)"
    r"(?:\s?no\.)?\s*[:：.]?\s*(?:v|r|제)?\s*(?P<number>\d{1,4}(?:\.\d{1,4}){0,3})\b(?![.\-/년]\s?\d)",
    re.IGNORECASE,
)
_IN_FORCE = re.compile(
    r"(?:시행\s?일자?|시행|적용\s?일자?|발효\s?일자?|\beffective(?:\s(?:date|from|as of|on))?"
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
