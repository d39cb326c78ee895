"""Compares two versions: pairs sections by heading, then by content, then their sentences."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from operator import itemgetter

from knowledge.language.values import Value, same, values, without_values
from knowledge.model.documents import Document, Header
from knowledge.split.passages import sections
from knowledge.split.statements import pieces

# The types that describe changes between two versions.

Path = tuple[str, ...]
"""The headings above a sentence, outermost first."""


class How(StrEnum):
    """How a sentence changed."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence, list item or table row that has changed."""

    how: How
    section: Path
    """The headings of its section; of a removed sentence, of its old one."""
    old: str = ""
    new: str = ""
    values: tuple[tuple[Value | None, Value | None], ...] = ()
    """The changed values, each before and after; None where one was added or removed."""
    words: tuple[tuple[str, str], ...] = ()
    """The other changed words, each run before and after."""
    came_from: Path | None = None
    """Its old section, if it moved to another one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes between two versions, in the order of the new one."""

    old: Header
    new: Header
    headings: tuple[tuple[Path, Path], ...]
    """The headings of renamed sections, each before and after."""
    changes: tuple[Change, ...]


# Pairs old texts with the new texts that they most likely became.

_WORD = re.compile(r"\w+")
_COMMON = 20
"""A word in more texts than this finds no candidates, but still counts in a comparison."""
_CANDIDATES = 5


def words(text: str) -> Counter[str]:
    """Counts the words of a text, every value as 0: a sentence with a new value still matches."""
    return Counter(_WORD.findall(without_values(text, values(text), " 0 ").lower()))


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Returns the share of words that two texts have in common, 0 to 1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def likeliest(olds: Sequence[str], news: Sequence[str], least: float) -> dict[int, int]:
    """Maps places of old texts to places of the new texts most like them, each used once.

    Pairs with less likeness than `least` are left out.
    """
    old_words, new_words = [words(text) for text in olds], [words(text) for text in news]
    scored = sorted(
        (-likeness(old_words[i], new_words[j]), abs(i - j), i, j)
        for i, j in _candidates(old_words, new_words)
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, _, i, j in scored:
        if -score >= least and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _candidates(
    olds: Sequence[Counter[str]], news: Sequence[Counter[str]]
) -> Iterator[tuple[int, int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for j, found in enumerate(news):
        for word in found:
            places[word].append(j)
    for i, found in enumerate(olds):
        shared = Counter(
            j
            for word in found
            if len(places.get(word, ())) <= _COMMON
            for j in places.get(word, ())
        )
        for j, _ in shared.most_common(_CANDIDATES):
            yield i, j


# Finds the changes inside a sentence: its values and its other words.

Pairs = tuple[tuple[Value | None, Value | None], ...]

_VALUE = "\x00"
"""Stands for a value among the words."""
_WRITTEN = re.compile(r"\S+")
_LETTER = re.compile(r"\w")


def changed(old: str, new: str) -> tuple[Pairs, tuple[tuple[str, str], ...]]:
    """Returns the changed values and the other changed words, each before and after."""
    before, after = values(old), values(new)
    return tuple(_values(before, after)), tuple(_words(_bare(old, before), _bare(new, after)))


def _values(
    before: Sequence[Value], after: Sequence[Value]
) -> Iterator[tuple[Value | None, Value | None]]:
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag != "equal":
            yield from _paired(before[i:i_end], after[j:j_end])


def _paired(
    before: Sequence[Value], after: Sequence[Value]
) -> Iterator[tuple[Value | None, Value | None]]:
    kinds = dict.fromkeys(value.kind for value in (*before, *after))
    for kind in kinds:
        olds = [value for value in before if value.kind is kind]
        news = [value for value in after if value.kind is kind]
        for old, new in zip_longest(olds, news):
            if old is None or new is None or not _written_alike(old, new):
                yield old, new


def _written_alike(old: Value, new: Value) -> bool:
    return same(old, new) and old.bound is new.bound and old.per == new.per


def _bare(text: str, found: Sequence[Value]) -> list[str]:
    return _WRITTEN.findall(without_values(text, found, _VALUE))


def _words(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    for tag, i, i_end, j, j_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            continue
        old, new = (_shown(words) for words in (before[i:i_end], after[j:j_end]))
        if old != new and _LETTER.search(old + new):
            yield old, new


def _shown(words: Sequence[str]) -> str:
    return " ".join(" ".join(words).replace(_VALUE, " … ").split())


_SAME_SECTION = 0.5
_SAME_SENTENCE = 0.5
_SAME_ELSEWHERE = 0.75
"""Likeness from which two sections or sentences are one that changed; higher across sections."""
_TELLING = 12
"""Characters from which a sentence can be recognised in another section."""


@dataclass(frozen=True, slots=True)
class _Section:
    path: Path
    pieces: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.pieces)


@dataclass(frozen=True, slots=True)
class _Step:
    """A sentence that was removed, added or changed."""

    place: tuple[float, int]
    before: _Section | None
    after: _Section | None
    old: str = ""
    new: str = ""
    elsewhere: bool = False


def diff(old: Document, new: Document) -> Difference:
    """Returns the changes from one version of a document to another."""
    olds, news = _sections(old), _sections(new)
    pairs = _paired_sections(olds, news)
    steps = _known_elsewhere(list(_steps(olds, news, pairs)))
    changes = tuple(_change(step) for step in sorted(steps, key=lambda step: step.place))
    headings = [_renamed(olds[i].path, news[j].path) for i, j in sorted(pairs.items())]
    return Difference(
        old.header,
        new.header,
        tuple(dict.fromkeys(pair for pair in headings if pair[0] != pair[1])),
        changes,
    )


def _sections(document: Document) -> list[_Section]:
    record = bool(document.records)
    return [_Section(path, pieces(text, record=record)) for path, text in sections(document)]


# --- pairing sections --------------------------------------------------------------------------


def _paired_sections(olds: Sequence[_Section], news: Sequence[_Section]) -> dict[int, int]:
    pairs: dict[int, int] = {}
    _pair_by(lambda section: section.path, olds, news, pairs)
    # A heading above was renamed or the section moved: its own heading and words are the same.
    _pair_by(lambda section: (section.path[-1:], section.pieces), olds, news, pairs)
    _pair_by(lambda section: section.path[-1:], olds, news, pairs, once=True)
    left = [i for i in range(len(olds)) if i not in pairs]
    open_ = sorted({*range(len(news))} - {*pairs.values()})
    found = likeliest([olds[i].text for i in left], [news[j].text for j in open_], _SAME_SECTION)
    return pairs | {left[i]: open_[j] for i, j in found.items()}


def _pair_by(
    key: Callable[[_Section], object],
    olds: Sequence[_Section],
    news: Sequence[_Section],
    pairs: dict[int, int],
    *,
    once: bool = False,
) -> None:
    taken = set(pairs.values())
    places: dict[object, list[int]] = defaultdict(list)
    waiting: dict[object, list[int]] = defaultdict(list)
    for j, section in enumerate(news):
        if j not in taken:
            places[key(section)].append(j)
    for i, section in enumerate(olds):
        if i not in pairs:
            waiting[key(section)].append(i)
    for name, old_places in waiting.items():
        new_places = places.get(name, [])
        if not once or len(old_places) == len(new_places) == 1:
            pairs.update(zip(old_places, new_places, strict=False))


def _renamed(old: Path, new: Path) -> tuple[Path, Path]:
    """Returns both paths without the headings below the one that changed."""
    while len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return old, new


# --- pairing sentences -------------------------------------------------------------------------


def _steps(
    olds: Sequence[_Section], news: Sequence[_Section], pairs: dict[int, int]
) -> Iterator[_Step]:
    came = {j: i for i, j in pairs.items()}
    for j, section in enumerate(news):
        yield from _within(olds[came[j]] if j in came else None, section, j)
    place = -1
    for i, section in enumerate(olds):
        place = pairs.get(i, place)
        if i not in pairs:
            yield from _within(section, None, place + 0.5)


def _within(before: _Section | None, after: _Section | None, place: float) -> Iterator[_Step]:
    old, new = _apart(before.pieces if before else (), after.pieces if after else ())
    number = 0
    for tag, i, i_end, j, j_end in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            continue
        for was, is_ in _sentences(old[i:i_end], new[j:j_end]):
            yield _Step((place, number), before, after, was, is_)
            number += 1


def _apart(old: Sequence[str], new: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Drops the common beginning and end, so that long lists compare quickly."""
    shorter = min(len(old), len(new))
    start = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    old, new = old[start:], new[start:]
    shorter -= start
    end = next((n for n in range(shorter) if old[-1 - n] != new[-1 - n]), shorter)
    return old[: len(old) - end], new[: len(new) - end]


def _sentences(olds: Sequence[str], news: Sequence[str]) -> Iterator[tuple[str, str]]:
    pairs = likeliest(olds, news, _SAME_SENTENCE)
    came = {j: i for i, j in pairs.items()}
    placed = [(float(j), olds[came[j]] if j in came else "", text) for j, text in enumerate(news)]
    place = -1.0
    for i, text in enumerate(olds):
        place = pairs.get(i, place)
        if i not in pairs:
            placed.append((place + 0.5, text, ""))
    yield from ((was, is_) for _, was, is_ in sorted(placed, key=itemgetter(0)))


def _known_elsewhere(steps: list[_Step]) -> list[_Step]:
    """Joins a sentence removed in one section and added in another to one step."""
    gone = [step for step in steps if not step.new and len(step.old) >= _TELLING]
    came = [step for step in steps if not step.old and len(step.new) >= _TELLING]
    pairs = likeliest([step.old for step in gone], [step.new for step in came], _SAME_ELSEWHERE)
    joined = [
        _Step(came[j].place, gone[i].before, came[j].after, gone[i].old, came[j].new, True)
        for i, j in pairs.items()
    ]
    replaced = {id(gone[i]) for i in pairs} | {id(came[j]) for j in pairs.values()}
    return [step for step in steps if id(step) not in replaced] + joined


def _change(step: _Step) -> Change:
    sections = [section.path for section in (step.before, step.after) if section]
    before, after = sections[0], sections[-1]
    if not step.new:
        return Change(How.REMOVED, after, old=step.old)
    if not step.old:
        return Change(How.ADDED, after, new=step.new)
    came_from = before if step.elsewhere and before != after else None
    if step.old == step.new:
        return Change(How.MOVED, after, step.old, step.new, came_from=came_from)
    values, words = changed(step.old, step.new)
    return Change(How.CHANGED, after, step.old, step.new, values, words, came_from)
