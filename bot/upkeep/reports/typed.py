"""Reads which report a person asks for in a chat: "gaps 30d", "빠진 규정 30일"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches

from bot.model.kept.records import REPORTS
from bot.texts import Section, Text

_TEXTS = Section("reports")

REPORT_WORDS = ("report", "보고", "보고서", "리포트")
"""The words that ask for a report."""
WHICH = _TEXTS.WHICH
WHICH_PERIOD = _TEXTS.WHICH_PERIOD
EXAMPLE = _TEXTS.EXAMPLE
_USUAL = timedelta(days=30)
_SLIP = 0.75
"""Likeness of two words from which one may be a slip for the other."""
_KOREAN: Mapping[str, str] = {
    **dict.fromkeys(("사용량", "사용", "사용현황", "이용", "이용현황", "현황"), "usage"),
    **dict.fromkeys(
        ("빠진규정", "빠진것", "공백", "누락", "미답변", "답없는질문", "답못한질문"), "gaps"
    ),
    **dict.fromkeys(("평가", "피드백", "의견"), "feedback"),
    **dict.fromkeys(("불일치", "모순", "충돌"), "contradictions"),
    **dict.fromkeys(("잘못된안내", "잘못안내된답변", "잘못안내", "바뀐안내", "정정대상"), "damage"),
}
"""Korean names of the reports, without spaces."""
_KINDS: Mapping[str, str] = {**{kind: kind for kind in REPORTS}, **_KOREAN}
_PERIOD = re.compile(r"([1-9]\d{0,3})(h|d|w|시간|일|주|개월|달)")
_HOURS = {"h": 1, "시간": 1, "d": 24, "일": 24, "w": 168, "주": 168, "개월": 720, "달": 720}
_FILLERS = ("--since", "since", "last", "지난", "최근", "동안", *REPORT_WORDS)


@dataclass(frozen=True, slots=True)
class Asked:
    """A report that is asked for."""

    kind: str
    period: timedelta = _USUAL


def asked_for(text: str) -> Asked | Text:
    """Returns the report that a text asks for, or what to write instead."""
    name, periods = _parted(text)
    kind = _KINDS.get(name)
    if kind is None:
        return WHICH
    if not periods:
        return Asked(kind)
    found = [_PERIOD.fullmatch(one) for one in periods]
    if len(found) > 1 or found[0] is None:
        return WHICH_PERIOD
    return Asked(kind, timedelta(hours=int(found[0][1]) * _HOURS[found[0][2]]))


def is_meant(text: str) -> bool:
    """Whether the words after "report" ask for one: staff may ask how to report a theft."""
    name, _ = _parted(text)
    return not name or bool(get_close_matches(name, _KINDS, 1, _SLIP))


def _parted(text: str) -> tuple[str, list[str]]:
    """The name of a report without spaces, and the words that look like a period."""
    words = [one for one in text.casefold().split() if one not in _FILLERS]
    periods = [one for one in words if one[0].isdigit()]
    return "".join(one for one in words if one not in periods), periods
