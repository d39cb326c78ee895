"""The stored answers of a period, with the documents that they cite, and those that are wanted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.model.kept.records import StoredAnswer
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
