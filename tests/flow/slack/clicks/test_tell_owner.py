"""The owner of documents that contradict or lack something is told, once, by a tap."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.conversation.rate_limits import Limits
from bot.model import Platform
from bot.stores import Owner, Stores
from knowledge.model.documents import Audience
from tests.fakes import FakeToldOwners
from tests.flow.slack.stand_in.api import VIEW, Post, Refusal, SlackApi, clicked_in, mention, signed
from tests.flow.slack.stand_in.bot import Running, running

CONFLICT, KOREAN = "how long is lost property kept?", "분실물은 며칠 보관하나요?"
GAP = "who fixes the gate?"


def owned(*people: str) -> Stores:
    return Stores(owners=[Owner("Customer Care", {Platform.SLACK: people or ("U7",)})])


async def asked(bot: Running, question: str = CONFLICT) -> Post:
    await bot.send(signed(mention(question), event_id=question))
    return await bot.slack.post()


async def form(bot: Running, post: Post, user: str = "U1") -> dict[str, Any]:
    """What a tap opens."""
    bot.slack.arguments.pop("views.open", None)
    await bot.click(post, "tell_owner", user)
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    return bot.slack.view("views.open")


async def send(bot: Running, view: dict[str, Any], name: str, user: str = "U1") -> str:
    """Send the form; return what the window then says."""
    bot.slack.arguments.pop("views.update", None)
    await bot.submit(view, user, name={"selected_option": {"value": name}})
    await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
    return words(bot.slack.view("views.update"))


def words(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False)


@pytest.mark.parametrize(
    ("locale", "question", "goes", "quote", "nameless", "sent"),
    [
        (
            "en-GB",
            CONFLICT,
            "Customer Care will get",
            "within 14 days.",
            "A colleague",
            "Sent to Customer",
        ),
        ("ko-KR", KOREAN, "Care에 다음", "14일 안에", "직원 한 명이", "Care에 보냈습니다."),
    ],
)
async def test_the_owner_reads_question_and_sentences_and_no_name_unless_they_may(
    locale: str, question: str, goes: str, quote: str, nameless: str, sent: str
) -> None:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U7", "team_id": "T1", "locale": locale}}

    async with running(slack, stores=owned()) as bot:
        view = await form(bot, await asked(bot, question))
        said = await send(bot, view, "nameless")
        told = await bot.slack.post()

    assert goes in words(view)
    assert question in words(view)
    assert told.body["channel"] == "U7"
    assert question in told.shown
    assert quote in told.shown
    assert nameless in told.shown
    assert "U1" not in json.dumps(told.body)
    assert sent in said


async def test_the_owner_reads_the_name_of_whoever_agrees() -> None:
    async with running(stores=owned()) as bot:
        await send(bot, await form(bot, await asked(bot), "U2"), "named", "U2")
        told = await bot.slack.post()

    assert "<@U2> would like you to look at this." in told.shown


async def test_a_question_without_an_answer_is_told_to_the_owner_of_the_closest_document() -> None:
    async with running(stores=owned()) as bot:
        await send(bot, await form(bot, await asked(bot, GAP)), "nameless")
        told = await bot.slack.post()

    assert "don't answer this question" in told.shown
    assert GAP in told.shown


async def test_whoever_taps_later_that_day_reads_that_the_owner_knows() -> None:
    told = FakeToldOwners()
    async with running(stores=owned(), told=told) as bot:
        post = await asked(bot)
        view = await form(bot, post)
        await send(bot, view, "nameless")
        again = await send(bot, view, "nameless")
        known = await form(bot, post, "U2")
        await bot.settle()
        posts = bot.slack.posted.qsize()
    async with running(stores=owned(), told=told) as later:
        restarted = await form(later, await asked(later))

    assert posts == 1
    assert all("know about this already" in one for one in (again, words(known), words(restarted)))


async def test_an_owner_who_cannot_be_reached_is_said_with_whom_to_ask_and_tried_again() -> None:
    slack = SlackApi()
    async with running(slack, stores=owned()) as bot:
        view = await form(bot, await asked(bot))
        slack.refuse("chat.postMessage", Refusal("user_not_found"))
        missed = await send(bot, view, "nameless")
        sent = await send(bot, view, "nameless")

    assert "couldn't reach Customer Care. Please ask your store manager." in missed
    assert "Sent to Customer Care." in sent


async def test_a_file_without_the_owner_any_more_is_no_bug() -> None:
    async with running() as bot:
        said = await send(bot, await form(bot, await asked(bot)), "nameless")

    assert "couldn't reach Customer Care" in said


@pytest.mark.parametrize(
    ("address", "question", "told", "quoted"),
    [
        ("U7", CONFLICT, False, False),
        ("UMANAGER", CONFLICT, True, True),
        ("C7", CONFLICT, False, False),
        ("U7", "any coats?", True, False),
        ("UMANAGER", "any coats?", True, True),
    ],
    ids=["staff", "a manager", "a channel", "staff, no quotes", "a manager, quotes"],
)
async def test_documents_for_managers_are_quoted_to_those_only_who_may_read_them(
    address: str, question: str, told: bool, quoted: bool
) -> None:
    managers = frozenset({"UMANAGER"})
    async with running(stores=owned(address), manager_user_ids=managers) as bot:
        # An administrator taps: U1 may not read the answer at all.
        await bot.command("UADMIN", "/ask", CONFLICT)
        post = await bot.slack.post()
        [record] = bot.conversation.records.kept
        secret = replace(
            record.reply,
            audience=Audience.MANAGER,
            disputed=question == CONFLICT,
            owners=("Customer Care",),
        )
        bot.conversation.records.kept[:] = [replace(record, reply=secret)]
        said = await send(bot, await form(bot, post, "UADMIN"), "nameless", "UADMIN")
        await bot.settle()
        posts = [bot.slack.posted.get_nowait() for _ in range(bot.slack.posted.qsize())]

    assert ("Sent to" in said, len(posts)) == (told, int(told))
    assert any("within 14 days." in one.shown for one in posts) is quoted


async def test_an_address_of_another_workspace_is_nobodys_here() -> None:
    async with running(stores=owned("T9:U7")) as bot:
        said = await send(bot, await form(bot, await asked(bot)), "nameless")
        await bot.settle()

    assert "couldn't reach" in said
    assert bot.slack.posted.empty()


async def test_whoever_sends_too_much_tells_nobody() -> None:
    async with running(stores=owned(), limits=Limits(per_person=1)) as bot:
        said = await send(bot, await form(bot, await asked(bot)), "nameless")
        await bot.settle()

    assert "a lot of messages" in said
    assert bot.slack.posted.empty()


async def test_what_was_told_is_in_the_audit_log_without_words() -> None:
    async with running(stores=owned()) as bot:
        await send(bot, await form(bot, await asked(bot)), "nameless")

    [line] = [one for one in bot.conversation.audit.kept if one.what == "tell_owner"]
    assert (line.who, line.outcome) == ("slack:T1:U1", "done")
    assert "lost property" not in repr(line)


async def test_a_button_of_an_earlier_version_has_its_person_choose_whom_to_tell() -> None:
    async with running() as bot:
        post = await asked(bot)
        [record] = bot.conversation.records.kept
        bot.conversation.records.kept[:] = [replace(record, reply=replace(record.reply, owners=()))]
        view = await form(bot, post)

    assert "users_select" in words(view)
    assert "These documents disagree" in words(view)


@pytest.mark.parametrize(
    ("question", "person", "name"),
    [
        ("how long for headphones?", "U1", "Ask a person"),
        ("how long for headphones?", "U2", "Ask a person"),
        ("헤드폰 환불 기간은?", "U2", "담당자에게 묻기"),
    ],
)
async def test_a_person_is_asked_from_the_sources_of_a_sure_answer_by_anybody_who_reads_it(
    question: str, person: str, name: str
) -> None:
    async with running() as bot:
        post = await asked(bot, question)
        await bot.click(post, "sources", person)
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        sources = bot.slack.view("views.update")
        bot.slack.arguments.pop("views.update")
        await bot.send(clicked_in(sources, VIEW, "ask_person", person))
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        await bot.submit(bot.slack.view("views.update"), person, person={"selected_user": "U9"})
        sent = await bot.slack.post()

    assert name in words(sources)
    assert sent.body["channel"] == "U9"
    assert question in sent.shown
