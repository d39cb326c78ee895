"""A language model is tried on known questions, and is off where people are better off without."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.main.app import App, build
from bot.model import Message, Platform
from bot.model.errors import ModelTrouble
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings, TeamsSettings
from bot.upkeep.trial import Figures
from tests.flow.stand_in.openai_api import (
    DENIED,
    Asked,
    Given,
    OpenAIApi,
    Play,
    choice_of,
    openai_api,
)

RULES = {
    "umbrellas": ("Umbrella rental", "A rented umbrella may be kept for 3 days."),
    "cakes": ("Cakes", "A cake is ordered 2 days ahead at the counter."),
    "lockers": ("Lockers", "A locker can be used for 12 hours."),
    "wrapping": ("Gift wrapping", "Wrapping costs 3,000 won for each item."),
    "우산": ("우산 대여", "빌린 우산은 5일 안에 반납합니다."),
    "주차": ("주차", "주차는 2시간 동안 무료입니다."),
    "포장": ("선물 포장", "선물 포장은 3,000원입니다."),
    "보관함": ("보관함", "보관함은 12시간 동안 쓸 수 있습니다."),
}
"""A document each, by the name of its file."""
GOLDEN = (
    ("how long may a customer keep a rented umbrella?", "3 days"),
    ("when must a cake be ordered?", "2 days"),
    ("빌린 우산은 며칠 안에 반납하나요?", "5일"),
    ("주차는 몇 시간 동안 무료인가요?", "2시간"),
    ("who won the elections in the year 1907?", ""),
    ("명왕성까지 가는 데 얼마나 걸려요?", ""),
)
"""Questions with what a right answer holds; nothing for those without an answer."""


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


def settings_of(folder: Path, url: str, golden: bool, **more: Any) -> Settings:
    source = folder / "documents"
    source.mkdir(parents=True)
    for name, (title, rule) in RULES.items():
        (source / f"{name}.md").write_text(f"# {title}\n\n{rule}\n", encoding="utf-8")
    if golden:
        lines = (
            {"id": str(n), "question": asked, "answerable": bool(held), "answers": [held]}
            for n, (asked, held) in enumerate(GOLDEN)
        )
        said = "\n".join(json.dumps(one, ensure_ascii=False) for one in lines)
        (source / "_golden.jsonl").write_text(said, encoding="utf-8")
    return Settings(
        slack=SlackSettings(bot_token=None),
        teams=TeamsSettings(app_id=None),
        openai=OpenAISettings(
            api_key=SecretStr("sk-1"),
            base_url=url,
            embedding_model="",
            chat_budget_s=60.0,
            patience_s=60.0,
            **more,
        ),
        store=StoreSettings(source=source, data=folder / "data"),
    )


@asynccontextmanager
async def trying(settings: Settings) -> AsyncIterator[App]:
    with closing(build(settings)) as app:
        await app.indexer.rebuild()
        yield app


def first(_: Asked) -> Given:
    return Given(choice_of(1))


def last(asked: Asked) -> Given:
    return Given(choice_of(len(asked.units)))


def nobody(_: Asked) -> Given:
    return Given(status=503)


def by_what_it_reads(asked: Asked) -> Given:
    """Chooses a statement that has two words of the question, as one who reads would."""
    question = re.search(r"<question k=\w+>\n(.*?)\n</question", asked.message, re.DOTALL)
    assert question is not None
    words = beginnings(question[1])
    shared = {number: len(beginnings(text) & words) for number, text in asked.units.items()}
    best = max(shared, key=lambda number: shared[number], default=0)
    return Given(choice_of(best)) if shared.get(best, 0) >= 2 else DENIED


def beginnings(text: str) -> set[str]:
    """The first letters of each longer word: the same in all its forms."""
    return {one[:2].casefold() for one in re.findall(r"[^\W\d]{2,}", text) if one[:2] != "ma"}


async def figures_of(app: App) -> Figures | None:
    assert app.ways.trial is not None
    return await app.ways.trial.once()


@pytest.mark.parametrize("golden", [True, False], ids=["golden", "made of the index"])
async def test_a_model_that_reads_stays_on(tmp_path: Path, api: OpenAIApi, golden: bool) -> None:
    api.play = by_what_it_reads
    async with trying(settings_of(tmp_path, api.url, golden)) as app:
        figures = await figures_of(app)

        assert figures is not None
        assert figures.right >= figures.right_alone > 0
        assert await app.ways.model_trouble() is None


@pytest.mark.parametrize("golden", [True, False], ids=["golden", "made of the index"])
@pytest.mark.parametrize("play", [first, last], ids=["takes the first", "takes the last"])
async def test_a_model_that_does_not_read_is_off_and_nobody_asks_it(
    tmp_path: Path, api: OpenAIApi, play: Play, golden: bool
) -> None:
    api.play = play
    async with trying(settings_of(tmp_path, api.url, golden)) as app:
        await figures_of(app)
        trouble = await app.ways.model_trouble()
        asked_before = len(api.asked)
        for question in ("how long may a customer keep a rented umbrella?", "brolly how long"):
            await app.conversation.handle(Message(Platform.CONSOLE, "t", "u", question))

    assert trouble is not None
    assert trouble.kind is ModelTrouble.WORSE
    assert "the documents alone" in trouble.said
    assert len(api.asked) == asked_before


async def test_a_better_model_is_on_again_after_the_next_trial(
    tmp_path: Path, api: OpenAIApi
) -> None:
    api.play = first
    async with trying(settings_of(tmp_path, api.url, golden=True)) as app:
        await figures_of(app)
        worse = await app.ways.model_trouble()
        api.play = by_what_it_reads
        await figures_of(app)

        assert worse is not None
        assert await app.ways.model_trouble() is None


async def test_it_is_tried_as_soon_as_there_is_an_index(
    tmp_path: Path, api: OpenAIApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.upkeep.trial.BEGIN_S", 0.01)
    api.play = first
    with closing(build(settings_of(tmp_path, api.url, golden=True))) as app:
        assert app.ways.trial is not None
        trying_on = asyncio.create_task(app.ways.trial.run())
        await asyncio.sleep(0.05)
        await app.indexer.rebuild()
        async with asyncio.timeout(60):
            while (trouble := await app.ways.model_trouble()) is None:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.05)
        trying_on.cancel()

    assert trouble.kind is ModelTrouble.WORSE


async def test_a_server_that_is_down_is_no_reason_to_be_off(tmp_path: Path, api: OpenAIApi) -> None:
    api.play = nobody
    async with trying(settings_of(tmp_path, api.url, golden=True)) as app:
        assert await figures_of(app) is None
        trouble = await app.ways.model_trouble()

    assert trouble is None or trouble.kind is not ModelTrouble.WORSE


async def test_no_more_questions_are_asked_than_set_and_none_where_it_is_off(
    tmp_path: Path, api: OpenAIApi
) -> None:
    api.play, before = by_what_it_reads, len(api.asked)
    async with trying(settings_of(tmp_path, api.url, golden=True, trial=3)) as app:
        figures = await figures_of(app)
    assert figures is not None
    assert figures.answerable + figures.unanswerable == 3
    assert len(api.asked) - before <= 3 * 2

    with closing(build(settings_of(tmp_path / "off", api.url, golden=True, trial=0))) as app:
        assert app.ways.trial is None
