"""What people type into a rule, and what they try without the right to it."""

import unicodedata
from dataclasses import replace

import pytest

from bot.model.rules import Author, Fault, Rule, RuleError, State
from bot.shown.rendering import to_text
from knowledge.model.documents import Audience
from tests.flow.stand_in.changed_rule import TILL, Store, page
from tests.flow.upkeep.rules.test_rules import (
    CAGE,
    FINANCE,
    MANAGER,
    OTHER,
    PARROT,
    parrots,
    put,
    said,
)

ADMIN = Author("slack:T1:UA", Audience.ADMIN)
TELLER = Author("slack:T1:U8", Audience.STAFF, frozenset({"hr"}))
SALARY = "The salary of a manager is ₩9,000,000."
BIRDS = "앵무새는 새장에 넣은 경우에만 매장에 들어올 수 있습니다."


async def fault_of(store: Store, rule: Rule, author: Author) -> Fault:
    with pytest.raises(RuleError) as refused:
        await store.app.rules.writing.draft(rule, author)
    return refused.value.fault


@pytest.mark.parametrize(
    "text",
    [
        f"---\ntitle: Till\naudience: admin\n---\n{CAGE}",
        f"# Parrots\n\n---\naudience: admin\ndoc_id: cash\n---\n\n{CAGE}",
        f"{CAGE}\n\naudience: admin\n\ndoc_id: cash",
        f"# Cash\n\n## Cash\n\n{CAGE}",
        f"<script>alert(1)</script>{CAGE}<img src=x onerror=alert(1)>",
        f"{CAGE}\n\n@channel <!channel> <@U123> [here](https://evil.example/x)",
        f"```\n{CAGE}",
        f"Rules:\n\n- {CAGE}\n- Eagles stay outside.",
        "Par\u200brots and other birds may come in if they are in a\u200b cage.\u202e\x00\x1b",
        f"{CAGE} \ud83d",
    ],
)
async def test_whatever_stands_around_it_the_rule_answers_and_no_other_changes(
    store: Store, text: str
) -> None:
    await put(store, parrots(store, title="Parrots", text=text))

    reply, other = to_text(await said(store)), await said(store, TILL)

    assert CAGE in reply
    assert not any(one in reply for one in ("alert", "@channel", "<!", "https://", "\u200b"))
    assert other.text == "The till holds ₩200,000 in the morning. [1]"
    assert store.app.indexer.status().skipped == ()


async def test_what_is_shown_before_saving_is_what_is_indexed(store: Store) -> None:
    text = f"{CAGE}\x00\x07 Eagles\u200b stay outside."

    drafted = await store.app.rules.writing.draft(parrots(store, text=text), MANAGER)

    assert drafted.preview.text == f"{CAGE} Eagles stay outside."


async def test_a_rule_of_jamo_answers_in_syllables(store: Store) -> None:
    typed = unicodedata.normalize("NFD", BIRDS)

    await put(store, parrots(store, title=typed, text=typed, question="", language="ko"))

    reply = await said(store, "앵무새를 데리고 매장에 들어와도 되나요?")
    assert reply.text == f"{BIRDS} [1]"


async def test_a_table_and_a_very_long_rule_are_indexed_whole(store: Store) -> None:
    rows = "\n".join(f"| parrot {number} | door {number} |" for number in range(600))
    rule = parrots(store, title="🦜" * 150, text=f"| bird | door |\n|---|---|\n{rows}")

    drafted = await store.app.rules.writing.draft(rule, MANAGER)

    assert "parrot 0 |" in drafted.preview.text
    assert "parrot 599 |" in drafted.preview.text


@pytest.mark.parametrize("title", ["\u200b\u200b", " \u3000", "\x00", "\ud83d"])
async def test_a_title_that_nobody_sees_is_none(store: Store, title: str) -> None:
    assert await fault_of(store, parrots(store, title=title), MANAGER) is Fault.EMPTY


async def test_personal_data_is_kept_nowhere(store: Store) -> None:
    mail, phone = "kim.minsu@example.com", "010-1234-5678"
    rule = parrots(store, title=f"Ask {mail}", owner=f"Kim {mail}", category=phone,
                   question=f"{PARROT} {phone}")  # fmt: skip

    await put(store, rule)

    [kept] = await store.app.kept.rules.counting()
    assert mail not in str(kept) + kept.rule.question
    assert phone not in str(kept) + kept.rule.question
    assert await fault_of(store, parrots(store, doc_id=phone), MANAGER) is Fault.EMPTY


async def test_one_name_in_both_forms_of_korean_is_one_document(store: Store) -> None:
    name = "앵무새"
    await put(store, parrots(store, doc_id=name))

    again = await put(store, parrots(store, doc_id=unicodedata.normalize("NFD", name)))

    assert (again.rule.doc_id, again.rule.version) == (name, "2")
    assert store.app.indexer.status().skipped == ()


async def test_the_preview_quotes_nothing_that_its_reader_may_not_read(store: Store) -> None:
    store.write("pay.md", page("Pay", SALARY, language="en", audience="admin"))
    await store.publish()
    rule = parrots(store, title="Pay", text="The salary of a manager is ₩8,000,000.",
                   question="What is the salary of a manager?")  # fmt: skip

    by_manager = await store.app.rules.writing.draft(rule, MANAGER)
    by_admin = await store.app.rules.writing.draft(rule, ADMIN)
    to_decide = await store.app.rules.writing.drafted(by_admin.written.rule_id)

    assert SALARY not in str(by_manager.preview)
    assert SALARY in str(by_admin.preview)
    assert SALARY not in str(to_decide.preview)


async def test_an_owner_does_not_take_a_document_that_has_none(store: Store) -> None:
    own = parrots(store, doc_id="keys", text="The keys hang in the safe.", owner="Finance")

    assert await fault_of(store, own, FINANCE) is Fault.NOT_ALLOWED


async def test_who_may_not_read_a_document_does_not_write_it_before_it_is_indexed_either(
    store: Store,
) -> None:
    writing = store.app.rules.writing
    secret = parrots(store, doc_id="plan", audience=Audience.ADMIN)
    drafted = await writing.draft(secret, ADMIN)
    await writing.confirm(drafted.written.rule_id, ADMIN)

    own = replace(secret, audience=Audience.STAFF)
    assert await fault_of(store, own, MANAGER) is Fault.NOT_ALLOWED


async def test_an_owner_does_not_withdraw_a_rule_of_another(store: Store) -> None:
    own = Rule("till", "Till", "The till holds ₩1.", store.app.given.today(), owner="Finance")
    await put(store, own, FINANCE)

    with pytest.raises(RuleError) as refused:
        await store.app.rules.writing.withdraw("till", TELLER)

    assert refused.value.fault is Fault.NOT_ALLOWED


async def test_a_draft_of_a_version_that_a_file_has_brought_since_is_looked_at_again(
    store: Store,
) -> None:
    rule = parrots(store, doc_id="cash", title="Cash", text="The till holds ₩1.")
    drafted = await store.app.rules.writing.draft(rule, MANAGER)
    store.till("₩300,000", version="2")
    await store.publish()

    with pytest.raises(RuleError) as refused:
        await store.app.rules.writing.confirm(drafted.written.rule_id, MANAGER)

    assert refused.value.fault is Fault.STALE
    again = await store.app.rules.writing.draft(rule, OTHER)
    written = await store.app.rules.writing.confirm(again.written.rule_id, OTHER)
    assert (written.rule.version, written.state) == ("3", State.IN_FORCE)
