"""How much was asked, where, by how many, and what became of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import tzinfo

from bot.model.kept.records import Feedback, StoredAnswer, same_question
from bot.upkeep.reports.asked import Documents, platform_of
from bot.upkeep.reports.table import Cell, Table

_MOST = 20
_COLUMNS = ("questions", "people", "answered", "closest", "refused")


def usage(
    answers: Sequence[StoredAnswer],
    ratings: Sequence[Feedback],
    documents: Documents,
    zone: tzinfo,
) -> tuple[Table, ...]:
    """Returns the tables of the report."""

    def by(name: str, key: Callable[[StoredAnswer], str]) -> Table:
        groups: dict[str, list[StoredAnswer]] = {}
        for one in answers:
            groups.setdefault(key(one), []).append(one)
        rows = [(label, *_counts(groups[label])) for label in sorted(groups)]
        return Table(f"by {name}", (name, *_COLUMNS), rows)

    good = sum(one.good for one in ratings)
    return (
        Table(
            "in all",
            (*_COLUMNS, "conflicts", "rated good", "rated bad"),
            [
                (
                    *_counts(answers),
                    sum(one.reply.disputed for one in answers),
                    good,
                    len(ratings) - good,
                )
            ],
        ),
        by("day", lambda one: one.given_at.astimezone(zone).date().isoformat()),
        by("hour", lambda one: f"{one.given_at.astimezone(zone):%H}:00"),
        by("platform", platform_of),
        by("language", lambda one: one.reply.language),
        by("role", lambda one: str(one.reply.scope.audience if one.reply.scope else "staff")),
        by("store", _store_of),
        _most_asked(answers),
        _most_cited(answers, documents),
    )


def _store_of(answer: StoredAnswer) -> str:
    scope = answer.reply.scope
    return (scope and (scope.store or scope.store_type)) or "any"


def _counts(answers: Sequence[StoredAnswer]) -> tuple[Cell, ...]:
    """Questions, people, and the shares that were answered, nearly answered and refused."""
    outcomes = Counter(one.reply.outcome for one in answers)
    total = len(answers) or 1
    return (
        len(answers),
        len({one.person for one in answers}),
        outcomes["answer"] / total,
        outcomes["closest"] / total,
        outcomes["refusal"] / total,
    )


def _most_asked(answers: Iterable[StoredAnswer]) -> Table:
    times: Counter[str] = Counter()
    wording: dict[str, StoredAnswer] = {}
    for one in answers:
        same = same_question(one.question)
        times[same] += 1
        wording[same] = one
    rows = [
        (wording[same].question, count, str(wording[same].reply.outcome))
        for same, count in times.most_common(_MOST)
    ]
    return Table("most asked", ("question", "times", "last outcome"), rows)


def _most_cited(answers: Iterable[StoredAnswer], documents: Documents) -> Table:
    times = Counter(
        doc_id
        for one in answers
        for doc_id in dict.fromkeys(source.doc_id for source in one.reply.sources)
    )
    rows = [
        (
            documents[doc_id].title if doc_id in documents else doc_id,
            doc_id,
            count,
            documents[doc_id].owner if doc_id in documents else None,
        )
        for doc_id, count in times.most_common(_MOST)
    ]
    return Table("most shown documents", ("document", "id", "answers", "owner"), rows)
