"""What becomes of an accepted question if something on the way to its reply breaks."""

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from adapters.chat.under_way.intake import FORGOTTEN, LATE, Intake
from adapters.chat.unread import Unread
from bot.model import Message, Platform
from bot.privacy import Redactor
from bot.upkeep.history.trail import Trail
from tests.fakes import FakeInbox


@dataclass(frozen=True)
class Asked:
    message: Message
    shown: str = ""
    thread: str = "t"
    edited: bool = False
    unread: Unread | None = None
    key: str = ""
    channel: str = ""


@dataclass
class Answers:
    """Answers questions; the named ones break on the way."""

    broken: str = ""
    answered: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    stopped: list[Hashable] = field(default_factory=list)

    async def again(self, asked: Asked, *, maybe_posted: bool) -> None:
        if asked.message.text == self.broken:
            raise KeyError(asked.message.text)
        self.answered.append(asked.message.text)

    async def too_late(self, asked: Asked) -> None:
        self.late.append(asked.message.text)

    def stop(self, thread: Hashable) -> None:
        self.stopped.append(thread)


def asked(text: str) -> Asked:
    return Asked(Message(Platform.SLACK, "T1:C1:1.0", "U1", text))


async def left(*texts: str) -> FakeInbox:
    inbox = FakeInbox()
    intake = Intake(Platform.SLACK, Asked, inbox, Trail(), Redactor())
    for text in texts:
        await intake.accept(text, asked(text))
    return FakeInbox(earlier=inbox)


async def test_a_question_that_breaks_keeps_none_of_the_others_and_is_tried_again_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    inbox, answers = await left("one", "김민지", "three"), Answers(broken="김민지")

    async with Intake(Platform.SLACK, Asked, inbox, Trail(), Redactor()).resuming(answers):
        await asyncio.sleep(0.05)

    assert answers.answered == ["one", "three"]
    assert len(inbox.due) == 1
    assert "김민지" not in caplog.text.replace("raise KeyError(asked.message.text)", "")


async def test_a_question_of_another_version_is_given_up_and_the_others_are_answered() -> None:
    inbox, answers = await left("one", "two"), Answers()
    [first, _] = inbox.known
    inbox.known[first] = inbox.known[first].__class__(
        first, "k", Platform.SLACK, "{}", inbox.known[first].received_at
    )

    async with Intake(Platform.SLACK, Asked, inbox, Trail(), Redactor()).resuming(answers):
        await asyncio.sleep(0.05)

    assert answers.answered == ["two"]
    assert first not in inbox.open


async def test_replicas_leave_a_question_of_another_version_to_those_that_have_it() -> None:
    inbox, answers = await left("one"), Answers()
    inbox.shared = True
    [one] = inbox.known
    inbox.known[one] = replace(inbox.known[one], body="{}")

    async with Intake(Platform.SLACK, Asked, inbox, Trail(), Redactor()).resuming(answers):
        await asyncio.sleep(0.05)

    assert answers.answered == []
    assert inbox.open == set(inbox.due) == {one}


async def test_a_bug_while_answering_leaves_the_question_for_another_try() -> None:
    inbox = FakeInbox()
    intake, question = Intake(Platform.SLACK, Asked, inbox, Trail(), Redactor()), asked("one")
    await intake.accept("k", question)

    async def bug() -> None:
        raise KeyError

    await intake.surely(question, bug())

    assert inbox.open == set(inbox.due)
    assert len(inbox.due) == 1


@pytest.mark.parametrize(("age", "late"), [(LATE, ["one"]), (FORGOTTEN, [])])
async def test_an_old_question_gets_an_apology_and_a_very_old_one_nothing(
    age: timedelta, late: list[str]
) -> None:
    inbox, answers = await left("one"), Answers()
    [one] = inbox.known.values()
    inbox.known[one.answer_id] = replace(one, received_at=one.received_at - age)

    async with Intake(Platform.SLACK, Asked, inbox, Trail(), Redactor()).resuming(answers):
        await asyncio.sleep(0.05)

    assert (answers.late, answers.answered, inbox.open) == (late, [], set())
