"""An owner answers a question in Slack: a form, what it would change, and a rule that answers."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.conversation.rate_limits import Limits
from bot.model.rules import State
from bot.rules.forms import Forms
from knowledge.model.documents import Audience
from tests.flow.slack.rules.asking import (
    GAP,
    TEXT,
    asked,
    form,
    passed_on,
    saved,
    sent,
    slack_of,
    speaking,
    told,
    typed,
    updated,
    words,
)
from tests.flow.stand_in.changed_rule import Store


async def test_an_owner_answers_by_a_form_and_the_rule_answers_from_then_on(store: Store) -> None:
    async with slack_of(store) as bot:
        view = await form(bot, await told(bot))
        shown = await sent(bot, view, text=typed())
        said = await saved(bot, shown["view"])

    [rule] = await store.app.kept.rules.counting()
    assert GAP in words(view)
    assert shown["response_action"] == "push"
    assert TEXT in words(shown["view"])
    assert "is saved" in said
    assert (rule.written_by, rule.state, rule.rule.text) == ("slack:T1:U7", State.IN_FORCE, TEXT)
    assert (rule.rule.title, rule.rule.owner) == (GAP, "Customer Care")
    await store.app.rules.publishing.look()
    record = await store.app.kept.records.find(await store.ask(GAP))
    assert record is not None
    assert record.reply.text.startswith(TEXT)


@pytest.mark.parametrize(
    ("locale", "button", "title", "save", "says"),
    [
        ("en-GB", "Answer", "Write a rule", "Before it counts", "is saved"),
        ("ko-KR", "답변하기", "규정 쓰기", "저장하기 전에 확인", "저장했습니다"),
        ("ja-JP", "回答する", "ルールを書く", "保存する前の確認", "保存しました"),
    ],
)
async def test_form_preview_and_outcome_are_in_the_language_of_whoever_writes(
    store: Store, locale: str, button: str, title: str, save: str, says: str
) -> None:
    async with slack_of(store, speaking(locale)) as bot:
        post = await told(bot)
        view = await form(bot, post)
        shown = await sent(bot, view, text=typed())
        said = await saved(bot, shown["view"])

    assert button in post.shown or button in words({"blocks": post.blocks})
    assert view["title"]["text"] == title
    assert shown["view"]["title"]["text"] == save
    assert says in said


@pytest.mark.parametrize(
    ("locale", "asks", "everywhere"),
    [
        ("en-GB", "Ask everybody to say that they have read it", "it is for all stores."),
        ("ko-KR", "읽었는지 모두에게 확인 요청", "모든 매장에 적용됩니다."),
    ],
)
async def test_the_form_asks_for_receipts_and_says_that_no_store_means_all(
    store: Store, locale: str, asks: str, everywhere: str
) -> None:
    ticked = {"selected_options": [{"value": "on"}]}

    async with slack_of(store, speaking(locale)) as bot:
        view = await form(bot, await told(bot))
        shown = await sent(bot, view, text=typed(), receipt=ticked)
        await saved(bot, shown["view"])

    [rule] = await store.app.kept.rules.counting()
    assert rule.rule.receipt
    assert asks in words(view)
    assert everywhere in words(view)


async def test_a_clerk_reads_that_they_may_not_and_writes_nothing(store: Store) -> None:
    async with slack_of(store) as bot:
        view = await form(bot, await told(bot), "U1")

    assert "may not write" in words(view)
    assert "submit" not in view
    assert view["clear_on_close"] is True


async def test_a_colleague_who_was_asked_answers_if_they_may(store: Store) -> None:
    async with slack_of(store) as bot:
        post = await asked(bot, "any coats?")
        passed = await passed_on(bot, post, "ask_person", person={"selected_user": "UMANAGER"})
        clerk = await form(bot, passed, "U2")
        manager = await form(bot, passed, "UMANAGER")

    assert "may not write" in words(clerk)
    assert manager["callback_id"] == "rule"
    assert "submit" in manager


async def test_what_is_wrong_stands_at_its_field_and_nothing_is_kept(store: Store) -> None:
    async with slack_of(store) as bot:
        view = await form(bot, await told(bot))
        empty = await sent(bot, view, text=typed("   "))
        day = store.app.given.today() - timedelta(days=1)
        early = await sent(bot, view, text=typed(), review_by={"selected_date": day.isoformat()})

    assert empty["response_action"] == early["response_action"] == "errors"
    assert empty["errors"].keys() == {"text"}
    assert early["errors"].keys() == {"review_by"}
    assert await store.app.kept.rules.counting() == []


async def test_saving_twice_saves_once_and_only_its_author_saves(store: Store) -> None:
    async with slack_of(store) as bot:
        shown = await sent(bot, await form(bot, await told(bot)), text=typed())
        other = await saved(bot, shown["view"], "UMANAGER")
        first = await saved(bot, shown["view"])
        second = await saved(bot, shown["view"])

    assert "may not write" in other
    assert "is saved" in first
    assert first == second
    assert len(await store.app.kept.rules.counting()) == 1


async def test_a_draft_is_saved_after_a_restart(store: Store) -> None:
    async with slack_of(store) as bot:
        shown = await sent(bot, await form(bot, await told(bot)), text=typed())
    async with slack_of(store) as later:
        said = await saved(later, shown["view"])

    assert "is saved" in said


async def test_links_mentions_and_personal_data_are_harmless_in_the_preview(store: Store) -> None:
    text = f"{TEXT} <!channel> [here](https://evil.example) kim.minsu@example.com"

    async with slack_of(store) as bot:
        shown = await sent(bot, await form(bot, await told(bot)), text=typed(text))

    said = words(shown["view"])
    assert "kim.minsu" not in said
    assert "<!channel>" not in said
    assert "https://evil" not in said


async def test_nobody_writes_for_readers_above_their_role(store: Store) -> None:
    admin = {"selected_option": {"value": "admin"}}

    async with slack_of(store) as bot:
        post = await told(bot)
        view = await form(bot, post, "UMANAGER")
        shown = await sent(bot, view, "UMANAGER", text=typed(), audience=admin)
        await saved(bot, shown["view"], "UMANAGER")

    [rule] = await store.app.kept.rules.counting()
    assert '"admin"' not in words(view)
    assert rule.rule.audience is Audience.MANAGER


async def test_whoever_sends_too_much_reads_that(store: Store) -> None:
    async with slack_of(store, limits=Limits(per_person=2)) as bot:
        view = await form(bot, await told(bot))
        for _ in range(2):
            await sent(bot, view, text=typed())
        shown = await sent(bot, view, text=typed())

    assert "a lot of messages" in words(shown["view"])
    assert "submit" not in shown["view"]


async def test_a_preview_that_takes_long_fills_the_window_that_waits_for_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.answer.rules.writing._SOON_S", 0)

    async with slack_of(store) as bot:
        view = await form(bot, await told(bot))
        bot.slack.arguments.pop("views.update", None)
        waits = await sent(bot, view, text=typed())
        shown = await updated(bot)
        named = bot.slack.arguments["views.update"]["external_id"]

    assert "Comparing it" in words(waits["view"])
    assert "submit" not in waits["view"]
    assert named == waits["view"]["external_id"]
    assert TEXT in words(shown)
    assert "submit" in shown


@pytest.mark.parametrize(("text", "is_form"), [("Short. " * 9, True), ("Long. " * 600, False)])
async def test_a_passage_too_long_for_a_form_is_not_cut(
    store: Store, text: str, is_form: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_answer = Forms.answering
    monkeypatch.setattr(
        Forms, "answering", lambda self, record: replace(of_answer(self, record), text=text)
    )

    async with slack_of(store) as bot:
        view = await form(bot, await told(bot))

    assert ("submit" in view) is is_form
    assert ("more than 3,000 characters" in words(view)) is not is_form
