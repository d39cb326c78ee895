"""The record of an answer that is kept on disk: for its buttons, its ratings and the gap report."""

from dataclasses import replace
from datetime import datetime

from bot.model import Message, Platform, Reply
from bot.model.kept.records import StoredAnswer, person_of
from bot.privacy import safe
from bot.privacy.harmless import harmless

_TRIALS = (Platform.WEB, Platform.CONSOLE)
"""Where somebody at the machine itself tries it out: that is no use of it."""


def record_of(message: Message, reply: Reply, given_at: datetime) -> StoredAnswer | None:
    """The record of a reply; None if it answers no question, or must leave no trace.

    A selected text is somebody's message: neither its quotes nor the question about it is recorded.
    """
    answer = reply.answer
    if (
        message.platform in _TRIALS
        or answer is None
        or answer.understood.talk
        or message.selected_text is not None
    ):
        return None
    if not message.conversation_id and not message.apart:
        return None
    return StoredAnswer(
        answer_id=reply.trace_id,
        given_at=given_at,
        thread=message.conversation_id or reply.trace_id,
        person=person_of(message),
        # Shown to those who help, share it, or look after the documents.
        question=safe(harmless(answer.question.text)),
        verdict=reply.verdict or answer.verdict,
        reply=replace(reply, private=False, kept=True, answer=None, steps={}, spent={}, later=None),
        place=message.place,
    )
