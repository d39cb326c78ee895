"""Rejects an answer without the kind of value asked for: a time, a price, a person."""

import re
from collections.abc import Sequence

from bot.answering.criteria.answer_kind.asked import Slot, slot_of
from bot.answering.criteria.answer_kind.given import fills
from bot.answering.criteria.answer_kind.who_or_where import tells_who_or_where
from bot.answering.criteria.condition.agreement import agrees
from bot.model import Checked, Issue, Question
from bot.model.reason import Reason
from bot.model.written import texts_of
from knowledge.language.calendar.monthly import monthly
from knowledge.language.calendar.weekdays import weekdays

_REFUSING = frozenset(Slot) - {Slot.YES_NO}
"""Slots that an answer must fill.

On the golden questions, SQuAD 2 and ClapNQ, this rejects 12 of 66 wrong answers and 2 of 122 right
ones, which name no time either: date 9 and 2; count, duration and time of day 1 and 0 each; the
others none. It rejects 32 of the 120 likeliest statements without the answer, and none of the 118
with it. Yes or no is left out because anything may answer it, such as "contains egg": it would
reject 1 of 6 wrong answers and 1 of 16 right ones.
"""
_SHUT = re.compile(
    r"\b(?:closed|shut|not open)\b|휴[무점업관]|쉽니다|쉰다|쉬어요|쉬는|열지 않|문을 닫습니다",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:cannot|can't|may not)\b[^.,;]{0,40}\b(?:return|refund|exchange)"
    r"|(?:환불|교환|반품)[가-힣 ]{0,8}(?:수(?:는|도)? 없(?!고|지만)|불가)",
    re.IGNORECASE,
)


def demanded(question: Question, checked: Checked) -> Checked:
    """Marks a draft as insufficient if no sentence has the kind of value asked for."""
    texts = texts_of(checked.kept)
    if not texts or (_fill_slot(question, texts) and _tell_whom(question, texts)):
        return checked
    return checked.as_nearest(*(Issue(Reason.SLOT_EMPTY, n) for n in range(len(checked.kept))))


def says_shut(rule: str) -> bool:
    """Whether a rule says that a shop is closed, whenever that is."""
    return bool(_SHUT.search(rule))


def _fill_slot(question: Question, texts: Sequence[str]) -> bool:
    """Whether one of the texts has the kind of value asked for, or says that there is none."""
    # "and opened ones?" asks for no days, though the question before did.
    slot = slot_of(question.own_words)
    if slot not in _REFUSING or fills(slot, texts):
        return True
    return any(_rules_out(question.text, text) or _is_shut_then(question, text) for text in texts)


def _tell_whom(question: Question, texts: Sequence[str]) -> bool:
    """Whether one of the texts may name the person or the place asked for."""
    return any(tells_who_or_where(question.own_words, one) for one in texts)


def _rules_out(asked: str, rule: str) -> bool:
    """Whether the rule denies the asker's case: no return without a receipt, so no days either."""
    return agrees(asked, rule) and bool(_DENIES.search(rule))


def _is_shut_then(question: Question, rule: str) -> bool:
    """Whether the rule says closed for the day asked about: "On Sundays the café is closed"."""
    day = question.about.day
    if day and any(one.has(day) is False for one in monthly(rule)):
        return False
    asked = weekdays(question.text) | ({day.weekday()} if day else set())
    return bool(asked & weekdays(rule)) and says_shut(rule)
