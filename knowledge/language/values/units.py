"""Reads the unit after a number, in every language."""

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple, Protocol

from knowledge.language.en import figures as en
from knowledge.language.ko import figures as ko
from knowledge.language.values.value import ValueKind


class Unit(NamedTuple):
    """A unit in its base unit: 2 weeks are 2 times 604,800 seconds."""

    kind: ValueKind
    name: str
    factor: Decimal = Decimal(1)


class Figures(Protocol):
    """How a language writes figures. A module with these names is one."""

    UNITS: str
    """Each unit's name with its words, between semicolons; an underscore is a space."""
    BEFORE: Mapping[str, str]
    """The phrases before a value, between commas, by the sign of the bound that they say."""
    BEHIND: Mapping[str, str]
    BEFORE_MOMENT: Mapping[str, str]
    """More phrases, before a day or a time."""
    BEHIND_MOMENT: Mapping[str, str]


LANGUAGES: tuple[Figures, ...] = (en, ko)
_SYMBOLS = """KRW krw ₩; USD usd usd$ us$ $; EUR eur €; JPY jpy ¥; GBP gbp £; CNY cny rmb;
    percent % %p; kg kg kgs; g g; mg mg; km km; m m; cm cm; mm mm; m2 m2 sqm; l l; ml ml;
    °C °c ℃; °F °f; W w; V v; kWh kwh; kcal kcal; MB mb; GB gb"""
_DAY, _CENT = 86_400, Decimal("0.01")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": _DAY, "week": 7 * _DAY}
_KNOWN = {
    **{
        name: Unit(ValueKind.DURATION, "second", Decimal(seconds))
        for name, seconds in {**_SECONDS, "fortnight": 14 * _DAY}.items()
    },
    "month": Unit(ValueKind.DURATION, "month"),
    "year": Unit(ValueKind.DURATION, "month", Decimal(12)),
    "business": Unit(ValueKind.BUSINESS_DAYS, "day"),
    **{name: Unit(ValueKind.MONEY, name) for name in ("KRW", "USD", "EUR", "JPY", "GBP", "CNY")},
    "cent": Unit(ValueKind.MONEY, "USD", _CENT),
    "pence": Unit(ValueKind.MONEY, "GBP", _CENT),
    "percent": Unit(ValueKind.PERCENT, "%"),
}
"""Units that count no things."""


def _named(written: str) -> Iterator[tuple[str, Unit]]:
    for one in written.split(";"):
        name, *words = one.split()
        unit = _KNOWN.get(name, Unit(ValueKind.COUNT, name))
        yield from ((word.replace("_", " "), unit) for word in words)


UNITS = dict(
    pair for one in (_SYMBOLS, *(each.UNITS for each in LANGUAGES)) for pair in _named(one)
)
"""Units by their spelling, in lower case."""
LATIN = "|".join(sorted(filter(str.isalpha, filter(str.isascii, UNITS)), key=len, reverse=True))
"""A pattern for the units of one English word."""


NO_UNIT = Unit(ValueKind.NUMBER, "")
"""For a number without a unit."""
_AGE = Unit(ValueKind.COUNT, "age")
_LONGEST = max(len(word) for word in UNITS if word > "z")
# Letters that are a unit only in lower case: 5g is a weight, 5G a network.
_SMALL = frozenset("gmt")

_PARTICLE = "은는이가을를의에로으와과도만나까마씩당짜정쯤입인며내미초간전후뒤안동중부"
_END = re.compile(rf"(?![가-힣])|(?=[{_PARTICLE}]|보다)")
"""The end of a Korean word, also before a particle or a suffix of measure."""
_GOES_ON = {
    unit: re.compile(pattern)
    for unit, pattern in {
        "초": "과",
        "분": r"의\s?[\d일이삼사]|기|량|류|할|야|점",
        "시간": "제|표|대",
        "일": "절|장|권|차|자|째",
        "주": "년|기|차|식|택|문|권",
        "달": "러|성|력",
        "년": "차|생|대",
        "원": "칙|소|색|샵|숍|마트",
        "개": "월|년|봉|설|선|최",
        "명": "절|령|칭|품",
        "회": "원|사|계|복|수|차|전|용",
        "프로": "그램|젝|모",
        "번": r"째|호|지|\s(?:출구|창구|계산대|문|버튼|항목|게이트|메뉴|코너)",
    }.items()
}
"""Syllables after a unit's that make it another word, even right after a number."""
_BEHIND = re.compile(
    r"[\s-]?(?P<old>(?:years?|yrs?)[\s-](?:old|of\sage)|y/?o)\b|(?P<percent>\s?%(?:p\b|\s?포인트)?|\s?°[CF])"
    r"|(?P<space>\s)?(?P<hangul>[가-힣]{1,8})"
    r"|[\s-]?(?:(?:full|whole|consecutive|calendar|more|additional|further|extra|clear|straight)\s)?"
    r"(?P<latin>(?P<first>[a-z]{1,20}2?)(?:\s(?P<second>[a-z]{1,20}))?)(?![a-z\d])",
    re.IGNORECASE,
)
_DEGREES = re.compile(r"[CF](?![A-Za-z\d])")
_WARMTH = re.compile(
    r"\b(?:temperatures?|degrees?|fridges?|freezers?|ovens?|chilled|frozen|rated)\b|°"
    r"|온도|화씨|섭씨|가열",
    re.IGNORECASE,
)
_AROUND = 25
"""Characters on both sides in which a word makes 20F a temperature."""
_FLOORS = 20
"""Up to this number, 3F is a floor in Korean text."""
_SAID_AGAIN = re.compile(r"\s?\([a-z]{1,12}(?:[\s-][a-z]{1,12}){0,3}\)(?=\s)", re.IGNORECASE)
"""The number repeated in words, as in "30 (thirty) days"."""
_THINGS = re.compile(
    r"\s(?:[a-z]{3,12}\s)?(?!(?:was|has|does|its|less|always|minus|plus|this|thus|yes)\b)"
    r"(?P<noun>[a-z]{2,18}(?<![siu])s)\b",
    re.IGNORECASE,
)


def unit_behind(
    text: str, place: int, *, spaced: bool = True, only: Collection[str] | None = None
) -> tuple[Unit, str, int]:
    """The unit of a number that ends at `place`, its spelling and its end."""
    said_again = _SAID_AGAIN.match(text, place) if spaced else None
    match = _BEHIND.match(text, said_again.end() if said_again else place)
    if match is None or (not spaced and match["hangul"] is None):
        return NO_UNIT, "", place
    if match["old"]:
        return _AGE, match["old"], match.end()
    if match["percent"]:
        written = match["percent"].strip().lower()
        return UNITS.get(written, _KNOWN["percent"]), written, match.end()
    if match["hangul"]:
        return _korean(match, only) if spaced or not match["space"] else (NO_UNIT, "", place)
    return _english(match, place)


def degrees_behind(text: str, place: int) -> tuple[Unit, str, int] | None:
    """The C or F of a number that ends at `place`, if words about temperature are near."""
    match = _DEGREES.match(text, place)
    # 75C may be a size, and 3F in Korean a floor.
    if match is None or not _WARMTH.search(text, max(0, place - _AROUND), place + _AROUND):
        return None
    if match[0] == "F" and _is_floor(text, place):
        return None
    written = f"°{match[0].lower()}"
    return UNITS[written], written, match.end()


def _is_floor(text: str, place: int) -> bool:
    figure = re.search(r"\d+$", text[max(0, place - 4) : place])
    korean = re.search("[가-힣]", text) is not None
    return korean and figure is not None and int(figure[0]) <= _FLOORS


def _korean(match: re.Match[str], only: Collection[str] | None) -> tuple[Unit, str, int]:
    run, start = match["hangul"], match.start("hangul")
    for length in range(min(len(run), _LONGEST), 0, -1):
        word, end = run[:length], start + length
        if word in UNITS and (only is None or word in only) and _ends(match, word, end):
            return UNITS[word], word, end
    return NO_UNIT, "", match.start()


def _ends(match: re.Match[str], word: str, end: int) -> bool:
    goes_on = _GOES_ON.get(word)
    if goes_on is None or match["space"]:
        return bool(_END.match(match.string, end)) or (word == "원" and match.string[end] == "대")
    return not goes_on.match(match.string, end)


def _english(match: re.Match[str], place: int) -> tuple[Unit, str, int]:
    both, word = " ".join(match["latin"].lower().split()), match["first"].lower()
    if match["second"] and both in UNITS:
        return UNITS[both], both, match.end()
    if word in UNITS and not (word in _SMALL and match["first"].isupper()):
        return UNITS[word], word, match.end("first")
    things = _THINGS.match(match.string, match.start())
    if things:
        return Unit(ValueKind.COUNT, of_noun(things["noun"])), things["noun"], things.end()
    return NO_UNIT, "", place


def of_noun(noun: str) -> str:
    """The unit for counted things: can for cans, voucher for vouchers."""
    word = noun.lower()
    if word in UNITS and UNITS[word].kind is ValueKind.COUNT:
        return UNITS[word].name
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word.removesuffix("s")
