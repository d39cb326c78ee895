"""The questions that wait for a rule, in a browser: cards, and a form for who has a key."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from bot.main.app import App
from bot.model import Message, Platform, Scope
from bot.model.kept import Key, Secret, StoredAnswer, new_key_id, new_secret
from bot.model.rules import Author, Rule
from bot.model.sent import new_answer_id
from bot.settings import Settings
from knowledge.model.documents import Audience
from tests.e2e_web.conftest import Browser, Page
from tests.sample_bot import sample_bot

PARROT = "Can customers bring a parrot into the store?"
ASKED = (
    (PARROT, "U1", "gangnam", 12),
    ("May a parrot come into the store?", "U2", "leeds", 3),
    ("매장에서 드론을 날려도 되나요?", "U2", "gangnam", 1),
)
HEADPHONES = "How long do customers have to return headphones?"
BOSS = Author("slack:T1:U9", Audience.ADMIN)


@pytest.fixture(scope="module")
def app(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """A bot of its own: what is written here would answer in the other tests."""
    folder, stores = tmp_path_factory.mktemp("queue"), settings.store.stores
    store = settings.store.model_copy(update={"data": folder, "stores": stores})
    with sample_bot(settings.model_copy(update={"store": store})) as app:
        asyncio.run(_asked(app))
        asyncio.run(_looked_after(app))
        yield app


async def _asked(app: App) -> None:
    for number, (question, person, store, days) in enumerate(ASKED):
        record = await _ask(app, question, f"{number}", person, store)
        given_at = datetime.now(UTC) - timedelta(days=days)
        assert await app.kept.records.keep(
            replace(record, answer_id=new_answer_id(), given_at=given_at)
        )


async def _looked_after(app: App) -> None:
    """Pins an answer, and writes a rule that is due for review."""
    await app.rules.pinning.pin(await _ask(app, HEADPHONES, "p", "U9", "leeds"), BOSS, None)
    today = app.given.today()
    rule = Rule("", "Umbrella stand", "The umbrella stand is beside the door.", today,
                review_by=today + timedelta(days=7))  # fmt: skip
    drafted = await app.rules.writing.draft(rule, BOSS)
    await app.rules.writing.confirm(drafted.written.rule_id, BOSS)
    await app.rules.publishing.look()


async def _ask(app: App, question: str, thread: str, person: str, store: str) -> StoredAnswer:
    message = Message(Platform.SLACK, f"T1:C1:{thread}", person, question, workspace_id="T1",
                      scope=Scope(store=store))  # fmt: skip
    reply = await app.conversation.handle(message)
    record = await app.kept.records.find(reply.trace_id)
    assert record is not None
    return record


@pytest_asyncio.fixture
async def key(app: App) -> AsyncIterator[Secret]:
    """The key of a manager."""
    secret, name = new_secret(), new_key_id()
    await app.kept.keys.add(Key(name, name, Audience.MANAGER, datetime.now(UTC)), secret)
    yield secret


async def _queue(page: Page) -> None:
    await page.locator("[data-page=reports]").click()
    await page.select_option("[name=kind]", "gaps")
    await page.locator(".gap").first.wait_for()


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize(
    ("locale", "facts", "nearest"),
    [("en-US", "2 people · 4 times · Gangnam, Leeds · waits 12 days", "Nearest rule"),
     ("ko-KR", "2명 · 4번 · 강남점, Leeds · 12일째 대기", "가장 가까운 규정")],
)  # fmt: skip
async def test_questions_wait_as_cards_the_most_asked_first(
    opened: Browser, locale: str, width: int, facts: str, nearest: str
) -> None:
    async with opened.page(locale, width) as page:
        await _queue(page)
        first = page.locator(".gap").first
        await first.locator("summary").click()
        said = await first.inner_text()
        await opened.shoot(page, f"queue-{locale[:2]}-{width}")
        found = await opened.findings(page)

        assert said.startswith(PARROT)
        assert facts in said
        assert nearest in said
        assert "May a parrot" in said
        assert found == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_without_a_key_nobody_answers(opened: Browser) -> None:
    async with opened.page() as page:
        await _queue(page)
        await page.locator(".gap").first.get_by_role("button", name="Answer").click()

        assert await page.locator("form.answer").count() == 0
        assert await page.evaluate("document.activeElement.name") == "key"


@pytest.mark.parametrize("width", [1280, 375])
async def test_a_manager_sees_what_a_rule_would_change_before_it_is_saved(
    opened: Browser, key: Secret, app: App, width: int
) -> None:
    async with opened.page(width=width) as page:
        await _queue(page)
        await page.fill("[name=key]", key)
        await page.press("[name=key]", "Enter")
        await page.locator("#looked section").first.wait_for()
        card = page.locator(".gap").nth(1)
        await card.get_by_role("button", name="Answer").click()
        title = await card.locator("[name=title]").input_value()
        await card.locator("[name=text]").fill("매장에서 드론을 날릴 수 없습니다.")
        before = await card.get_by_role("button", name="Save").count()
        await card.get_by_role("button", name="Preview").click()
        await card.get_by_role("button", name="Save").wait_for()
        found = await opened.findings(page)
        await opened.shoot(page, f"queue-answer-{width}")
        fits = await page.evaluate("document.documentElement.scrollWidth")
        kept = await app.kept.rules.counting()
        await card.locator("[name=text]").fill("매장 안에서는 드론을 날릴 수 없습니다.")
        changed = await card.get_by_role("button", name="Save").count()
        await card.get_by_role("button", name="Preview").click()
        await card.get_by_role("button", name="Save").click()
        await card.locator(".done").wait_for()
        await opened.shoot(page, f"queue-saved-{width}")
        [*_, written] = await app.kept.rules.counting()

        assert (title, before, changed, found) == (ASKED[2][0], 0, 0, [])
        assert fits <= width
        assert written.rule.text == "매장 안에서는 드론을 날릴 수 없습니다."
        assert (written.rule.question, written.rule.stores) == (ASKED[2][0], ("gangnam",))
        assert written not in kept


async def test_owners_unpin_and_call_documents_still_true(
    opened: Browser, key: Secret, app: App
) -> None:
    async with opened.page("ko-KR") as page:
        await _queue(page)
        await page.fill("[name=key]", key)
        await page.press("[name=key]", "Enter")
        pins = page.locator("#looked section").nth(0)
        due = page.locator("#looked section").nth(1)
        said = [await one.inner_text() for one in (pins, due)]
        await opened.shoot(page, "queue-looked-after")
        await pins.get_by_role("button", name="고정 해제").click()
        await due.locator("li", has_text="Umbrella").get_by_role("button").click()
        await due.locator("li", has_text="Umbrella").wait_for(state="detached")
        await pins.locator("li").wait_for(state="detached")

        assert HEADPHONES in said[0]
        assert "Umbrella stand" in said[1]
        assert await app.rules.pinning.all(Audience.ADMIN) == []
