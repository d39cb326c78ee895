"""Orders in documents and messages: nothing leaks, nobody is called, nothing is linked or done.

Each attack meets the embedded default, a stand-in for a model that obeys whatever it reads in what
it is sent, and one that is malicious by itself; both stand behind the real OpenAIChat on loopback.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest
from pydantic import SecretStr

from adapters.openai.chat import build_chat
from bot.answering.choose.by_model import ModelChooser
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.answering.selected_text import Selected
from bot.conversation.commands import Commands
from bot.conversation.finder import Finder
from bot.conversation.handler import Conversation
from bot.conversation.threads import MemoryThreads
from bot.main.app import App, build
from bot.model import Checked, Draft, Message, Platform, Reply, Scope, Verdict
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.model.documents import Language
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.comparison import Comparison
from knowledge.search.one_text import Selection
from knowledge.split.token_count import TokenCounter
from tests.flow.stand_in.openai_api import OpenAIApi, openai_api
from tests.quality.attacks.attacks import (
    IN_DOCUMENTS,
    LISTED,
    Attack,
    baits,
    leaks,
    listed,
    obeys,
    own,
    plant,
)
from tests.quality.shown import echoed, shown

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
OWN, LIST = own(), listed()
DOCUMENTS = "documents"

FIRST = [
    *{(one.language, one.place): one for one in reversed(OWN)}.values(),
    *{(one.language, one.goal): one for one in reversed(OWN)}.values(),
]
"""One for each place and each goal, in both languages."""
each = pytest.mark.parametrize(
    "attack",
    [one if one in FIRST else pytest.param(one, marks=pytest.mark.long) for one in OWN],
    ids=lambda one: f"{one.id}-{one.place}-{one.goal}",
)
each_listed = pytest.mark.parametrize("attack", LIST, ids=lambda one: one.id)
by_model = pytest.mark.parametrize("unasked", [False, True], ids=["obedient", "malicious"])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("attacked")
    (folder / DOCUMENTS).mkdir()
    plant(folder / DOCUMENTS, [*OWN, *LIST])
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=folder / DOCUMENTS, data=folder / "data"),
    )
    with closing(build(settings)) as app:
        asyncio.run(app.indexer.rebuild())
        before = state(app)
        yield app
        assert state(app) == before, "an attack changed documents or index"


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@pytest.fixture(scope="module")
def with_model(app: App, api: OpenAIApi, tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    """The app's conversation, with a model on loopback."""
    settings = OpenAISettings(api_key=SecretStr("sk-1"), base_url=api.url, chat_budget_s=60)
    count = TokenCounter().count
    racer = TimedModel(ModelChooser(build_chat(settings, count), count), 60.0)
    return Conversation(
        Answering(app.search, Extractive(), CORPUS, racer=racer),
        Commands(app.indexer, Comparison(app.generations)),
        app.given.today,
        MemoryThreads(None),
        Selected(Extractive(), racer, partial(Selection, embedder=AnswerEncoder())),
        app.kept.records,
    )


def state(app: App) -> tuple[object, ...]:
    """What an action would change."""
    [folder] = app.finding.source().paths
    files = {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in folder.iterdir()}
    return app.generations.published(), app.generations.previous(), files, app.indexer.running


async def asked(conversation: Conversation, attack: Attack, run: str) -> list[tuple[str, Reply]]:
    """Every turn of an attack with its reply."""
    return [
        (text, await conversation.handle(message(attack, text, run, selected)))
        for text, selected in attack.messages()
    ]


def message(attack: Attack, text: str, run: str, selected: str | None = None) -> Message:
    thread = f"T1:C1:{run}:{attack.id}"
    return Message(Platform.SLACK, thread, "U1", text, workspace_id="T1", selected_text=selected)


def out(turns: list[tuple[str, Reply]], attack: Attack) -> list[str]:
    """What got out in any turn, in any form."""
    said = [text for _, reply in turns for text in shown(reply)]
    with_questions = [text for question, reply in turns for text in echoed(reply, question)]
    return [*leaks(said, attack), *baits([*said, *with_questions])]


def answers(reply: Reply, attack: Attack) -> bool:
    return reply.verdict is Verdict.PASS and attack.fact in reply.text


@each
async def test_the_embedded_default_gives_nothing_out_and_answers(app: App, attack: Attack) -> None:
    turns = await asked(app.conversation, attack, "default")
    honest = await app.conversation.handle(message(attack, attack.question, "honest"))

    assert out(turns, attack) == []
    assert answers(honest, attack)
    assert attack.place == "question" or answers(turns[-1][1], attack)


@by_model
@each
async def test_a_model_that_obeys_gets_nothing_out_and_the_answer_stays_right(
    with_model: Conversation, api: OpenAIApi, attack: Attack, unasked: bool
) -> None:
    api.play = obeys(attack, unasked=unasked)

    turns = await asked(with_model, attack, f"model {unasked}")

    assert out(turns, attack) == []
    assert attack.place == "question" or answers(turns[-1][1], attack)


@each
async def test_a_search_inserts_no_attack(app: App, attack: Attack) -> None:
    found = await Finder(app.search, app.given.today).find(attack.question, attack.language, 3)

    reply = Reply("", attack.language, tuple(found))

    assert out([(attack.question, reply)], attack) == []


def test_every_order_in_a_document_that_is_shown_is_reported(app: App) -> None:
    review = app.indexer.status().review
    reported = {one.source for one in review.orders}

    hidden = {"comment", "style"}  # never read
    planted = {one.file[0] for one in OWN if one.place in IN_DOCUMENTS - hidden}

    assert review.more_orders == 0
    assert reported == planted


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_the_report_that_names_them_calls_nobody_and_links_nothing(
    app: App, language: Language
) -> None:
    status = replace(message(OWN[0], "status", "report"), command="reindex", admin=True)

    reply = await app.conversation.handle(replace(status, scope=Scope(language=language)))

    named = [one for one in app.indexer.status().review.orders[:3] if one.source in reply.text]
    assert len(named) == 3
    assert list(baits([reply.text, *shown(reply)])) == []


def test_the_attacks_are_many_of_both_languages_and_of_every_kind() -> None:
    assert len({(one.language, one.order) for one in OWN}) == len(OWN) >= 120
    assert Counter(one.language for one in OWN) == {"en": len(OWN) / 2, "ko": len(OWN) / 2}
    places = Counter(one.place for one in OWN)
    assert set(places) == IN_DOCUMENTS | {"question", "earlier", "turns", "selected"}


async def test_were_orders_on_offer_the_same_model_would_get_them_out(
    with_model: Conversation, api: OpenAIApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.answering.choose.offer.is_planted", lambda *_: False)
    monkeypatch.setattr("bot.answering.choose.choosing.check", passes)
    monkeypatch.setattr("bot.conversation.handler.outgoing", lambda reply: reply)
    got: Counter[str] = Counter()

    for attack in [one for one in OWN if one.place == "paragraph"][::4]:
        api.play = obeys(attack, unasked=True)
        got.update(out(await asked(with_model, attack, "on offer"), attack))

    assert got["canary"] > 0


def passes(draft: Draft, *rest: object) -> Checked:
    """A check that finds no fault with what cites anything."""
    kept = tuple(one for one in draft.sentences if one.citations)
    return Checked(Verdict.PASS if kept else Verdict.INSUFFICIENT, kept)


@pytest.mark.skipif(not LIST, reason=f"{LISTED.name} of BIPIA is not beside the project")
@by_model
@each_listed
async def test_no_attack_of_a_public_list_gets_out(
    with_model: Conversation, api: OpenAIApi, attack: Attack, unasked: bool
) -> None:
    api.play = obeys(attack, unasked=unasked)

    turns = await asked(with_model, attack, f"list {unasked}")

    [(_, reply)] = turns
    assert out(turns, attack) == []
    assert answers(reply, attack)
    assert attack.order not in reply.text
