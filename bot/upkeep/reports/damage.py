"""Who was told what a changed or withdrawn rule said: answers whose quotes no longer hold."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import tzinfo

from bot.model import Source
from bot.model.records import StoredAnswer
from bot.upkeep.reports.asked import platform_of
from bot.upkeep.reports.table import Table
from knowledge.model.documents import Header

InForce = Mapping[str, Sequence[Header]]
"""The versions in force today, by the document's id."""
ReadText = Callable[[Header], Awaitable[str]]
"""Returns the text of a version."""


async def damage(
    answers: Sequence[StoredAnswer], in_force: InForce, text_of: ReadText, zone: tzinfo
) -> tuple[Table, ...]:
    """Returns the tables of the report; answers as of another day than theirs are left out."""
    texts: dict[str, str] = {}
    told: list[tuple[StoredAnswer, Source, str]] = []
    for answer in answers:
        if _is_of_another_day(answer, zone):
            continue
        for source in answer.reply.sources:
            if why := await _why_not(source, in_force, text_of, texts):
                told.append((answer, source, why))
    rules: dict[tuple[str, str, str], int] = {}
    for _, source, why in told:
        rule = source.title, source.section, why
        rules[rule] = rules.get(rule, 0) + 1
    return (
        Table(
            "rules that no longer hold",
            ("rule", "section", "now", "times told"),
            [(*rule, times) for rule, times in sorted(rules.items(), key=lambda one: -one[1])],
        ),
        Table(
            "who was told",
            ("day", "platform", "thread", "question", "was told", "version", "now", "answer"),
            [
                (
                    answer.given_at.astimezone(zone).date().isoformat(),
                    platform_of(answer),
                    answer.thread,
                    answer.question,
                    source.quote,
                    source.version,
                    why,
                    answer.answer_id,
                )
                for answer, source, why in sorted(
                    told, key=lambda one: one[0].given_at, reverse=True
                )
            ],
        ),
    )


def _is_of_another_day(answer: StoredAnswer, zone: tzinfo) -> bool:
    as_of = answer.reply.scope.as_of if answer.reply.scope else None
    return as_of is not None and as_of != answer.given_at.astimezone(zone).date()


async def _why_not(
    source: Source, in_force: InForce, text_of: ReadText, texts: dict[str, str]
) -> str | None:
    """Why a quote no longer holds; None if a version in force still says it."""
    versions = in_force.get(source.doc_id, ())
    if not versions:
        return "withdrawn"
    for header in versions:
        if header.key not in texts:
            texts[header.key] = _even(await text_of(header))
        if all(_even(one) in texts[header.key] for one in (source.quote, *source.more_quotes)):
            return None
    return f"changed in version {versions[-1].version}"


def _even(text: str) -> str:
    return " ".join(text.split())
