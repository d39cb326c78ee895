"""The words of a Japanese text, which has no spaces: stretches of kanji and of katakana."""

import re

_KANA = re.compile("[\u3041-\u30ff]")
_EITHER = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
_WORD = re.compile("[\u30a1-\u30fa\u30fc]{2,}|[\u3400-\u9fff]+")
_ASKING = re.compile("何[日時年月回個人枚円本分歳点]?間?|誰|場合")
"""Hiragana are endings and particles; these words ask, and say nothing about the subject."""


def has_kana(text: str) -> bool:
    """Whether a text has kana, which only Japanese is written with."""
    return _KANA.search(text) is not None


def may_be_japanese(text: str) -> bool:
    """Whether a text has kana or kanji; the latter are also Chinese."""
    return _EITHER.search(text) is not None


def share_of_kana(letters: str) -> float:
    """The share of kana among letters."""
    return len(_KANA.findall(letters)) / max(1, len(letters))


def words_of(run: str) -> list[str]:
    """The words of a stretch without spaces."""
    return _WORD.findall(_ASKING.sub(" ", run))
