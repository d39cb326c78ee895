"""The test sets of the redaction: made-up values, public sets, hostile texts."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from phonenumbers import (
    PhoneNumberFormat,
    PhoneNumberType,
    example_number_for_type,
    format_number,
)

from bot.privacy import Entity, Redaction
from tests.unit.privacy import values

PUBLIC = Path(__file__).parents[2] / "shared/eval/privacy"
"""Folder of the public sets, outside the project because of their licences."""
SENTENCES = ("제 것은 {}입니다. 확인해 주세요.", "Please use {} for my refund, thanks.")
COUNTRIES = "US KR GB DE FR JP CN IN BR CA AU MX ES IT SE SG VN PH TW TR".split()
MADE: dict[str, tuple[str, Callable[[Random], str]]] = {
    "e-mail": ("EMAIL", values.email),
    "Korean phone": ("PHONE", values.korean_phone),
    "American phone": ("PHONE", values.any_american_phone),
    "SSN": ("SSN", values.ssn),
    "RRN": ("RRN", values.rrn),
    "card": ("CARD", values.card),
    "IBAN": ("IBAN", values.iban),
    "business number": ("BRN", values.brn),
    "passport": ("PASSPORT", values.passport),
    "licence": ("LICENSE", values.license_number),
    "account": ("ACCOUNT", values.account),
}
"""Each kind of made-up value, with its entity type and generator."""
HOSTILE = [
    *("a", "1", "2025551234", "1-", "1 ", "+1", "(", "a@", "@", "a.", "-", " ", "GB82 ", "AA11AA"),
    *("010-1234-567 ", "서울특별시강남구", "서울시 강남구 ", "가나다 ", "1 Aa ", "123 Main Oak "),
    *("0\u200b1", "1:", "<mailto:", "a at b dot "),
    "Customers may return unworn items within 30 days of purchase with the receipt. ",
    "영수증을 지참하시면 구매일로부터 30일 이내에 미착용 상품을 반품하실 수 있습니다. ",
    "a.b@c.com 010-1234-5678 900101-1234568 4111 1111 1111 1111 ",
]
"""Units that are repeated to long texts, to find work that grows faster than the text."""
_PRESIDIO = {"IBAN": "IBAN", "KR_RRN": "RRN", "KR_FRN": "RRN", "EMAIL": "EMAIL"}
_SYNTHETIC = {
    "EMAIL_ADDRESS": "EMAIL",
    "US_SSN": "SSN",
    "IBAN_CODE": "IBAN",
    "CREDIT_CARD": "CARD",
    "PHONE_NUMBER": "PHONE",
}

Redact = Callable[[str], Redaction]


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled value in a text."""

    kind: str
    start: int
    end: int

    def is_hit_by(self, found: Entity) -> bool:
        """Whether a find of the same kind overlaps it."""
        return found.type == self.kind and found.start < self.end and self.start < found.end


@dataclass(frozen=True, slots=True)
class Score:
    """Numbers of values and found values, of finds and false finds."""

    found: int
    values: int
    false: int = 0
    finds: int = 0

    @property
    def recall(self) -> float:
        """Returns the share of values that were found."""
        return self.found / self.values

    @property
    def precision(self) -> float:
        """Returns the share of finds that were values."""
        return 1 - self.false / self.finds if self.finds else 1.0


def made_up(name: str, redact: Redact, count: int = 1000, seed: int = 11) -> Score:
    """Scores made-up values of a kind, half in a Korean sentence, half in an English one."""
    kind, make = MADE[name]
    rng = values.seeded(seed)
    made = [make(rng) for _ in range(count)]
    found = sum(
        _is_covered(SENTENCES[place % 2].format(value), value, kind, redact)
        for place, value in enumerate(made)
    )
    return Score(found, count)


def _is_covered(text: str, value: str, kind: str, redact: Redact) -> bool:
    """Whether nine tenths of a value's letters and digits are redacted; a label may stay."""
    start = text.index(value)
    if kind in {"PASSPORT", "ACCOUNT"}:
        start += next(n for n, sign in enumerate(value) if sign.isdigit())
    covered = _covered(redact(text).entities)
    end = text.index(value) + len(value)
    signs = [place for place in range(start, end) if text[place].isalnum()]
    return sum(place in covered for place in signs) >= 0.9 * len(signs)


def _covered(entities: Sequence[Entity]) -> set[int]:
    return {place for one in entities for place in range(one.start, one.end)}


def examples(redact: Redact) -> tuple[Score, Score]:
    """Scores libphonenumber's examples: international forms, and national ones of US and KR."""
    kinds = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE)
    forms = (PhoneNumberFormat.INTERNATIONAL, PhoneNumberFormat.E164)
    abroad = list(map(_example, *zip(*product(COUNTRIES, kinds, forms), strict=True)))
    national = product(("US", "KR"), kinds)
    home = [_example(country, kind, PhoneNumberFormat.NATIONAL) for country, kind in national]
    return _all_phones(abroad, redact), _all_phones(home, redact)


def _example(country: str, kind: int, form: int) -> str:
    number = example_number_for_type(country, kind)
    assert number is not None
    return format_number(number, form)


def _all_phones(numbers: Sequence[str], redact: Redact) -> Score:
    found = sum(_is_covered(f"Is {one} on file?", one, "PHONE", redact) for one in numbers)
    return Score(found, len(numbers))


def synthetic(redact: Redact, folder: Path = PUBLIC) -> dict[str, Score]:
    """Scores the English texts of presidio-research, by kind."""
    cases = json.loads((folder / "synth_dataset_v2.json").read_text(encoding="utf-8"))
    labelled = [(_spans(case["spans"]), redact(case["full_text"]).entities) for case in cases]
    return {kind: _score(kind, labelled) for kind in _SYNTHETIC.values()}


def _spans(given: Sequence[dict[str, object]]) -> list[Span]:
    return [
        Span(_SYNTHETIC[kind], _int(one["start_position"]), _int(one["end_position"]))
        for one in given
        if (kind := str(one["entity_type"])) in _SYNTHETIC
    ]


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _score(kind: str, labelled: Sequence[tuple[list[Span], Sequence[Entity]]]) -> Score:
    found = values_ = false = finds = 0
    for spans, entities in labelled:
        own = [one for one in spans if one.kind == kind]
        hits = [one for one in entities if one.type == kind]
        values_ += len(own)
        found += sum(any(map(one.is_hit_by, hits)) for one in own)
        finds += len(hits)
        false += sum(not any(one.is_hit_by(hit) for one in own) for hit in hits)
    return Score(found, values_, false, finds)


def fixtures(redact: Redact, folder: Path = PUBLIC) -> dict[str, Score]:
    """Scores the texts of Presidio's own tests, by its recognizer and expected finds."""
    rows = json.loads((folder / "presidio_fixtures.json").read_text(encoding="utf-8"))
    scores = {}
    for name, kind in _PRESIDIO.items():
        wanted = [(text, count) for text, count, _ in rows[name] if count]
        found = sum(min(redact(text).counts.get(kind, 0), count) for text, count in wanted)
        looks = [text for text, count, _ in rows[name] if not count]
        false = sum(redact(text).counts.get(kind, 0) for text in looks)
        scores[name] = Score(found, sum(count for _, count in wanted), false, found + false)
    return scores


def robust(redact: Redact, folder: Path = PUBLIC) -> Score:
    """Scores Korean values in odd spellings, and look-alikes (ko-pii-guard)."""
    cases = json.loads((folder / "ko_pii_guard_robustness.json").read_text(encoding="utf-8"))
    found = sum(is_gone(one["text"], one["type"], redact) for one in cases["positives"])
    false = sum(bool(redact(text).entities) for text in cases["negatives"])
    return Score(found, len(cases["positives"]), false, found + false)


def probes(redact: Redact, folder: Path = PUBLIC) -> Score:
    """Scores disguised values: spelled out, full-width, zero-width, in Slack's markup."""
    cases = json.loads((folder / "obfuscation_probes.json").read_text(encoding="utf-8"))
    return Score(sum(is_gone(one["text"], one["type"], redact) for one in cases), len(cases))


def is_gone(text: str, kind: str, redact: Redact) -> bool:
    """Whether finds cover every digit of a text; for an e-mail address, any find counts."""
    covered = _covered(redact(text).entities)
    if kind == "EMAIL":
        return bool(covered)
    digits = [place for place, sign in enumerate(text) if sign.isdigit()]
    return bool(digits) and all(place in covered for place in digits)


def touched(lines: Iterator[str], redact: Redact) -> list[str]:
    """Returns the lines that the redaction changes."""
    return [line for line in lines if redact(line).text != line]


def hostile(length: int) -> dict[str, str]:
    """Repeats each hostile unit to a length in characters."""
    texts = {unit: (unit * (length // len(unit) + 1))[:length] for unit in HOSTILE}
    return texts | {"a@ + a.": ("a@" + "a." * length)[:length]}
