"""Rejects a single word that neither the quotes, their headings nor the question have.

One word among many passes the limit on new words and can still mislead: the cashier for the shift
lead, "whether or not it has been opened". A language model's truthful sentences have hardly any new
words but the common ones in `saying` (benchmarks/replies.py).
"""

import re

from bot.answering.check.claim import Claim
from bot.answering.check.figures.stated import without_units
from bot.answering.check.names import is_known
from bot.answering.wording.saying import SAYING
from knowledge.language.korean import sounds
from knowledge.language.korean.forms import is_form_of
from knowledge.language.korean.stems import stem_of
from knowledge.language.terms import language_of, latin_words, query_terms

_HANGUL = re.compile("[가-힣]+")
_LATIN = re.compile("[A-Za-zÀ-ÖØ-öø-ɏ]+")
_ENDING = re.compile(
    "(?:(?:습|입)?니다|습|입|이면|이|(?:하|되)?지|어야|아야|야|으면|면|고|며|거나|지만|어서|아서|어도|아도"
    "|세요|십시오|는|은|을|는?다|(?<=^[가-힣])에)$"
)
"""Endings of verbs and the copula that `knowledge.language.korean.stems` leaves on."""


def word_not_quoted(claim: Claim) -> bool:
    """Whether a sentence has a word that neither its quotes, headings nor the question have."""
    if not claim.in_one_language:
        return False
    text, language = without_units(claim), language_of(claim.text)
    latin = _LATIN.findall(text)
    hangul = _HANGUL.findall(text) if language == "ko" else []
    return any(_is_new(one, claim) for one in latin) or any(
        _is_new_korean(one, claim) for one in hangul
    )


def _is_new(word: str, claim: Claim) -> bool:
    new = any(term not in SAYING and not claim.has(term) for term in query_terms(word))
    return new and not is_known(word, claim)


def _is_new_korean(word: str, claim: Claim) -> bool:
    stem = stem_of(word)
    bare = _ENDING.sub("", stem.removeprefix("미")) or stem
    if not stem or not SAYING.isdisjoint((stem, bare)):
        return False
    if any(is_form_of(one, claim.hangul) for one in (stem, bare)):
        return False
    return not any(sounds.alike(latin, [stem]) for latin in latin_words(claim.around))
