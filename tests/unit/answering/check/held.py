"""Holds one sentence of a draft against one quote, as the check does."""

from bot.answering.check import check
from knowledge.language.terms import language_of
from tests.unit import given

ASKED = {"en": "What do the documents say?", "ko": "문서에 뭐라고 되어 있나요?"}
"""Questions that lend a sentence no words of their own."""


def issue(text: str, quote: str, asked: str | None = None, *, title: str = "") -> str:
    """Why a sentence that quotes this is dropped; empty when it is kept."""
    passage = given.passage(quote, title=title)
    question = given.question(asked or ASKED[language_of(text)])
    draft = given.draft(given.sentence(text, (passage, quote)))
    checked = check(draft, question, given.holding(passage))
    assert len(checked.kept) + len(checked.issues) == 1
    return checked.issues[0].code if checked.issues else ""
