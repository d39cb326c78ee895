"""Which sentences of an answer say different things about the same."""

import re
import unicodedata
from itertools import combinations

from bot.model import Sentence
from knowledge.lexical import terms

_SAME_SUBJECT = 0.6
"""Share of their words, numbers aside, that two sentences about the same have in common."""
_VALUE = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)*)\s*(?P<unit>%|days?|hours?|minutes?|weeks?|months?|years?|won|km|"
    r"일|시간|분|주|개월|달|년|만\s*원|천\s*원|원|개|회|명|세)"
    r"|(?P<sign>[₩$€])\s*(?P<amount>\d+(?:[.,]\d+)*)",
    re.IGNORECASE,
)


def disagreeing(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The sentences of different documents that give another value for the same subject."""
    pairs = [pair for pair in combinations(sentences, 2) if _differ(*pair)]
    return tuple(sentence for sentence in sentences if any(sentence in pair for pair in pairs))


def _differ(one: Sentence, other: Sentence) -> bool:
    headers = [sentence.citations[0].passage.header for sentence in (one, other)]
    if headers[0].doc_id == headers[1].doc_id or headers[0].language != headers[1].language:
        return False
    mine, theirs = _values(one.text), _values(other.text)
    comparable = {unit for unit, _ in mine} & {unit for unit, _ in theirs}
    return bool(comparable) and mine != theirs and _alike(one.text, other.text)


def _values(text: str) -> set[tuple[str, str]]:
    found = _VALUE.finditer(_folded(text))
    return {
        (
            (match["unit"] or match["sign"]).lower().rstrip("s"),
            (match["number"] or match["amount"]).replace(",", ""),
        )
        for match in found
    }


def _alike(one: str, other: str) -> bool:
    a, b = (
        set(terms(_VALUE.sub(" ", unicodedata.normalize("NFKC", text)))) for text in (one, other)
    )
    return len(a & b) >= _SAME_SUBJECT * len(a | b)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
