"""How figures are written in English: numbers, units, bounds."""

import re
from collections.abc import Mapping
from decimal import Decimal

UNITS = """second second seconds sec secs; minute minute minutes min mins; hour hour hours hr hrs h;
    day day days; week week weeks wk wks; fortnight fortnight; month month months mth mths;
    year year years yr yrs; business business_day business_days working_day working_days; KRW won;
    USD dollar dollars; cent cent cents; EUR euro euros; JPY yen; pence pence; CNY yuan;
    percent percent per_cent percentage_point percentage_points;
    item piece pieces pcs unit units item items; person people person persons;
    customer customer customers; time time times; sheet sheet sheets; copy copy copies; can cans;
    bottle bottle bottles; cup cup cups drink drinks; box box boxes;
    pack pack packs bundle bundles; set set sets; pair pair pairs; garment garment garments;
    case case cases; film film films movie movies; night night nights; place place places;
    point point points; page page pages; kind kind kinds type types; product product products;
    floor floor floors; serving serving servings; letter character characters digit digits;
    kg kilogram kilograms kilo kilos; g gram grams; t ton tons tonne tonnes;
    km kilometre kilometres kilometer kilometers; m metre metres meter meters;
    l litre litres liter liters; kcal calorie calories; °C degree degrees;
    inch inch inches; foot foot feet ft;
    lb lb lbs pound pounds; mile mile miles"""
BEFORE: Mapping[str, str] = {
    "<=": "up to, at most, at the most, within, limited to, max, max., a maximum of, maximum of, "
    "maximum",
    ">=": "at least, at the least, a minimum of, minimum of, minimum, min.",
    "<": "under, less than, fewer than, below, younger than, shorter than, earlier than, "
    "lower than, smaller than, lighter than, colder than, cooler than",
    ">": "over, more than, above, exceed, exceeds, exceeding, longer than, older than, "
    "greater than, later than, higher than, larger than, bigger than, heavier than, taller than, "
    "warmer than, hotter than",
    "~": "about, around, approximately, roughly, approx., approx",
}
BEHIND: Mapping[str, str] = {
    "<=": "or less, or fewer, or under, or below, or younger, or shorter, and under, at most, max, "
    "maximum",
    ">=": "or more, or longer, or older, or over, or above, or greater, or later, and more, "
    "and longer, and older, and over, and above, and up, +",
}
BEFORE_MOMENT: Mapping[str, str] = {
    "<=": "until, by, till",
    "<": "before",
    ">=": "from, since",
    ">": "after",
}
BEHIND_MOMENT: Mapping[str, str] = {}

_SMALL = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_ENGLISH_TENS = dict(
    zip(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        range(20, 100, 10),
        strict=True,
    )
)
_ENGLISH_SCALES = {
    "dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9
}  # fmt: skip
_WORD = "|".join([*sorted(_SMALL, key=len, reverse=True), *_ENGLISH_TENS, *_ENGLISH_SCALES])
ENGLISH = rf"(?:{_WORD})(?:(?:-|\s(?:and\s)?)(?:{_WORD})){{0,6}}\b"
ENGLISH_SCALE = r"(?:thousand|million|billion)"


def english(text: str) -> Decimal:
    """Twenty-one, two hundred and fifty, a dozen as a number."""
    total = group = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _ENGLISH_SCALES:
            scale = _ENGLISH_SCALES[word]
            group = (group or 1) * scale
            if scale > _ENGLISH_SCALES["hundred"]:
                total, group = total + group, 0
        else:
            group += _SMALL.get(word, 0) + _ENGLISH_TENS.get(word, 0)
    return Decimal(total + group)
