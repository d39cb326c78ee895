"""Finds versions that are no longer in force: an answer about changes quotes them, too."""

from bot.model import Answer
from bot.ports import History
from knowledge.model.documents import Filters
from knowledge.model.versions import Standing, standings

_PAST = (Standing.SUPERSEDED, Standing.EXPIRED)


async def no_longer_in_force(answer: Answer, today: Filters, history: History) -> frozenset[str]:
    """Returns the keys of these versions of the documents that an answer cites."""
    cited = {one.passage.header.doc_id: one.passage.header for one in answer.citations}
    # All together: a document may have been replaced by one of another name.
    known = {one for each in cited.values() for one in await history.versions(each, today)}
    return frozenset(key for key, one in standings(known, today.as_of).items() if one in _PAST)
