"""Finds the owners whom a reply concerns: those of documents that contradict or lack something."""

from collections.abc import Iterator

from bot.model import Answer, Platform, Reply, Verdict
from bot.stores import Stores
from knowledge.model.documents import Header


def owners_of(reply: Reply, stores: Stores, platform: Platform) -> tuple[str, ...]:
    """Returns the owners who can be told of a reply on a platform, by their names in the file.

    A conflict concerns the owners of all its documents. A refusal concerns the owner of the
    closest document, or that of the asker's store.
    """
    if reply.answer is None:
        return ()
    if reply.disputed:
        cited = (one.passage.header.owner for one in reply.answer.citations)
        return tuple(dict.fromkeys(_reached(cited, stores, platform)))
    if reply.outcome not in ("refusal", "closest") or reply.verdict is Verdict.OFF_TOPIC:
        return ()
    nearest = _nearest(reply.answer)
    store = stores.get(reply.scope.store if reply.scope else None)
    names = (nearest.owner if nearest else None, store.owner if store else None)
    return tuple(_reached(iter(names), stores, platform))[:1]


def _nearest(answer: Answer) -> Header | None:
    """The document that is closest to a question without an answer."""
    passages = [one.passage for one in answer.citations]
    passages += [one.passage for one in answer.found.hits[:1]]
    return passages[0].header if passages else None


def _reached(names: Iterator[str | None], stores: Stores, platform: Platform) -> Iterator[str]:
    """The names of those who have an address on the platform."""
    for name in names:
        owner = stores.owner(name)
        if owner is not None and owner.people.get(platform):
            yield owner.name
