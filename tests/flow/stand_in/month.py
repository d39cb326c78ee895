"""A made-up month of questions: real replies, asked again and again by made-up people."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.main.app import App
from bot.model import Message, Platform, Reply
from bot.model.kept import Feedback, StoredAnswer
from bot.upkeep.history.provenance import record_of

QUESTIONS = (
    "how much is the staff discount in percent?",
    "when did the staff discount change?",
    "택배는 몇 시까지 접수하면 당일에 발송되나요?",
    "택배는 며칠 동안 보관하나요?",
    "may customers bring their dog into the store?",
    "are dogs allowed in the shop?",
    "매장에 강아지를 데려와도 되나요?",
    "do we sell postage stamps?",
    "which planet is the largest?",
    "where do I park my bicycle?",
)
"""Four that the small handbook answers, then some that it does not, three of them of one thing."""
_PEOPLE, _DAYS, _RATED = 41, 28, 50
"""One answer in `_RATED` is rated, every second of those badly."""


@dataclass(frozen=True)
class Month:
    """What was stored."""

    answers: list[StoredAnswer]
    ratings: list[Feedback]


async def month(app: App, now: datetime, count: int = 600) -> Month:
    """Asks each question once, and stores its reply for many people, spread over the month."""
    replies = [await _reply(app, one) for one in QUESTIONS]
    made = Month([], [])
    for number in range(count):
        message, reply = replies[number % len(replies)]
        given_at = now - timedelta(days=number % _DAYS, minutes=1 + number % 600)
        record = _record(message, reply, number, given_at)
        await app.kept.records.keep(record)
        made.answers.append(record)
        if number % _RATED == 0:
            good = number % (2 * _RATED) == 0
            reason = "" if good else "incomplete"
            rating = Feedback(record.answer_id, record.person, good, given_at, reason)
            await app.kept.records.rate(rating)
            made.ratings.append(rating)
    return made


async def _reply(app: App, question: str) -> tuple[Message, Reply]:
    # In no thread, so it is not stored.
    message = Message(Platform.SLACK, "", "U0", question)
    return message, await app.conversation.handle(message)


def _record(message: Message, reply: Reply, number: int, given_at: datetime) -> StoredAnswer:
    platform = Platform.TEAMS if number % 3 == 0 else Platform.SLACK
    trace_id = f"month-{number}"
    again = replace(
        message,
        platform=platform,
        sender_id=f"U{number % _PEOPLE}",
        conversation_id=f"C{number}",
        trace_id=trace_id,
    )
    record = record_of(again, replace(reply, trace_id=trace_id), given_at)
    assert record is not None, message.text
    return record


def of(answers: Sequence[StoredAnswer], outcome: str) -> list[StoredAnswer]:
    """Those with an outcome."""
    return [one for one in answers if one.reply.outcome == outcome]
