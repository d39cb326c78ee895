"""Who was told what a changed or withdrawn rule said: answers whose quotes no longer hold."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from bot.model import Source
from bot.model.kept import Corrected, StoredAnswer
from bot.upkeep.reports.asked import Documents, Wanted, platform_of
from bot.upkeep.reports.table import Table
from knowledge.model.documents import Header
from knowledge.model.report import NotedClash, Quoted

InForce = Callable[[date], Awaitable[Mapping[str, Sequence[Header]]]]
"""Returns the versions in force on a day, by the document's id."""
ReadText = Callable[[Header], Awaitable[str]]
"""Returns the text of a version."""
_A_DAY = timedelta(days=1)
WITHDRAWN = "withdrawn"
"""Why a quote no longer holds: no version of its rule is in force."""


@dataclass(frozen=True, slots=True)
class Told:
    """A quote that an answer showed and that no longer holds."""

    answer: StoredAnswer
    source: Source
    why: str
    """`withdrawn`, or `changed in version 2`."""
    corrected_at: datetime | None = None
    """When its readers were told; None if they were not."""


@dataclass(frozen=True, slots=True)
class Damage:
    """All quotes of a period that no longer hold, with the documents of the index."""

    told: Sequence[Told]
    documents: Documents
    cited: frozenset[str]
    """The ids of all documents that answers of the period showed."""
    generation: int
    """The number of the index."""


async def told(
    answers: Sequence[StoredAnswer],
    corrected: Sequence[Corrected],
    in_force: InForce,
    text_of: ReadText,
    today: date,
    zone: tzinfo,
) -> list[Told]:
    """Returns the quotes that no longer hold, of answers as of the day on which they were given.

    A version that was quoted as past was not told wrongly; one that is still to come is looked up
    on its first day.
    """
    texts: dict[str, str] = {}
    known = {(one.answer_id, one.doc_id): one.at for one in corrected}
    return [
        Told(answer, source, why, known.get((answer.answer_id, source.doc_id)))
        for answer in answers
        if not _is_of_another_day(answer, zone)
        for source in answer.reply.sources
        if not source.past
        and (
            why := await _why_not(
                source, await in_force(max(today, source.effective_from or today)), text_of, texts
            )
        )
    ]


def damage(found: Sequence[Told], zone: tzinfo) -> tuple[Table, ...]:
    """Returns the tables of the report."""
    rules: dict[tuple[str, str, str], int] = {}
    for one in found:
        rule = one.source.title, one.source.section, one.why
        rules[rule] = rules.get(rule, 0) + 1
    names = (
        "day, platform, thread, question, was told, document, version, now, corrected on, answer"
    )
    return (
        Table(
            "rules that no longer hold",
            ("rule", "section", "now", "times told"),
            [(*rule, times) for rule, times in sorted(rules.items(), key=lambda one: -one[1])],
        ),
        Table(
            "who was told",
            tuple(names.split(", ")),
            [
                (
                    _day(one.answer.given_at, zone),
                    platform_of(one.answer),
                    one.answer.thread,
                    one.answer.question,
                    one.source.quote,
                    one.source.doc_id,
                    one.source.version,
                    one.why,
                    _day(one.corrected_at, zone) if one.corrected_at else None,
                    one.answer.answer_id,
                )
                for one in sorted(found, key=lambda one: one.answer.given_at, reverse=True)
            ],
        ),
    )


def _day(at: datetime, zone: tzinfo) -> str:
    return at.astimezone(zone).date().isoformat()


def _is_of_another_day(answer: StoredAnswer, zone: tzinfo) -> bool:
    scope, given = answer.reply.scope, answer.given_at.astimezone(zone).date()
    if scope is None or scope.as_of is None:
        return False
    # In a store with a time zone of its own, today may be the day before or after.
    return abs(scope.as_of - given) > (_A_DAY if scope.store else timedelta(0))


async def _why_not(
    source: Source,
    in_force: Mapping[str, Sequence[Header]],
    text_of: ReadText,
    texts: dict[str, str],
) -> str | None:
    """Why a quote no longer holds; None if a version in force still says it."""
    versions = in_force.get(source.doc_id, ())
    if not versions:
        return WITHDRAWN
    for header in versions:
        if header.key not in texts:
            texts[header.key] = _even(await text_of(header))
        if all(_even(one) in texts[header.key] for one in (source.quote, *source.more_quotes)):
            return None
    return f"changed in version {versions[-1].version}"


def _even(text: str) -> str:
    return " ".join(text.split())


# Contradictions between documents in force, as tasks of their owners.


def contradictions(
    clashes: Sequence[NotedClash], documents: Documents, wanted: Wanted
) -> tuple[Table, ...]:
    """Returns the open ones: one that the documents no longer have is closed by itself."""
    rows = []
    for clash in clashes:
        both = [_header(one, documents) for one in (clash.left, clash.right)]
        if wanted and not any(one and wanted.takes_document(one) for one in both):
            continue
        owners = dict.fromkeys(one.owner for one in both if one and one.owner)
        rows.append(
            (
                ", ".join(owners) or None,
                f"{clash.left.value} ≠ {clash.right.value}",
                *(_said(one) for one in (clash.left, clash.right)),
                clash.first.isoformat() if clash.first.year > 1 else None,
            )
        )
    columns = ("owner", "values", "one says", "the other says", "both in force since")
    return (Table("open contradictions", columns, rows),)


def _header(quoted: Quoted, documents: Documents) -> Header | None:
    return documents.get(quoted.key.rpartition("@")[0])


def _said(quoted: Quoted) -> str:
    place = " › ".join(one for one in (quoted.title, quoted.section) if one)
    return f"{place} ({quoted.key}): {quoted.sentence}"
