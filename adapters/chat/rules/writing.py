"""From a form to a draft: who may write, what the form holds, and what they read before saving."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from adapters.chat.texts import GONE
from bot.model import Platform
from bot.model.access import may_read
from bot.model.kept import StoredAnswer
from bot.model.rules import Author, Fault, RuleError
from bot.model.said import WaitingQuestion
from bot.privacy.harmless import harmless
from bot.rules.forms import NEW, Filled, Form, author_of, fault_line, preview_lines
from bot.rules.rules import Rules
from bot.stores import Stores
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Language

_FIELD_OF = {
    Fault.EMPTY: "text",
    Fault.TOO_LONG: "text",
    Fault.UNREADABLE: "text",
    Fault.DAYS: "review_by",
    Fault.UNKNOWN_STORE: "stores",
}
_MOST_CHANGED = 5


@dataclass(frozen=True, slots=True)
class Writer:
    """Somebody who writes or decides about rules, and the language in which they read."""

    author: Author
    language: Language


@dataclass(frozen=True, slots=True)
class Sheet:
    """A form as one person may fill it in."""

    form: Form
    about: str
    """Makes the same form again once it is sent: no words, and at most an id with a number."""
    audiences: tuple[Audience, ...]
    """For whom this person may write."""
    replaces: bool
    """Whether it changes a passage, which keeps its title, its stores and its readers."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a person sent: the fields of a form."""

    title: str
    text: str = field(repr=False)
    effective_from: date
    review_by: date | None = None
    place: str = NEW
    """`new`, or the number of one of the form's places."""
    stores: tuple[str, ...] = ()
    store_types: tuple[str, ...] = ()
    audience: Audience = Audience.STAFF
    receipt: bool = False
    """Whether its readers are asked to say that they have read it."""


@dataclass(frozen=True, slots=True)
class Previewed:
    """A draft as its author reads it before saving."""

    rule_id: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a form was not taken."""

    line: str
    field: str | None = None
    """The field of `Written` at fault; None if it is none of them."""


class Sheets:
    """Gives forms and takes them; where a method returns a sentence, the person reads that.

    Methods raise RecordsError and KnowledgeError.
    """

    def __init__(self, rules: Rules, stores: Stores, platform: Platform) -> None:
        self._rules = rules
        self.stores = stores
        self._platform = platform

    def writer(
        self, person: str, role: Audience, addresses: Collection[str], language: Language
    ) -> Writer:
        """Returns who somebody is, by the addresses at which they read messages to owners."""
        author = author_of(self.stores, self._platform, person, role, addresses)
        return Writer(author, language)

    async def sheet(self, about: str, record: StoredAnswer | None, writer: Writer) -> Sheet | str:
        """Returns the form that `about` names: `new`, an answer's id, or its id, `:` and a number.

        The number is that of a source, whose passage is changed. `record` is the answer; None for
        `new`, and if it is kept no longer.
        """
        number = about.partition(":")[2]
        if record is None and about != NEW:
            return GONE[writer.language]
        try:
            form = await self._form(about, record, writer.language)
        except RuleError as error:
            return fault_line(error, writer.language)
        also = record.reply.owners if record and not number else ()
        author = writer.author
        if number and not (may_read(author.role, form.audience) or author.is_owner(form.owner)):
            return fault_line(RuleError(Fault.NOT_ALLOWED), writer.language)
        is_new = about == NEW and self.is_writer(author)
        if not (is_new or self.may_write(author, (form.owner, *also))):
            return fault_line(RuleError(Fault.NOT_ALLOWED), writer.language)
        return self._fitted(form, about, record, author)

    async def waiting(self, writer: Writer, most: int) -> Sequence[WaitingQuestion] | None:
        """Returns the most asked questions that somebody may answer; None if unreadable now."""
        return await self._rules.queue.of(writer.author, writer.language, most)

    async def changes(self, record: StoredAnswer, writer: Writer) -> list[tuple[str, str]]:
        """Returns the passages of an answer that somebody may change: `about`, and the place."""
        sources = record.reply.sources
        first = {one.passage_id: number for number, one in reversed([*enumerate(sources)])}
        found = []
        for number in sorted(first.values())[:_MOST_CHANGED]:
            sheet = await self.sheet(f"{record.answer_id}:{number}", record, writer)
            if isinstance(sheet, Sheet):
                found.append((sheet.about, harmless(sheet.form.places[0].name)))
        return found

    async def drafted(self, sheet: Sheet, written: Written, writer: Writer) -> Previewed | Wrong:
        """Keeps a draft; returns what it would change, or what is wrong with it."""
        filled = self._filled(sheet, written, writer.author)
        try:
            rule = await self._rules.forms.rule(filled, sheet.form.question)
            drafted = await self._rules.writing.draft(rule, writer.author)
        except RuleError as error:
            return Wrong(fault_line(error, writer.language), _FIELD_OF.get(error.fault))
        return Previewed(drafted.written.rule_id, safe(preview_lines(drafted, writer.language)))

    def may_write(self, author: Author, owners: Sequence[str | None] = ()) -> bool:
        """Whether somebody may write rules, at least those of one of these owners."""
        return any(self._rules.writing.rights.may_write(author, one) for one in (None, *owners))

    def is_writer(self, author: Author) -> bool:
        """Whether somebody writes rules at all, if only those of one owner."""
        return self.may_write(author) or bool(author.owns)

    async def _form(self, about: str, record: StoredAnswer | None, language: Language) -> Form:
        if record is None:
            return self._rules.forms.empty(language)
        number, sources = about.partition(":")[2], record.reply.sources
        if not number:
            return self._rules.forms.answering(record)
        if not (number.isdecimal() and int(number) < len(sources)):
            raise RuleError(Fault.GONE)
        return await self._rules.forms.changing(record, sources[int(number)].passage_id)

    def _fitted(self, form: Form, about: str, record: StoredAnswer | None, author: Author) -> Sheet:
        """The form without what its author may not read or write."""
        audiences, is_change = author.role.readable, ":" in about
        if form.audience not in audiences and not is_change:
            form = replace(form, audience=author.role)
        if record is not None and not may_read(author.role, record.reply.audience):
            form = replace(form, places=form.places if is_change else ())
        if form.owner is None and not is_change:
            own = (one.name for one in self.stores.owners if author.is_owner(one.name))
            form = replace(form, owner=next(own, None))
        return Sheet(form, about, audiences, is_change)

    def _filled(self, sheet: Sheet, written: Written, author: Author) -> Filled:
        form, place = sheet.form, "0" if sheet.replaces else written.place
        found = form.places[int(place) : int(place) + 1] if place.isdecimal() else ()
        readable = may_read(author.role, written.audience)
        return Filled(
            title=written.title,
            text=written.text,
            effective_from=written.effective_from,
            review_by=written.review_by,
            language=language_of(written.text),
            audience=written.audience if readable else author.role,
            stores=written.stores,
            store_types=written.store_types,
            owner=form.owner,
            place=found[0].passage_id if found else NEW,
            replaces=sheet.replaces,
            receipt=written.receipt,
            answer_id=form.answer_id,
        )


def spaced(lines: Sequence[str]) -> str:
    """Joins the lines of a preview: paragraphs, and items below theirs."""
    return "\n".join(one if one.startswith("- ") else f"\n{one}" for one in lines).strip()


def safe(lines: Sequence[str]) -> tuple[str, ...]:
    """Returns lines with words of people and documents, without anything to click or mention."""
    return tuple(harmless(line, files=True) for line in lines)
