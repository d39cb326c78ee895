"""Owners and managers answer in Teams by a rule: the form, its preview, and Save."""

import pytest

from bot.model.rules import State
from tests.flow.stand_in.changed_rule import TILL, Store
from tests.flow.teams.rules.conftest import (
    CAGE,
    CLERK,
    MANAGER,
    OWNER,
    PARROT,
    actions,
    answers,
    by,
    desk,
    fields,
    kept,
    previewed,
    text_of,
)
from tests.flow.teams.stand_in.identity import Body

COLLEAGUE = "cccccccc-0000-4000-8000-00000000000c"
CHANNEL = "19:Owners@thread.tacv2"


@pytest.mark.parametrize(
    ("locale", "question", "rule", "labels", "said"),
    [
        ("en-US", PARROT, CAGE, ["The rule", "First day"], "is saved."),
        (
            "ko-KR",
            "앵무새를 데리고 들어와도 되나요?",
            "앵무새는 새장에 넣은 경우에만 매장에 들어올 수 있습니다.",
            ["규정 내용", "시행일"],
            "저장했습니다.",
        ),
    ],
)
async def test_a_manager_answers_with_a_rule_that_is_read_before_it_counts(
    store: Store, locale: str, question: str, rule: str, labels: list[str], said: str
) -> None:
    async with desk(store) as bot:
        who = by(MANAGER, locale)
        form = await answers(bot, question, **who)
        preview = await previewed(bot, form, who=who, text=rule)
        before = await kept(store)
        done = await bot.sent(actions(preview)["save_rule"], **who)
        await store.app.rules.publishing.look()
        answer = await bot.asked(question, **by(OWNER, locale))

    assert fields(form)["title"] == question
    assert all(label in text_of(form) for label in labels)
    assert rule in text_of(preview["body"][0])
    assert before == []
    assert said in text_of(done)
    assert rule in answer.text


async def test_the_preview_names_a_rule_that_says_otherwise(store: Store) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        preview = await previewed(bot, form, text="The till holds ₩250,000 in the morning.")

    shown = text_of(preview["body"][0])
    assert "These rules in force say otherwise:" in shown
    assert "The till holds ₩200,000 in the morning." in shown


async def test_the_way_back_loses_nothing_that_was_typed(store: Store) -> None:
    typed = {"text": f"{CAGE}\n\nAsk at the desk.", "title": "Parrots", "review_by": "2030-01-31"}
    typed |= {"effective_from": "2029-01-31", "stores": "gangnam", "audience": "manager"}
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        preview = await previewed(bot, form, **typed)

    [shown, hidden] = preview["body"]
    [_, back] = shown["items"][-1]["actions"]
    assert (back["type"], back["targetElements"]) == (
        "Action.ToggleVisibility",
        ["preview", "form"],
    )
    assert (shown["isVisible"], hidden["isVisible"]) == (True, False)
    assert fields(hidden) == fields(form) | typed
    assert actions(hidden) == actions(form)


@pytest.mark.parametrize(
    ("locale", "label", "everywhere"),
    [
        ("en-US", "Ask everybody to say that they have read it", "it is for all stores"),
        ("ko-KR", "읽었는지 모두에게 확인 요청", "모든 매장에 적용됩니다"),
    ],
)
async def test_stores_are_asked_to_read_a_rule_only_if_its_author_ticks_that(
    store: Store, locale: str, label: str, everywhere: str
) -> None:
    who = by(MANAGER, locale)
    async with desk(store) as bot:
        form = await answers(bot, **who)
        preview = await previewed(bot, form, who=who, text=CAGE, receipt="on")
        await bot.sent(actions(preview)["save_rule"], **who)
        other = await previewed(bot, form, who=who, text="Dogs stay outside.")
        await bot.sent(actions(other)["save_rule"], **who)

    assert label in text_of(form)
    assert everywhere in text_of(form)
    assert (fields(form)["receipt"], fields(preview)["receipt"]) == ("", "on")
    assert {one.rule.text: one.rule.receipt for one in await kept(store)} == {
        CAGE: True,
        "Dogs stay outside.": False,
    }


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"text": ""}, "text", "Please give the rule a title and a text."),
        ({"review_by": "2001-01-01", "text": CAGE}, "review_by", "can't be before the first day"),
        ({"stores": "gangnam,nowhere", "text": CAGE}, "stores", "There is no store nowhere."),
        ({"text": CAGE, "title": "x" * 200}, "text", "The title may have 150 characters"),
    ],
)
async def test_what_is_wrong_stands_below_its_field_and_the_rest_stays(
    store: Store, typed: Body, field: str, said: str
) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        again = await previewed(bot, form, **typed)

    ids = [one.get("id") for one in again["body"]]
    assert said in text_of(again["body"][ids.index(field) + 1])
    assert fields(again) == fields(form) | typed


async def test_a_rule_is_saved_once_and_by_its_author_only(store: Store) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        save = actions(await previewed(bot, form, text=CAGE))["save_rule"]
        other = await bot.sent(save, **by(OWNER))
        done = [await bot.sent(save, **by(MANAGER)) for _ in range(2)]

    assert "You may not write this rule." in text_of(other)
    assert all("is saved." in text_of(one) for one in done)
    assert [one.state for one in await kept(store)] == [State.IN_FORCE]


async def test_the_next_server_saves_what_was_shown_before(store: Store) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        save = actions(await previewed(bot, form, text=CAGE))["save_rule"]
    async with desk(store) as later:
        done = await later.sent(save, **by(MANAGER))

    assert "is saved." in text_of(done)


async def test_a_draft_that_is_gone_says_so(store: Store) -> None:
    async with desk(store) as bot:
        done = await bot.sent({"verb": "save_rule", "about": "w00000000000"}, **by(MANAGER))

    assert "This rule is no longer waiting" in text_of(done)


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", "You may not write this rule."), ("ko-KR", "권한이 없습니다")]
)
async def test_a_clerk_gets_no_form_and_cannot_send_one(
    store: Store, locale: str, said: str
) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        opened = await bot.opened(
            {"verb": "write_rule", "about": actions(form)["preview_rule"]["about"]},
            **by(CLERK, locale),
        )
        sent = await previewed(bot, form, who=by(CLERK, locale), text=CAGE)

    assert said in text_of(opened)
    assert said in text_of(sent)
    assert fields(opened) == {}


async def test_nobody_writes_for_readers_above_their_own_role(store: Store) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        [audience] = [one for one in form["body"] if one.get("id") == "audience"]
        save = actions(await previewed(bot, form, text=CAGE, audience="admin"))["save_rule"]
        await bot.sent(save, **by(MANAGER))

    assert [one["value"] for one in audience["choices"]] == ["staff", "manager"]
    assert [str(one.rule.audience) for one in await kept(store)] == ["manager"]


async def test_a_rule_goes_below_one_that_the_answer_showed(store: Store) -> None:
    """A document of its own is the first choice."""
    async with desk(store) as bot:
        form = await answers(bot, TILL, **by(MANAGER))
        preview = await previewed(bot, form, text="It is counted at noon.", place="0")
        await bot.sent(actions(preview)["save_rule"], **by(MANAGER))

    [written] = await kept(store)
    assert fields(form)["place"] == "new"
    assert (written.rule.doc_id, written.rule.title) == ("cash", "Cash")
    assert "₩200,000" in written.rule.text
    assert written.rule.text.endswith("It is counted at noon.")


async def test_a_form_of_an_answer_that_is_stored_no_more_says_so(store: Store) -> None:
    async with desk(store) as bot:
        opened = await bot.opened({"verb": "write_rule", "about": "gone"}, **by(MANAGER))

    assert "I no longer have this answer." in text_of(opened)


LACKING = "Who may count the till in the morning?"


@pytest.mark.parametrize("address", [OWNER, CHANNEL], ids=["a chat", "a channel"])
async def test_an_owner_who_is_told_answers_right_there(store: Store, address: str) -> None:
    channel = address == CHANNEL
    async with desk(store) as bot:
        asked = await bot.asked(LACKING, **by(CLERK))
        tells = await bot.opened(actions(asked.cards)["tell_owner"], **by(CLERK))
        await bot.sent(actions(tells)["tell"], **by(CLERK))
        told = bot.bot.teams.messages[-1]
        here = {"conversation": {"id": CHANNEL, "conversationType": "channel"}} if channel else {}
        who = by(OWNER) | here
        form = await bot.opened(actions(told.cards)["write_rule"], **who)
        text = "Two people count the till together."
        preview = await previewed(bot, form, who=who, text=text)
        await bot.sent(actions(preview)["save_rule"], **who)
        await store.app.rules.publishing.look()
        news = bot.bot.teams.messages[-1]

    assert told.conversation_id == (CHANNEL if channel else f"a:{OWNER}")
    assert LACKING in text_of(told.body)
    assert fields(form)["title"] == LACKING
    assert [one.rule.owner for one in await kept(store)] == ["Finance"]
    assert text in news.text
    assert news.conversation_id == by(CLERK)["conversation"]["id"]


@pytest.mark.parametrize(("person", "offered"), [(MANAGER, True), (COLLEAGUE, False)])
async def test_a_colleague_who_may_write_is_asked_with_a_button_to_answer(
    store: Store, person: str, offered: bool
) -> None:
    async with desk(store) as bot:
        asked = await bot.asked(LACKING, **by(CLERK))
        send = actions(asked.cards)["ask_person"] | {"verb": "hand_over", "person": person}
        await bot.sent(send, **by(CLERK))
        told = bot.bot.teams.messages[-1]
        form = await bot.opened(actions(told.cards).get("write_rule", {}), **by(MANAGER))

    assert LACKING in text_of(told.body)
    assert ("write_rule" in actions(told.cards)) is offered
    assert (fields(form).get("title") == LACKING) is offered


async def test_a_client_without_dialogs_has_each_step_in_the_chat(store: Store) -> None:
    async with desk(store) as bot:
        form = await answers(bot, **by(MANAGER))
        before = len(bot.bot.teams.messages)
        sent = actions(form)["preview_rule"] | fields(form) | {"text": CAGE}
        await bot.bot.send(bot.bot.said("", id="71", value=sent, **by(MANAGER)))
        preview = await bot.bot.teams.message(before)
        save = actions(preview.cards)["save_rule"]
        await bot.bot.send(bot.bot.said("", id="72", value=save, **by(MANAGER)))
        done = await bot.bot.teams.message(before + 1)

    assert "is saved." in text_of(done.body)
