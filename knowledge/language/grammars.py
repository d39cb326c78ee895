"""The languages whose sentences are read, a folder each; others are searched by meaning only."""

import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from knowledge.language import plain
from knowledge.language.clause import Clause
from knowledge.language.en import grammar as en
from knowledge.language.ja import grammar as ja
from knowledge.language.ko import grammar as ko
from knowledge.language.terms import language_of
from knowledge.model.documents import Language


class Grammar(Protocol):
    """Reads the sentences of a language. A module with these names is one."""

    CONDITION: re.Pattern[str]
    TALK: Mapping[str, str]
    """Usual greetings and thanks that the encoder of messages was not trained on, by their kind."""

    def clauses(self, sentence: str, /) -> Iterator[Clause]:
        """What each clause allows, needs, affirms and denies."""
        ...

    def says_only(self, word: str, /) -> bool:
        """Whether a word only affirms, denies, allows or requires."""
        ...


_GRAMMARS: Mapping[Language, Grammar] = {"en": en, "ko": ko, "ja": ja}


def grammar_of(text: str) -> Grammar:
    """The grammar of a text's language."""
    return _GRAMMARS.get(language_of(text), plain)
