"""Whether a Korean word is another form of a word of a text: 둡니다 and 둔다, 마쳐야 and 마친다."""

from collections.abc import Sequence

_FIRST, _SYLLABLES = ord("가"), 28
_VOWELS = 21
_CONTRACTED = {"ㅕ": "ㅣ", "ㅝ": "ㅜ", "ㅘ": "ㅗ", "ㅐ": "ㅏ", "ㅓ": "ㅡ"}
"""What a vowel becomes before an ending that begins with one: 마치어 is 마쳐."""
_ALL = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"


def is_form_of(word: str, words: Sequence[str]) -> bool:
    """Whether the word, without its ending, stands in the words, run together or as another form.

    The last syllable counts without the consonant at its end, which may be of the ending.
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
    """The consonant that a syllable begins with, and its vowel before it was contracted."""
    place = (ord(syllable) - _FIRST) // _SYLLABLES
    vowel = _ALL[place % _VOWELS]
    return place // _VOWELS, _CONTRACTED.get(vowel, vowel)
