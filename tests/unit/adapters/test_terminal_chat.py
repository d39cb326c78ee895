"""The terminal as a chat: lines, replies, and what a number asks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from adapters.terminal.chat import converse
from bot.model import Choice, Message, Reply
from bot.ports import Notify
from knowledge.model.report import Show

REPLIES = {
    "how long for headphones?": Reply(
        "Are they opened?",
        follow_up="Are they opened?",
        choices=(Choice("Opened", "how long for opened headphones?"),),
        suggestions=("what about cables?",),
    ),
    "헤드폰은 며칠 안에 환불되나요?": Reply(
        "개봉했나요?", "ko", choices=(Choice("개봉함", "개봉한 헤드폰은 며칠 안에 환불되나요?"),)
    ),
}


@dataclass
class Handle:
    """Answers from a table; keeps what it was asked."""

    replies: Mapping[str, Reply] = field(default_factory=lambda: REPLIES)
    asked: list[Message] = field(default_factory=list)

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        self.asked.append(message)
        return self.replies.get(message.text, Reply("30 days."))


async def talk(*lines: str, handle: Handle | None = None, echo: bool = False) -> list[str]:
    printed: list[str] = []
    await converse(handle or Handle(), lines, printed.append, "chat-1", echo=echo)
    return printed


@pytest.mark.parametrize(
    ("question", "label", "meant"),
    [
        ("how long for headphones?", "Opened", "how long for opened headphones?"),
        ("헤드폰은 며칠 안에 환불되나요?", "개봉함", "개봉한 헤드폰은 며칠 안에 환불되나요?"),
    ],
)
async def test_a_number_answers_the_question_back(question: str, label: str, meant: str) -> None:
    handle = Handle()

    printed = await talk(question, "1", handle=handle)

    assert [one.text for one in handle.asked] == [question, meant]
    assert f"  1  {label}" in printed


async def test_suggestions_are_counted_after_the_replies_to_the_question_back() -> None:
    handle = Handle()

    await talk("how long for headphones?", "2", "2", handle=handle)

    assert [one.text for one in handle.asked][1:] == ["what about cables?", "2"]


async def test_all_lines_are_of_one_thread_and_answered_in_order() -> None:
    handle = Handle()

    printed = await talk("one", "two", handle=handle, echo=True)

    assert printed == ["> one", "\n30 days.\n", "> two", "\n30 days.\n"]
    assert {one.conversation_id for one in handle.asked} == {"chat-1"}


async def test_a_bug_is_apologised_for_and_the_conversation_goes_on() -> None:
    class Broken(Handle):
        async def __call__(
            self, message: Message, notify: Notify | None = None, show: Show | None = None
        ) -> Reply:
            if message.text == "one":
                raise KeyError(message.text)
            return Reply("30 days.")

    first, second = await talk("one", "two", handle=Broken())

    assert "KeyError" not in first
    assert second == "\n30 days.\n"


async def test_what_cannot_be_printed_ends_the_conversation() -> None:
    def closed(text: str) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        await converse(Handle(), ["one", "two"], closed, "chat-1", echo=False)
