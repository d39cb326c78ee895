"""Finds clashes: two documents in force together with different values for the same subject, or
with another word in one place of the same sentence.

An administrator who sees three false alarms in ten switches a linter off. So a clash is reported
only if both statements use nearly the same words and each is the other's nearest in its document.
Statements in two languages share no words and are not compared.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from knowledge.compare.stated import Nearest, Stated, differing, stated
from knowledge.compare.subject import Subject, Subjects
from knowledge.compare.swapped import swaps
from knowledge.language.terms import query_terms
from knowledge.language.values import Value, ValueKind
from knowledge.model.documents import Header, Passage
from knowledge.split.statements import statements

Days = tuple[date, date]

_ALIKE = 0.6
"""Share of words that statements about one subject have in common; values do not count, rare words
count more. Measured: docs/decisions/0048."""
_CLOSER = 0.05
"""A statement must be this much nearer to its rival than to one of its own document with another
value: "Gold members get 2%" is near "Silver members get 1%" without contradicting it."""
_FEWEST_WORDS = 3
"""Words that a statement needs to name its subject: "Weight: 15 kg" does not."""
_FORM = 3
"""A sentence that appears with this many values is a form, such as a price tag, and no clash."""
_COPIES = 20
"""Copies of one statement that are compared: a clash with these is a clash with the rest."""
_GENERAL = "general"
_WORD = re.compile(r"\w+")
_MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Side:
    """One of two statements that disagree."""

    passage: Passage
    sentence: str
    value: Value


@dataclass(frozen=True, slots=True)
class Clash:
    """Two statements about one subject with different values, in force on the same days."""

    left: Side
    right: Side
    subject: tuple[str, ...]
    """The words that both statements use, as the left one writes them."""
    likeness: float
    first: date
    last: date
    """The days on which both are in force."""


@dataclass(frozen=True, slots=True)
class Linted:
    """The result of a search for clashes."""

    clashes: tuple[Clash, ...]
    """The surest first."""
    whole: bool
    """Whether every statement was compared; False where too many are alike."""


def clashes(
    passages: Iterable[Passage], days: Mapping[str, Days], since: date
) -> tuple[Clash, ...]:
    """Returns the clashes in force on that day or later, the surest first; see `linted`."""
    return linted(passages, days, since).clashes


def linted(passages: Iterable[Passage], days: Mapping[str, Days], since: date) -> Linted:
    """Finds the clashes in force on that day or later, and says whether these are all of them.

    `days` maps each version's key to its first and last day, from `versions.validity`.
    """
    known = [passage for passage in passages if days[passage.header.key][1] >= since]
    linter = _Linter(known, days, since)
    return Linted(tuple(linter.found()), linter.whole)


class _Linter:
    def __init__(self, passages: list[Passage], days: Mapping[str, Days], since: date) -> None:
        self._days = days
        self._since = since
        self._passages = passages
        self._stated = list(self._worth_comparing(passages))
        self._near = Nearest(self._stated, _ALIKE - _CLOSER)
        self._subjects = Subjects(passages)
        self._found_subjects: dict[tuple[int, int], Subject] = {}

    @property
    def whole(self) -> bool:
        return self._near.whole

    def _worth_comparing(self, passages: Iterable[Passage]) -> Iterator[Stated]:
        """Yields statements that name their subject, and only a few copies of the same one."""
        copies: Counter[object] = Counter()
        for passage in passages:
            header = passage.header
            scope = (header.category, header.reach, self._days[header.key])
            for one in stated(passage):
                same = (one.terms, one.values, header.language, scope)
                copies[same] += 1
                if len(one.terms) >= _FEWEST_WORDS and copies[same] <= _COPIES:
                    yield one

    def found(self) -> list[Clash]:
        clashes = [clash for number in range(len(self._stated)) for clash in self._of(number)]
        clashes += self._swapped()
        return sorted(clashes, key=lambda clash: (-clash.likeness, clash.left.passage.passage_id))

    def _swapped(self) -> Iterator[Clash]:
        """Yields the clashes of words, the least sure ones."""
        said = [(one, each.text) for one in self._passages for each in statements(one)]
        for left, right, words in swaps(said):
            (one, text), (other, other_text) = said[left], said[right]
            headers = one.header, other.header
            subject = self._subjects.of(one, text, other, other_text)
            if self._comparable(*headers) and subject is not Subject.OTHER:
                first, last = self._shared_days(*headers)
                mine, theirs = (
                    Value(ValueKind.IDENTIFIER, Decimal(), word, text=word)
                    for word in (words.one, words.other)
                )
                yield Clash(
                    Side(one, text, mine),
                    Side(other, other_text, theirs),
                    _shared_words(text, {*query_terms(text)} & {*query_terms(other_text)}),
                    _ALIKE,
                    first,
                    last,
                )

    def _of(self, number: int) -> Iterator[Clash]:
        one = self._stated[number]
        for named in (True, False):
            for likeness, place in self._rivals(number, named=named):
                other = self._stated[place]
                pairs = differing(one, other)
                if place < number or not pairs or not self._comparable(one.header, other.header):
                    continue
                if self._certain(number, place, likeness, named=named):
                    yield self._clash(one, other, pairs[0], likeness)

    def _rivals(self, number: int, *, named: bool) -> Iterator[tuple[float, int]]:
        """Yields a statement's nearest statement in each other document.

        If `named`, only documents and statements about a thing of the same name count.
        """
        seen = {self._stated[number].header.key}
        for likeness, place in self._near.to(number):
            key = self._stated[place].header.key
            if (
                likeness < _ALIKE
                or key in seen
                or (named and self._subject(number, place) is not Subject.SAME)
            ):
                continue
            seen.add(key)
            yield likeness, place

    def _subject(self, number: int, place: int) -> Subject:
        pair = min(number, place), max(number, place)
        if pair not in self._found_subjects:
            one, other = (self._stated[at] for at in pair)
            self._found_subjects[pair] = self._subjects.of(
                one.passage, one.text, other.passage, other.text
            )
        return self._found_subjects[pair]

    def _certain(self, number: int, place: int, likeness: float, *, named: bool) -> bool:
        mutual = any(rival == number for _, rival in self._rivals(place, named=named))
        own = max(self._sibling(number), self._sibling(place))
        return (
            self._subject(number, place) is (Subject.SAME if named else Subject.UNCLEAR)
            and mutual
            and likeness >= own + _CLOSER
            and not self._is_form(number, named=named)
        )

    def _sibling(self, number: int) -> float:
        """Returns its likeness to the nearest statement of its own document with another value."""
        one = self._stated[number]
        return max(
            (
                likeness
                for likeness, place in self._near.to(number)
                if self._stated[place].header.key == one.header.key
                and differing(one, self._stated[place])
            ),
            default=0.0,
        )

    def _is_form(self, number: int, *, named: bool) -> bool:
        near = [self._stated[place] for _, place in self._rivals(number, named=named)]
        return len({one.values for one in (*near, self._stated[number])}) >= _FORM

    def _comparable(self, one: Header, other: Header) -> bool:
        first, last = self._shared_days(one, other)
        return (
            one.doc_id != other.doc_id
            and one.supersedes != other.key
            and other.supersedes != one.key
            and (one.category == other.category or _GENERAL in (one.category, other.category))
            and one.shares_a_store(other)
            # A store's own rule stands above the general one: no contradiction.
            and one.is_for_some == other.is_for_some
            and first <= last
            and last >= self._since
        )

    def _shared_days(self, one: Header, other: Header) -> Days:
        firsts, lasts = zip(self._days[one.key], self._days[other.key], strict=True)
        return max(firsts), min(lasts)

    def _clash(
        self, one: Stated, other: Stated, pair: tuple[Value, Value], likeness: float
    ) -> Clash:
        first, last = self._shared_days(one.header, other.header)
        return Clash(
            Side(one.passage, one.text, pair[0]),
            Side(other.passage, other.text, pair[1]),
            _shared_words(one.text, one.terms & other.terms),
            round(likeness, 2),
            first,
            last,
        )


def _shared_words(text: str, shared: Set[str]) -> tuple[str, ...]:
    words = (
        word for word in _WORD.findall(text) if (terms := query_terms(word)) and shared >= {*terms}
    )
    return tuple(dict.fromkeys(words))[:_MOST_WORDS]
