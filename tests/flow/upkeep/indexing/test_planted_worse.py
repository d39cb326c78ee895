"""Documents that became worse are not published: half of a handbook is emptied by accident."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.main.app import App, build
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep.desk import Call, CommandResult

QUALITY = SAMPLE.parent.parent / "tests" / "quality" / "golden.jsonl"
STAY = (
    "en/staff-discount.v2.md",
    "en/accidents-injuries.md",
    "en/cash-handling.md",
    "ko/inventory-waste.md",
    "ko/leave-shifts.md",
    "ko/uniform-standards.md",
)
EMPTIED = (
    "en/lost-property.md",
    "en/price-match.v2.md",
    "en/store-hours.md",
    "ko/payment-guide.md",
    "ko/parcel-pickup.md",
    "ko/product-recall.md",
)
KEPT = {"en-009", "en-014", "en-029", "ko-019", "ko-022", "en-034", "ko-034"}
LOST = {"en-028", "ko-006", "ko-014", "ko-030"}
"""Golden questions that only an emptied document answers, in both languages."""
DAY = "2026-11-21"
HARMLESS = "\nThis page is being revised. 이 문서는 고치는 중입니다.\n"
WALLET = "분실물로 지갑이 들어왔는데 경찰서에는 언제까지 넘겨야 하죠"
SENDING = "how much to send a 3 kg parcel to Jeju"


@dataclass(frozen=True)
class Store:
    """A part of the sample with its golden questions: indexed, and half of it emptied since."""

    app: App
    documents: Path

    def told(self, command: str, **arguments: Any) -> CommandResult:
        """What a command prints, with its exit code."""
        return asyncio.run(self.app.desk.done(Call(command, arguments), lambda _: None))

    def reindex(self, *, accept_worse: bool = False) -> CommandResult:
        return self.told(
            "reindex", source=None, full=False, strict=False, accept_worse=accept_worse
        )

    def answers(self) -> list[str]:
        """What two questions are answered that only an emptied document answers."""
        filters = {"category": None, "language": None, "as_of": DAY, "audience": "staff"}
        asked = ((WALLET, None), (SENDING, None))
        return [
            self.told("ask", question=question, store_type=store_type, **filters).value["answer"]
            for question, store_type in asked
        ]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    documents = tmp_path / "documents"
    for name in (*STAY, *EMPTIED):
        (documents / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLE / name, documents / name)
    golden(documents, KEPT | LOST)
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=documents, data=tmp_path / "data"),
    )
    with closing(build(settings)) as app:
        made = Store(app, documents)
        made.reindex()
        for name in EMPTIED:
            page = documents / name
            head = page.read_text(encoding="utf-8").split("---\n", 2)[1]
            page.write_text(f"---\n{head}---\n{HARMLESS}", encoding="utf-8")
        yield made


def golden(folder: Path, ids: set[str]) -> None:
    """Put golden questions beside the documents."""
    known = map(json.loads, QUALITY.read_text(encoding="utf-8").splitlines())
    lines = [
        json.dumps({**one, "filters": {**one.get("filters", {}), "as_of": DAY}})
        for one in known
        if one["id"] in ids
    ]
    (folder / "_golden.jsonl").write_text("\n".join(lines), encoding="utf-8")


def test_half_a_handbook_is_refused_said_accepted_when_it_is_meant_and_rolled_back(
    store: Store,
) -> None:
    before = store.answers()
    refused = store.reindex()
    after_refusal = store.answers()
    accepted = store.reindex(accept_worse=True)
    after_accepting = store.answers()
    back = store.told("rollback")
    after_rolling_back = store.answers()

    lines = refused.text.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("Golden questions:"))
    named = {line.removeprefix("- ").split(" ")[0] for line in lines[start + 1 : -1]}
    assert (refused.code, accepted.code, back.code) == (1, 0, 0)
    assert ("within 3 days" in before[0], "7,000원" in before[1]) == (True, True)
    assert "Since the last index: 0 added, 6 changed, 0 removed." in lines
    assert named == LOST
    assert any(line.startswith(f"- ko-030 “{WALLET}”: ") for line in lines)
    assert lines[-1].startswith("NOT published: the new index answers the golden questions worse")
    assert "NOT published" not in accepted.text
    assert after_refusal == before
    assert after_accepting[0].startswith("매장 문서에서 확인할 수 없는 내용입니다.")
    assert "7,000원" not in after_accepting[1]
    assert after_rolling_back == before


def test_golden_questions_that_are_corrected_publish_what_was_meant(store: Store) -> None:
    golden(store.documents, KEPT)

    said = store.reindex()

    assert said.code == 0
    assert "Golden questions: 7 asked, none got worse." in said.text
