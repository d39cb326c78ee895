"""Reads the unit after a number, in both languages."""

import re
from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from knowledge.language.values.value import ValueKind


class Unit(NamedTuple):
    """A unit in its base unit: 2 weeks are 2 times 604,800 seconds."""

    kind: ValueKind
    name: str
    factor: Decimal = Decimal(1)


_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_DURATION_WORDS = {
    "second": "초 second seconds sec secs",
    "minute": "분 minute minutes min mins",
    "hour": "시간 hour hours hr hrs h",
    "day": "일 day days 일간",
    "week": "주일 주간 주 week weeks wk wks",
}
_MONTH_WORDS = {"개월": 1, "달": 1, "month": 1, "months": 1, "년": 12, "year": 12, "years": 12}
_MONTH_WORDS |= {"mth": 1, "mths": 1, "yr": 12, "yrs": 12}
_BUSINESS_WORDS = (
    "영업일", "근무일", "business day", "business days", "working day", "working days"
)  # fmt: skip
_MONEY_WORDS = {
    "KRW": "원 won krw ₩",
    "USD": "달러 불 dollar dollars usd usd$ us$ $",
    "EUR": "유로 euro euros eur €",
    "JPY": "엔 yen jpy ¥",
    "GBP": "파운드 gbp £",
    "CNY": "위안 yuan cny rmb",
}
_HUNDREDTH = Decimal("0.01")
_PERCENT_WORDS = "% 퍼센트 프로 percent 퍼센트포인트 %포인트 %p".split()
_PERCENT_WORDS += ["per cent", "percentage point", "percentage points"]
_COUNT_WORDS = {
    "item": "개 piece pieces pcs unit units item items",
    "person": "명 인 사람 people person persons",
    "customer": "customer customers",
    "time": "회 번 차례 time times",
    "sheet": "장 매 sheet sheets",
    "copy": "부 copy copies",
    "can": "캔 cans",
    "bottle": "병 bottle bottles",
    "cup": "잔 cup cups drink drinks",
    "box": "상자 박스 box boxes",
    "pack": "팩 묶음 봉지 pack packs bundle bundles",
    "set": "세트 set sets",
    "pair": "켤레 쌍 pair pairs",
    "garment": "벌 garment garments",
    "case": "건 case cases",
    "film": "편 film films movie movies",
    "night": "박 night nights",
    "place": "곳 군데 개소 place places",
    "age": "세 살",
    "point": "포인트 점 point points",
    "page": "쪽 페이지 page pages",
    "kind": "가지 종 kind kinds type types",
    "product": "품목 product products",
    "floor": "층 floor floors",
    "fold": "배",
    "machine": "대",
    "animal": "마리",
    "step": "단계",
    "serving": "인분 serving servings",
    "letter": "글자 자리 character characters digit digits",
    "kg": "kg kgs 킬로그램 kilogram kilograms 킬로 키로",
    "g": "g 그램 gram grams",
    "mg": "mg 밀리그램",
    "t": "톤 ton tons tonne tonnes",
    "km": "km 킬로미터 kilometre kilometres kilometer kilometers",
    "m": "m 미터 metre metres meter meters",
    "cm": "cm 센티미터 센티",
    "mm": "mm 밀리미터",
    "m2": "m2 제곱미터 sqm",
    "l": "l 리터 litre litres liter liters",
    "ml": "ml 밀리리터",
    "°C": "°c ℃ 도",
    "°F": "°f",
    "W": "w 와트",
    "V": "v 볼트",
    "kWh": "kwh",
    "kcal": "kcal 칼로리 calorie calories",
    "MB": "mb",
    "GB": "gb",
    "inch": "inch inches 인치",
    "foot": "foot feet ft",
    "lb": "lb lbs pound pounds",
    "mile": "mile miles",
}


def _table() -> dict[str, Unit]:
    table = {
        word: Unit(ValueKind.DURATION, "second", Decimal(_SECONDS[name]))
        for name, words in _DURATION_WORDS.items()
        for word in words.split()
    }
    table |= {w: Unit(ValueKind.DURATION, "month", Decimal(n)) for w, n in _MONTH_WORDS.items()}
    table |= {"fortnight": Unit(ValueKind.DURATION, "second", Decimal(2 * _SECONDS["week"]))}
    table |= {word: Unit(ValueKind.BUSINESS_DAYS, "day") for word in _BUSINESS_WORDS}
    table |= {
        w: Unit(ValueKind.MONEY, name) for name, ws in _MONEY_WORDS.items() for w in ws.split()
    }
    table |= dict.fromkeys(("센트", "cent", "cents"), Unit(ValueKind.MONEY, "USD", _HUNDREDTH))
    table |= dict.fromkeys(("pence", "펜스"), Unit(ValueKind.MONEY, "GBP", _HUNDREDTH))
    table |= {word: Unit(ValueKind.PERCENT, "%") for word in _PERCENT_WORDS}
    table |= {
        w: Unit(ValueKind.COUNT, name) for name, ws in _COUNT_WORDS.items() for w in ws.split()
    }
    return table


UNITS = _table()
"""Units by their spelling, in lower case."""
LATIN = "|".join(sorted(filter(str.isalpha, filter(str.isascii, UNITS)), key=len, reverse=True))
"""A pattern for the units of one English word."""


NO_UNIT = Unit(ValueKind.NUMBER, "")
"""For a number without a unit."""
_AGE = Unit(ValueKind.COUNT, "age")
_PERCENT = Unit(ValueKind.PERCENT, "%")
_LONGEST = max(len(word) for word in UNITS if word > "z")
# Letters that are a unit only in lower case: 5g is a weight, 5G a network.
_SMALL = frozenset("gmt")

_PARTICLE = "은는이가을를의에로으와과도만나까마씩당짜정쯤입인며내미초간전후뒤안동중부"
_END = re.compile(rf"(?![가-힣])|(?=[{_PARTICLE}])")
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
    r"[\s-]?(?P<old>years?[\s-](?:old|of\sage))\b|(?P<percent>\s?%(?:p\b|\s?포인트)?|\s?°[CF])"
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
        return UNITS.get(written, _PERCENT), written, match.end()
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
