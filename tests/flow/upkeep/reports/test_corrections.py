"""Corrections after a rule has changed: who gets which, once, and what the administrator reads."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.conversation.corrections import Corrections, Posts
from bot.main.app import App, build
from bot.model import Failure, Platform, Reply
from bot.model.days import in_words
from bot.model.kept import Posting
from bot.settings import OpenAISettings, Settings, StoreSettings
from bot.upkeep.desk import Call
from bot.upkeep.reports import Reports
from knowledge.model.documents import Audience
from tests.fakes import FakeHandle
from tests.flow.stand_in.changed_rule import PARKING, TILL, Store, page

SEOUL = ZoneInfo("Asia/Seoul")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    folder = tmp_path / "documents"
    folder.mkdir()
    places = StoreSettings(source=folder, data=tmp_path / "data")
    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=places))) as app:
        made = Store(folder, app)
        made.till("₩200,000")
        made.parking("30,000")
        made.write("keys.md", page("Keys", "The keys hang behind the desk.", language="en"))
        app.posts.add("slack", made.slack)
        asyncio.run(made.publish())
        yield made


def _today(app: App) -> date:
    return app.given.today()


async def test_the_thread_reads_what_was_said_and_what_holds_today(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()

    result = await store.posted()

    [(told, reply)] = store.slack.posted
    day = in_words(_today(store.app), "en")
    assert reply.text == (
        f"Correction: on {day} I quoted “The till holds ₩200,000 in the morning.” (Cash, version "
        "1). That's no longer correct.\n\nToday's answer: The till holds ₩300,000 in the morning. "
        "[1]"
    )
    assert [source.quote for source in reply.sources] == ["The till holds ₩300,000 in the morning."]
    assert (told.thread, result.code) == ("T1:C1:1", 0)
    assert result.text == "corrections posted: 1 (slack 1)"
    stored = await store.app.kept.records.find(reply.trace_id)
    assert stored is not None
    assert (stored.thread, stored.person) == ("T1:C1:1", "slack:T1:U1")


async def test_a_korean_answer_is_corrected_in_korean(store: Store) -> None:
    await store.ask(PARKING)
    store.parking("40,000")
    await store.publish()

    await store.posted("parking")

    [(_, reply)] = store.slack.posted
    day = in_words(_today(store.app), "ko")
    assert reply.text.startswith(
        f"정정합니다. {day}에 “직원 주차 요금은 한 달에 30,000원입니다.”(직원 주차, 버전 1)라고 "
        "안내했습니다. 이 내용은 더 이상 맞지 않습니다.\n\n현재 기준 답변: "
    )
    assert "40,000원" in reply.text
    assert reply.language == "ko"


async def test_an_answer_in_another_language_than_its_question_stays_so(store: Store) -> None:
    await store.ask("how much is staff parking a month?", language="ko")
    store.parking("40,000")
    await store.publish()

    await store.posted("parking")

    assert [reply.language for _, reply in store.slack.posted] == ["ko"]


@pytest.mark.parametrize(
    ("rule", "question", "end"),
    [
        (
            "cash",
            TILL,
            "That rule was withdrawn. I couldn't find a current one. Please ask your store "
            "manager.",
        ),
        (
            "parking",
            PARKING,
            "이 규정은 폐지되었습니다. 현재 규정은 찾지 못했습니다. 점장에게 문의하세요.",
        ),
    ],
)
async def test_a_withdrawn_rule_is_said_to_be_withdrawn(
    store: Store, rule: str, question: str, end: str
) -> None:
    await store.ask(question)
    (store.folder / f"{rule}.md").unlink()
    await store.publish()

    await store.posted(rule)

    [(_, reply)] = store.slack.posted
    assert reply.text.endswith(end)
    assert reply.sources == ()
    assert not reply.kept


async def test_of_a_rule_that_ended_the_owner_is_named(store: Store) -> None:
    await store.ask()
    yesterday = _today(store.app) - timedelta(days=1)
    store.till("₩200,000", effective_until=yesterday.isoformat())
    await store.publish()

    await store.posted()

    [text] = store.slack.texts().values()
    assert "That rule was withdrawn" in text
    assert text.endswith("Ask Finance. They own “Cash”.")


async def test_nobody_is_told_twice_and_who_asked_since_is_told(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()
    await store.posted()
    await store.ask(thread="T1:C1:2")

    again = await store.posted()
    store.till("₩400,000")
    await store.publish()
    third = await store.posted()

    assert again.text == "corrections posted: 0"
    assert third.text == "corrections posted: 2 (slack 2)"
    # The correction itself said what no longer holds.
    assert [told.thread for told, _ in store.slack.posted] == ["T1:C1:1", "T1:C1:1", "T1:C1:2"]
    assert "₩200,000" not in store.slack.posted[1][1].text


async def test_what_failed_is_named_and_posted_by_the_next_run(store: Store) -> None:
    for thread in ("T1:C1:1", "T1:C2:1", "T1:C3:1"):
        await store.ask(thread=thread)
    store.till("₩300,000")
    await store.publish()
    store.slack.refused = {"T1:C2:1": Posting("is_archived", "Unarchive it.")}

    first = await store.posted()
    store.slack.refused = {}
    second = await store.posted()

    assert first.code == 1
    assert first.text.splitlines() == [
        "corrections posted: 2 (slack 2)",
        "not posted: slack T1:C2:1: is_archived (Unarchive it.)",
        "run the command again to post what failed.",
    ]
    assert (second.code, second.text) == (0, "corrections posted: 1 (slack 1)")
    assert [told.thread for told, _ in store.slack.posted] == ["T1:C1:1", "T1:C3:1", "T1:C2:1"]


async def test_what_may_be_posted_is_not_posted_again(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()
    store.slack.refused = {"T1:C1:1": Posting("unreachable", unsure=True)}

    first = await store.posted()
    store.slack.refused = {}
    second = await store.posted()

    assert "so it is not tried again" in first.text
    assert second.text == "corrections posted: 0"


async def test_several_answers_of_a_thread_get_one_message(store: Store) -> None:
    def till(amount: str, counted: str) -> None:
        text = f"The till holds {amount} in the morning.\n\n## Safe\n\nThe safe opens at {counted}."
        store.write("cash.md", page("Cash", text, language="en"))

    till("₩200,000", "21:00")
    await store.publish()
    await store.ask()
    await store.ask("what time does the safe open?", person="U2")
    await store.ask(TILL, person="U3")
    till("₩300,000", "22:00")
    await store.publish()

    await store.posted()

    [(_, reply)] = store.slack.posted
    assert reply.text.count("I quoted") == 1
    assert reply.text.count("I also quoted") == 1
    assert "₩300,000" in reply.text
    assert "22:00" in reply.text


async def test_private_answers_of_a_thread_are_corrected_apart(store: Store) -> None:
    store.slack.private = frozenset({"T1:C1:1"})
    await store.ask(person="U1")
    await store.ask(person="U2")
    store.till("₩300,000")
    await store.publish()

    await store.posted()

    assert [told.person for told, _ in store.slack.posted] == ["slack:T1:U1", "slack:T1:U2"]


async def test_nobody_reads_what_they_may_not(store: Store) -> None:
    await store.ask()
    store.till("₩300,000", audience="manager")
    await store.publish()

    await store.posted()

    [text] = store.slack.texts().values()
    assert "₩300,000" not in text
    assert "That rule was changed. I couldn't find a current one." in text


async def test_managers_read_in_their_chat_what_managers_may(store: Store) -> None:
    store.till("₩200,000", audience="manager")
    await store.publish()
    await store.ask(audience=Audience.MANAGER)
    store.till("₩300,000", audience="manager")
    await store.publish()

    await store.posted()

    [text] = store.slack.texts().values()
    assert "₩300,000" in text


async def test_other_answers_are_left_alone(store: Store) -> None:
    await store.ask("where do the keys hang?", thread="T1:C1:2")
    await store.ask(thread="T1:C1:3", as_of=_today(store.app) - timedelta(days=3))
    await store.ask(thread="T1:C1:4")
    store.slack.unread = frozenset({"T1:C1:4"})
    store.till("₩300,000")
    await store.publish()

    result = await store.shown()

    assert result.text == "Cash (cash): nobody is left to be told."
    assert result.value["corrections"] == []


async def test_answers_to_programs_are_counted_only(store: Store) -> None:
    await store.ask()
    await store.ask(platform=Platform.HTTP)
    store.till("₩300,000")
    await store.publish()

    result = await store.posted()
    shown = await store.shown()

    assert result.text == "corrections posted: 1 (slack 1)"
    assert "answers where nothing can be posted: 1 (http 1)" in shown.text


async def test_the_administrator_reads_each_answer_before(store: Store) -> None:
    for thread in ("T1:C1:1", "T1:C1:2"):
        await store.ask(thread=thread)
    store.till("₩300,000")
    await store.publish()

    result = await store.shown()

    lines = result.text.splitlines()
    assert lines[:6] == [
        "Cash (cash): threads that quoted what no longer holds: 2 (slack 2)",
        "",
        "1. threads: 2 (slack 2)",
        "   was told: “The till holds ₩200,000 in the morning.” (Cash, version 1)",
        "   now: changed in version 1",
        "   correction:",
    ]
    assert "     Today's answer: The till holds ₩300,000 in the morning. [1]" in lines
    assert store.slack.posted == []
    [correction] = result.value["corrections"]
    assert correction["threads"] == {"slack": 2}
    assert len(correction["answers"]) == 2


async def test_only_what_was_shown_is_posted(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()
    shown = await store.shown()
    store.till("₩400,000")
    await store.publish()

    call = Call("correct", {"token": shown.value["token"]})
    result = await store.app.desk.done(call, lambda _: None)

    assert result.code == 1
    assert "no longer up to date" in result.text
    assert store.slack.posted == []


async def test_two_people_post_what_each_was_shown(store: Store) -> None:
    till = await store.ask()
    parking = await store.ask(PARKING, "T1:C2:2")
    store.till("₩300,000")
    store.parking("40,000")
    await store.publish()
    tokens = [(await store.shown(rule)).value["token"] for rule in ("cash", "parking")]

    for token in tokens:
        await store.app.desk.done(Call("correct", {"token": token}), lambda _: None)

    assert [answer.answer_id for answer, _ in store.slack.posted] == [till, parking]


async def test_the_reports_know_of_corrections(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()
    await store.posted()

    damage, usage = [await store.report(kind) for kind in ("damage", "usage")]

    [row] = damage["who was told"]
    assert (row["day"], row["corrected on"]) == (row["day"], row["day"])
    assert usage["in all"][0]["questions"] == 1


async def test_two_administrators_tell_nobody_twice(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()
    shown = await store.shown()
    call = Call("correct", {"token": shown.value["token"]})

    both = await asyncio.gather(*(store.app.desk.done(call, lambda _: None) for _ in range(2)))

    assert len(store.slack.posted) == 1
    assert sorted(one.code for one in both) == [0, 1]


async def test_while_the_bot_cannot_answer_no_rule_is_said_to_be_gone(store: Store) -> None:
    await store.ask()
    store.till("₩300,000")
    await store.publish()
    app, trouble = store.app, Reply("I can't answer right now.", failure=Failure.TROUBLE)
    reports = Reports(app.kept.records, app.search, app.indexer, app.given.today, SEOUL)
    posts = Posts(app.kept.records)
    posts.add("slack", store.slack)
    corrections = Corrections(reports, posts, app.search, FakeHandle(trouble), app.given.today)

    result = await corrections.run({"rule": "cash", "since_s": 3600.0})

    assert result.code == 1
    assert "I can't answer right now." in result.text
    assert store.slack.posted == []
