"""What a store has chosen about personal data, from its documents to the reply."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Message, Platform, Reply
from bot.privacy import Entity, EntityType
from bot.settings import OpenAISettings, PrivacySettings, Settings, StoreSettings
from knowledge.model.report import Run

CARE = """---
title: Customer care
language: en
---
## Complaints
Customers send complaints about delivery to care@haneul.example or call 02-123-4567.
"""
CARE_KO = """---
title: 고객 상담
language: ko
---
## 불만 접수
배송 불만은 care@haneul.example 또는 02-123-4567로 접수합니다.
"""
ASKED = {
    "en": "Where do customers send complaints about delivery?",
    "ko": "배송 불만은 어디로 접수하나요?",
}
OWN = ("care@haneul.example", "02-123-4567")


@dataclass(frozen=True)
class Names:
    """Another engine, which knows one name."""

    name: str = "names/1"

    def __call__(self, text: str, language: str | None) -> Iterable[Entity]:
        start = text.find("Haneul Kim")
        return [Entity(EntityType.NAME, start, start + 10, "known")] if start >= 0 else []


@pytest.fixture
def folder(source: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "care"
    folder.mkdir()
    (folder / "care.md").write_text(CARE, encoding="utf-8")
    (folder / "care.ko.md").write_text(CARE_KO, encoding="utf-8")
    return folder


@asynccontextmanager
async def shop(folder: Path, privacy: PrivacySettings, *engines: Names) -> AsyncIterator[App]:
    """The bot over the folder, as this store has chosen; the index of an earlier one is kept."""
    app = build(
        Settings(
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=folder, data=folder.parent / "data"),
            privacy=privacy,
        ),
        engines,
    )
    await app.indexer.rebuild()
    yield app
    app.close()


async def asked(app: App, text: str) -> Reply:
    return await app.conversation.handle(Message(Platform.CONSOLE, "", "me", text))


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_the_documents_are_read_anew_when_a_store_chooses_otherwise(
    folder: Path, language: str
) -> None:
    none = PrivacySettings(keep_business_numbers=False)
    async with shop(folder, none) as app:
        before = await asked(app, ASKED[language])
    async with shop(folder, PrivacySettings(allow=OWN)) as app:
        own = await asked(app, ASKED[language])
    async with shop(folder, none) as app:
        after = await asked(app, ASKED[language])

    assert "[REDACTED_EMAIL]" in before.text
    assert "[REDACTED_PHONE]" in before.text
    assert all(one in own.text for one in OWN)
    assert not any(one in after.text for one in OWN)


async def test_the_same_choices_leave_the_index_as_it_is(folder: Path) -> None:
    async with shop(folder, PrivacySettings(allow=OWN)) as app:
        first = app.generations.published()
    async with shop(folder, PrivacySettings(allow=tuple(reversed(OWN)))) as app:
        second = app.generations.published()

    assert first == second


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_of_the_contacts_that_a_person_types_only_published_ones_stay(
    folder: Path, language: str
) -> None:
    async with shop(folder, PrivacySettings(allow=OWN)) as app:
        own = await asked(app, f"{ASKED[language]} 02-123-4567")
        other = await asked(app, f"{ASKED[language]} 02-999-4567")

    assert own.answer is not None
    assert "02-123-4567" in own.answer.question.text
    assert not own.notice
    assert other.answer is not None
    assert "02-999-4567" not in other.answer.question.text
    assert other.notice


async def test_another_engine_is_asked_about_documents_and_questions(folder: Path) -> None:
    (folder / "desk.md").write_text(
        "---\ntitle: Desk\n---\nLost keys are kept by Haneul Kim at the desk.\n", encoding="utf-8"
    )
    kinds = PrivacySettings().entities | {EntityType.NAME}

    async with shop(folder, PrivacySettings(entities=kinds), Names()) as app:
        reply = await asked(app, "Who keeps lost keys, Haneul Kim?")

    assert reply.answer is not None
    assert "[REDACTED_NAME]" in reply.text
    assert "Haneul Kim" not in str(reply)


async def test_a_run_and_the_status_count_what_was_kept_and_removed(folder: Path) -> None:
    async with shop(folder, PrivacySettings()) as app:
        first = app.indexer.status().contacts
        again = await app.indexer.rebuild()
        full = await app.indexer.rebuild(Run(full=True))

    assert first == again.contacts == full.contacts
    assert first.kept == {"PHONE": 1}
    assert first.removed == {"EMAIL": 2, "PHONE": 1}
