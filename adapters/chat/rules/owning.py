"""What somebody looks after: rules, documents that are due for review, and pinned answers."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from adapters.chat.cutting import cut
from adapters.chat.rules.deciding import Decisions, Listed
from adapters.chat.rules.texts import (
    PIN_FAULTS,
    PIN_SAVED,
    PIN_SAVED_OPEN,
    REVIEW_BY,
    REVIEWED,
    UNPINNED,
    UNTIL,
)
from adapters.chat.rules.writing import Sheets, Writer, safe
from adapters.chat.texts import GONE
from bot.model.days import in_words
from bot.model.errors import BotError
from bot.model.kept import StoredAnswer
from bot.model.rules import Pin, RuleError
from bot.rules.forms import fault_line
from bot.rules.rules import Rules
from knowledge.model.documents import Header, Language
from knowledge.model.errors import KnowledgeError

LONGEST_QUESTIONS = 1500
"""Characters of all wordings in a form."""
_MOST_LISTED = 20
_MOST_SHOWN = 8
_LONGEST_SHOWN = 300

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Held:
    """A document that is due, or a pinned answer, as it is listed."""

    about: str
    """The id of the document or of the pin."""
    line: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """All that somebody looks after, as it is listed."""

    rules: Sequence[Listed]
    """Those that wait for a decision first."""
    line: str = ""
    """A sentence in place of the rules; "" if there are any."""
    due: Sequence[Held] = ()
    """The latest overdue first."""
    pinned: Sequence[Held] = ()
    """The newest first."""


@dataclass(frozen=True, slots=True)
class PinSheet:
    """The form by which an answer is pinned, as it begins."""

    answer_id: str
    question: str = field(repr=False)
    shown: tuple[str, ...]
    """Lines: what is shown first from then on."""


@dataclass(frozen=True, slots=True)
class WantedPin:
    """What a person sent of that form."""

    questions: tuple[str, ...] = field(repr=False)
    """The wordings that the answer is for; without any, its own question."""
    ends_on: date | None = None


def to_pin(questions: str, ends_on: date | None) -> WantedPin:
    """Returns what a person sent; each line is a question."""
    return WantedPin(tuple(questions.splitlines()), ends_on)


class Owning:
    """Lists it, and does what is tapped; where a method returns a sentence, the person reads it.

    Methods raise RecordsError and KnowledgeError.
    """

    def __init__(self, rules: Rules, sheets: Sheets, decisions: Decisions) -> None:
        self._rules = rules
        self._sheets = sheets
        self._decisions = decisions

    async def shelf(self, writer: Writer) -> Shelf:
        """Returns the rules that somebody may read, and what else they look after."""
        due, pinned = await self._due(writer), await self._pinned(writer)
        listed = await self._decisions.listed(writer)
        if isinstance(listed, str):
            return Shelf((), listed, due, pinned)
        return Shelf(listed, "", due, pinned)

    async def still_true(self, doc_id: str, writer: Writer) -> str:
        """Notes that a document was looked at; says until when."""
        language = writer.language
        try:
            header = await self._rules.reviewing.still_true(doc_id, writer.author)
        except RuleError as error:
            return safe([fault_line(error, language)])[0]
        day = in_words(header.review_by, language) if header.review_by else ""
        return safe([REVIEWED[language].format(title=header.title, day=day)])[0]

    async def may_pin(self, record: StoredAnswer, writer: Writer) -> bool:
        """Whether somebody may pin an answer; False while that cannot be known."""
        try:
            await self._rules.pinning.drafted(record, writer.author)
        except RuleError:
            return False
        except (BotError, KnowledgeError):
            logger.exception("pinning an answer is not offered")
            return False
        return True

    async def pin_sheet(self, record: StoredAnswer | None, writer: Writer) -> PinSheet | str:
        """Returns the form for an answer; None is one that is kept no longer."""
        if record is None:
            return GONE[writer.language]
        try:
            drafted = await self._rules.pinning.drafted(record, writer.author)
        except RuleError as error:
            return _pin_fault(error, writer.language)
        shown = [f"- {cut(one, _LONGEST_SHOWN)}" for one in drafted.shown[:_MOST_SHOWN]]
        more = ["…"] if len(drafted.shown) > _MOST_SHOWN else []
        return PinSheet(record.answer_id, record.question, safe([*shown, *more]))

    def is_past(self, wanted: WantedPin) -> bool:
        """Whether the last day of a form is over already."""
        return self._rules.pinning.is_past(wanted.ends_on)

    async def pin(self, record: StoredAnswer | None, wanted: WantedPin, writer: Writer) -> str:
        """Pins an answer; says to which question and until when."""
        if record is None:
            return GONE[writer.language]
        author, until = writer.author, wanted.ends_on
        try:
            pin = await self._rules.pinning.pin(record, author, until, wanted.questions)
        except RuleError as error:
            return _pin_fault(error, writer.language)
        said = PIN_SAVED if until else PIN_SAVED_OPEN
        day = in_words(until, writer.language) if until else ""
        return safe([said[writer.language].format(question=pin.question, day=day)])[0]

    async def unpinned(self, pin_id: str, writer: Writer) -> str:
        """Takes a pinned answer away."""
        try:
            pin = await self._rules.pinning.unpin(pin_id, writer.author)
        except RuleError as error:
            return _pin_fault(error, writer.language)
        return safe([UNPINNED[writer.language].format(question=pin.question)])[0]

    async def _due(self, writer: Writer) -> Sequence[Held]:
        found = await self._rules.reviewing.due(writer.author)
        return [Held(one.doc_id, _due(one, writer.language)) for one in found[:_MOST_LISTED]]

    async def _pinned(self, writer: Writer) -> Sequence[Held]:
        pins = await self._rules.pinning.all(writer.author.role)
        own = [one for one in pins if self._may_unpin(one, writer)]
        newest = sorted(own, key=lambda one: one.at, reverse=True)[:_MOST_LISTED]
        return [Held(one.pin_id, _pinned(one, writer.language)) for one in newest]

    def _may_unpin(self, pin: Pin, writer: Writer) -> bool:
        author = writer.author
        return pin.person == author.person or self._sheets.may_write(author, (pin.owner,))


def _due(header: Header, language: Language) -> str:
    day = in_words(header.review_by, language) if header.review_by else ""
    return _line(header.title, REVIEW_BY[language].format(day=day), header.owner)


def _pinned(pin: Pin, language: Language) -> str:
    day = in_words(pin.ends_on, language) if pin.ends_on else ""
    asked = cut(" · ".join(pin.questions), _LONGEST_SHOWN)
    return _line(asked, day and UNTIL[language].format(day=day), pin.owner)


def _pin_fault(error: RuleError, language: Language) -> str:
    return PIN_FAULTS[error.fault.value][language]


def _line(title: str, days: str, owner: str | None) -> str:
    return safe(
        ["\n".join(filter(None, [f"**{title}**", " · ".join(filter(None, [days, owner]))]))]
    )[0]
