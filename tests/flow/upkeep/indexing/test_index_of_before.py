"""An index that an earlier version made is used as it is: no passage is embedded again."""

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.main.app import App, build
from bot.model import Question, SafeText
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.model.documents import Filters, Language
from knowledge.model.places import Places

_MADE = Path(__file__).parents[3] / "data" / "index_of_before.zip"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """storewise on the index and the documents of before."""
    with ZipFile(_MADE) as made:
        made.extractall(tmp_path)
    store = StoreSettings(source=Places.of(tmp_path / "documents"), data=tmp_path)
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    app = build(Settings(slack=slack, openai=openai, store=store))
    yield app
    app.close()


@pytest.mark.parametrize(
    ("asked", "language", "told"),
    [
        ("How long can unopened headphones be returned?", "en", "within 14 days"),
        ("미개봉 헤드폰은 며칠 안에 환불되나요?", "ko", "14일 이내"),
    ],
)
async def test_it_answers_before_anything_is_indexed(
    app: App, asked: str, language: Language, told: str
) -> None:
    question = Question(SafeText(asked), language, Filters(as_of=date(2026, 11, 21)))

    answer = await app.ways.past_cache.answer(question)

    assert told in answer.text


async def test_nothing_is_embedded_again(app: App) -> None:
    report = await app.indexer.rebuild()

    assert (report.documents, report.passages, report.embedded) == (2, 3, 0)
