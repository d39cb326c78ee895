"""Spells a question as the documents do: "recipt" as "receipt", 직원할인 as 직원 할인."""

import re
from itertools import pairwise

from bot.model import SafeText
from bot.privacy import still_safe, unmarked
from knowledge.language.korean.stems import stem_of
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import is_one_slip_from, latin_words, may_be_misspelt, terms
from knowledge.model.documents import Found
from knowledge.models.e5.rare_words import is_uncommon

_HANGUL = re.compile(r"[가-힣]+")
_HOW_MANY = LazyPattern(r"(?<![가-힣])몇(?=[가-힣])")
_SHORTEST = 2
"""Syllables of each half of a word that is two in the documents."""


def spelled(text: SafeText, found: Found) -> SafeText:
    """The question in the spelling of the passages that were found for it."""
    words = _HOW_MANY.sub("몇 ", _apart(_corrected(text, found), found))
    return still_safe(words)


def _corrected(text: str, found: Found) -> str:
    """Replaces uncommon Latin words that no document uses by the one that differs in a letter."""
    for word in dict.fromkeys(latin_words(unmarked(text))):
        [term] = terms(word)
        others = [other for other, *rest in found.alternatives.get(term, ()) if not rest]
        near = [one for one in others if may_be_misspelt(term) and is_one_slip_from(term, one)]
        # "Expire" beside "expiry" is a form of the same word, not a slip.
        near = [one for one in near if not (one.startswith(term) or term.startswith(one))]
        if is_uncommon(word) and near and word.startswith(term):
            usual = near[0] + word[len(term) :]
            text = re.sub(rf"\b{word}\b", usual, text, flags=re.IGNORECASE)
    return text


def _apart(text: str, found: Found) -> str:
    """Puts a space into Korean words that are two words in the passages."""
    for one, other in _pairs(found):
        text = text.replace(f"{one}{other}", f"{one} {other}")
    return text


def _pairs(found: Found) -> list[tuple[str, str]]:
    """The pairs of neighbouring Korean words in the passages, the second without its particle."""
    pairs: dict[tuple[str, str], None] = {}
    for hit in found.hits:
        for one, other in pairwise(hit.passage.searchable.split()):
            if _HANGUL.fullmatch(one) and (match := _HANGUL.match(other)):
                pairs[one, stem_of(match[0])] = None
    return [pair for pair in pairs if min(map(len, pair)) >= _SHORTEST]
