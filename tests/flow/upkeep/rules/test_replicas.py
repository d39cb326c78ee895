"""Two replicas with one PostgreSQL: a rule put in on the one counts on both, and is told once."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from adapters.database import Database
from adapters.records.rules import SqlRules
from bot.main.app import App, build
from bot.model.rules import Author, Fault, Rule, RuleError, State, WrittenRule
from bot.settings import Settings
from bot.settings.models import DatabaseSettings
from knowledge.model.documents import Audience
from tests.engines.databases import ENGINES, replicas_of
from tests.engines.postgresql import PostgresqlServer
from tests.flow.stand_in.changed_rule import Store, page
from tests.flow.upkeep.rules.test_rules import CAGE, MANAGER, OTHER, PARROT, parrots, said

AUTHORS = [Author(f"slack:T1:U{number}", Audience.MANAGER) for number in range(6)]


@pytest.fixture
def replicas(
    postgresql: PostgresqlServer, settings: Settings, tmp_path: Path
) -> Iterator[tuple[Store, Store]]:
    with postgresql.database() as url:
        shared = DatabaseSettings(url=SecretStr(url))
        one, other = (
            settings.model_copy(
                update={
                    "database": shared,
                    "store": settings.store.model_copy(update={"data": tmp_path / name}),
                }
            )
            for name in ("seoul", "busan")
        )
        with closing(build(one)) as here, closing(build(other)) as there:
            store = Store(tmp_path / "documents", here)
            store.write("keys.md", page("Keys", "The keys hang behind the desk.", language="en"))
            for app in (here, there):
                app.posts.add("slack", store.slack)
            asyncio.run(store.publish())
            asyncio.run(followed(there))
            yield store, replace(store, app=there)


async def followed(app: App) -> None:
    assert app.upkeep.replica is not None
    await app.upkeep.replica.follower.follow()


async def confirmed(store: Store, rule: Rule, author: Author) -> WrittenRule | Fault:
    try:
        drafted = await store.app.rules.writing.draft(rule, author)
        return await store.app.rules.writing.confirm(drafted.written.rule_id, author)
    except RuleError as error:
        return error.fault


@pytest.mark.postgres
async def test_a_rule_of_one_replica_answers_on_the_other_and_is_told_once(
    replicas: tuple[Store, Store],
) -> None:
    here, there = replicas
    await here.ask(PARROT, "T1:C1:1")
    await there.ask(PARROT, "T1:C2:2", "U2")

    await confirmed(there, parrots(there), MANAGER)
    await asyncio.gather(*(one.app.rules.publishing.look() for one in replicas))
    await asyncio.gather(*(followed(one.app) for one in replicas))
    replies = [await said(one) for one in replicas]

    assert [one.text for one in replies] == [f"{CAGE} [1]"] * 2
    assert sorted(one.thread for one, _ in here.slack.posted) == ["T1:C1:1", "T1:C2:2"]


@pytest.mark.postgres
async def test_of_many_who_save_one_version_on_two_replicas_one_does(
    replicas: tuple[Store, Store],
) -> None:
    here, there = replicas
    drafts = [
        await one.app.rules.writing.draft(parrots(one, doc_id="birds"), author)
        for one, author in zip((here, there), (MANAGER, OTHER), strict=True)
    ]

    outcomes = await asyncio.gather(
        *(
            one.app.rules.writing.confirm(draft.written.rule_id, author)
            for one, draft, author in zip((here, there), drafts, (MANAGER, OTHER), strict=True)
        ),
        return_exceptions=True,
    )

    assert sorted(type(one).__name__ for one in outcomes) == ["RuleError", "WrittenRule"]
    assert len(await here.app.kept.rules.counting()) == 1


@pytest.fixture(params=ENGINES)
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Database, ...]]:
    with replicas_of(request, tmp_path) as opened:
        yield opened


async def test_whoever_decides_at_once_one_version_counts(
    databases: tuple[Database, ...], store: Store
) -> None:
    drafts = [
        (await store.app.rules.writing.previewed(parrots(store, doc_id="birds"), author)).written
        for author in AUTHORS
    ]
    kept = [SqlRules(databases[number % 2]) for number in range(len(drafts))]
    for rules, draft in zip(kept, drafts, strict=True):
        await rules.keep(draft)

    done = await asyncio.gather(
        *(
            rules.decide(draft.rule_id, draft.state, decided(draft))
            for rules, draft in zip(kept, drafts, strict=True)
        )
    )

    assert sum(done) == 1
    assert len(await kept[0].counting()) == 1


def decided(draft: WrittenRule) -> WrittenRule:
    return replace(draft, state=State.IN_FORCE, decided_at=draft.written_at)
