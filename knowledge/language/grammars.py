"""The languages whose sentences are read, a folder each; others are searched by meaning only."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import get_args

from knowledge.language.de.grammar import GERMAN
from knowledge.language.en.grammar import ENGLISH
from knowledge.language.es.grammar import SPANISH
from knowledge.language.fr.grammar import FRENCH
from knowledge.language.grammar import Compared, Grammar
from knowledge.language.ja.grammar import JAPANESE
from knowledge.language.ko.grammar import KOREAN
from knowledge.language.terms import language_of
from knowledge.model.documents import Spoken

_GRAMMARS: Mapping[str, Grammar] = {
    "en": ENGLISH,
    "ko": KOREAN,
    "ja": JAPANESE,
    "es": SPANISH,
    "fr": FRENCH,
    "de": GERMAN,
}
READ = frozenset(get_args(Spoken))
"""Languages whose values are read; of others only the figures are."""
SAYING = frozenset(word for one in _GRAMMARS.values() for word in one.saying)
"""Stems that any sentence may use freely."""
_PLAIN = Grammar()
_HANGUL = re.compile("[가-힣]")


def grammar_for(language: str) -> Grammar:
    """The grammar of a language."""
    return _GRAMMARS.get(language, _PLAIN)


def grammar_of(text: str) -> Grammar:
    """The grammar of a text's language."""
    return grammar_for(language_of(text))


def usual_kind(message: str) -> str | None:
    """The kind of a usual message, such as thanks; None if it is none."""
    words = message.strip(" 、。.!！?？~〜…")
    # Without kana, 本当? might be Chinese, too.
    return next((one.talk[words] for one in _GRAMMARS.values() if words in one.talk), None)


def conditional(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each condition: "if it is opened", "영수증이 없는 고객은"."""
    return (match.span() for match in grammar_of(text).condition.finditer(text))


def compared(kind: Compared, said: str) -> re.Match[str] | None:
    """A match, if a head or a cell of a table of old and new rules says this, in any language."""
    bare = "".join(said.split()) if _HANGUL.search(said) else " ".join(said.split())
    found = (one.compared[kind].fullmatch(bare) for one in _GRAMMARS.values() if one.compared)
    return next(filter(None, found), None)


@lru_cache(maxsize=4096)
def names_a_sample(said: str) -> bool:
    """Whether a label or a heading names an example or a sample answer, in any language."""
    return any(one.sample.fullmatch(said.strip()) for one in _GRAMMARS.values())
