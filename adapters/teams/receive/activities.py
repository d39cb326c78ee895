"""Turns Teams' dictionaries into our types; no I/O."""

import re
from dataclasses import dataclass
from enum import StrEnum

from adapters.teams.receive.commands import SHOW_A_CARD, Command, Name, command_of
from adapters.teams.receive.wording import (
    Activity,
    entities,
    mentions_bot,
    part,
    read,
    to_text,
    word,
)
from bot.model import Message, Platform
from bot.texts import spoken
from knowledge.model.documents import Language

Account = dict[str, str]
"""A person or a bot, as an activity names them."""

_PARTS = ("conversation", "from", "recipient", "channelData")
_LISTS = ("entities", "attachments", "membersAdded", "membersRemoved")
_ACTED_ON = frozenset({"message", "messageUpdate", "invoke"})
OF_ONE = ":ask:"
"""Stands in the thread of what one person alone sees, before the person's id."""
_THREAD = re.compile(r";messageid=([^;]+)")


class ActivityKind(StrEnum):
    """The kind of a chat."""

    PERSONAL = "personal"
    GROUP = "group"
    CHANNEL = "channel"


_COMMANDS = {Name.REINDEX: "reindex", Name.REPORT: "report"}
"""The commands of administrators, as `Message.command` has them."""
_KINDS = {
    "personal": ActivityKind.PERSONAL,
    "groupChat": ActivityKind.GROUP,
    "channel": ActivityKind.CHANNEL,
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reply goes."""

    service_url: str
    conversation_id: str
    """As received; in a channel it includes the thread."""
    kind: ActivityKind
    user: str
    """The asker's id in this chat."""
    tenant_id: str
    aad_object_id: str = ""
    """The asker's Entra object id, the same across the company."""
    activity_id: str = ""
    """The id of the message; empty if there is none."""
    thread: str = ""
    """The id of the thread's first message; empty in chats without threads."""

    @property
    def direct(self) -> bool:
        """Whether nobody else reads here."""
        return self.kind is ActivityKind.PERSONAL

    @property
    def channel(self) -> str:
        """The chat or channel without the thread."""
        return self.conversation_id.partition(";")[0]

    @property
    def in_thread(self) -> bool:
        """Whether it is a reply, not the first message of a thread."""
        return self.thread not in ("", self.activity_id)

    @property
    def person(self) -> str:
        """The name of the person in stored answers."""
        return f"{Platform.TEAMS}:{self.tenant_id}:{self.user}"

    def message(self, message_id: str) -> str:
        """The key of a message in records: ids are times, and two chats may share one."""
        return f"{Platform.TEAMS}:{self.tenant_id}:{self.channel}:{message_id}"

    def message_in(self, key: str) -> str:
        """The id of a message of this chat, from its key in records; "" for one of another chat."""
        before = self.message("")
        return key.removeprefix(before) if key.startswith(before) else ""

    @property
    def key(self) -> str:
        """The key of the question, to recognise a repeated delivery."""
        return ":".join((self.tenant_id, self.conversation_id, self.activity_id))


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat of a reply, with its sender and recipient."""

    place: Place
    bot: Account
    person: Account
    alone: bool = False
    """Whether the person asked privately in a chat with others."""


def is_readable(body: object) -> bool:
    """Whether a request has the shape that later code relies on."""
    if not isinstance(body, dict) or not word(body, "type"):
        return False
    parts = all(isinstance(body.get(key), dict | None) for key in _PARTS)
    lists = all(isinstance(body.get(key), list | None) for key in _LISTS)
    return parts and lists and (body["type"] not in _ACTED_ON or _is_whole(body))


def is_written(activity: Activity) -> bool:
    """Whether an activity is a message from a person, not a click on a card."""
    clicked = isinstance(activity.get("value"), dict) and not word(activity, "text")
    by_bot = part(activity, "from").get("role") == "bot"
    return activity.get("type") == "message" and not clicked and not by_bot


def is_addressed(activity: Activity) -> bool:
    """Whether a message is for the bot: a private chat, or a mention."""
    return to_place(activity).direct or is_for_one(activity) or mentions_bot(activity)


def is_for_one(activity: Activity) -> bool:
    """Whether only its author sees a message in a group, such as a slash command."""
    return part(activity, "recipient").get("isTargeted") is True


def to_place(activity: Activity) -> Place:
    """Returns where the reply to an activity goes: always its own thread."""
    conversation, sender = part(activity, "conversation"), part(activity, "from")
    thread = _THREAD.search(word(conversation, "id"))
    return Place(
        service_url=word(activity, "serviceUrl"),
        conversation_id=word(conversation, "id"),
        kind=_kind(conversation),
        user=word(sender, "id"),
        tenant_id=tenant_of(activity),
        aad_object_id=word(sender, "aadObjectId"),
        activity_id=word(activity, "id"),
        thread=thread[1] if thread else "",
    )


def chat_of(activity: Activity) -> Chat:
    """Returns the chat for the reply to an activity."""
    place, alone = to_place(activity), is_for_one(activity)
    return Chat(
        place,
        bot_account(activity),
        person_account(activity),
        alone=alone and not place.direct,
    )


def to_message(activity: Activity, *, admin: bool = False) -> Message:
    """Returns an activity as a message; its conversation is the thread, else the whole chat.

    `admin` is whether its sender may run commands: for others some of them are questions.
    """
    place, command, said = to_place(activity), to_command(activity), read(activity)
    known = command is not None and command.name not in SHOW_A_CARD
    # Staff who write "report damage" ask how to do that.
    if command and command.name is Name.REPORT and not (admin or is_for_one(activity)):
        known = False
    return Message(
        platform=Platform.TEAMS,
        conversation_id=threads_of(activity)[0],
        sender_id=place.user,
        text=command.text if command and known else said.text,
        quoted=said.quoted,
        command=_COMMANDS.get(command.name) if command and known else None,
        workspace_id=place.tenant_id,
    )


def threads_of(activity: Activity) -> tuple[str, ...]:
    """Returns the thread of a message, and others whose answers the person sees there.

    Private questions are no follow-ups of public ones, nor the other way round.
    """
    place = to_place(activity)
    everybodys, own = place.conversation_id, f"{place.conversation_id}{OF_ONE}{place.user}"
    if place.direct:
        return (everybodys,)
    return (own, everybodys) if is_for_one(activity) else (everybodys, own)


def to_command(activity: Activity) -> Command | None:
    """Returns the command of a message; None for a question."""
    return command_of(to_text(activity), slash=is_for_one(activity))


def message_key(activity: Activity) -> str:
    """Returns the key of a message, to recognise a repeated delivery."""
    return to_place(activity).key


def is_channel(address: str) -> bool:
    """Whether an address is that of a channel, not a person's object id."""
    return address.startswith("19:")


def tenant_of(activity: Activity) -> str:
    """Returns the tenant of an activity."""
    tenant = word(part(activity, "channelData", "tenant"), "id")
    return tenant or word(part(activity, "conversation"), "tenantId")


def language_of_person(activity: Activity) -> Language:
    """Returns the language of a person's Teams, for when they have written nothing."""
    clients = [word(client, "locale") for client in entities(activity, "clientInfo")]
    return spoken(next(filter(None, [word(activity, "locale"), *clients]), ""))


def bot_account(activity: Activity) -> Account:
    """Returns the bot's account, as the sender of a reply."""
    bot = part(activity, "recipient")
    return {key: word(bot, key) for key in ("id", "name") if word(bot, key)}


def person_account(activity: Activity) -> Account:
    """Returns the person's account, as the recipient of a reply; without their name."""
    return {"id": word(part(activity, "from"), "id")}


def _is_whole(body: Activity) -> bool:
    """Whether an activity has everything that a reply needs."""
    ids = (word(part(body, key), "id") for key in ("conversation", "from"))
    return all(ids) and isinstance(body.get("text"), str | None)


def _kind(conversation: Activity) -> ActivityKind:
    kind = _KINDS.get(word(conversation, "conversationType"))
    if kind is not None:
        return kind
    if "@thread.tacv2" in word(conversation, "id"):
        return ActivityKind.CHANNEL
    is_group = conversation.get("isGroup") is True or "@thread." in word(conversation, "id")
    return ActivityKind.GROUP if is_group else ActivityKind.PERSONAL
