"""Who opens the agent view is offered questions that this index answers."""

import asyncio
from typing import Any

import pytest

from adapters.slack.setup.manifest import scopes
from bot.conversation.examples import MOST, Example, Examples
from bot.model import SafeText
from knowledge.model.documents import Language
from tests.flow.slack.stand_in.api import SlackApi, direct, signed
from tests.flow.slack.stand_in.bot import Running, running

SUGGEST = "assistant.threads.setSuggestedPrompts"
ENGLISH = "how long for headphones?"
KOREAN = "헤드폰 환불 기간은?"


class Known(Examples):
    """An index that answers these questions."""

    def __init__(self, **questions: tuple[str, ...]) -> None:
        self._questions = questions
        self.looked_up: list[Language] = []

    async def of(self, language: Language, most: int = MOST) -> tuple[Example, ...]:
        self.looked_up.append(language)
        known = self._questions.get(language, ())
        return tuple(Example(f"1:{language}:{n}", SafeText(one)) for n, one in enumerate(known))


def opened() -> dict[str, Any]:
    return {"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "messages"}


def in_slack(locale: str) -> SlackApi:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U1", "team_id": "T1", "locale": locale}}
    return slack


async def suggested(bot: Running) -> list[dict[str, str]]:
    await bot.slack.until(lambda: SUGGEST in bot.slack.arguments)
    return list(bot.slack.arguments[SUGGEST]["prompts"])


@pytest.mark.parametrize(
    ("locale", "title", "questions"),
    [("en-US", "know", (ENGLISH,)), ("ko-KR", "궁금한", (KOREAN,))],
)
async def test_questions_are_suggested_in_the_language_of_the_person(
    locale: str, title: str, questions: tuple[str, ...]
) -> None:
    examples = Known(en=(ENGLISH,), ko=(KOREAN,))

    async with running(in_slack(locale), examples=examples) as bot:
        await bot.send(signed(opened()))
        prompts = await suggested(bot)

    assert [one["message"] for one in prompts] == list(questions)
    said = bot.slack.arguments[SUGGEST]
    assert title in said["title"]
    assert "thread_ts" not in said  # Slack would say yes and show nothing


@pytest.mark.parametrize(
    ("locale", "only"), [("en-US", {"ko": (KOREAN,)}), ("ko-KR", {"en": (ENGLISH,)})]
)
async def test_where_the_index_has_none_in_their_language_those_of_the_other_are_suggested(
    locale: str, only: dict[str, tuple[str, ...]]
) -> None:
    async with running(in_slack(locale), examples=Known(**only)) as bot:
        await bot.send(signed(opened()))
        prompts = await suggested(bot)

    [questions] = only.values()
    assert [one["message"] for one in prompts] == list(questions)


async def test_at_most_four_are_suggested_and_a_long_one_has_a_short_title() -> None:
    long = "how long do customers have " + "to return it " * 10 + "?"
    examples = Known(en=(long, *[f"question {n}?" for n in range(6)]))

    async with running(examples=examples) as bot:
        await bot.send(signed(opened()))
        prompts = await suggested(bot)

    assert len(prompts) == 4
    assert len(prompts[0]["title"]) <= 75
    assert prompts[0]["message"] == long


async def test_a_suggested_question_is_answered_like_a_typed_one() -> None:
    async with running(examples=Known(en=(ENGLISH,))) as bot:
        await bot.send(signed(opened(), event_id="Ev1"))
        [prompt] = await suggested(bot)
        await bot.send(signed(direct(prompt["message"]), event_id="Ev2"))
        post = await bot.slack.post()

    assert "14 days" in post.text


async def test_an_index_that_answers_nothing_suggests_nothing() -> None:
    async with running(examples=Known()) as bot:
        await bot.send(signed(opened()))
        await bot.settle()

    assert SUGGEST not in bot.slack.calls


async def test_without_the_right_nothing_is_looked_up_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack, examples = SlackApi(), Known(en=(ENGLISH,))
    slack.scopes = frozenset(scopes(least=True))

    async with running(slack, examples=examples) as bot:
        await bot.send(signed(opened(), event_id="Ev1"))
        await slack.until(lambda: SUGGEST in slack.calls)
        await asyncio.sleep(0.1)  # until the refusal is noted
        await bot.send(signed(opened(), event_id="Ev2"))
        await bot.settle()

    refused = [one for one in caplog.records if "refuses a call" in one.message]
    assert slack.calls.count(SUGGEST) == 1
    assert examples.looked_up == ["en"]
    assert [one.__dict__["reason"] for one in refused] == ["missing_scope"]
