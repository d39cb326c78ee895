"""Reads a message after the turn before it in its thread."""

from dataclasses import replace

from bot.answering.understand.follow_up.chosen_rule import chosen_rules, from_chosen, from_the_rest
from bot.answering.understand.follow_up.meanings import goes_on, leans
from bot.answering.understand.follow_up.replied import replies, spelled_out
from bot.answering.understand.message import classify, in_one_form, turn_in_one_form
from bot.model import Question, Turn
from bot.model.understood import Talk, Understood

_BY_ITSELF = frozenset(Talk) - {Talk.EMPTY, Talk.TOO_SHORT, Talk.POINTS}
"""Talk that is never a follow-up. (A single word may be one: "and clothes?".)"""


def read_in_thread(question: Question, before: Turn | None) -> tuple[Question, Understood]:
    """Classifies a message; a follow-up is put into the words of both questions."""
    today = question.filters.as_of
    question, before = in_one_form(question), turn_in_one_form(before)
    if whole := from_the_rest(question, before) or from_chosen(question, before):
        question, before = whole, None
    read, replied = classify(question.text, today), replies(question.text, before)
    if read.talk in _BY_ITSELF and not replied:
        return question, read
    if one := spelled_out(question.text, before):
        question = replace(question, text=one, said=question.text)
        read = as_question(classify(one, today))
    elif replied:
        read = Understood(Talk.UNCLEAR_REPLY)
    elif read.talk is Talk.POINTS and before and not goes_on(question.text):
        question = replace(question, text=before.question, said=question.text)
        read = as_question(classify(before.question, today))
    elif read.talk and leans(question.text, before):
        read = Understood(parts=(question.text,))
    return question, replace(read, replies=replied)


def replies_to_bot(question: Question, before: Turn | None) -> bool:
    """Whether a message replies to the bot's last message, or wants the rest of its list."""
    asked = in_one_form(question)
    return bool(
        replies(question.text, before)
        or from_the_rest(asked, before)
        or from_chosen(asked, before)
        or chosen_rules(asked.text, before) is not None
    )


def as_question(read: Understood) -> Understood:
    """The message as one question, whatever talk it looks like."""
    return replace(read, talk=None, parts=read.parts[:1])
