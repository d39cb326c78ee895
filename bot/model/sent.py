"""The types of messages, and of the questions in them."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NewType

from bot.model.text import as_asked, as_seen, whole
from bot.model.understood import Understood
from knowledge.model.documents import Audience, Filters, Header, Language

SafeText = NewType("SafeText", str)
"""Text without personal data. Only bot.privacy makes it from a person's words."""


def new_answer_id() -> str:
    """Makes the id of an answer, the trace id of its message."""
    # A letter first: digits alone would look like a phone number and be redacted in the log.
    return f"r{uuid.uuid4().hex[:11]}"


class Platform(StrEnum):
    """The way a message came in."""

    SLACK = "slack"
    TEAMS = "teams"
    WEB = "web"
    HTTP = "http"
    """A program with an API key."""
    MCP = "mcp"
    """An assistant, over the Model Context Protocol."""
    CONSOLE = "console"


class Length(StrEnum):
    """The length of an answer."""

    BRIEF = "brief"
    """One sentence, and anything needed to understand it rightly."""
    NORMAL = "normal"
    DETAILED = "detailed"
    """Three to five sentences, if so many answer the question."""


class Wait(StrEnum):
    """How long a person waits for a reply, and whether it can change afterwards."""

    SHORT = "short"
    """In a dialog that gives up after seconds: a language model gets its budget and no more."""
    PATIENT = "patient"
    """Where there is no answer without a language model, it may take its time."""
    EDITABLE = "editable"
    """The same, and a later choice can replace the answer in place."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Settings of a channel or a caller for a question; None leaves one open."""

    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    as_of: date | None = None
    audience: Audience = Audience.STAFF
    length: Length | None = None
    store: str | None = None
    """The id of a store in `stores.yaml`."""
    store_name: str | None = None
    """Its name in the language of a reply."""
    most: int | None = None
    """How many passages may be read for an answer; None for the usual number."""


@dataclass(frozen=True, slots=True)
class Message:
    """A person's message, as an adapter passes it on."""

    platform: Platform
    conversation_id: str
    """The thread; "" if each message is independent."""
    sender_id: str
    text: str = field(repr=False)
    command: str | None = None
    """The name of a slash command without its slash, such as `reindex`."""
    scope: Scope = Scope()
    workspace_id: str = ""
    """The Slack workspace or Teams tenant, within which people's ids are unique."""
    addressed: bool = True
    """Whether it is for the bot; else people talk to each other, and it heard them."""
    admin: bool = False
    """Whether this person may run administrators' commands."""
    selected_text: str | None = field(default=None, repr=False)
    """A text that the person selected: the answer comes from it alone, not from documents."""
    apart: bool = False
    """Whether its answer is stored although it is in no thread, to be looked up later."""
    quoted: str = field(default="", repr=False)
    """The message that it replies to, or the question of that answer: what a follow-up is about."""
    wait: Wait = Wait.PATIENT
    place: str = ""
    """Where its reply goes, as its adapter writes it; "" if nothing can be posted there later."""
    trace_id: str = field(default_factory=new_answer_id, compare=False)
    """Links the message with its log lines, answer and apology."""

    def __post_init__(self) -> None:
        """Normalises the text here, where every message passes, so that no later step has to.

        A selected text stays as written, because it is quoted word for word.
        """
        made = as_asked if self.command is None else as_seen
        object.__setattr__(self, "text", made(self.text))
        if self.selected_text is not None:
            object.__setattr__(self, "selected_text", whole(self.selected_text))


@dataclass(frozen=True, slots=True)
class Question:
    """A question, without personal data."""

    text: SafeText
    language: Language
    filters: Filters
    dated: bool = False
    """Whether the channel or the caller set the day, so that words of the question cannot."""
    about: Understood = field(default_factory=Understood)
    """How its message was understood; made once, before any search."""
    sought: SafeText | None = None
    """The words to search for, if they differ from the text: without its day, for example."""
    said: SafeText | None = None
    """The message itself if the text is a wording of it."""
    must_hold: SafeText | None = None
    """The words of a follow-up that its answer must hold, besides those of the question before."""
    just_cited: tuple["ClosestPlace", ...] = ()
    """Where the answer before stands, if the message may be a follow-up."""
    only_there: bool = False
    """Whether only the document just cited may answer."""
    document: str | None = None
    """The id of the only document that may answer, if others disagree with it."""
    skipped: int = 0
    """The entries of a list that were shown before, if the rest of it is asked for."""
    rules_only: bool = False
    """Whether products are left out, because a rule is asked for or fits better."""
    length: Length | None = None
    """The length of its answer; None for the default."""
    earlier: tuple[SafeText, ...] = ()
    """Earlier questions of its thread, the latest last; they are context, not evidence."""
    wait: Wait = Wait.PATIENT

    @property
    def own_words(self) -> SafeText:
        """The words that the person typed."""
        return self.said or self.text

    @property
    def to_look_up(self) -> SafeText:
        """The words to compare with the documents."""
        return self.sought or self.text


@dataclass(frozen=True, slots=True)
class ClosestPlace:
    """Where a closest rule that a reply showed stands."""

    header: Header
    section: tuple[str, ...]
    """The headings above it, outermost first."""

    @property
    def heading(self) -> str:
        """Returns its last heading; "" if there is none."""
        return self.section[-1] if self.section else ""


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of a thread, self-contained."""

    question: SafeText
    rarity: Mapping[str, float] = field(default_factory=dict)
    """The rarity of each of its terms in the documents."""
    asked_back: SafeText | None = None
    """The question that the reply asked back."""
    said: SafeText | None = None
    """The original message, if the question is a rewording of it."""
    listed: int = 0
    """The entries of a list that were shown so far, if it has more."""
    cited: tuple[Header, ...] = ()
    """The documents that the reply cited, in its order."""
    disagreeing: tuple[Header, ...] = ()
    """The contradicting documents that the reply showed, in its order."""
    closest: tuple[ClosestPlace, ...] = field(default=(), kw_only=True)
    """The closest rules that the reply showed, in its order."""
    store: str | None = field(default=None, kw_only=True)
    """The id of the store that it was answered for."""
    answer_id: str = field(default="", kw_only=True)
    """The id of the answer, to be rated; "" for a turn of an earlier version."""
    places: tuple[ClosestPlace, ...] = field(default=(), kw_only=True)
    """The sections that the reply cited, or those of the reply before if it cited none."""
    shown: str = field(default="", kw_only=True)
    """Its first statement, of a table's row only the first cell, with the headings above it."""
