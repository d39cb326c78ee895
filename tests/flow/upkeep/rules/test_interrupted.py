"""What stops a rule on its way: a killed server, an index that is not published, a lost folder."""

import json
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.records.answers import SqlRecords
from adapters.records.rules import SqlRules
from adapters.web.watching import notices
from bot.main.app import App, build
from bot.main.serve.health import rules_check
from bot.model import Platform
from bot.model.rules import Rule
from bot.rules.folder import RulesFolder
from bot.rules.news import News
from bot.settings import Settings
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import Run
from tests.fakes import FakeNotices, FakePostCorrection
from tests.flow.stand_in.changed_rule import TILL, Store
from tests.flow.upkeep.rules.test_rules import CAGE, MANAGER, PARROT, parrots, put, said


class Killed(BaseException):
    """The server is gone at once."""


def before(_: Callable[..., Any]) -> Callable[..., Any]:
    async def killed(*_: Any, **__: Any) -> None:
        raise Killed

    return killed


def after(work: Callable[..., Any]) -> Callable[..., Any]:
    async def killed(*given: Any, **named: Any) -> None:
        await work(*given, **named)
        raise Killed

    return killed


async def confirmed(store: Store, rule: Rule) -> str:
    drafted = await store.app.rules.writing.draft(rule, MANAGER)
    written = await store.app.rules.writing.confirm(drafted.written.rule_id, MANAGER)
    return written.rule_id


async def looked(app: App) -> None:
    with suppress(KnowledgeError):
        await app.rules.publishing.look()


@pytest.mark.parametrize(
    ("part", "name", "killed", "told"),
    [
        (RulesFolder, "brought", before, 2),
        (RulesFolder, "brought", after, 2),
        (SqlRules, "note_indexed", before, 2),
        (SqlRules, "note_indexed", after, 2),
        (SqlRecords, "note_corrected", before, 2),
        # Noted and not posted, or posted: nobody can tell, so it is not posted again.
        (SqlRecords, "note_corrected", after, 1),
        (FakePostCorrection, "post", before, 1),
        (FakePostCorrection, "post", after, 2),
        (SqlRules, "note_told", before, 2),
        (SqlRules, "note_told", after, 2),
    ],
)
async def test_a_killed_server_loses_no_rule_and_tells_nobody_twice(
    store: Store,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    part: type,
    name: str,
    killed: Callable[..., Any],
    told: int,
) -> None:
    await store.ask(PARROT, "T1:C1:1")
    await store.ask(PARROT, "T1:C2:2", "U2")
    rule_id = await confirmed(store, parrots(store, receipt=True))
    with monkeypatch.context() as dying:
        dying.setattr(part, name, killed(getattr(part, name)))
        with pytest.raises(Killed):
            await store.app.rules.publishing.look()

    with closing(build(settings)) as app:
        app.posts.add("slack", store.slack)
        for _ in range(2):
            await app.rules.publishing.look()
        reply = await said(replace(store, app=app))
        [kept] = await app.kept.rules.counting()

    assert reply.text == f"{CAGE} [1]"
    assert (kept.rule_id, kept.indexed_at is None, kept.told_at is None) == (rule_id, False, False)
    threads = [answer.thread for answer, _ in store.slack.posted]
    assert len(threads) == len({*threads}) == told


async def test_a_server_killed_while_it_asks_to_read_a_rule_asks_no_channel_twice(
    store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    slack = FakeNotices()
    store.app.rules.receipts.add(Platform.SLACK, slack)
    await confirmed(store, parrots(store, receipt=True))
    with monkeypatch.context() as dying:
        dying.setattr(FakeNotices, "post_shift", after(FakeNotices.post_shift))
        with pytest.raises(Killed):
            await store.app.rules.publishing.look()

    with closing(build(settings)) as app:
        app.rules.receipts.add(Platform.SLACK, slack)
        await app.rules.publishing.look()

    assert [one.channel for one in slack.shifts] == ["C1"]


async def test_a_draft_outlives_a_restart(store: Store, settings: Settings) -> None:
    drafted = await store.app.rules.writing.draft(parrots(store), MANAGER)

    with closing(build(settings)) as app:
        await app.rules.writing.confirm(drafted.written.rule_id, MANAGER)
        await app.rules.publishing.look()

        assert (await said(replace(store, app=app))).text == f"{CAGE} [1]"


async def test_a_rule_is_indexed_as_soon_as_the_documents_are_back(store: Store) -> None:
    asked, gone = await store.ask(PARROT, "T1:C1:1"), store.folder.with_name("gone")
    store.folder.rename(gone)
    await confirmed(store, parrots(store))
    await looked(store.app)
    before = await said(store)

    gone.rename(store.folder)
    await looked(store.app)

    assert before.outcome != "answer"
    assert (await said(store)).text == f"{CAGE} [1]"
    assert asked in [answer.answer_id for answer, _ in store.slack.posted]


@pytest.fixture
def withheld(store: Store, tmp_path: Path) -> Store:
    golden = {"id": "t1", "question": TILL, "language": "en", "answerable": True}
    golden |= {"gold_docs": ["cash"], "answers": ["200,000"]}
    (tmp_path / "documents" / "_golden.jsonl").write_text(json.dumps(golden), encoding="utf-8")
    store.till("₩300,000")  # a file that nobody decided about
    return store


async def test_an_index_that_is_withheld_is_not_made_each_minute(
    withheld: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []
    brought = RulesFolder.brought

    async def counted(folder: RulesFolder) -> None:
        judged.append("")
        await brought(folder)

    monkeypatch.setattr(RulesFolder, "brought", counted)

    await put(withheld, parrots(withheld))
    await looked(withheld.app)

    assert len(judged) == 1
    assert "200,000" in (await said(withheld, TILL)).text


async def test_a_rule_that_does_not_answer_is_a_trouble_until_it_does(withheld: Store) -> None:
    check = rules_check(withheld.app)
    at_first = await check()
    await put(withheld, parrots(withheld))
    meanwhile = await check()

    await withheld.app.indexer.rebuild(Run(accept_worse=True))
    await looked(withheld.app)

    assert meanwhile is not None
    assert (at_first, meanwhile.reason, await check()) == (None, "worse", None)
    news = notices.News({"rules": meanwhile})
    assert "rules that were saved don't answer yet" in notices.words_of(news, "en")
    assert "저장한 규정이 아직" in notices.words_of(news, "ko")


async def test_once_it_is_published_all_the_same_askers_are_told_at_once(withheld: Store) -> None:
    asked = await withheld.ask(PARROT, "T1:C1:1")
    await put(withheld, parrots(withheld))
    before = len(withheld.slack.posted)

    await withheld.app.indexer.rebuild(Run(accept_worse=True))
    await looked(withheld.app)

    assert before == 0
    assert [answer.answer_id for answer, _ in withheld.slack.posted] == [asked]


@pytest.mark.spares
async def test_news_that_fail_keep_no_other_rule_from_being_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.ask(PARROT, "T1:C1:1")
    tell = News.tell

    async def failing(news: News, written: Any) -> Any:
        if written.rule.title == "Umbrellas":
            raise ValueError(written.rule.title)
        return await tell(news, written)

    monkeypatch.setattr(News, "tell", failing)
    await confirmed(store, parrots(store, title="Umbrellas", text="Umbrellas stay outside."))
    await confirmed(store, parrots(store))

    await looked(store.app)

    assert [answer.thread for answer, _ in store.slack.posted] == ["T1:C1:1"]
