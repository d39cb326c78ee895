"""What a person sent, and what is asked by it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import NewType, Self

from bot.model.text import as_seen, whole
from bot.model.understood import Understood
from knowledge.model.documents import Audience, Filters, Header, Language

SafeText = NewType("SafeText", str)
"""Text without personal data. A person's words become it in bot.privacy only."""


def _new_id() -> str:
    # A letter first: digits only would look like a phone number, and be taken out of the log.
    return f"r{uuid.uuid4().hex[:11]}"


class Platform(StrEnum):
    """Where a message came from."""

    SLACK = "slack"
    TEAMS = "teams"
    WEB = "web"
    HTTP = "http"
    """A program, with a key."""
    MCP = "mcp"
    """An assistant, by the Model Context Protocol."""
    CONSOLE = "console"


class Length(StrEnum):
    """How much an answer says."""

    BRIEF = "brief"
    """One sentence, and what is needed to read it rightly."""
    NORMAL = "normal"
    DETAILED = "detailed"
    """Three to five sentences where so many answer the question."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a channel or a caller sets about a question; None leaves it open."""

    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    as_of: date | None = None
    audience: Audience = Audience.STAFF
    length: Length | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """What a person sent, as an adapter hands it over."""

    platform: Platform
    conversation_id: str
    """The thread; empty where each message stands by itself."""
    sender_id: str
    text: str = field(repr=False)
    command: str | None = None
    """The name of a slash command without its slash, such as `reindex`."""
    scope: Scope = Scope()
    workspace_id: str = ""
    """The Slack workspace or the Teams tenant: ids of people are unique within it."""
    admin: bool = False
    """Whether the platform's settings let this person run commands."""
    selected_text: str | None = field(default=None, repr=False)
    """A text that the person chose to ask about: it alone answers, and the documents do not."""
    apart: bool = False
    """Whether it stands in no thread, and its answer is kept all the same, to be looked up."""
    trace_id: str = field(default_factory=_new_id, compare=False)
    """By which everything is found that came of it: log lines, the answer, an apology."""

    def __post_init__(self) -> None:
        """Every way in passes here, so no step behind it meets other forms of the same letters.

        A selected text keeps its own letters: quotes of it are word for word.
        """
        object.__setattr__(self, "text", as_seen(self.text))
        if self.selected_text is not None:
            object.__setattr__(self, "selected_text", whole(self.selected_text))


@dataclass(frozen=True, slots=True)
class Question:
    """What a person wants to know, without personal data."""

    text: SafeText
    language: Language
    filters: Filters
    dated: bool = False
    """Whether the channel or the caller set the day: then no words of the question change it."""
    about: Understood = field(default_factory=Understood)
    """What its message was understood to be, once, before anything is looked up."""
    sought: SafeText | None = None
    """The words to look up if they are not the text: a day in it is no word of the documents."""
    said: SafeText | None = None
    """The message itself if the text is a wording of it."""
    wordings: tuple[SafeText, ...] = ()
    """Where the message leans on the question before: in which words it may stand by itself."""
    document: str | None = None
    """The id of the only document that may answer, where others disagree with it."""
    rules_only: bool = False
    """Whether no product answers it, because a rule is nearer."""
    length: Length | None = None
    """How much its answer says; None for as much as is set for all."""
    earlier: tuple[SafeText, ...] = ()
    """What was asked before in its thread, the last question last; it answers nothing."""

    @property
    def own_words(self) -> SafeText:
        """What the person typed."""
        return self.said or self.text

    @property
    def to_look_up(self) -> SafeText:
        """The words to compare with the documents."""
        return self.sought or self.text

    def worded(self, wording: SafeText) -> Self:
        """The same in one of its wordings, which stands by itself."""
        return replace(self, text=wording, said=self.text, wordings=())


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a thread, in words that stand by themselves."""

    question: SafeText
    rarity: Mapping[str, float] = field(default_factory=dict)
    """How rare each of its terms is in the documents."""
    asked_back: SafeText | None = None
    """The question in which the reply ended."""
    said: SafeText | None = None
    """The message itself, where the question is a wording of it."""
    disagreeing: tuple[Header, ...] = ()
    """The documents that the reply showed to disagree, in its order."""
