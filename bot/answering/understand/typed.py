"""A question that was typed in capitals throughout, as if it had not been."""

import re
from dataclasses import replace

from bot.model import Answer, Question, SafeText, Turn
from bot.privacy import still_safe
from knowledge.language.asked import in_small_letters

_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]+\]")
_WORD = re.compile(r"(?<![\w-])[A-Za-z]{2,}(?![\w-]*\d)")
"""Not in a code: HM-RF-02."""
_LONG = 5
"""Letters: a shorter word in capitals that stands alone is an abbreviation, such as PLU."""


def in_one_form(question: Question) -> Question:
    """The question in small letters where it was typed in capitals."""
    return replace(question, text=_quietly(question.text))


def turn_in_one_form(turn: Turn | None) -> Turn | None:
    """The same for the question before."""
    return turn and replace(turn, question=_quietly(turn.question))


def as_typed(answer: Answer, typed: SafeText) -> Answer:
    """The answer with its question as it was typed: people know it by that."""
    question, form = answer.question, _quietly(typed)
    if question.said == form:
        return replace(answer, question=replace(question, said=typed))
    if question.text == form:
        return replace(answer, question=replace(question, text=typed))
    return answer


def _quietly(text: SafeText) -> SafeText:
    """A text in small letters where all of it is in capitals; others as they are."""
    words = _WORD.findall(_PLACEHOLDER.sub(" ", text))
    has_words = len(words) > 1 or any(len(one) >= _LONG for one in words)
    is_shouted = has_words and all(one.isupper() for one in words)
    return still_safe(in_small_letters(text)) if is_shouted else text
