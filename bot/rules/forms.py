"""The forms by which people write rules in a chat: how they begin, and what is made of them."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from bot.model import Platform, Source
from bot.model.days import in_words
from bot.model.kept import StoredAnswer
from bot.model.rules import Author, Fault, Rule, RuleError, State, WrittenRule
from bot.ports import Index
from bot.rules.preview import Said
from bot.rules.writing import Drafted
from bot.stores import Stores
from bot.texts import Section
from knowledge.model.documents import Audience, Filters, Header, Language, Passage, as_place
from knowledge.model.versions import in_force

_TEXTS = Section("rules")
_FAULTS = _TEXTS.table("FAULTS")
NEW = "new"
"""The place of a rule that becomes a document of its own."""
_REVIEW = timedelta(days=180)
_MOST_PLACES = 10
_QUOTE = 300
_WHOLE = 1_500


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a document in force to which a rule may be added, or which it may replace."""

    doc_id: str
    passage_id: str
    name: str
    """The title and the headings above it."""


@dataclass(frozen=True, slots=True)
class Form:
    """What stands in a form before anybody has written."""

    title: str
    text: str
    language: Language
    effective_from: date
    review_by: date
    question: str = ""
    owner: str | None = None
    audience: Audience = Audience.STAFF
    stores: tuple[str, ...] = ()
    store_types: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    answer_id: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """What a person sent."""

    title: str
    text: str = field(repr=False)
    effective_from: date
    review_by: date | None = None
    effective_until: date | None = None
    language: Language = "en"
    audience: Audience = Audience.STAFF
    stores: tuple[str, ...] = ()
    store_types: tuple[str, ...] = ()
    owner: str | None = None
    place: str = NEW
    """`new`, or the id of the passage that it is about."""
    replaces: bool = False
    """Whether the text takes the place of that passage; else it is added below it."""
    receipt: bool = False
    answer_id: str = ""


def author_of(
    stores: Stores, platform: Platform, person: str, role: Audience, addresses: Collection[str]
) -> Author:
    """Returns who somebody is: the owners whose messages they read at one of these addresses.

    An address may name its workspace first; then it is one in that workspace only.
    """
    workspace = person.split(":")[1]
    known = {*addresses, *(f"{workspace}:{one}" for one in addresses)}
    owns = {
        one.name.casefold()
        for one in stores.owners
        if not known.isdisjoint(one.people.get(platform, ()))
    }
    return Author(person, role, frozenset(owns))


class Forms:
    """Fills forms, and makes rules of what was sent."""

    def __init__(self, index: Index, today: Callable[[], date]) -> None:
        self._index = index
        self._today = today

    def empty(self, language: Language) -> Form:
        """Returns the form for a rule that nobody asked for."""
        today = self._today()
        return Form("", "", language, today, today + _REVIEW)

    def answering(self, record: StoredAnswer) -> Form:
        """Returns the form for the answer to a question, with the closest rules as its places."""
        reply, today = record.reply, self._today()
        scope = reply.scope
        return Form(
            title=record.question.rstrip(),
            text="",
            language=reply.language,
            effective_from=today,
            review_by=today + _REVIEW,
            question=record.question,
            owner=next(iter(reply.owners), None),
            audience=scope.audience if scope else Audience.STAFF,
            stores=(scope.store,) if scope and scope.store else (),
            places=tuple(_places(reply.sources)),
            answer_id=record.answer_id,
        )

    async def changing(self, record: StoredAnswer, passage_id: str) -> Form:
        """Returns the form for the change of a passage that an answer shows. Raises RuleError."""
        passage = await self._passage(passage_id)
        header, today = passage.header, self._today()
        return Form(
            title=header.title,
            text=passage.text,
            language=header.language,
            effective_from=today,
            review_by=today + _REVIEW,
            question=record.question,
            owner=header.owner,
            audience=header.audience,
            stores=header.stores,
            store_types=header.store_types,
            places=(_place(passage),),
            answer_id=record.answer_id,
        )

    async def rule(self, filled: Filled, question: str = "") -> Rule:
        """Makes the rule of what a person sent. Raises RuleError, IndexMissingError."""
        if filled.place != NEW:
            return await self._new_version(filled, question)
        return Rule(
            doc_id="",
            title=filled.title,
            text=filled.text,
            effective_from=filled.effective_from,
            language=filled.language,
            audience=filled.audience,
            stores=filled.stores,
            store_types=filled.store_types,
            owner=filled.owner,
            effective_until=filled.effective_until,
            review_by=filled.review_by,
            receipt=filled.receipt,
            question=question,
            answer_id=filled.answer_id,
        )

    async def _new_version(self, filled: Filled, question: str) -> Rule:
        """The document of a passage as a whole, with the text below the passage or in its place."""
        passage = await self._passage(filled.place)
        header = passage.header
        async with self._index.pinned() as search:
            whole = await search.history.text(header)
        start = passage.start if filled.replaces else passage.end
        between = "" if filled.replaces else "\n\n"
        text = f"{whole[:start]}{between}{filled.text.strip()}{whole[passage.end :]}"
        return Rule(
            doc_id=header.doc_id,
            title=header.title,
            text=text,
            effective_from=filled.effective_from,
            language=header.language,
            audience=header.audience,
            stores=header.stores,
            store_types=header.store_types,
            regions=header.regions,
            brands=header.brands,
            category=header.category,
            owner=header.owner,
            effective_until=filled.effective_until,
            review_by=filled.review_by,
            receipt=filled.receipt,
            question=question,
            answer_id=filled.answer_id,
        )

    async def _passage(self, passage_id: str) -> Passage:
        """A passage of a version in force. Raises RuleError."""
        doc_id = passage_id.partition("#")[0].rpartition("@")[0]
        filters = Filters(as_of=self._today(), audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            headers = [
                one for one in await search.history.in_force(filters) if one.doc_id == doc_id
            ]
            header: Header | None = in_force(headers, self._today())
            passages = await search.history.passages(header) if header else []
        found = next((one for one in passages if one.passage_id == passage_id), None)
        if found is None:
            raise RuleError(Fault.STALE)
        return found


def _places(sources: Iterable[Source]) -> Iterable[Place]:
    seen = {one.passage_id: one for one in sources if not one.past}
    for one in [*seen.values()][:_MOST_PLACES]:
        yield Place(one.doc_id, one.passage_id, as_place(one.title, one.section))


def _place(passage: Passage) -> Place:
    name = as_place(passage.header.title, " › ".join(passage.section))
    return Place(passage.header.doc_id, passage.passage_id, name)


# What people read about a rule, before and after it counts.


def fault_line(error: RuleError, language: Language) -> str:
    """Says why a rule was not taken."""
    return _FAULTS[error.fault.value][language].format(about=error.about)


def preview_lines(drafted: Drafted, language: Language) -> list[str]:
    """Says what will be indexed, from when, for whom, and what in force it touches."""
    rule, preview = drafted.written.rule, drafted.preview
    lines = [_TEXTS.WILL_SAY[language].format(title=rule.title, days=days_of(rule, language))]
    lines += [_cut(preview.text, _WHOLE)]
    if preview.contradicts:
        lines.append(_TEXTS.CONTRADICTS[language])
        lines += [f"- {_quoted(said, language)}" for _, said in preview.contradicts]
    if preview.repeats:
        lines.append(_TEXTS.REPEATS[language])
        lines += [f"- {_quoted(said, language)}" for said in preview.repeats]
    if preview.nearest and not (preview.contradicts or preview.repeats):
        lines.append(_TEXTS.NEAREST[language])
        lines += [f"- {_quoted(said, language)}" for said in preview.nearest]
    if preview.orders:
        lines.append(_TEXTS.ORDERS[language])
        lines += [f"- “{_cut(one, _QUOTE)}”" for one in preview.orders]
    return lines


def decided_line(written: WrittenRule, language: Language) -> str:
    """Says what became of a rule."""
    said = {
        State.WAITING: _TEXTS.WAITS,
        State.IN_FORCE: _TEXTS.SAVED,
        State.REFUSED: _TEXTS.REFUSED,
        State.WITHDRAWN: _TEXTS.WITHDRAWN,
    }[written.state]
    rule = written.rule
    return said[language].format(title=rule.title, day=in_words(rule.effective_from, language))


def days_of(rule: Rule, language: Language) -> str:
    """Says from when a rule counts, until when, and by when it is reviewed."""
    parts = [_TEXTS.FROM[language].format(day=in_words(rule.effective_from, language))]
    if rule.effective_until:
        parts.append(_TEXTS.UNTIL[language].format(day=in_words(rule.effective_until, language)))
    if rule.review_by:
        parts.append(_TEXTS.REVIEW_BY[language].format(day=in_words(rule.review_by, language)))
    return ", ".join(parts)


def _quoted(said: Said, language: Language) -> str:
    place = as_place(said.title, said.section)
    return _TEXTS.SAYS[language].format(place=place, quote=_cut(said.text, _QUOTE))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
