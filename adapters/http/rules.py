"""Rules that programs write, and what waits for one."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta, tzinfo
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from adapters.answers.gaps import GapsResponse, RuleSaid, gaps_of
from adapters.answers.models import Response
from adapters.http.models import Day, Request
from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble
from bot.conversation.outgoing import shown_words
from bot.model.errors import RecordsError
from bot.model.rules import LONGEST_RULE, LONGEST_TITLE, Author, Fault, Rule, RuleError, WrittenRule
from bot.rules.forms import fault_line
from bot.rules.preview import Preview, Said
from bot.rules.rules import Rules
from bot.upkeep.reports import Reports
from bot.upkeep.reports.asked import Wanted
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Spoken

DOC_ID = r"^\w[\w.-]{0,99}$"
_STATUSES = {
    Fault.NOT_ALLOWED: Trouble.FORBIDDEN,
    Fault.SECOND_PERSON: Trouble.FORBIDDEN,
    Fault.UNKNOWN_DOCUMENT: Trouble.NOT_FOUND,
    Fault.NOT_WRITTEN_HERE: Trouble.CONFLICT,
    Fault.STALE: Trouble.CONFLICT,
    Fault.GONE: Trouble.CONFLICT,
}
"""All other faults are wrong fields."""
Name = Annotated[str, Field(min_length=1, max_length=100)]


class RuleRequest(Request):
    """A rule as a document of its own, or as a new version of one."""

    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    text: str = Field(min_length=1, max_length=LONGEST_RULE)
    """In Markdown. Personal data in it is removed."""
    doc_id: str | None = Field(None, pattern=DOC_ID)
    """The document that gets a new version. Default: a new document."""
    question: str | None = Field(None, max_length=2000)
    """A question that it answers: whoever asked it in vain is told."""
    language: Spoken | None = None
    """Default: the language of the text."""
    audience: Audience = Audience.STAFF
    """Who may read it; no higher than the key's role."""
    stores: list[Name] = Field([], max_length=1000)
    """The ids of the stores in which it counts. Default: all."""
    store_types: list[Name] = Field([], max_length=100)
    category: Name = "general"
    owner: Name | None = None
    effective_from: Day | None = None
    """Its first day. Default: today."""
    effective_until: Day | None = None
    review_by: Day | None = None
    """The day by which somebody should look at it again."""
    receipt: bool = False
    """Whether its readers are asked to say that they have read it."""
    dry_run: bool = False
    """Change nothing; only say what it would contradict and repeat."""


class Contradiction(Response):
    """A sentence of the rule, and one in force that says otherwise."""

    sentence: str
    other: RuleSaid


class RuleResponse(Response):
    """A rule, and what in force it touches."""

    doc_id: str
    version: str
    state: Literal["draft", "waiting", "in_force", "refused", "withdrawn"]
    """`draft` after a dry run; `waiting` for a second person (RULES_APPROVAL)."""
    effective_from: date
    text: str
    """What is indexed, without personal data; within seconds once it is in force."""
    contradicts: list[Contradiction]
    repeats: list[RuleSaid]
    nearest: list[RuleSaid]
    """What the documents say today, where nothing contradicts it."""
    never_quoted: list[str]
    """Its sentences that give orders to a language model."""


class PeriodRequest(Request):
    """Which questions to look at."""

    model_config = ConfigDict(strict=False)

    days: int = Field(30, ge=1, le=3650)
    """Those of so many days."""
    store: Name | None = None
    """The id of a store, or a kind of store."""
    category: Name | None = None
    owner: Name | None = None


class ReportResponse(Response):
    """A report as tables: each row by the names of its columns."""

    report: str
    about: str
    tables: dict[str, list[dict[str, str | int | float | None]]]


class Ruling:
    """Takes the rules of programs."""

    def __init__(self, rules: Rules, today: Callable[[], date]) -> None:
        self._rules = rules
        self._today = today

    async def put(self, caller: Caller, request: RuleRequest) -> RuleResponse:
        """Puts a rule into force, or says what that would do. Raises Problem."""
        rule = self._rule(request)
        author = author_of(caller)
        try:
            if request.dry_run:
                drafted = await self._rules.writing.previewed(rule, author)
                return _rule(drafted.written, drafted.preview)
            drafted = await self._rules.writing.draft(rule, author)
            written = await self._rules.writing.confirm(drafted.written.rule_id, author)
        except RuleError as error:
            raise problem(error) from error
        except RecordsError as error:
            raise unreadable() from error
        return _rule(written, drafted.preview)

    async def withdraw(self, caller: Caller, doc_id: str) -> RuleResponse:
        """Ends a rule that was written here. Raises Problem."""
        try:
            written = await self._rules.writing.withdraw(doc_id, author_of(caller))
        except RuleError as error:
            raise problem(error) from error
        except RecordsError as error:
            raise unreadable() from error
        return _rule(written, Preview(()))

    def _rule(self, request: RuleRequest) -> Rule:
        facts: dict[str, Any] = request.model_dump(exclude={"dry_run", "doc_id"})
        return Rule(
            **facts
            | {
                "doc_id": request.doc_id or "",
                "question": request.question or "",
                "language": request.language or language_of(request.text),
                "effective_from": request.effective_from or self._today(),
                "stores": tuple(request.stores),
                "store_types": tuple(request.store_types),
            }
        )


class Reporting:
    """Tells programs what was asked, how it was rated, and what waits for a rule."""

    def __init__(self, reports: Reports, today: Callable[[], date], zone: tzinfo) -> None:
        self._reports = reports
        self._today = today
        self._zone = zone

    async def gaps(self, caller: Caller, request: PeriodRequest) -> GapsResponse:
        """The open questions, like ones together. Raises Problem."""
        period, wanted = timedelta(days=request.days), _wanted(caller, request)
        try:
            return await gaps_of(
                self._reports, period, self._today(), self._zone, wanted, caller.role
            )
        except RecordsError as error:
            raise unreadable() from error

    async def usage(self, caller: Caller, request: PeriodRequest) -> ReportResponse:
        """How much was asked, where, and what became of it. Raises Problem."""
        return await self._made("usage", caller, request)

    async def feedback(self, caller: Caller, request: PeriodRequest) -> ReportResponse:
        """What people rated. Raises Problem."""
        return await self._made("feedback", caller, request)

    async def _made(self, kind: str, caller: Caller, request: PeriodRequest) -> ReportResponse:
        period = timedelta(days=request.days)
        try:
            report = await self._reports.made(kind, period, _wanted(caller, request))
        except RecordsError as error:
            raise unreadable() from error
        tables = {
            one.name: [dict(zip(one.columns, row, strict=True)) for row in one.rows]
            for one in report.tables
        }
        return ReportResponse(report=kind, about=report.about, tables=tables)


def author_of(caller: Caller) -> Author:
    """The author of a program's rules: its key, by its role."""
    return Author(caller.person(), caller.role)


def _wanted(caller: Caller, request: PeriodRequest) -> Wanted:
    """Which questions a caller may look at: a key of one kind of store, its own alone."""
    store = caller.store_type or request.store
    return Wanted(store, request.category, request.owner)


def _rule(written: WrittenRule, preview: Preview) -> RuleResponse:
    rule = written.rule
    return RuleResponse(
        doc_id=rule.doc_id,
        version=rule.version,
        state=written.state.value,
        effective_from=rule.effective_from,
        text=preview.text or rule.text,
        contradicts=[
            Contradiction(sentence=mine, other=_said(other)) for mine, other in preview.contradicts
        ],
        repeats=_all(preview.repeats),
        nearest=_all(preview.nearest),
        never_quoted=list(preview.orders),
    )


def _all(said: Sequence[Said]) -> list[RuleSaid]:
    return list(map(_said, said))


def _said(said: Said) -> RuleSaid:
    return RuleSaid(
        doc_id=said.doc_id,
        version=said.version,
        title=shown_words(said.title),
        section=shown_words(said.section),
        text=shown_words(said.text),
    )


def problem(error: RuleError) -> Problem:
    """Says why a rule was not taken."""
    trouble = _STATUSES.get(error.fault, Trouble.INVALID)
    return Problem(trouble, fault_line(error, "en"))


def unreadable() -> Problem:
    """Says that the database does not answer."""
    return Problem(Trouble.UNAVAILABLE, "The stored answers cannot be read now. Try again later.")
