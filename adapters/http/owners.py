"""What owners do by programs: pin answers, and call documents still true."""

from datetime import date
from typing import Annotated, Self

from pydantic import Field

from adapters.answers.models import Response
from adapters.http.models import ANSWER_ID, Day, Request
from adapters.http.rules import author_of, problem, unreadable
from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble
from bot.conversation.outgoing import shown_words
from bot.model.access import may_read
from bot.model.errors import RecordsError
from bot.model.rules import Pin, RuleError
from bot.ports import Records
from bot.rules.pins import MOST_ASKED, Pinning
from bot.rules.reviews import Reviewing
from knowledge.model.documents import Header

PIN_ID = "^p[0-9a-f]{11}$"


class PinRequest(Request):
    """An answer to be shown first to whoever asks its question, or one like it."""

    answer_id: str = Field(pattern=ANSWER_ID)
    ends_on: Day | None = None
    """Its last day. Default: until its documents change."""
    questions: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(
        default=[], max_length=MOST_ASKED
    )
    """The wordings that it answers. Default: its own question."""


class PinnedAnswer(Response):
    """A fixed answer."""

    pin_id: str
    question: str
    also_asked: list[str]
    quotes: list[str]
    ends_on: date | None
    owner: str | None
    is_shown: bool
    """False once its documents no longer say it."""

    @classmethod
    def of(cls, pin: Pin, *, is_shown: bool = True) -> Self:
        """Returns it for a program."""
        return cls(
            pin_id=pin.pin_id,
            question=pin.question,
            also_asked=list(pin.also_asked),
            quotes=[shown_words(one.text) for one in pin.quotes],
            ends_on=pin.ends_on,
            owner=pin.owner,
            is_shown=is_shown,
        )


class PinsResponse(Response):
    """The fixed answers that have not ended."""

    pins: list[PinnedAnswer]


class PinsOfPrograms:
    """Takes the fixed answers of programs. Every method raises Problem."""

    def __init__(self, pinning: Pinning, records: Records) -> None:
        self._pinning = pinning
        self._records = records

    async def pin(self, caller: Caller, request: PinRequest) -> PinnedAnswer:
        """Pins a stored answer to its question."""
        try:
            record = await self._records.find(request.answer_id)
            if record is None or not may_read(caller.role, record.reply.audience):
                raise Problem(Trouble.NOT_FOUND, "No answer with this id is stored.")
            author, asked = author_of(caller), request.questions
            pin = await self._pinning.pin(record, author, request.ends_on, asked)
        except RuleError as error:
            raise problem(error) from error
        except RecordsError as error:
            raise unreadable() from error
        return PinnedAnswer.of(pin)

    async def pins(self, caller: Caller, nothing: None) -> PinsResponse:
        """Lists them."""
        try:
            found = await self._pinning.all(caller.role)
            broken = {one.pin.pin_id for one in await self._pinning.broken()}
        except RecordsError as error:
            raise unreadable() from error
        return PinsResponse(
            pins=[PinnedAnswer.of(one, is_shown=one.pin_id not in broken) for one in found]
        )

    async def unpin(self, caller: Caller, pin_id: str) -> PinnedAnswer:
        """Takes one away."""
        try:
            pin = await self._pinning.unpin(pin_id, author_of(caller))
        except RuleError as error:
            raise problem(error) from error
        except RecordsError as error:
            raise unreadable() from error
        return PinnedAnswer.of(pin, is_shown=False)


# What is due for review, and an owner's word that it is still true.


class DueDocument(Response):
    """A document in force that is due for review."""

    doc_id: str
    version: str
    title: str
    owner: str | None
    review_by: date | None


class ReviewsResponse(Response):
    """What is due within two weeks, or overdue; the latest overdue first."""

    due: list[DueDocument]


class ReviewRequest(Request):
    """A document is still true."""

    doc_id: str = Field(min_length=1, max_length=200)
    review_by: Day | None = None
    """The day of its next review. Default: in half a year."""


class ReviewsOfPrograms:
    """Takes the reviews of programs. Every method raises Problem."""

    def __init__(self, reviewing: Reviewing) -> None:
        self._reviewing = reviewing

    async def due(self, caller: Caller, nothing: None) -> ReviewsResponse:
        """Lists what is due."""
        found = await self._reviewing.due(author_of(caller))
        return ReviewsResponse(due=list(map(_due, found)))

    async def still_true(self, caller: Caller, request: ReviewRequest) -> DueDocument:
        """Notes that a document was looked at."""
        try:
            author, until = author_of(caller), request.review_by
            header = await self._reviewing.still_true(request.doc_id, author, until)
        except RuleError as error:
            raise problem(error) from error
        except RecordsError as error:
            raise unreadable() from error
        return _due(header)


def _due(header: Header) -> DueDocument:
    return DueDocument(
        doc_id=header.doc_id,
        version=header.version,
        title=shown_words(header.title),
        owner=header.owner and shown_words(header.owner),
        review_by=header.review_by,
    )
