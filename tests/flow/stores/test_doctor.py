"""`storewise doctor` compares the stores that documents name with those of the file."""

from pathlib import Path

import pytest

from bot.main.app import build
from bot.main.serve.own_checks import own_findings
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep.checkup import Mark, lines
from knowledge.model.places import Places

_OURS = "stores: {gangnam: {name: 강남점, region: seoul}}"


@pytest.mark.parametrize(
    ("stores", "field", "mark", "said"),
    [
        (_OURS, "store: gangnam", Mark.GOOD, "1 of STOREWISE_STORES"),
        (_OURS, "region: [seoul, busan]", Mark.DOUBT, "`region: busan`"),
        (_OURS, "store: gangnm", Mark.DOUBT, "nobody is answered from these"),
        (None, "store: gangnam", Mark.DOUBT, "Set STOREWISE_STORES"),
        (None, "owner: Kim", None, ""),
    ],
)
async def test_stores_without_a_place_in_the_file(
    tmp_path: Path, stores: str | None, field: str, mark: Mark | None, said: str
) -> None:
    (tmp_path / "docs").mkdir()
    text = f"---\ntitle: Hours\n{field}\n---\nWe close at 10 pm.\n"
    (tmp_path / "docs" / "hours.md").write_text(text, encoding="utf-8")
    path = tmp_path / "stores.yaml"
    path.write_text(stores or "", encoding="utf-8")
    store = StoreSettings(
        source=Places.of(tmp_path / "docs"),
        data=tmp_path / "data",
        stores=path if stores else None,
    )
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    settings = Settings(slack=slack, openai=openai, store=store)
    app = build(settings)
    try:
        await app.indexer.rebuild()
        found = [one async for one in own_findings(settings, app) if one.what == "stores"]
    finally:
        app.close()

    assert [one.mark for one in found] == ([mark] if mark else [])
    assert all(said in "\n".join(lines(one)) for one in found)
