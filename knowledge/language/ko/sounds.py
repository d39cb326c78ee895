"""Matches foreign names by their sound: TrailMaster and 트레일마스터.

Staff write product names as they hear them; documents have them in Latin letters. Vowels have too
many spellings to compare, so consonants find a name, and then the whole spelling is compared.
"""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

_LIKE = {2: 0.75, 3: 0.65}
"""Similarity from which two spellings are one name, by the number of shared consonants."""
_LIKE_LONG = 0.4
_AS_GOOD = 0.05
"""Names this much less similar than the best one may also be meant."""
_FEWEST = min(_LIKE)
"""Consonants; a single one is too little."""

_FIRSTS = "k k n t t l m p p s s - j j j k t p h".split()
_MIDDLES = "a e ya e eo e yeo e o wa we we yo u wo we wi yu eu ui i".split()
_LASTS = "- k k k n n n t l k m p l l p l m p p t t n t t k t p t".split()
_HANGUL = re.compile("[가-힣]+")
_LATIN = re.compile("[a-z]+")
_TWICE = re.compile(r"(.)\1")

_SPELLINGS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"(?<=[bcdfghjklmnpqrstvwxyz])e$", ""),  # silent
        (r"^(?:kn|gn)", "n"),
        (r"^wr", "r"),
        (r"^wh", "w"),
        (r"[ts]ion", "syeon"),
        (r"ture(?=r?s?$)", "jeo"),
        (r"igh(?=t|$)", "ai"),
        (r"gh", "k"),
        (r"ph", "p"),
        (r"tch|ch", "j"),
        (r"sh", "s"),
        (r"ck|q", "k"),
        (r"c(?=[eiy])", "s"),
        (r"c", "k"),
        (r"x", "ks"),
        (r"th", "s"),
        (r"(?:ts|ds)$", "j"),
        (r"ng(?![aeiou])", "n"),
        (r"r(?=[bcdfghjklmnpqstvwxz]|$)", ""),  # not heard in Korean: card is 카드
        (r"r", "l"),
        (r"[bfv]", "p"),
        (r"d", "t"),
        (r"g", "k"),
        (r"z", "j"),
        (_TWICE.pattern, r"\1"),
        (r"oo", "u"),
        (r"ee|ea", "i"),
    )
)


def consonants(word: str) -> str:
    """The consonants of a name as heard, the same in Hangul and Latin letters.

    Empty if there are too few to recognise a name.
    """
    heard = _heard(word)
    found = re.sub("[aeiouwy]", "", heard)
    if len(found) < _FEWEST:
        return ""
    # A vowel at the start counts, too: "eject" is not a jacket.
    return found if heard.startswith(found[0]) else f"-{found}"


def alike(word: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that sound most like the word, out of names with the same consonants."""
    heard, enough = _heard(word), _LIKE.get(len(consonants(word)), _LIKE_LONG)
    scored = {name: SequenceMatcher(None, heard, _heard(name)).ratio() for name in names}
    best = max([enough, *(score - _AS_GOOD for score in scored.values())])
    return tuple(sorted(name for name, score in scored.items() if score >= best))


def _heard(word: str) -> str:
    word = unicodedata.normalize("NFC", word.lower())
    if _HANGUL.fullmatch(word):
        return _TWICE.sub(r"\1", "".join(_syllable(char) for char in word))
    if not _LATIN.fullmatch(word):
        return ""
    for pattern, sound in _SPELLINGS:
        word = pattern.sub(sound, word)
    return word


def _syllable(char: str) -> str:
    # A Hangul syllable's code is (first * 21 + middle) * 28 + last.
    first, rest = divmod(ord(char) - ord("가"), 21 * 28)
    middle, last = divmod(rest, 28)
    return (_FIRSTS[first] + _MIDDLES[middle] + _LASTS[last]).replace("-", "")
