"""Splits text into the terms of the lexical index: English stems, Korean syllable pairs.

Korean has no cheap reliable stemmer, and nouns have particles (환불은, 환불을). Syllable pairs find
them: hit@5 .988 on KorQuAD, against .891 for whole words.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from knowledge.language.en.words import STOP_WORDS, stem
from knowledge.language.ja.words import has_kana, share_of_kana, words_of
from knowledge.language.ko.stems import as_denied, marked_noun, stem_of, without_counters
from knowledge.model.documents import Language

VERSION = "2"
"""Part of an index's name: change it with the rules, and indexes are rebuilt."""

_KOREAN_SHARE = 0.2
_KANA_SHARE = 0.1
_ENGLISH_SHARE = 0.25
"""Share of words without a subject, such as "is", that an English text has at least."""
_FEWEST_WORDS = 3
"""Of a text that may be told from English by its accents; "café" alone may not."""
_SHORTEST_SLIP = 5
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_RUN = re.compile(f"[{_CJK}]+|[^\\W{_CJK}_]+")
_SHORTEST_NAME = 3
"""Syllables; a shorter word is usually Korean, not foreign."""
_IDENTIFIER = re.compile(
    r"(?<![a-z0-9])(?=[a-z0-9/_.-]*\d)(?=[a-z0-9/_.-]*[a-z-])[a-z0-9]+(?:[-/_.][a-z0-9]+)+",
    re.IGNORECASE | re.ASCII,
)
_CJK_START = re.compile(f"[{_CJK}]")
_HANGUL_START = re.compile("[\uac00-\ud7a3]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")


def language_of(text: str) -> Language:
    """Korean if at least a fifth of the letters are Hangul: names and codes are often Latin."""
    text = unicodedata.normalize("NFC", text[:5000])
    letters = "".join(filter(str.isalpha, text))
    if not letters or letters.isascii():
        return "en"
    hangul = sum("가" <= char <= "힣" or "ㄱ" <= char <= "ㅣ" for char in letters)
    if hangul / len(letters) >= _KOREAN_SHARE:
        return "ko"
    if share_of_kana(letters) >= _KANA_SHARE:
        return "ja"
    return "en" if _may_be_english(text, letters) else "und"


def _may_be_english(text: str, letters: str) -> bool:
    """Whether a text is mostly in Latin letters, and English by its small words if some are not."""
    if len(_LATIN.findall(letters)) < len(letters) / 2:
        return False
    words = [word for word in runs(text) if _LATIN.match(word)]
    small = sum(word in STOP_WORDS for word in words)
    accented = sum(not word.isascii() for word in words)
    # "Cafés open at 7:30 each day" has few small words, but one, and a single word with an accent.
    if len(words) < _FEWEST_WORDS or accented <= min(small, 1):
        return True
    return small / len(words) >= _ENGLISH_SHARE


def terms(text: str) -> list[str]:
    """The terms of a document's text, in order."""
    found: list[str] = []
    for run in runs(text):
        found += _pairs(run) if _CJK_START.match(run) else [stem(run)]
    return found


def terms_meant(text: str) -> list[str]:
    """The terms of a text, without those negated by a prefix: 미개봉 does not count as 개봉."""
    return terms(as_denied(unicodedata.normalize("NFC", text)))


def query_terms(text: str) -> list[str]:
    """The unique terms of a question, without question words and particles."""
    found: list[str] = []
    for run in runs(without_counters(unicodedata.normalize("NFC", text))):
        if has_kana(run):
            found += [pair for word in words_of(run) for pair in _pairs(word)]
        elif _CJK_START.match(run):
            bare = stem_of(run)
            found += _pairs(bare) if bare else []
        elif run not in STOP_WORDS:
            found.append(stem(run))
    return list(dict.fromkeys(found))


def runs(text: str) -> list[str]:
    """The words of a text as written, in lower case, split between Korean and other letters."""
    # macOS may write decomposed text; without NFC no Hangul run would match.
    return _RUN.findall(unicodedata.normalize("NFC", text).lower())


def latin_words(text: str) -> list[str]:
    """The words of a text in Latin letters, as written, in lower case."""
    return [run for run in runs(text) if run.isascii() and run.isalpha()]


def foreign_names(text: str) -> list[str]:
    """The words of a Korean question that may be foreign names, without particles."""
    return [word for word in korean_words(text) if len(word) >= _SHORTEST_NAME]


def korean_words(text: str) -> list[str]:
    """The Korean words of a question, without question words and endings."""
    return [word for word in map(stem_of, _korean_runs(text)) if word]


def korean_nouns(text: str) -> list[str]:
    """The words of a Korean question that a particle marks as nouns, without the particle."""
    return [noun for noun in map(marked_noun, _korean_runs(text)) if noun]


def identifiers(text: str) -> list[tuple[str, ...]]:
    """Article and form numbers, each as its terms in order: HM-2041, F-12/B."""
    return [tuple(terms(one)) for one in written_identifiers(text)]


def written_identifiers(text: str) -> list[str]:
    """The same numbers as they are written."""
    return _IDENTIFIER.findall(unicodedata.normalize("NFC", text))


def numbers(text: str) -> list[str]:
    """The numbers of a text without thousands separators: 30000 for 30,000."""
    found = _NUMBER.findall(unicodedata.normalize("NFKC", text))
    return [number.replace(",", "").rstrip(".") for number in found]


def is_prefix(term: str) -> bool:
    """Whether a term is one syllable, which matches every pair that begins with it."""
    return len(term) == 1 and bool(_CJK_START.match(term))


def may_be_misspelt(term: str) -> bool:
    """Whether a term that no document uses may be a typo: a longer English word."""
    return len(term) >= _SHORTEST_SLIP and term.isascii() and term.isalpha()


def is_one_slip_from(term: str, other: str) -> bool:
    """Whether two terms differ by one typo: an extra, missing, wrong or swapped letter."""
    letters = zip(term, other, strict=False)
    same = next((n for n, (a, b) in enumerate(letters) if a != b), min(len(term), len(other)))
    rest, wanted = term[same:], other[same:]
    turned = rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]
    return turned or rest == wanted[1:] or rest[1:] == wanted or rest[1:] == wanted[1:]


def covers(available: frozenset[str], term: str) -> bool:
    """Whether a question's term is among the terms of a text."""
    if is_prefix(term):
        return any(other.startswith(term) for other in available)
    return term in available


def held(
    available: frozenset[str], term: str, others: Iterable[Iterable[str]], alternative: float
) -> float:
    """How well a text covers a term: 1, `alternative` if it has one of the others, or 0."""
    if covers(available, term):
        return 1.0
    return alternative if any(available.issuperset(other) for other in others) else 0.0


def _korean_runs(text: str) -> Iterator[str]:
    return (run for run in runs(text) if _HANGUL_START.match(run))


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]
