"""Recognises a sentence that only repeats the question or its heading, or says what a page is."""

from bot.model import Question, Sentence
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import terms

_OF_ITSELF = LazyPattern(
    r"^(?:this|the following) (?:page|document|section|chapter|guide|manual|policy|sheet|leaflet)"
    r" (?:tells|describes|explains|shows|covers|sets out|lists|is for|is about|gives|contains)\b"
    r"|^(?:이|본) (?:문서|안내서?|지침서?|장|절|페이지|설명서|매뉴얼|규정)[은는에]"
    r" .*(?:설명|안내|다룹|다룬|정합|정한|담고|알려|적용)"
)
_NEW = 0.2
"""Share of a sentence's words from which it says something new."""


def repeats(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence has hardly a word that is not in the question, the title or a heading."""
    if _OF_ITSELF.search(sentence.text):
        return True
    said, above = set(terms(sentence.text)), sentence.citations[0].passage.above
    new = said - set(terms(f"{question.text} {above}"))
    return len(new) <= _NEW * len(said)
