"""Recognises inflected forms of one Korean word: 둡니다 and 둔다, 마쳐야 and 마친다."""

from collections.abc import Sequence

_FIRST, _SYLLABLES = ord("가"), 28
_VOWELS = 21
_CONTRACTED = {"ㅕ": "ㅣ", "ㅝ": "ㅜ", "ㅘ": "ㅗ", "ㅐ": "ㅏ", "ㅓ": "ㅡ"}
"""Contracted vowels, with the vowel of the stem: 마쳐 is 마치어."""
_ALL = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"


def is_form_of(word: str, words: Sequence[str]) -> bool:
    """Whether the word, without its ending, is among the words, joined or inflected otherwise.

    Ignores the final consonant of the last syllable, which may belong to an ending.
    """
    if word in "".join(words):
        return True
    return any(
        len(one) >= len(word)
        and one[: len(word) - 1] == word[:-1]
        and _open(one[len(word) - 1]) == _open(word[-1])
        for one in words
    )


def _open(syllable: str) -> tuple[int, str]:
    """The initial consonant of a syllable, and its vowel before contraction."""
    place = (ord(syllable) - _FIRST) // _SYLLABLES
    vowel = _ALL[place % _VOWELS]
    return place // _VOWELS, _CONTRACTED.get(vowel, vowel)
