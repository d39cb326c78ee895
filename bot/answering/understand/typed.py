"""Reads a question in its usual form: without capitals or the bot's name."""

import re
from dataclasses import replace

from bot.model import Answer, Question, SafeText, Turn
from bot.privacy import still_safe
from knowledge.language.asked import in_small_letters

_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]+\]")
_WORD = re.compile(r"(?<![\w-])[A-Za-z]{2,}(?![\w-]*\d)")
"""A word of Latin letters, but no part of a code such as HM-RF-02."""
_NAMED = re.compile(
    r"^\s*(?:@[\w.-]{1,40}[\s,:]+|(?:(?:hi|hey|hello|ok(?:ay)?)[\s,]+)?storewise\b[\s,:!]*)(?=\S)",
    re.IGNORECASE,
)
"""The bot's name before a question. Slack and Teams take their own mentions off."""
_LONG = 5
"""Letters. A shorter single word in capitals is an abbreviation, such as PLU."""


def in_one_form(question: Question) -> Question:
    """Puts capitals into small letters, and takes the bot's name off."""
    return replace(question, text=_usual(question.text))


def turn_in_one_form(turn: Turn | None) -> Turn | None:
    """Does the same for the previous question."""
    return turn and replace(turn, question=_usual(turn.question))


def as_typed(answer: Answer, typed: SafeText) -> Answer:
    """Restores the question as it was typed, so that people recognise it."""
    question, form = answer.question, _usual(typed)
    if question.said == form:
        return replace(answer, question=replace(question, said=typed))
    if question.text == form:
        return replace(answer, question=replace(question, text=typed))
    return answer


def _usual(text: SafeText) -> SafeText:
    return _without_capitals(still_safe(_NAMED.sub("", text)))


def _without_capitals(text: SafeText) -> SafeText:
    """The text in small letters if all its words are in capitals; else unchanged."""
    words = _WORD.findall(_PLACEHOLDER.sub(" ", text))
    has_words = len(words) > 1 or any(len(one) >= _LONG for one in words)
    is_shouted = has_words and all(one.isupper() for one in words)
    return still_safe(in_small_letters(text)) if is_shouted else text
