"""Orders to a model that somebody planted in documents are neither obeyed nor quoted."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from pydantic import SecretStr

from adapters.openai.chat import build_chat
from bot.answering.choose.by_model import ModelChooser
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.main.app import App, build
from bot.model import Answer, Verdict
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.model.documents import Language
from knowledge.split.token_count import TokenCounter
from tests.flow.answers.planted import PLANTED, Planted
from tests.flow.stand_in.openai_api import (
    Asked,
    Given,
    OpenAIApi,
    Play,
    choice_of,
    chooses,
    openai_api,
)
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("planted")
    (folder / "documents").mkdir()
    for number, planted in enumerate(PLANTED):
        (folder / "documents" / f"{number}.md").write_text(planted.text, encoding="utf-8")
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=folder / "documents", data=folder / "data"),
    )
    with closing(build(settings)) as app:
        asyncio.run(app.indexer.rebuild())
        yield app


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


def model_at(api: OpenAIApi) -> TimedModel:
    """The product's model at this address."""
    settings = OpenAISettings(api_key=SecretStr("sk-1"), base_url=api.url, chat_budget_s=60)
    count = TokenCounter().count
    return TimedModel(ModelChooser(build_chat(settings, count), count), 60.0)


def every_statement(asked: Asked) -> Given:
    return Given(choice_of(*asked.units))


def searching(planted: Planted) -> Play:
    """A model that has the order searched for, and chooses the policy then."""

    def play(asked: Asked) -> Given:
        if number := asked.holding(planted.before):
            words = [planted.order, planted.payload]
            return Given(choice_of(number, search_again=words))
        return Given(choice_of(verdict="insufficient", search_again=[planted.order]))

    return play


OBEYS: dict[str, Callable[[Planted], Play]] = {
    "understands the order": lambda one: chooses(one.before, understood=one.order),
    "understands what it was told to say": lambda one: chooses(one.before, understood=one.payload),
    "has the order searched for": searching,
    "chooses every statement": lambda _: every_statement,
    "chooses the order": lambda one: chooses(one.before, one.order, one.payload),
    "says it beside its choice": lambda one: (
        lambda asked: Given(f"{one.payload} {choice_of(asked.holding(one.before))} {one.payload}")
    ),
}


async def answered(app: App, planted: Planted, racer: TimedModel | None = None) -> Answer:
    answering = Answering(app.search, Extractive(), CORPUS, racer=racer)
    return await answering.answer(given.question(planted.question))


def shown(answer: Answer) -> str:
    quotes = [quote for citation in answer.citations for quote in citation.quotes]
    return "\n".join([answer.text, answer.follow_up or "", *quotes])


each_planted = pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)


@pytest.mark.parametrize("obey", OBEYS.values(), ids=OBEYS.keys())
@each_planted
async def test_an_order_in_a_document_reaches_no_answer_through_a_model_that_obeys(
    app: App, api: OpenAIApi, planted: Planted, obey: Callable[[Planted], Play]
) -> None:
    api.play = obey(planted)

    answer = await answered(app, planted, model_at(api))

    assert answer.verdict is Verdict.PASS
    assert planted.before in answer.text
    assert planted.trigger not in shown(answer)
    assert planted.order not in shown(answer)


@each_planted
async def test_an_order_in_a_document_is_not_quoted_without_a_model(
    app: App, planted: Planted
) -> None:
    answer = await answered(app, planted)

    assert planted.before in answer.text
    assert planted.trigger not in shown(answer)


@each_planted
async def test_a_model_never_sees_the_order(app: App, api: OpenAIApi, planted: Planted) -> None:
    api.play, api.asked = chooses(planted.before), []

    answer = await answered(app, planted, model_at(api))

    [asked] = api.asked
    assert answer.model == "gpt-5.4-mini"
    assert planted.before in asked.message
    assert planted.after in asked.message
    assert not any(one.order in asked.message for one in PLANTED)
