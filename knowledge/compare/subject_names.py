"""Reads the names in titles, headings and sentences, and finds them in other texts."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from knowledge.language.terms import query_terms

Names = tuple[str, ...]
"""The words of a name in their order, English ones as stems."""

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_YEAR = re.compile(r"(?:19|20)\d\d년?")
_KINDS_OF_DOCUMENT = frozenset(
    """polici guid handbook manual rule note notic memo overview quick refer faq question ask answer
    checklist procedur term condit summari glanc intern updat chang announc inform detail specif
    requir understand get start how what why when can do doe work explain about your our you it
    correct leaflet sheet bulletin email letter circular remind brief everyth introduct tip fact
    amend revis draft appendix page document about key q
    staff team branch store teller customer new week day month year the of and for to in at with
    정책 안내 규정 지침 매뉴얼 가이드 요약 요약표 체크리스트 절차 약관 기준 안내서 공지 공지사항
    메모 변경 업무 연락 사항 알림 개정 사업 신청 방법 직원 매장 담당 질문 답변 자주 묻는 및 이용
    개요 소개 설명 상세 내용 정정 한눈에 공고 시행계획 지원사업 회람 이메일 안내문 통지 총정리
    알아보기 도움말 자료 문서 개정안 소식 주간 창구 리플릿""".split()
)
"""Words of a title that say the kind of document or its readers, not its subject."""
_PARTS = re.compile(r"\s[–—|-]\s|[:：()（）]")
"""The marks between the parts of a title."""
_CAPITALS = re.compile(r"(?<=[a-z,;] )[A-Z][a-zA-Z]+(?:[ -][A-Z][a-zA-Z]+)*")
"""Words with a capital letter inside a sentence."""
_DATES = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may
    june july august september october november december""".split()
)


@lru_cache(maxsize=50_000)
def named(title: str) -> Names:
    """The words of a title that may name its subject: "FAQ: Blue Account" names blue, account."""
    return tuple(
        word
        for word in words(title)
        if (len(word) > 1 or word.isdecimal())
        and word not in _KINDS_OF_DOCUMENT
        and not _YEAR.fullmatch(word)
    )


@lru_cache(maxsize=50_000)
def capitals(text: str) -> tuple[Names, ...]:
    """The words with a capital letter inside a sentence, neighbours together; no dates."""
    found = (named(match) for match in _CAPITALS.findall(text))
    return tuple(name for name in found if name and _DATES.isdisjoint(name))


def kinds_in(title: str) -> Iterator[tuple[str, str]]:
    """Yields each word that may say a kind of thing, with the words before it: card, blue.

    A Korean compound is cut before its last two syllables: 지원, 월세. A colon begins anew.
    """
    for part in map(named, _PARTS.split(title)):
        for at, word in enumerate(part):
            before = " ".join(part[max(0, at - 2) : at])
            if is_korean(word):
                yield word[-2:], f"{before} {word[:-2]}"
            elif before:
                yield word, before


def has_word_inside(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the other name has a word more inside: Silver Account, Silver Plus Account."""
    return any(
        pair == (other[at], other[at + 2]) and other[at + 1] not in one
        for pair in pairwise(one)
        for at in range(len(other) - 2)
    )


def mentions(text: str, word: str) -> bool:
    """Whether a text, as `folded` returns it, has a word."""
    # A Korean noun has a particle attached; English words are compared by their stems.
    return (f" {word}" if is_korean(word) else f" {word} ") in text


def says(text: str, names: Names, place: int) -> bool:
    """Whether a text has a word of a name, beside another word of the name if it has several.

    "Rewards points" does not name the Rewards Card.
    """
    if len(names) == 1 or is_korean(names[place]):
        return mentions(text, names[place])
    pairs = (names[at : at + 2] for at in (place - 1, place) if at >= 0)
    return any(len(pair) > 1 and f" {' '.join(pair)} " in text for pair in pairs)


def says_without_spaces(text: str, names: Names) -> bool:
    """Whether a Korean name is written with other spaces: 청년월세지원, 청년 월세 지원."""
    if not is_korean(names[-1]):
        return False
    name = r"\s?".join(map(re.escape, "".join(names)))
    return bool(re.search(rf"(?<!\w){name}", text))


def is_korean(word: str) -> bool:
    """Whether a word, such as 1인가구, is Korean."""
    return word[-1] > "z"


@lru_cache(maxsize=50_000)
def folded(text: str) -> str:
    """The words of a text between spaces, for `mentions` and `says`."""
    return f" {' '.join(words(text))} "


def words(text: str) -> list[str]:
    """The words of a text, English ones as stems."""
    return [
        term for word in _WORD.findall(text.casefold().replace("_", " ")) for term in _stem(word)
    ]


@lru_cache(maxsize=50_000)
def _stem(word: str) -> tuple[str, ...]:
    return (word,) if is_korean(word) else tuple(query_terms(word)[:1])
