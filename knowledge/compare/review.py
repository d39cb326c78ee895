"""Reviews the documents of an index: contradictions, copies, and orders to a language model."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from knowledge.compare.clashes import Clash, Side, linted
from knowledge.compare.copies import Duplicates, duplicates
from knowledge.compare.stated import namesakes, planted
from knowledge.model.documents import Header, Passage
from knowledge.model.report import Aside, Copies, NotedClash, Quoted, Review
from knowledge.model.versions import Standing, standings, validity

MOST_COMPARED = 50_000
"""Most passages that are compared: similar texts take 50 s of one core; memory grows with them."""
_MOST_NOTED = 100
"""Most clashes, copies and orders that a report lists; the rest are only counted."""
_ORDER = tuple(Standing)


def reviewed(passages: Iterable[Passage], headers: Iterable[Header], today: date) -> Review:
    """Reviews the passages of an index; of very many, only those of the newest documents."""
    headers, passages = list(headers), list(passages)
    days = validity(headers)
    live = [passage for passage in passages if days[passage.header.key][1] >= today]
    compared = _newest(live)
    lint = linted(compared, days, today)
    found = _important(lint.clashes, today)
    copies = _copies(duplicates(compared), compared)
    # All versions: a question about an earlier day is answered from the version of that day.
    orders = planted(passages, headers)
    return Review(
        clashes=tuple(_noted(clash) for clash in found[:_MOST_NOTED]),
        more_clashes=max(0, len(found) - _MOST_NOTED),
        copies=tuple(copies[:_MOST_NOTED]),
        more_copies=max(0, len(copies) - _MOST_NOTED),
        orders=tuple(orders[:_MOST_NOTED]),
        more_orders=max(0, len(orders) - _MOST_NOTED),
        compared=len(compared),
        comparable=len(live),
        whole=lint.whole,
        asides=asides(headers, today),
        namesakes=tuple(namesakes(headers)),
    )


def as_of(review: Review, headers: Iterable[Header], today: date) -> Review:
    """Brings a review up to a later day: clashes that have ended are left out.

    Nothing is compared again: versions that start later were already compared.
    """
    known = list(headers)
    standing = tuple(clash for clash in review.clashes if clash.last >= today)
    return replace(
        review,
        clashes=standing,
        asides=asides(known, today),
        namesakes=tuple(namesakes(known)),
    )


def asides(headers: Iterable[Header], today: date) -> tuple[Aside, ...]:
    """Returns the versions not in force on a day; of each standing, the nearest in time first."""
    headers = list(headers)
    days = validity(headers)
    found = [
        Aside(key, standing, days[key][0 if standing is Standing.NOT_YET else 1])
        for key, standing in standings(headers, today).items()
        if standing is not Standing.IN_FORCE
    ]
    return tuple(sorted(found, key=lambda one: (_ORDER.index(one.standing), abs(one.day - today))))


def _newest(passages: Sequence[Passage]) -> list[Passage]:
    if len(passages) <= MOST_COMPARED:
        return list(passages)
    # A rule that has just come into force is more likely to clash than an old one.
    by_age = sorted(passages, key=lambda one: one.header.effective_from or date.min, reverse=True)
    return by_age[:MOST_COMPARED]


def _important(found: Sequence[Clash], today: date) -> list[Clash]:
    """Sorts clashes: today's first, and one of each pair of documents before a second one."""
    seen: Counter[frozenset[str]] = Counter()
    ranks = []
    for clash in found:
        pair = frozenset((clash.left.passage.header.key, clash.right.passage.header.key))
        ranks.append((clash.first > today, seen[pair]))
        seen[pair] += 1
    order = sorted(range(len(found)), key=ranks.__getitem__)
    return [found[place] for place in order]


def _noted(clash: Clash) -> NotedClash:
    return NotedClash(_quoted(clash.left), _quoted(clash.right), clash.first, clash.last)


def _quoted(side: Side) -> Quoted:
    header = side.passage.header
    return Quoted(
        key=header.key,
        title=header.title,
        section=side.passage.heading,
        page=side.passage.page,
        sentence=side.sentence,
        value=side.value.text,
    )


def _copies(found: Duplicates, passages: Iterable[Passage]) -> list[Copies]:
    """Returns documents that say the same, those with the largest shared part first."""
    sizes = Counter(passage.header.key for passage in passages)
    shared: Counter[tuple[str, ...]] = Counter()
    likeness: dict[tuple[str, ...], float] = {}
    for group in (*found.groups, *found.repeated):
        keys = tuple(sorted(passage.header.key for passage in group.passages))
        shared[keys] += 1
        likeness[keys] = min(likeness.get(keys, 1.0), group.likeness)
    few = {tuple(sorted(one.header.key for one in group.passages)) for group in found.groups}
    copies = [
        Copies(keys, count, min(sizes[key] for key in keys), likeness[keys] == 1.0)
        for keys, count in shared.items()
    ]
    # A standing text is no copy, unless a document says nothing else.
    real = [one for one in copies if one.keys in few or one.shared == one.passages]
    return sorted(real, key=lambda one: (-one.shared / one.passages, -one.shared, one.keys))
