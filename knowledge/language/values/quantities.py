"""Reads durations, amounts and counts: a number in figures or words, with its unit."""

import re
from collections.abc import Iterator
from decimal import Decimal

from knowledge.language.en import figures as en
from knowledge.language.ko import figures as ko
from knowledge.language.patterns.digits import DIGITS
from knowledge.language.values.atom import Atom, Form
from knowledge.language.values.identifiers import verbatim
from knowledge.language.values.units import UNITS, Unit, degrees_behind, unit_behind
from knowledge.language.values.value import ValueKind

_GUARD = re.compile(r"\s?(?:간|이내|안에|동안|전|후|뒤|내에?|이상|이하|미만|초과)")
"""Words after an ambiguous number, which prove that it is one: 삼일 이내; not 삼일절, 오일."""
_NO_MONEY = re.compile(r"\s?(?:버스|지하철|열차|전철|관중|사례)")
"""Words after a 만원 that is not money: 만원 버스 is a crowded bus."""
_BAND = re.compile(r"대(?:(?![가-힣])|(?=[의로에를까이는은가]))")
_SCALE_WORD = re.compile(rf"\s({en.ENGLISH_SCALE})\b", re.IGNORECASE)
_GLUED = re.compile(r"\d{1,8}[a-z][a-z\d]{0,15}", re.IGNORECASE)
"""A number with letters that are not a unit: 5G, 24k."""

_SINO_PAIR = re.compile("이삼|삼사|사오|오륙|육칠|칠팔|팔구")
_UP_TO_1000S = (
    "(?:[일이삼사오육칠팔구]?천)?(?:[일이삼사오육칠팔구]?백)?(?:[일이삼사오육칠팔구]?십)?"
)
_UP_TO_9999 = rf"{_UP_TO_1000S}[일이삼사오육칠팔구]?"
_SINO_FORMED = re.compile(
    rf"(?:{_UP_TO_9999}억\s?)?(?:{_UP_TO_9999}만\s?)?{_UP_TO_9999}(?:\s[일이삼사오육칠팔구십백천]+)?"
)
_SINO_UNITS = "원 개월 영업일 년 일 주일 주 퍼센트 프로 달러 시간 분 세 명 개 회 포인트".split()
_SAFE_UNITS = frozenset({"개월", "년", "퍼센트", "영업일"})
_SAFE_SCALED = frozenset({"원", "개월", "퍼센트", "달러", "영업일", "포인트", "명"})
_OTHER_WORDS = frozenset({"만일", "오일", "만세", "만회"})
_NATIVE_NEAR = "시간 달 개월 명 번 개 가지 살 잔 병 주일 사람".split()
"""Units that may follow a native number without a space: 두달; but 세대 is a household."""
_PERSON = Unit(ValueKind.COUNT, "person")
_SHARES = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_HUNDRED = Decimal(100)


def _figures(match: re.Match[str]) -> Atom | None:
    figure, end = match["figure"], match.end()
    amount, scale = ko.figure(figure)
    word = _SCALE_WORD.match(match.string, end)
    if word:
        scale = en.english(word[1])
        amount, end = amount * scale, word.end()
    amount = -amount if match["minus"] else amount
    sign = match["sign"].strip().lower() if match["sign"] else ""
    unit, written, unit_end = degrees_behind(match.string, end) or unit_behind(match.string, end)
    if (
        not written
        and match.string[end : end + 1].isascii()
        and match.string[end : end + 1].isalpha()
    ):
        glued = _GLUED.match(match.string, match.start("figure"))
        return verbatim(glued) if glued else None
    if sign:
        unit, unit_end = UNITS[sign], max(end, unit_end if unit.kind is ValueKind.MONEY else end)
    atom = _counted(amount, unit, written, scale=scale, end=unit_end)
    band = _BAND.match(match.string, unit_end) if unit.kind is ValueKind.MONEY else None
    return atom._replace(high=_end_of_band(amount), end=band.end()) if band else atom


def _end_of_band(amount: Decimal) -> Decimal:
    """1만원대 goes up to 19,999 won, 15만원대 up to 159,999."""
    digits = str(int(amount))
    return amount + Decimal(10) ** (len(digits) - len(digits.rstrip("0"))) - 1


def _counted(
    amount: Decimal,
    unit: Unit,
    word: str = "",
    *,
    high: Decimal | None = None,
    scale: Decimal = Decimal(1),
    end: int = 0,
) -> Atom:
    high = None if high is None else high * unit.factor
    return Atom(unit.kind, amount * unit.factor, unit.name, high, word.lower(), scale, end=end)


def _sino(match: re.Match[str]) -> Atom | None:
    for figure, word, end in _sino_cuts(match):
        guarded = bool(_GUARD.match(match.string, end))
        if _SINO_PAIR.fullmatch(figure):
            low, high = (ko.korean(digit) for digit in figure)
            return _counted(low, UNITS[word], word, high=high, end=end)
        if _SINO_FORMED.fullmatch(figure) and _is_number(figure, word, guarded=guarded):
            spaced = match.string[match.start() + len(figure)] == " "
            if spaced and f"{figure}{word}" == "이주일":
                return None
            if word == "원" and _NO_MONEY.match(match.string, end):
                return None
            return _counted(ko.korean(figure), UNITS[word], word, end=end)
    return None


def _sino_cuts(match: re.Match[str]) -> Iterator[tuple[str, str, int]]:
    """The ways to split 이십일일 into a number and a unit, the longest number first."""
    run, text = match["figure"], match.string
    for cut in range(len(run), 0, -1):
        place = match.start() + cut
        if cut == len(run) and text[place : place + 1] == " ":
            place += 1
        _, word, end = unit_behind(text, place, spaced=False, only=_SINO_UNITS)
        if word:
            yield run[:cut], word, end


def _is_number(figure: str, word: str, *, guarded: bool) -> bool:
    """Whether an ambiguous word, such as 구분 or 만일, is a number here."""
    if f"{figure}{word}" in _OTHER_WORDS:
        return False
    if word == "원":
        return any(char in figure for char in "백천만억")
    if word == "주일" or len(figure) > 1:
        return True
    digit = figure in "일이삼사오육륙칠팔구"
    return word in (_SAFE_UNITS if digit else _SAFE_SCALED) or guarded


def _native(match: re.Match[str]) -> Atom | None:
    text, end = match.string, match.end()
    if text[end : end + 1] == " ":
        unit, word, end = unit_behind(text, end + 1, spaced=False)
    else:
        unit, word, end = unit_behind(text, end, spaced=False, only=_NATIVE_NEAR)
    low, high = ko.native(match["tally"])
    unit = _PERSON if word == "분" else unit
    return _counted(low, unit, word, high=high, end=end) if word > "z" else None


def _english(match: re.Match[str]) -> Atom | None:
    unit, word, end = unit_behind(match.string, match.end())
    if not word:
        return None
    high = en.english(match["more"]) if match["more"] else None
    return _counted(en.english(match["words"]), unit, word, high=high, end=end)


def _article(match: re.Match[str]) -> Atom:
    word = " ".join(match["english"].lower().split())
    part = (match["part"] or "").lower()
    quarters = 4 if not part else 2 if part == "half" else 3 if part.startswith("three") else 1
    return _counted(Decimal(quarters) / 4, UNITS[word], word)


def _share(match: re.Match[str]) -> Atom:
    if match["nth"]:
        top, bottom = en.english(match["share"]), Decimal(_SHARES[match["nth"].lower()])
    else:
        top, bottom = (ko.korean(match[name]) for name in ("top", "bottom"))
    return Atom(ValueKind.PERCENT, round(top * _HUNDRED / (bottom or 1), 4), "%")


def _ordinal(match: re.Match[str]) -> Atom:
    return Atom(ValueKind.NUMBER, Decimal(match["figure"]), "th")


_DAYS_IN_WORDS = (
    "하루 1, 이틀 2, 사흘 3, 나흘 4, 닷새 5, 엿새 6, 일주일 7, 열흘 10, 보름 15, 당일 0, 익일 1, "
    "이튿날 1, 다음날 1, 다음 날 1, same day 0, next day 1, following day 1, a fortnight 14"
)
_WORDS = {
    word: Atom(ValueKind.DURATION, int(days) * UNITS["일"].factor, "second", word=word)
    for word, days in (one.rsplit(" ", 1) for one in _DAYS_IN_WORDS.split(", "))
}
_WORDS |= dict.fromkeys(("반년", "half a year"), Atom(ValueKind.DURATION, Decimal(6), "month"))
_WORDS |= dict.fromkeys(
    ("반값", "절반", "half price", "half the price", "half off"),
    Atom(ValueKind.PERCENT, Decimal(50), "%"),
)
_WORDS |= dict.fromkeys(
    ("다음 영업일", "다음영업일", "익영업일", "next business day", "next working day"),
    Atom(ValueKind.BUSINESS_DAYS, Decimal(1), "day"),
)
_WORDS |= {"twice": Atom(ValueKind.COUNT, Decimal(2), "time")}
_LONGEST_FIRST = sorted(_WORDS, key=len, reverse=True)
_KOREAN_WORDS = "|".join(word for word in _LONGEST_FIRST if word > "z")
_ENGLISH_WORDS = "|".join(word.replace(" ", r"[\s-]") for word in _LONGEST_FIRST if word < "z")


def _word(match: re.Match[str]) -> Atom:
    return _WORDS[re.sub(r"[\s-]+", " ", match.group().lower())]


_FIGURE = rf"(?P<figure>{ko.KOREAN_SCALED}|{DIGITS})"
FIGURES = (
    Form(r"(?P<bottom>\d{1,3})분의\s?(?P<top>\d{1,3}(?!\d)|[일이삼사])(?P<nth>)", _share),
    Form(r"(?P<top>\d)⁄(?P<bottom>\d)(?P<nth>)", _share),
    Form(r"(?<!\d)(?P<figure>\d{1,3})(?:st|nd|rd|th)\b", _ordinal),
    Form(rf"(?P<minus>(?<![\w)\]])-)?(?P<sign>[₩$€£¥])?(?<!\d){_FIGURE}", _figures),
)
KOREAN = (
    Form(rf"(?P<minus>영하)\s?(?P<sign>){_FIGURE}", _figures),
    Form(rf"(?P<minus>)(?P<sign>)만\s?(?=\d{{1,3}}\s?[세살]){_FIGURE}", _figures),
    Form(r"(?P<bottom>[이삼사오십])분의\s?(?P<top>[일이삼사])(?P<nth>)", _share),
    Form(
        rf"(?:{_KOREAN_WORDS})"
        r"(?=(?![가-힣])|[은는이가을를의에로도만간과까부후전내안중쯤씩뿐]|입니|예요|인[데가지]|정도|마다)"
        r"(?!\s?(?:종일|빨리))",
        _word,
    ),
    Form(rf"(?P<figure>{ko.SINO})", _sino),
    Form(rf"(?P<tally>{ko.NATIVE})", _native),
)
ENGLISH = (
    Form(rf"(?:{_ENGLISH_WORDS})\b", _word),
    Form(
        r"(?:(?P<part>half|(?:(?:an?|one|three)\s)?quarters?\sof)\s)?an?\s"
        r"(?P<english>hour|week|month|year|fortnight|minute|(?:business |working )?day)\b",
        _article,
    ),
    Form(
        r"(?P<share>one|two|three|four)[\s-](?P<nth>half|third|quarter|fifth|tenth)s?\b(?!\spart)",
        _share,
    ),
    Form(rf"(?P<minus>minus)\s(?P<sign>\$)?{_FIGURE}", _figures),
    Form(rf"(?P<minus>)(?P<sign>US\$|(?:usd|krw|eur|jpy|gbp|cny)\s?){_FIGURE}", _figures),
    Form(rf"(?P<words>{en.ENGLISH})(?:\s(?:or|to)\s(?P<more>{en.ENGLISH}))?", _english),
)
