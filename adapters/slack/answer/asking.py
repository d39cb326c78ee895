"""Answers a question from any entry point, or tells the person why not."""

import logging
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from slack_bolt.async_app import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.about import with_question
from adapters.chat.channels.channels import Channels
from adapters.chat.channels.settings import ChannelSettings
from adapters.chat.under_way.edits import Edits
from adapters.chat.under_way.intake import Intake
from adapters.chat.under_way.later import LaterWordings
from adapters.chat.under_way.queue import Start, Turn
from adapters.chat.under_way.waiting import long_wait, too_late, turned_away
from adapters.chat.under_way.work import Work
from adapters.chat.unread import Unread, noted
from adapters.slack.answer.windows.questions import QuestionWindows
from adapters.slack.api.trouble import cure
from adapters.slack.post.delivery import Delivery, Outcome, ResponseUrl
from adapters.slack.post.titles import Titles
from adapters.slack.post.working_sign import WorkingSigns
from adapters.slack.receive.clicks import Click
from adapters.slack.receive.events import Place, key_at
from adapters.slack.receive.kept_place import KeptPlace, written
from adapters.slack.texts import NOT_ALLOWED, private
from adapters.slack.workspace.identity import Identity, Installed
from adapters.slack.workspace.people import People
from adapters.web.edge import apology, replied
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply, Wait
from bot.model.access import read_with
from bot.model.said import Replace
from bot.ports import Handle
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as it came in: data alone, so that the inbox can hold it."""

    message: Message
    place: Place
    installed: Installed
    alone: bool = False
    """Only the asker sees the reply."""
    edited: bool = False
    """Whether its message was edited: the reply takes the place of the one before."""
    unread: Unread | None = None
    """What came with the words of the message."""
    shown: str = field(default="", repr=False)
    """A question that nobody typed in the chat, such as a button's: stands above its answer."""
    click: Click | None = None
    """The command or click whose response_url takes the reply."""
    replaces: str = ""
    """The timestamp of the bot's message that the reply takes the place of."""
    window: str = ""
    """The id of the modal that takes the reply."""
    beside: str = ""
    """The channel that is open beside the agent view: its settings are the scope."""

    @property
    def overheard(self) -> bool:
        """Whether it is not addressed to the bot: only a sure answer is posted, never a refusal."""
        return not self.message.addressed

    @property
    def thread(self) -> tuple[str, str, str] | None:
        """The key of its queue: questions in one thread are answered in order."""
        return key_of(self.message, self.place)


def installed_in(context: AsyncBoltContext) -> Installed:
    """Returns where the bot of a request is installed."""
    org = bool(context.is_enterprise_install)
    return Installed(context.team_id or "", context.enterprise_id or "", org=org)


class Asking:
    """Answers all questions: a bounded number at once, one at a time in a thread."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        signs: WorkingSigns,
        channels: Channels,
        people: People,
        intake: Intake[Ask],
        identity: Identity,
        windows: QuestionWindows,
        titles: Titles,
    ) -> None:
        self._handle = handle
        self._limits = limits
        self._work = work
        self._signs = signs
        self._channels = channels
        self._people = people
        self._intake = intake
        self._identity = identity
        self._windows = windows
        self._titles = titles
        self._later = LaterWordings(work)
        self._edits = Edits()
        self._notes: dict[str, Replace] = {}
        """Notes of a long wait that the reply replaces, by the id of the answer."""

    def heard(self, message: Message, place: Place) -> None:
        """Notes a message that may be for somebody else."""
        self._later.written(key_of(message, place), message)

    async def accept(self, key: str, asked: Ask, *, comes_again: bool = False) -> bool:
        """Writes a question down, before Slack is told that it arrived; False if it was before.

        Slack brings events again that it is not told of: raises InboxError for those.
        """
        return await self._intake.accept(key, asked, comes_again=comes_again)

    async def was_asked(self, workspace_id: str, place: Place) -> bool:
        """Whether a message is a question of the last minutes, whichever replica took it."""
        if self._edits.was_asked(_message_at(workspace_id, place)):
            return True
        return bool(await self._intake.asked_before(_key_at(workspace_id, place)))

    async def ask(self, asked: Ask, client: AsyncWebClient) -> None:
        """Starts an answer, or says that asking is not allowed here or too many questions wait."""
        try:
            await self._ask(asked, client)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            await self._turn_away(asked, client, apology(asked.message, error))

    async def again(self, asked: Ask, *, maybe_posted: bool) -> None:
        """Answers a question that was left open, unless its reply is in the thread already."""
        client = await self._identity.client_of(asked.installed)
        if client is None:
            logger.info("the bot is not installed there any more")
            await self._intake.settle(asked)
        elif maybe_posted and await _is_posted(asked, client):
            await self._intake.settle(asked)
        else:
            await self._begin(asked, client, again=True)

    async def too_late(self, asked: Ask) -> None:
        """Apologises for a question that nobody needs answered any more."""
        client = await self._identity.client_of(asked.installed)
        if client is not None and not asked.overheard and not await _is_posted(asked, client):
            await self._post(asked, client, too_late(asked.message))

    async def withdraw(self, key: str) -> None:
        """Answers a message no more that its author deleted."""
        self._later.forget(await self._intake.withdraw(key))

    async def stopped(self, thread: tuple[str, str, str]) -> bool:
        """Stops the work on a thread; False if nothing went on there."""
        count = self.stop(thread)
        return await self._intake.stopped(thread) + count > 0

    def stop(self, thread: Hashable) -> int:
        """Stops the work on a thread here; returns the number of its questions."""
        return self._work.stop(thread)

    async def _ask(self, asked: Ask, client: AsyncWebClient) -> None:
        message, place = asked.message, asked.place
        self.heard(message, place)
        self._edits.asked(_message_of(asked))
        away = await self._limits.turned_away(message, place.channel, overheard=asked.overheard)
        if away is not None:
            await self._turn_away(asked, client, away.reply)
        else:
            await self._begin(asked, client)

    async def _begin(self, asked: Ask, client: AsyncWebClient, *, again: bool = False) -> None:
        message, place = asked.message, asked.place
        settings = self._channels.of(message.workspace_id, place.channel)
        who = client, message.workspace_id, place.user
        if not place.by_app and not await self._people.may_ask(*who, settings):
            logger.info("not allowed here", extra={"trace_id": message.trace_id})
            reply = private(NOT_ALLOWED, language_of(message.text))
            await self._turn_away(asked, client, reply)
            return
        asked = replace(asked, alone=asked.alone or (settings.private and not place.direct))
        scope = self._channels.scope_of(message.workspace_id, place.channel, asked.beside)
        scope = replace(scope, audience=await self._audience(asked, client, settings))
        wait = Wait.EDITABLE if place.thread_ts and not asked.alone else Wait.PATIENT
        known = replace(message, scope=scope, wait=wait, place=_kept_place(asked))
        scoped = replace(asked, message=known)
        language = language_of(message.text)
        await self._intake.turn(asked)

        async def lose(start: Start) -> None:
            logger.warning("too many questions wait", extra={"trace_id": message.trace_id})
            await self._turn_away(scoped, client, turned_away(start, language))

        start = self._work.start(
            lambda: self._intake.surely(scoped, self._answer(scoped, client)),
            asked.thread,
            (message.workspace_id, place.user),
            lose=None if again else lose,
        )
        if start.turn is Turn.CLOSING:
            return  # the next start finds it in the inbox
        if not start:
            await lose(start)
        elif start.is_long and not again and not asked.overheard and not asked.window:
            await self._note(scoped, client, long_wait(start, language))

    async def _audience(
        self, asked: Ask, client: AsyncWebClient, settings: ChannelSettings
    ) -> Audience:
        """The widest audience that both the asker and the readers of the place may see."""
        if asked.place.by_app:
            return Audience.STAFF
        nobody_else = asked.alone or asked.place.direct
        here = Audience.ADMIN if nobody_else else settings.audience
        if here is Audience.STAFF:
            return here
        workspace, user = asked.message.workspace_id, asked.place.user
        return read_with(await self._people.role(client, workspace, user), here)

    async def _answer(self, asked: Ask, client: AsyncWebClient) -> None:
        language = language_of(asked.message.text)
        if self._intake.is_withdrawn(asked):
            return
        async with self._signs.shown(client, asked.place, language) as sign:
            reply = await replied(self._handle, asked.message)
            sign.ready()
            if not await self._intake.posting(asked, reply):
                return
            reply = noted(replace(reply, private=reply.private or asked.alone), asked.unread)
            self._work.computed()
            outcome = await self._in_place(asked, client, reply)
            outcome = outcome or await self._posted(asked, client, reply)
            if not reply.private:
                sign.answered()
        if outcome.word is not None:
            word, may_pass = outcome.word, outcome.may_pass
            await self._intake.undelivered(asked, word, cure(word), may_pass=may_pass)
            return
        if not await self._intake.posted(asked, outcome.remove):
            return
        self._work.aside(lambda: self._titles.name(client, asked.message, asked.place, reply))
        put = _better(asked, outcome)
        self._edits.posted(_message_of(asked), put)
        self._later.follow(asked.thread, asked.message, reply, put)

    async def _posted(self, asked: Ask, client: AsyncWebClient, reply: Reply) -> Outcome:
        try:
            return await self._post(asked, client, reply)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return await self._post(asked, client, apology(asked.message, error))

    async def _post(self, asked: Ask, client: AsyncWebClient, reply: Reply) -> Outcome:
        """Posts a reply where its reader can see it."""
        if asked.window:
            return await self._windows.show(asked.window, asked.shown, reply, client)
        told = with_question(reply, asked.shown)
        if asked.click is not None:
            return await ResponseUrl(asked.click, client).post(told)
        return await Delivery(client).post(asked.place, told)

    async def _note(self, asked: Ask, client: AsyncWebClient, note: Reply) -> None:
        """Shows the asker alone how long it takes; in direct messages the reply replaces it."""
        if asked.click is not None:
            await ResponseUrl(asked.click, client).note(note)
            return
        outcome = await Delivery(client).post(asked.place, note)
        if outcome.put is not None:
            self._notes[asked.message.trace_id] = outcome.put

    async def _in_place(self, asked: Ask, client: AsyncWebClient, reply: Reply) -> Outcome | None:
        """Puts a reply in place of a note, or of the reply that it follows or corrects."""
        put = self._notes.pop(asked.message.trace_id, None)
        if put is None and asked.edited:
            put = self._edits.reply_to(_message_of(asked)) or await self._reply_to(asked, client)
        if put is None and asked.replaces and not reply.private and reply.failure is None:
            put = Delivery(client).place_of(asked.place.channel, asked.replaces)
        if put is None or not await put(with_question(reply, asked.shown)):
            return None
        return Outcome(put)

    async def _reply_to(self, asked: Ask, client: AsyncWebClient) -> Replace | None:
        """What shows another reply in place of the one that another replica gave, if any did."""
        if asked.alone:
            return None
        key = _key_at(asked.message.workspace_id, asked.place)
        before = set(await self._intake.asked_before(key)) - {asked.message.trace_id}
        return await Delivery(client).put_of(asked.place, before) if before else None

    async def _turn_away(self, asked: Ask, client: AsyncWebClient, reply: Reply | None) -> None:
        """Posts why a question is not answered, unless it was only overheard."""
        if reply is not None and not asked.overheard:
            await self._posted(asked, client, reply)
        await self._intake.settle(asked)


async def _is_posted(asked: Ask, client: AsyncWebClient) -> bool:
    if asked.window or asked.click is not None:
        return False  # only the asker saw it, and nobody can look
    return await Delivery(client).is_posted(asked.place, asked.message.trace_id)


def _kept_place(asked: Ask) -> str:
    """Where its answer will stand, for a correction of it."""
    installed = asked.installed
    return written(
        KeptPlace(
            asked.place,
            installed.team_id,
            installed.enterprise_id,
            installed.org,
            private=asked.alone and not asked.place.direct,
            unsure=asked.overheard,
        )
    )


def _better(asked: Ask, outcome: Outcome) -> Replace | None:
    """What shows a better choice in place of a posted reply, if anything can."""
    put = outcome.put
    return (lambda better: put(with_question(better, asked.shown))) if put else None


def _message_of(asked: Ask) -> tuple[str, str, str]:
    return _message_at(asked.message.workspace_id, asked.place)


def _message_at(workspace_id: str, place: Place) -> tuple[str, str, str]:
    return workspace_id, place.channel, place.ts or ""


def _key_at(workspace_id: str, place: Place) -> str:
    return key_at(workspace_id, place.channel, place.ts or "", place.user)


def key_of(message: Message, place: Place) -> tuple[str, str, str] | None:
    """The key of its queue: questions in one thread are answered in order."""
    if place.thread_ts is None:
        return None
    return message.workspace_id, place.channel, place.thread_ts
