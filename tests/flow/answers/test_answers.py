"""The whole bot on the sample handbook: from Slack's signed request to the posted reply."""

import io
import json
import logging
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from adapters.database import Database
from adapters.records.inbox import SqlInbox
from bot.main.app import App, build
from bot.main.serve.web_server import build_server
from bot.model import Message, Platform
from bot.settings import (
    SAMPLE,
    OpenAISettings,
    ServerSettings,
    Settings,
    SlackSettings,
    StoreSettings,
)
from tests.flow.slack.stand_in.api import (
    SECRET,
    TOKEN,
    Post,
    Signed,
    SlackApi,
    mention,
    signed,
    signed_command,
)

ENGLISH = "how long is the staff discount suspended after misuse?"
KOREAN = "택배는 몇 시까지 접수하면 당일에 발송되나요?"
REFUSALS = {
    "who won the football world cup in 1998?": "I only answer questions about the store documents.",
    "조선의 네 번째 임금은 누구였나요?": "매장 문서에서 확인할 수 없는 내용입니다.",
}
CANARIES = (
    "hong.gildong@canary.example",
    "010-9876-5432",
    "4539 1488 0343 6467",
    "900101-1234568",
)


@dataclass(frozen=True)
class Store:
    """The bot over the indexed sample handbook."""

    app: App
    data: Path


@dataclass(frozen=True)
class Running:
    """The same on loopback, with its Slack."""

    slack: SlackApi
    client: TestClient[Any, Any]
    response_url: str

    async def send(self, request: Signed) -> ClientResponse:
        body, headers = request
        return await self.client.post("/slack/events", data=io.BytesIO(body), headers=headers)

    async def command(self, user: str) -> list[Post]:
        """Run /reindex and return the note, if any, and the reply."""
        await self.send(signed_command("/reindex", user, self.response_url))
        return await self.posts()

    async def posts(self) -> list[Post]:
        """Let everything that was taken on end, and return what was posted."""
        await self.client.close()
        return [self.slack.posted.get_nowait() for _ in range(self.slack.posted.qsize())]


@pytest.fixture(scope="module")
def store(own_sample: Path) -> Iterator[Store]:
    app = build(settings(own_sample, "http://127.0.0.1:9/"))
    yield Store(app, own_sample)
    app.close()


def settings(data: Path, slack_url: str) -> Settings:
    return Settings(
        slack=SlackSettings(
            bot_token=SecretStr(TOKEN),
            signing_secret=SecretStr(SECRET),
            admin_user_ids=frozenset({"UADMIN"}),
            api_url=f"{slack_url}api/",
        ),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(
            source=SAMPLE, data=data, corpus_name="store documents", corpus_name_ko="매장 문서"
        ),
        server=ServerSettings(host="127.0.0.1"),
    )


@asynccontextmanager
async def running(store: Store) -> AsyncIterator[Running]:
    slack = SlackApi()
    with tempfile.TemporaryDirectory() as scratch:
        # The messages of two tests may have the same key.
        database = Database(Path(scratch))
        app = replace(store.app, kept=replace(store.app.kept, inbox=SqlInbox(database)))
        async with TestServer(slack.application) as api:
            url = str(api.make_url("/"))
            server = build_server(settings(store.data, url), app)
            async with TestClient(TestServer(server.application)) as client:
                yield Running(slack, client, f"{url}respond/1")
        database.close()


@pytest.mark.parametrize(
    ("question", "said", "source", "title"),
    [
        (
            ENGLISH,
            "the discount is suspended for 6 months for a first case of misuse",
            "en/staff-discount.v2.md",
            "Staff Discount",
        ),
        (
            KOREAN,
            "택배는 18:00까지 접수하면 당일에 발송됩니다.",
            "ko/parcel-pickup.md",
            "택배 접수와 온라인 주문 매장 수령",
        ),
    ],
)
async def test_a_mention_is_answered_in_its_thread_in_words_of_the_handbook(
    store: Store, question: str, said: str, source: str, title: str
) -> None:
    async with running(store) as bot:
        response = await bot.send(signed(mention(question)))
        [post] = await bot.posts()

    assert response.status == 200
    assert (post.body["channel"], post.body["thread_ts"]) == ("C1", "1.0")
    assert said in post.shown
    assert "[1] <https://handbook.haneul-market.example/" in post.shown
    assert title in post.shown
    document = (SAMPLE / source).read_text(encoding="utf-8")
    assert [one for one in sentences(post) if one not in document] == []
    assert bot.slack.refused == []


@pytest.mark.parametrize(("question", "refusal"), REFUSALS.items())
async def test_what_is_not_in_the_handbook_is_refused_in_one_sentence(
    store: Store, question: str, refusal: str
) -> None:
    async with running(store) as bot:
        await bot.send(signed(mention(question)))
        [post] = await bot.posts()

    assert post.text.startswith(refusal)
    assert "[1]" not in post.shown


async def test_a_question_that_slack_delivers_twice_is_answered_once(store: Store) -> None:
    async with running(store) as bot:
        await bot.send(signed(mention(ENGLISH), event_id="Ev1"))
        await bot.send(signed(mention(ENGLISH), event_id="Ev1"))
        posts = await bot.posts()

    assert len(posts) == 1


async def test_a_forged_signature_is_refused_and_nothing_is_posted(store: Store) -> None:
    async with running(store) as bot:
        response = await bot.send(signed(mention(ENGLISH), secret="not Slack's"))
        posts = await bot.posts()

    assert (response.status, posts) == (401, [])


async def test_an_administrator_reindexes_and_reads_what_was_done(store: Store) -> None:
    async with running(store) as bot:
        begun, note, report = await bot.command("UADMIN")

    documents, passages = store.app.generations.size(store.app.generations.published().number)
    assert begun.text == "Indexing the documents…"
    assert note.body["response_type"] == "ephemeral"
    assert f"Indexed {documents} documents, {passages} passages in " in report.text
    assert " s (0 new passages)" in report.text
    assert (report.method, report.body["channel"]) == ("chat.update", "DADMIN")


async def test_nobody_else_reindexes(store: Store) -> None:
    before = store.app.generations.published()

    async with running(store) as bot:
        [refusal] = await bot.command("U1")

    assert refusal.text.startswith("Only administrators can do this.")
    assert refusal.body["response_type"] == "ephemeral"
    assert store.app.generations.published() == before


@pytest.mark.parametrize(
    ("question", "notice"),
    [
        (
            "the customer {} asks: how long is the staff discount suspended after misuse?",
            "I removed",
        ),
        ("고객 {} 문의입니다. 택배는 몇 시까지 접수하면 당일에 발송되나요?", "질문에서 개인정보를"),
    ],
)
async def test_personal_data_of_a_question_is_in_no_log_no_file_and_no_post(
    store: Store, question: str, notice: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async with running(store) as bot:
        await bot.send(signed(mention(question.format(", ".join(CANARIES)))))
        [post] = await bot.posts()

    posted = json.dumps(post.body, ensure_ascii=False)
    logged = caplog.text + str([record.__dict__ for record in caplog.records])
    kept = b"".join(path.read_bytes() for path in store.data.rglob("*") if path.is_file())
    assert notice in posted
    assert "[1]" in post.shown
    for canary in CANARIES:
        assert canary not in posted
        assert canary not in logged
        assert canary.encode() not in kept
        assert canary.encode("utf-16-le") not in kept


async def test_the_page_of_this_machine_answers_from_the_same_handbook(store: Store) -> None:
    async with running(store) as bot:
        response = await bot.client.post(
            "/", data={"question": KOREAN}, headers={"Accept": "application/json"}
        )
        answer = await response.json()

    assert answer["verdict"] == "pass"
    assert answer["citations"][0]["doc_id"] == "parcel-pickup-ko"


async def test_every_quote_of_every_answer_is_verbatim_in_its_passage(store: Store) -> None:
    questions = [ENGLISH, KOREAN, "how much is the staff discount?", "분실물은 며칠 보관하나요?"]

    replies = [
        await store.app.conversation.handle(Message(Platform.CONSOLE, "c", "u", question))
        for question in questions
    ]

    answers = [reply.answer for reply in replies if reply.answer is not None]
    assert [answer.verdict for answer in answers] == ["pass", "pass", "pass", "conflict"]
    for citation in (citation for answer in answers for citation in answer.citations):
        assert all(quote in citation.passage.text for quote in citation.quotes)


def sentences(post: Post) -> list[str]:
    """What the answer says, without its numbers and what it has in bold."""
    said = post.blocks[0]["text"].replace("**", "")
    return [line.strip() for line in re.split(r"\[\d\]", said) if line.strip()]
