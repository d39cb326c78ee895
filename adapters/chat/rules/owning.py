"""What somebody looks after: rules, documents that are due for review, and pinned answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from adapters.chat.rules.deciding import Decisions, Listed
from adapters.chat.rules.texts import REVIEW_BY, REVIEWED, UNPINNED, UNTIL
from adapters.chat.rules.writing import Sheets, Writer, safe
from bot.model.days import in_words
from bot.model.rules import Pin, RuleError
from bot.rules.forms import fault_line
from bot.rules.rules import Rules
from knowledge.model.documents import Header, Language

_MOST_LISTED = 20


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
    line: str = ""
    """A sentence in place of the rules; "" if there are any."""
    due: Sequence[Held] = ()
    """The latest overdue first."""
    pinned: Sequence[Held] = ()
    """The newest first."""


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

    async def unpinned(self, pin_id: str, writer: Writer) -> str:
        """Takes a pinned answer away."""
        try:
            pin = await self._rules.pinning.unpin(pin_id, writer.author)
        except RuleError as error:
            return fault_line(error, writer.language)
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
    return _line(pin.question, day and UNTIL[language].format(day=day), pin.owner)


def _line(title: str, days: str, owner: str | None) -> str:
    return safe(
        ["\n".join(filter(None, [f"**{title}**", " · ".join(filter(None, [days, owner]))]))]
    )[0]
