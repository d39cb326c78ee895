"""The front page of a real index: its examples are answered when somebody clicks them."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from bot.main.app import build
from bot.model import Message, Platform, Verdict
from bot.settings import OpenAISettings, Settings, StoreSettings
from bot.upkeep.indexing.golden_gate import GOLDEN
from knowledge.model.documents import Language
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS


@pytest.mark.parametrize(("language", "question"), [("en", DISCOUNT), ("ko", PARCELS)])
async def test_every_example_is_answered_the_documents_own_questions_first(
    language: Language, question: str, source: Path, tmp_path: Path
) -> None:
    lines = [
        {"id": str(n), "question": one, "answerable": True}
        for n, one in enumerate([DISCOUNT, PARCELS, "Do we sell bicycles?"])
    ]
    (source / GOLDEN).write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    store = StoreSettings(source=source, data=tmp_path / "data")

    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=store))) as app:
        await app.indexer.rebuild()
        page = await app.overviews.of("slack:T1:U1", language, admin=True)
        assert page.examples is not None
        clicked = [await app.overviews.example(one.key) for one in page.examples]
        replies = [
            await app.conversation.handle(
                Message(Platform.SLACK, "T1:D1:1.0", "U1", one or "", workspace_id="T1")
            )
            for one in clicked
        ]
        after = await app.overviews.of("slack:T1:U1", language, admin=True)

    assert page.known is not None
    assert page.known.documents == 3
    assert clicked == [one.question for one in page.examples]
    assert clicked[0] == question
    assert len(clicked) >= 2
    assert {one.answer and one.answer.verdict for one in replies} == {Verdict.PASS}
    assert after.recent is not None
    assert [one.question for one in after.recent] == list(reversed(clicked))
