"""Questions that wait for a rule, as programs and the page read them."""

from datetime import date, datetime, timedelta, tzinfo

from adapters.answers.models import Response
from bot.conversation.outgoing import shown_words
from bot.upkeep.reports import Reports, Wanted
from bot.upkeep.reports.gaps import Gap
from knowledge.model.documents import Audience


class RuleSaid(Response):
    """A sentence of a document in force."""

    doc_id: str
    version: str
    title: str
    section: str
    text: str


class OpenQuestion(Response):
    """Like questions that wait for a rule."""

    question: str
    """The wording that was asked most."""
    wordings: list[str]
    times: int
    people: int
    stores: list[str]
    """The stores and kinds of store in which it was asked."""
    outcome: str
    """What most got: `closest` or `refusal`."""
    since: datetime
    last: datetime
    waits_days: int
    nearest: RuleSaid | None
    """The passage that comes closest."""
    owner: str | None
    answer_id: str
    """The latest answer."""


class GapsResponse(Response):
    """What waits for a rule; what most people asked comes first."""

    gaps: list[OpenQuestion]
    settled: int
    """Different questions that got a rule in these days, after they had none."""


async def gaps_of(
    reports: Reports,
    period: timedelta,
    today: date,
    zone: tzinfo,
    wanted: Wanted | None = None,
    reader: Audience = Audience.ADMIN,
) -> GapsResponse:
    """Returns what waits for a rule. Raises RecordsError, KnowledgeError."""
    found = await reports.gaps(period, wanted, reader)
    settled = await reports.settled(datetime.now(zone) - period)
    return GapsResponse(gaps=[_open(one, today, zone) for one in found], settled=settled)


def _open(gap: Gap, today: date, zone: tzinfo) -> OpenQuestion:
    first, last = gap.answers[0], gap.answers[-1]
    nearest = gap.nearest.passage if gap.nearest else None
    return OpenQuestion(
        question=gap.question,
        wordings=list(gap.wordings),
        times=len(gap.answers),
        people=gap.people,
        stores=list(gap.stores),
        outcome=gap.outcome,
        since=first.given_at,
        last=last.given_at,
        waits_days=(today - first.given_at.astimezone(zone).date()).days,
        nearest=nearest
        and RuleSaid(
            doc_id=nearest.header.doc_id,
            version=nearest.header.version,
            title=shown_words(nearest.header.title),
            section=shown_words(nearest.heading),
            text=shown_words(nearest.text),
        ),
        owner=gap.header.owner if gap.header else None,
        answer_id=last.answer_id,
    )
