"""Works out the last day of a time limit from the day of purchase or delivery."""

import calendar
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import Enum, auto

from bot import texts
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Sentence, Verdict
from bot.model.days import in_words, shifted
from knowledge.language.values import Bound, Value, ValueKind, values
from knowledge.model.documents import Language

_DAY_S = 86_400
_FROM = r"\s*(?:from|of|after|since)\s+(?:the\s+|your\s+)?(?:(?:day|date)\s+of\s+)?(?:the\s+)?"
_FROM_PURCHASE = re.compile(rf"{_FROM}(?:purchase|buying|receipt date)\b", re.IGNORECASE)
_FROM_DELIVERY = re.compile(rf"{_FROM}(?:delivery|receipt(?! date)|receiving)\b", re.IGNORECASE)
_FROM_ANY = re.compile(r"\s*(?:from|of|after|since)\s+\w", re.IGNORECASE)
_COUNTS_KO = r"\s?(?:로부터|부터|이?후)\s*$"
_FROM_PURCHASE_KO = re.compile(
    rf"(?:(?:구매|구입|결제|주문)(?:일|한 날|\s?날짜)?|산 날){_COUNTS_KO}"
)
_FROM_DELIVERY_KO = re.compile(
    rf"(?:(?:배송|배달|수령)(?:일|된 날|한 날|받은 날)?|받은 날|받으신 날){_COUNTS_KO}"
)
_FROM_ANY_KO = re.compile(r"(?:로부터|부터|[가-힣] ?후)\s*$")
_RETURNS = re.compile(
    r"\b(?:return|refund|exchang|swap|cancel)"
    r"|\b(?:go(?:es)?|bring|brought|tak(?:e|en)|money) back\b"
    r"|반품|환불|교환|취소|철회|물[러릴]",
    re.IGNORECASE,
)
_IS_PAID = re.compile(
    r"\b(?:paid|credited|processed|issued|takes?|arrives?)\b|입금|지급|들어[가갑오옵]|처리",
    re.IGNORECASE,
)
"""The time that a refund takes to arrive is no limit for the customer."""
_LATE = re.compile(r"\b(?:late|expired|over|passed)\b|늦|지났|지난|만료", re.IGNORECASE)
"""A question that asks for the end of the time itself: a "no" would be unclear."""
_MOST_DAYS = 3660
"""Ten years; a longer duration is no time limit."""


class Event(Enum):
    """The event that a time limit counts from, by its own words."""

    PURCHASE = auto()
    DELIVERY = auto()
    ANOTHER = auto()
    UNSAID = auto()


@dataclass(frozen=True, slots=True)
class _Counted:
    """A time limit with its first and last day. None if the first day is unknown."""

    limit: str
    start: date | None
    last: date | None


def deadline(sentences: Sequence[Sentence], question: Question) -> str | None:
    """Words the last day of the sentences' time limit, and how far away it is.

    The day that the limit counts from is day 0. None if there is no limit, or more than one, or if
    that day is unknown.
    """
    with_last_day = _counted([sentence.text for sentence in sentences], question)
    if not with_last_day or not with_last_day[0].start or not with_last_day[0].last:
        return None
    start, last, language = with_last_day[0].start, with_last_day[0].last, question.language
    return texts.DEADLINE[language].format(
        limit=min((one.limit for one in with_last_day), key=len),
        start=in_words(start, language),
        last=in_words(last, language),
        distance=_distance((last - question.filters.as_of).days, language),
    )


def last_day(said: Iterable[str], question: Question) -> date | None:
    """The last day of the one time limit in some sentences. None without one, or with several."""
    with_last_day = _counted(said, question)
    return with_last_day[0].last if with_last_day else None


def _counted(said: Iterable[str], question: Question) -> list[_Counted]:
    """The time limits of some sentences. Empty unless all end on the same day."""
    found = [_until(value, text, question) for text in said for value in limits(text)]
    with_last_day = [one for one in found if one]
    return with_last_day if len({one.last for one in with_last_day}) == 1 else []


def _until(value: Value, text: str, question: Question) -> _Counted | None:
    """A limit with its last day. None if it is shorter than a day, or longer than ten years."""
    if _end(value, question.filters.as_of) is None:
        return None
    start = _start(value, text, question)
    return _Counted(value.text, start, _end(value, start) if start else None)


def _start(value: Value, text: str, question: Question) -> date | None:
    """The day that a limit counts from; for returns, the purchase if the rule does not say."""
    event = event_of(value, text)
    if event is Event.DELIVERY:
        return question.about.delivered
    is_return = is_about_returns(text) and not _IS_PAID.search(text)
    counts = event is Event.PURCHASE or (event is Event.UNSAID and is_return)
    return question.about.bought if counts else None


def is_about_returns(text: str) -> bool:
    """Whether a rule is about returns, refunds, exchanges or cancelling."""
    return bool(_RETURNS.search(text))


def event_of(value: Value, text: str) -> Event:
    """The event that a time limit in a text counts from."""
    before, behind = text[: value.span[0]], text[value.span[1] :]
    if _FROM_PURCHASE.match(behind) or _FROM_PURCHASE_KO.search(before):
        return Event.PURCHASE
    if _FROM_DELIVERY.match(behind) or _FROM_DELIVERY_KO.search(before):
        return Event.DELIVERY
    is_another = _FROM_ANY.match(behind) or _FROM_ANY_KO.search(before)
    return Event.ANOTHER if is_another else Event.UNSAID


def limits(text: str) -> list[Value]:
    """The time limits in a text: durations within which something may be done."""
    return [
        value
        for value in values(text)
        if value.kind is ValueKind.DURATION
        and (value.bound is Bound.AT_MOST or _is_counted(value, text))
        and value.high is None
        and value.per is None
    ]


def _is_counted(value: Value, text: str) -> bool:
    """Whether an exact duration counts from purchase or delivery, as in tables of policies."""
    counts = event_of(value, text) in (Event.PURCHASE, Event.DELIVERY)
    return value.bound is Bound.EXACTLY and counts


def _end(value: Value, start: date) -> date | None:
    """The last day of a duration. None if it is shorter than a day, or longer than ten years."""
    if value.unit == "month":
        return _months_later(start, int(value.amount)) if value.amount % 1 == 0 else None
    days = value.amount / _DAY_S
    if days % 1 or not 1 <= days <= Decimal(_MOST_DAYS):
        return None
    return shifted(start, int(days))


def _months_later(start: date, months: int) -> date | None:
    if not 1 <= months <= _MOST_DAYS // 31:
        return None
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if year > date.max.year:
        return None
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last))


def _distance(days: int, language: Language) -> str:
    if str(days) in texts.NEAR_DAYS:
        return texts.NEAR_DAYS[str(days)][language]
    text = texts.DAYS_LEFT if days > 0 else texts.DAYS_AGO
    return text[language].format(days=abs(days))


def with_last_day(answer: Answer, question: Question) -> Answer:
    """Adds the last day of the time limit, if the day of the purchase is known.

    If it has passed, that is said first: it is the answer, and the rule its reason.
    """
    if answer.verdict is not Verdict.PASS:
        return answer
    # 14 days for unopened goods do not limit opened ones.
    rules = [
        one
        for place, one in enumerate(answer.sentences)
        # A sentence beside the first may be about something else, such as a lost receipt.
        if not contradicts(question.text, one.text) and (place == 0 or is_about_returns(one.text))
    ]
    line = deadline(rules, question)
    if not line:
        return answer
    if newer := _newer(rules, question):
        return replace(answer, text=said([answer.text, newer]))
    too_late = _too_late(rules, question)
    return replace(answer, text=said([*too_late, answer.text, line]))


def _too_late(rules: Sequence[Sentence], question: Question) -> list[str]:
    """The verdict that the last day has passed; empty if it has not."""
    last, language = last_day([one.text for one in rules], question), question.language
    if last is None or last >= question.filters.as_of:
        return []
    asks_if_it_may_be = slot_of(question.text) in (None, Slot.YES_NO)
    is_plain = asks_if_it_may_be and not _LATE.search(question.text)
    text = texts.NO_TOO_LATE if is_plain else texts.IS_TOO_LATE
    return [text[language].format(last=in_words(last, language))]


def _newer(rules: Sequence[Sentence], question: Question) -> str | None:
    """Words that a limit took effect after the purchase, so it may not hold for it."""
    headers = [cited.passage.header for one in rules if limits(one.text) for cited in one.citations]
    since = max((one.effective_from for one in headers if one.effective_from), default=None)
    bought = question.about.bought or question.about.delivered
    if not since or not bought or since <= bought:
        return None
    language = question.language
    return texts.RULE_IS_NEWER[language].format(
        since=in_words(since, language), bought=in_words(bought, language)
    )


def with_day(answer: Answer, today: date) -> Answer:
    """Heads an answer with its day, if the question is about another day than today."""
    day, language = answer.question.filters.as_of, answer.question.language
    if day == today:
        return answer
    line = texts.AS_OF[language].format(day=in_words(day, language))
    return replace(answer, text=said([line, answer.text]))
