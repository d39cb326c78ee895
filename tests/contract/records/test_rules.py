"""What keeps the rules that people write."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from adapters.database import Database
from adapters.records.rules import SqlRules
from bot.model.rules import Rule, State, WrittenRule
from knowledge.model.documents import Audience

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def written(rule_id: str, version: str = "1", **facts: object) -> WrittenRule:
    rule = Rule(
        "birds",
        "새장에 넣은 새",
        "Birds may come in.",
        date(2026, 12, 1),
        version,
        audience=Audience.MANAGER,
        stores=("gangnam",),
        review_by=date(2027, 6, 1),
    )
    kept = WrittenRule(rule_id, rule, State.DRAFT, "slack:T1:U1", datetime.now(UTC))
    return replace(kept, **facts)  # type: ignore[arg-type]


def decided(draft: WrittenRule, state: State = State.IN_FORCE) -> WrittenRule:
    return replace(draft, state=state, decided_by="slack:T1:U2", decided_at=NOW)


async def test_a_draft_is_kept_with_all_its_facts(database: Database) -> None:
    draft = written("w00000000001")

    await SqlRules(database).keep(draft)

    assert await SqlRules(database).find("w00000000001") == draft
    assert await SqlRules(database).counting() == []


async def test_a_rule_is_decided_about_once(database: Database) -> None:
    rules, draft = SqlRules(database), written("w00000000001")
    await rules.keep(draft)

    first = await rules.decide(draft.rule_id, State.DRAFT, decided(draft))
    refused = replace(decided(draft, State.REFUSED), decided_at=NOW + timedelta(seconds=1))
    second = await rules.decide(draft.rule_id, State.DRAFT, refused)

    assert (first, second) == (True, False)
    assert await rules.counting() == [decided(draft)]


async def test_of_two_drafts_of_one_version_one_counts(database: Database) -> None:
    rules, one, other = SqlRules(database), written("w00000000001"), written("w00000000002")
    await rules.keep(one)
    await rules.keep(other)

    both = [await rules.decide(each.rule_id, State.DRAFT, decided(each)) for each in (one, other)]

    assert both == [True, False]
    found = await rules.find(other.rule_id)
    assert found is not None
    assert found.state is State.DRAFT


async def test_a_rule_that_waits_is_listed_until_it_is_approved(database: Database) -> None:
    rules, draft = SqlRules(database), written("w00000000001")
    await rules.keep(draft)
    waits = decided(draft, State.WAITING)
    await rules.decide(draft.rule_id, State.DRAFT, waits)

    before = await rules.waiting()
    await rules.decide(draft.rule_id, State.WAITING, decided(draft))

    assert before == [waits]
    assert await rules.waiting() == []


async def test_what_was_decided_since_is_not_noted_as_indexed(database: Database) -> None:
    rules, draft = SqlRules(database), written("w00000000001")
    await rules.keep(draft)
    await rules.decide(draft.rule_id, State.DRAFT, decided(draft))
    before = await rules.counting()
    later = replace(decided(draft, State.WITHDRAWN), decided_at=NOW + timedelta(hours=1))
    await rules.decide(draft.rule_id, State.IN_FORCE, later)

    await rules.note_indexed(before, NOW)

    [found] = await rules.counting()
    assert found.indexed_at is None
    await rules.note_indexed([found], NOW)
    await rules.note_told(found.rule_id, NOW)
    [found] = await rules.counting()
    assert (found.indexed_at, found.told_at) == (NOW, NOW)


async def test_a_draft_that_nobody_confirms_is_forgotten(database: Database) -> None:
    rules = SqlRules(database)
    old = written("w00000000001", written_at=datetime.now(UTC) - timedelta(days=8))
    await rules.keep(old)
    waits = written("w00000000002", "2", written_at=old.written_at)
    await rules.keep(waits)
    await rules.decide(waits.rule_id, State.DRAFT, decided(waits, State.WAITING))

    await rules.keep(written("w00000000003", "3"))

    assert await rules.find(old.rule_id) is None
    assert await rules.find(waits.rule_id) is not None
