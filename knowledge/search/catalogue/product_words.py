"""Compares words of products, and picks the words of a question that name a product."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Self

from knowledge.language.en.words import STOP_WORDS
from knowledge.language.ko.stems import stem_of
from knowledge.language.terms import runs

_MOST_WORDS = 100
"""Words of a question that are read: nobody asks for a product in more."""
_SHORTEST_PART, _LONGEST_JOINED = 2, 40
"""Fewest letters of each part of a compound word, and most letters of the compound."""
_SHORTEST_KOREAN = 2
"""Fewest syllables of a Korean word inside a longer one: 헤드폰 in 무선헤드폰."""
_EVERYTHING = frozenset(
    """product products item items catalogue catalogues catalog catalogs merchandise goods article
    articles 제품 제품들 제품군 상품 상품들 품목 물건 물품 카탈로그""".split()
)
"""Words that stand for every product."""
_SELLS = frozenset(
    """sell sells selling sold stock stocked stocks 팔 팔고 팔아 파 파는 판매 판매하
    취급 취급하""".split()
)
"""Words that ask for the range: "what do you stock?"; the amount in stock is a value."""
VALUES = frozenset(
    """price prices priced cost costs cheaper cheapest best size sizes 가격 재고
    사이즈""".split()
)
"""Words that ask for one value of a product, or choose among products."""
_FILLERS = VALUES | frozenset(
    """carry carries offer offers offering available availability show list find see look looking
    buy purchase search recommend recommendation recommendations suggest suggestion suggestions
    kind kinds type types sort sorts range selection choice choices option options which store
    stores shop shops detail details info information describe description more else other others
    currently today now cheap good new latest every each whole
    entire different various like isn aren
    보여 보여주 보여줘 보여줄 추천 추천하 소개 소개하 설명 설명하 종류 목록 리스트 구매 구입
    구매하 구입하 살 사 사고 뭐가 뭐뭐 있어 있을까 것들 거들 어떤게 어떤거 어떤것 가지 여기 매장
    가게 전체 모든 모두 전부 다른 나온 나오 정보 상세 요즘 오늘 현재""".split()
)
"""Words of a question that name no product."""
_PACKED = frozenset("set sets pack packs kit kits bundle bundles 세트 팩 키트 묶음 모음".split())
"""Words for how a product is packed, not for the product."""
RULES = frozenset(
    """rule rules policy policies procedure procedures guideline guidelines regulation regulations
    규정 규칙 정책 방침 지침 절차 안내 내규 제도""".split()
)
"""Words for the store's written rules."""
_OF_KIND = ("제품", "상품", "류")
"""Suffixes that mean a kind of product: 음향제품 is anything that is 음향, 문구류 anything 문구."""
_MORE_OF_IT = re.compile(
    r"[,;:(/–—]|\s-\s|\s\S*\d|\b(?:with|without|for|of|in|by)\b", re.IGNORECASE
)
"""Matches the place where a name's product noun ends and its size, colour or use begins."""
_LONG_PLURALS = ("ses", "xes", "zes", "ches", "shes")
_NO_PLURALS = ("ss", "us", "is")
_FIRST_KOREAN, _LAST_KOREAN = "가", "힣"


@dataclass(frozen=True, slots=True)
class ProductQuery:
    """The words of a question that say which products it is about."""

    phrases: tuple[tuple[str, ...], ...]
    """Runs of adjacent words that name a product."""
    everything: bool
    """Whether it asks for the whole catalogue, not for a particular product."""

    @classmethod
    def of(cls, question: str) -> Self:
        """Reads a question and drops its filler words."""
        phrases: list[list[str]] = [[]]
        names_any = False
        for word in runs(question)[:_MOST_WORDS]:
            stem = bare(word)
            if stem in _EVERYTHING or stem in _SELLS:
                names_any = True
            if not stem or stem in _EVERYTHING | _SELLS | _FILLERS or word in STOP_WORDS:
                phrases.append([])
            elif len(word) > 1 or is_korean(word) or word.isdigit():
                phrases[-1].append(word)
        said = tuple(tuple(phrase) for phrase in phrases if phrase)
        tells = any(tells_what(word) for phrase in said for word in phrase)
        return cls(said if tells else (), names_any and not said)


def singular(word: str) -> str:
    """Removes the plural ending of an English word."""
    if len(word) > len("ties") and word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(_LONG_PLURALS):
        return word[:-2]
    return word[:-1] if len(word) > len("gas") and word.endswith("s") else word


@lru_cache(maxsize=50_000)
def forms(word: str) -> tuple[str, ...]:
    """Returns the forms in which a word is compared, its usual form first.

    The rule makes "cas" of cases and "glas" of glass: so "case" and "glass" are tried as well.
    """
    if is_korean(word):
        stem = stem_of(word)
        kinds = (stem.removesuffix(kind) for kind in _OF_KIND)
        whole = (one for one in kinds if len(one) >= _SHORTEST_KOREAN)
        return tuple(dict.fromkeys((stem or word, word, *whole)))
    one = singular(word)
    shorter = [word[:-1]] if word.endswith(_LONG_PLURALS) else []
    return tuple(dict.fromkeys((one, singular(one), *shorter)))


def parts(word: str) -> Iterator[tuple[str, str]]:
    """Yields every way to split a word in two: head, phones."""
    if len(word) > _LONGEST_JOINED:
        return
    for place in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        yield word[:place], word[place:]


def joined(phrase: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yields each two adjacent words joined to one, with the place of the first."""
    for place, (one, other) in enumerate(pairwise(phrase)):
        yield place, one + other


def ends_of(word: str) -> Iterator[str]:
    """Yields the shorter Korean words that a word begins or ends with."""
    if not is_korean(word):
        return
    for size in range(_SHORTEST_KOREAN, min(len(word), _LONGEST_JOINED)):
        yield word[:size]
        yield word[-size:]


def things_of(name: str) -> Iterator[str]:
    """Yields the words of a product's name that say what it is: tea for "Barley Tea 500 ml".

    These are the last word, its shorter endings, and plurals before it: "Headphones Pro".
    """
    said = runs(_MORE_OF_IT.split(name.strip())[0]) or runs(name)
    words = [word for word in said if tells_what(word)] or said
    if not words:
        return
    *before, last = words
    yield last
    yield from (one for one in ends_of(last) if last.endswith(one))
    yield from (one for one in before if _is_plural(one))


def tells_what(word: str) -> bool:
    """Whether a word alone can name a product: not a number, and not "set"."""
    return word not in _PACKED and not word.isdigit()


def _is_plural(word: str) -> bool:
    return not is_korean(word) and singular(word) != word and not word.endswith(_NO_PLURALS)


def plain(text: str) -> str:
    """Returns the usual forms of a text's words, a space around each, to search for phrases."""
    return f" {' '.join(forms(word)[0] for word in runs(text))} "


def is_korean(word: str) -> bool:
    """Whether a word is written in Hangul."""
    return _FIRST_KOREAN <= word[0] <= _LAST_KOREAN


def bare(word: str) -> str:
    """Removes the particle or ending of a Korean word."""
    return stem_of(word) if is_korean(word) else word
