"""The Slack adapter on loopback, between our Slack and a conversation that we wrote."""

import asyncio
import io
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from adapters.chat.bot import Bot, GivenUp
from adapters.chat.under_way.work import Work
from adapters.database import Database
from adapters.records.counts import SqlShortLived
from adapters.slack.app import build_slack
from adapters.slack.sockets import Pace
from adapters.web.server import WebServer
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.conversation.documents.listing import LinkedDocuments
from bot.conversation.examples import Examples
from bot.conversation.overview import Overviews
from bot.conversation.owners import Telling
from bot.conversation.rate_limits import Limits
from bot.model import (
    Choice,
    ClosestRule,
    Confidence,
    Message,
    Reply,
    SafeText,
    Scope,
    Source,
    Verdict,
)
from bot.model.kept import StoredAnswer, person_of
from bot.ports import Inbox, Notify, PostCorrection, ToldOwners
from bot.privacy import Redactor
from bot.rules.rules import Rules
from bot.settings import SlackSettings
from bot.stores import Stores
from bot.upkeep.history.trail import Trail
from bot.upkeep.reports.daily import KeptShifts, NoShifts, Notices
from knowledge.model.documents import Language
from knowledge.model.report import Progress, Show
from tests.fakes import (
    FakeAudit,
    FakeInbox,
    FakeIndexer,
    FakeRecords,
    FakeSearch,
    FakeToldOwners,
)
from tests.flow.slack.stand_in.api import (
    SECRET,
    TOKEN,
    Post,
    Signed,
    SlackApi,
    clicked,
    shortcut,
    signed_command,
    submitted,
)
from tests.flow.slack.stand_in.rules import ACK_S

ENGLISH = Source(
    number=1,
    title="Refund policy",
    section="Opened goods",
    quote="Opened headphones can be returned within 14 days.",
    doc_id="refund-policy-en",
    passage_id="refund-policy-en@2#3",
    version="2",
    page=3,
    url="https://kb.example/refunds?a=1&b=2",
    effective_from=date(2026, 1, 1),
)
KOREAN = Source(
    number=1,
    title="환불 규정",
    section="개봉 상품",
    quote="개봉한 상품은 14일 안에 환불할 수 있습니다.",
    doc_id="refund-policy-ko",
    passage_id="refund-policy-ko@2#3",
    version="2",
    effective_from=date(2026, 1, 1),
)
COATS = replace(ENGLISH, title="Coats", doc_id="coats-en", passage_id="coats-en@1#1", url=None)
SCOPE = Scope(language="en", as_of=date(2026, 11, 22))


def answer(text: str, source: Source, language: Language, **more: Any) -> Reply:
    """A reply that answers a question."""
    return Reply(
        text,
        language,
        (source,),
        scope=replace(SCOPE, language=language),
        verdict=Verdict.PASS,
        confidence=Confidence.HIGH,
        **more,
    )


CLOSEST = ClosestRule(1, "Coats", "**Coats are kept.**", "Coats are kept.", "coats", "coats@1#1")
REFUSAL = replace(
    answer("This is not in the store documents.", ENGLISH, "en"),
    sources=(),
    verdict=Verdict.INSUFFICIENT,
)
ANSWERS = {
    "how long for headphones?": answer(
        "**14 days** with a receipt [1].",
        ENGLISH,
        "en",
        suggestions=("Refund policy: Gift receipts", "Refund policy: Faulty goods"),
    ),
    "헤드폰 환불 기간은?": answer("**14일(개봉 시)**까지입니다 [1].", KOREAN, "ko"),
    "how long is lost property kept?": replace(
        answer("Lost property is kept for 14 days [1], or for 30 days.", ENGLISH, "en"),
        verdict=Verdict.CONFLICT,
        disputed=True,
        owners=("Customer Care",),
    ),
    "분실물은 며칠 보관하나요?": replace(
        answer("분실물은 14일 보관합니다 [1]. 다른 문서에는 30일입니다.", KOREAN, "ko"),
        verdict=Verdict.CONFLICT,
        disputed=True,
        owners=("Customer Care",),
    ),
    "who fixes the gate?": replace(REFUSAL, owners=("Customer Care",)),
    "can they bring it back?": replace(
        answer("Opened goods: **14 days** [1].", ENGLISH, "en"),
        follow_up="Has it been opened?",
        choices=(
            Choice("Opened", "how long for headphones?"),
            Choice("Unopened", "when do the coats come?"),
        ),
    ),
    "when do the coats come?": answer("Coats come in **May** [1].", COATS, "en"),
    "any coats?": replace(REFUSAL, text="The closest rules: …", closest=(CLOSEST,)),
    "flying cars?": replace(REFUSAL, verdict=Verdict.OFF_TOPIC),
    "secret": Reply("Only administrators may ask this.", private=True),
    "thanks": Reply("You're welcome!"),
    "long": Reply("a & b <!channel> " * 3000, sources=(ENGLISH,) * 12),
}


@dataclass
class FakeConversation:
    """Answers by the text; keeps what it was asked, and the answers as the real one does."""

    asked: list[Message] = field(default_factory=list)
    gate: asyncio.Event | None = None
    records: FakeRecords = field(default_factory=FakeRecords)
    audit: FakeAudit = field(default_factory=FakeAudit)
    asks_back: set[str] = field(default_factory=set)
    """Messages that reply to its own question."""

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        self.asked.append(message)
        if self.gate is not None:
            await self.gate.wait()
        if message.command == "reindex" and notify is not None:
            return await self._reindexed(message, notify, show)
        if message.command in ("report", "storewise"):
            said = "Missing rules: none." if message.admin else "Only administrators can do this."
            return Reply(said, private=True)
        if "crash" in message.text or "고장" in message.text:
            raise ValueError(message.text)
        if message.selected_text is not None:
            said = f"The message says: {message.selected_text} [1]"
            return replace(answer(said, ENGLISH, "en"), trace_id=message.trace_id)
        reply = ANSWERS.get(message.text, REFUSAL)
        awaited = message.text in self.asks_back
        reply = replace(reply, awaited=awaited, trace_id=message.trace_id)
        return await self._kept(message, reply)

    async def _reindexed(self, message: Message, notify: Notify, show: Show | None) -> Reply:
        if not message.admin:
            return Reply("Only administrators can do this.", private=True)
        if message.text == "status":
            return Reply("3 documents.", private=True)
        await notify(Reply("Indexing…", private=True))
        if show is not None:
            show(Progress("passages", 1, 2))
        return Reply("Indexed 3 documents.", private=True)

    async def _kept(self, message: Message, reply: Reply) -> Reply:
        if reply.verdict is None or not message.conversation_id:
            return reply
        record = StoredAnswer(
            reply.trace_id,
            datetime.now(UTC),
            message.conversation_id,
            person_of(message),
            SafeText(message.text),
            reply.verdict,
            replace(reply, kept=True),
            message.place,
        )
        await self.records.keep(record)
        return record.reply


@dataclass
class Running:
    """The bot on loopback, with its Slack."""

    slack: SlackApi
    conversation: FakeConversation
    client: TestClient[Any, Any]
    api_url: str
    inbox: Any
    """A FakeInbox, or what the test gave in place of one."""
    corrections: PostCorrection
    notices: Notices

    async def send(self, request: Signed, **headers: str) -> ClientResponse:
        """Send a request, which has to be answered in time."""
        body, own = request
        began = time.monotonic()
        self.slack.asked()
        response = await self.client.post(
            "/slack/events", data=io.BytesIO(body), headers=own | headers
        )
        if time.monotonic() - began > ACK_S:
            self.slack.refused.append("a request was acknowledged too late")
        return response

    async def command(self, user: str, command: str = "/reindex", text: str = "") -> ClientResponse:
        return await self.send(signed_command(command, user, f"{self.api_url}respond/1", text))

    async def click(self, post: Post, action_id: str, user: str = "U1") -> ClientResponse:
        """Click a button of a message."""
        return await self.send(clicked(post, action_id, user, f"{self.api_url}respond/2"))

    async def shortcut(self, text: str, user: str = "U1") -> ClientResponse:
        """Choose "Ask about this message" on a message."""
        return await self.send(shortcut(text, user, f"{self.api_url}respond/3"))

    async def submit(self, view: dict[str, Any], user: str = "U1", **fields: Any) -> ClientResponse:
        """Send the form of a window; the bot may not fill it before it says what becomes of it."""
        self.slack.awaits_form = True
        try:
            return await self.send(submitted(view, user, fields))
        finally:
            self.slack.awaits_form = False

    async def settle(self) -> None:
        """Let everything that was taken on end, then stop the server."""
        await self.inbox.emptied()
        await self.client.close()


@asynccontextmanager
async def running(
    slack: SlackApi | None = None,
    conversation: FakeConversation | None = None,
    work: Work | None = None,
    settings_of: Callable[..., SlackSettings] | None = None,
    database: Database | None = None,
    data: Path | None = None,
    pace: Pace | None = None,
    limits: Limits | None = None,
    redactor: Redactor | None = None,
    inbox: Inbox | None = None,
    stores: Stores | None = None,
    shifts: KeptShifts | None = None,
    told: ToldOwners | None = None,
    examples: Examples | None = None,
    linked: LinkedDocuments | None = None,
    given_up: GivenUp | None = None,
    rules: Rules | None = None,
    **more: Any,
) -> AsyncIterator[Running]:
    """Run the bot, which does nothing that Slack would refuse; further arguments are settings."""
    slack, conversation = slack or SlackApi(), conversation or FakeConversation()
    inbox = inbox or FakeInbox()
    async with TestServer(slack.application) as api:
        url = str(api.make_url("/"))
        with (
            tempfile.TemporaryDirectory() as scratch,
            closing(Database(data or Path(scratch))) as own,
        ):
            chosen = (settings_of or settings)(url, **more)
            known = replace(
                bot(conversation, data or Path(scratch), inbox, examples, database or own),
                limits=limits or Limits(),
                redactor=redactor or Redactor(),
                stores=Stores() if stores is None else stores,
                shifts=shifts or NoShifts(),
                telling=Telling(stores, told or FakeToldOwners(), trail=Trail(conversation.audit)),
                given_up=given_up or GivenUp(),
                linked=linked,
                rules=rules,
            )
            part = build_slack(chosen, known, work, pace)
            async with TestClient(TestServer(WebServer([part]).application)) as client:
                yield Running(
                    slack, conversation, client, url, inbox, part.corrections, part.notices
                )
    assert slack.refused == [], slack.refused  # without pytest's own words for it here


def bot(
    conversation: FakeConversation,
    data: Path,
    inbox: Inbox,
    examples: Examples | None = None,
    database: Database | None = None,
) -> Bot:
    """What the adapter needs, with a conversation that we wrote."""
    database = database or Database(data)
    index = FakeSearch()
    answering = Answering(index, Extractive(), {"en": "documents", "ko": "문서"})
    overviews = Overviews(
        FakeIndexer(),
        examples or Examples(index, lambda _: answering, lambda: date(2026, 11, 22)),
        conversation.records,
        ZoneInfo("Asia/Seoul"),
    )
    trail = Trail(conversation.audit)
    return Bot(
        conversation.handle,
        conversation.records,
        overviews,
        data,
        database,
        inbox,
        SqlShortLived(database),
        trail,
    )


def settings(url: str, **more: Any) -> SlackSettings:
    """The settings of one workspace, by HTTP."""
    return SlackSettings(
        bot_token=SecretStr(TOKEN),
        signing_secret=SecretStr(SECRET),
        api_url=f"{url}api/",
        admin_user_ids=frozenset({"UADMIN"}),
        **more,
    )
