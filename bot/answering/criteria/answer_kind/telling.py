"""An answer that holds nothing of the kind that is asked for is none."""

import re
from collections.abc import Sequence

from bot.answering.criteria.answer_kind.asked import Slot, slot_of
from bot.answering.criteria.answer_kind.given import fills
from bot.answering.criteria.condition.agreement import agrees
from bot.model import Checked, Issue, Question
from bot.model.reason import Reason
from bot.model.written import texts_of
from knowledge.language.calendar.monthly import monthly
from knowledge.language.calendar.weekdays import weekdays

_REFUSING = frozenset(Slot) - {Slot.YES_NO}
"""Slots for which an answer that holds nothing of the kind is none.

Of the answers to the golden questions, SQuAD 2 and ClapNQ this stops 12 of 66 wrong ones and 2 of
122 right ones, in which no time is named either: date 9 and 2, count, duration and time of day 1
and 0 each, the others none. Of the likeliest statements without the answer it stops 32 of 120, of
those with it none of 118. Yes or no stays out, for whatever a document says may answer it, such as
"contains egg": 1 of 6 wrong answers stopped, 1 of 16 right ones lost.
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
    """The same, or insufficient when the question asks for what no sentence holds."""
    if not checked.kept or _tell(question, texts_of(checked.kept)):
        return checked
    return checked.as_nearest(*(Issue(Reason.SLOT_EMPTY, n) for n in range(len(checked.kept))))


def says_shut(rule: str) -> bool:
    """Whether a rule says that a shop is closed, whenever that is."""
    return bool(_SHUT.search(rule))


def _tell(question: Question, texts: Sequence[str]) -> bool:
    """Whether one of them holds something of the kind that is asked for, or says there is none."""
    # "and opened ones?" asks for no days, though the question before did.
    slot = slot_of(question.own_words)
    if slot not in _REFUSING or fills(slot, texts):
        return True
    return any(_rules_out(question.text, text) or _is_shut_then(question, text) for text in texts)


def _rules_out(asked: str, rule: str) -> bool:
    """Whether nothing of the kind holds for the asker: who has no receipt has no days, either."""
    return agrees(asked, rule) and bool(_DENIES.search(rule))


def _is_shut_then(question: Question, rule: str) -> bool:
    """Whether on the day that is asked of there are no hours: "On Sundays the café is closed"."""
    day = question.about.day
    if day and any(one.has(day) is False for one in monthly(rule)):
        return False
    asked = weekdays(question.text) | ({day.weekday()} if day else set())
    return bool(asked & weekdays(rule)) and says_shut(rule)
