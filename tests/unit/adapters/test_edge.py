"""What a person reads where a bug stopped a reply, and how it is found in the log."""

import logging

import pytest

from adapters.web.edge import apology
from bot import telemetry
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.conversation.commands import Commands
from bot.conversation.handler import Conversation
from tests.fakes import FakeIndexer, FakeSearch
from tests.unit import given


@pytest.mark.spares
@pytest.mark.parametrize(
    ("asked", "sorry"),
    [("Can headphones be returned?", "Sorry"), ("헤드폰은 환불할 수 있나요?", "죄송합니다")],
)
async def test_an_apology_names_the_trace_of_the_message(
    asked: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, telemetry.logger.name)
    conversation = Conversation(
        Answering(FakeSearch(error=ZeroDivisionError()), Extractive(), {"en": "a", "ko": "b"}),
        Commands(FakeIndexer(), given.comparison()),
        today=lambda: given.TODAY,
    )
    message = given.message(asked)

    with pytest.raises(ZeroDivisionError) as bug:
        await conversation.handle(message)
    reply = apology(message, bug.value)

    assert sorry in reply.text
    assert reply.text.endswith(f"{message.trace_id}")
    assert reply.trace_id == message.trace_id
    assert {one.__dict__["trace_id"] for one in caplog.records} == {message.trace_id}


def test_no_two_messages_have_the_same_trace() -> None:
    messages = [given.message("Can headphones be returned?") for _ in range(3)]

    assert len({one.trace_id for one in messages}) == 3
    assert messages[0] == messages[1]
