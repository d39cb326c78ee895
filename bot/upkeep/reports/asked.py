"""The stored answers of a period, with the documents that they cite, and those that are wanted."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from bot.model.kept import Feedback, StoredAnswer, same_question
from bot.upkeep.reports.table import Cell, Table
from knowledge.model.documents import Header

Documents = Mapping[str, Header]
"""The newest version of each document of the index, by its id."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which answers a report is about; None leaves one open."""

    store: str | None = None
    """The id of a store, or a type of store."""
    category: str | None = None
    owner: str | None = None

    def __bool__(self) -> bool:
        return any((self.store, self.category, self.owner))

    def takes(self, answer: StoredAnswer, documents: Documents) -> bool:
        """Whether an answer is among them, by its scope or the documents it shows."""
        scope = answer.reply.scope
        cited = cited_by(answer, documents)
        if self.store and (scope is None or self.store not in (scope.store, scope.store_type)):
            return False
        own = scope.category if scope else None
        if self.category and self.category not in (own, *(one.category for one in cited)):
            return False
        return not self.owner or any(is_same(one.owner, self.owner) for one in cited)

    def takes_document(self, header: Header) -> bool:
        """Whether a document is among those that they are about."""
        return (
            (not self.store or _counts_in(header, self.store))
            and (not self.category or header.category == self.category)
            and (not self.owner or is_same(header.owner, self.owner))
        )


def cited_by(answer: StoredAnswer, documents: Documents) -> list[Header]:
    """The documents that an answer shows, those of its closest rules too; each once."""
    ids = dict.fromkeys(one.doc_id for one in answer.reply.sources)
    return [documents[one] for one in ids if one in documents]


def platform_of(answer: StoredAnswer) -> str:
    """The platform on which it was asked."""
    return answer.person.partition(":")[0]


def owner_of(headers: Sequence[Header]) -> str | None:
    """The owner of the first document that has one."""
    return next((one.owner for one in headers if one.owner), None)


def _counts_in(header: Header, store: str) -> bool:
    limits = (*header.stores, *header.store_types)
    return not limits or store in limits


def is_same(one: str | None, other: str) -> bool:
    """Whether two owners are the same; case does not matter."""
    return one is not None and one.casefold() == other.casefold()


# How much was asked, where, by how many, and what became of it.

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


# What people rated, document by document, and each bad rating with its reason.


def feedback(
    answers: Sequence[StoredAnswer],
    ratings: Sequence[Feedback],
    documents: Documents,
    zone: tzinfo,
) -> tuple[Table, ...]:
    """Returns the tables of the report; ratings of other answers are left out."""
    known = {one.answer_id: one for one in answers}
    rated = [(one, known[one.answer_id]) for one in ratings if one.answer_id in known]
    good, bad = Counter[str](), Counter[str]()
    for rating, answer in rated:
        counted = good if rating.good else bad
        counted.update({one.doc_id for one in answer.reply.sources})
    ids = sorted(good.keys() | bad.keys(), key=lambda one: (-bad[one], -good[one], one))
    per_document = [
        (
            documents[one].title if one in documents else one,
            good[one],
            bad[one],
            documents[one].owner if one in documents else None,
        )
        for one in ids
    ]
    complaints = [
        (
            rating.given_at.astimezone(zone).date().isoformat(),
            answer.question,
            str(answer.reply.outcome),
            rating.reason or None,
            rating.comment,
            ", ".join(one.title for one in cited_by(answer, documents)) or None,
            owner_of(cited_by(answer, documents)),
            answer.answer_id,
        )
        for rating, answer in sorted(rated, key=lambda one: one[0].given_at, reverse=True)
        if not rating.good
    ]
    return (
        Table("by document", ("document", "good", "bad", "owner"), per_document),
        Table(
            "rated bad",
            ("day", "question", "outcome", "reason", "comment", "documents", "owner", "answer"),
            complaints,
        ),
    )
