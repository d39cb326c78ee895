"""Orders to a model that somebody planted in documents are neither obeyed nor quoted."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from adapters.openai.chat import build_chat
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.app import App, build
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
    draft_of,
    openai_api,
    sentence_of,
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


def writes(*told: tuple[str, str]) -> Callable[[Planted], Play]:
    """A model that obeys: `{order}`, `{payload}` and `{before}` stand for those of the policy."""

    def obey(planted: Planted) -> Play:
        parts = {
            "before": planted.before,
            "order": planted.order,
            "payload": planted.payload,
            "after": planted.after,
        }

        def play(asked: Asked) -> Given:
            number = asked.holding(planted.before)
            wire = [
                sentence_of(text.format(**parts), number, quote.format(**parts))
                for text, quote in told
            ]
            return Given(draft_of(*wire))

        return play

    return obey


OBEYS = {
    "carried by the policy": writes(("{payload}", "{before}")),
    "carried by the order": writes(("{payload}", "{order}")),
    "the order itself": writes(("{order}", "{order}")),
    "after the answer": writes(("{before}", "{before}"), ("{payload}", "{before}")),
    "in the answer's sentence": writes(("{before} {payload}", "{before}")),
    "with the whole passage": writes(("{payload}", "{before} {order} {after}")),
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
    app: App, api: OpenAIApi, tmp_path: Path, planted: Planted, obey: Callable[[Planted], Play]
) -> None:
    api.play = obey(planted)
    settings = OpenAISettings(api_key=SecretStr("sk-1"), base_url=api.url, chat_budget_s=60)
    model = build_chat(settings, TokenCounter().count)

    answer = await answered(app, planted, TimedModel(model, 60.0))

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
async def test_a_model_never_sees_the_order(
    app: App, api: OpenAIApi, tmp_path: Path, planted: Planted
) -> None:
    api.play, api.asked = writes(("{before}", "{before}"))(planted), []
    settings = OpenAISettings(api_key=SecretStr("sk-1"), base_url=api.url, chat_budget_s=60)
    model = build_chat(settings, TokenCounter().count)

    answer = await answered(app, planted, TimedModel(model, 60.0))

    [asked] = api.asked
    assert answer.model == "gpt-5.4-mini"
    assert planted.before in asked.message
    assert planted.after in asked.message
    assert not any(one.order in asked.message for one in PLANTED)
