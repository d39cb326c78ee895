"""Strange signs in front of, behind and inside a question: always a reply, and no bug behind it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Scope
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.model.spared import failures
from tests.quality.test_golden import FILES, HERE
from tests.sample_bot import sample_settings

GOLDENS = [one for name in FILES for one in evaluation.load(HERE / f"{name}.jsonl")][::5]
CODES = st.from_regex(r"[A-Z]{1,4}[-/.]?[0-9]{1,4}[A-Z]?", fullmatch=True)
COUNTED = st.from_regex(r"[1-9]{1,2}-(year-old|in-1|for-2|day-old|개월)", fullmatch=True)
EMOJI = st.from_regex(r":[a-z_]{2,12}:(:skin-tone-[2-6]:)?", fullmatch=True)
TAGS = st.sampled_from(
    ["<b>", "</i>", "<br/>", '<quoted messageId="1"/>', "<at>storewise</at>", "<!here>", "`", "~~~"]
)
NUMBERS = st.from_regex(r"[₩$#]?-?[0-9]{1,12}([.,:/][0-9]{1,3}){0,2}%?", fullmatch=True)
UNSEEN = st.sampled_from(
    ["\u200b", "\ufeff", "\u202e", "\u2066", "\x00", "\x1b[31m", "\u3164", "\n"]
)
SIGNS = st.one_of(CODES, COUNTED, EMOJI, TAGS, NUMBERS, UNSEEN)


@dataclass(frozen=True)
class Asked:
    """Asks the bot, on one event loop."""

    app: App
    runner: asyncio.Runner

    def __call__(self, question: str) -> Reply:
        scope = Scope(as_of=date(2026, 11, 21))
        message = Message(Platform.CONSOLE, "", "U1", question, scope=scope)
        return self.runner.run(self.app.conversation.handle(message))


@pytest.fixture(scope="module")
def ask(own_sample: Path) -> Iterator[Asked]:
    with closing(build(sample_settings(own_sample))) as app, asyncio.Runner() as runner:
        yield Asked(app, runner)


def _inside(question: str, sign: str) -> str:
    words = question.split(" ")
    return " ".join((*words[: len(words) // 2], sign, *words[len(words) // 2 :]))


PLACES: list[Callable[[str, str], str]] = [
    lambda question, sign: f"{sign} {question}",
    lambda question, sign: f"{question} {sign}",
    _inside,
    lambda question, sign: question[:4] + sign + question[4:],
]


@settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(golden=st.sampled_from(GOLDENS), place=st.sampled_from(PLACES), sign=SIGNS)
def test_a_strange_sign_is_no_reason_for_an_apology(
    ask: Asked, golden: Golden, place: Callable[[str, str], str], sign: str
) -> None:
    before = failures.copy()

    reply = ask(place(golden.question, sign))

    assert reply.failure is None
    assert reply.text
    assert failures == before
