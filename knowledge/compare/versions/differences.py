"""Compares two versions: pairs sections by heading, then by content, then their sentences."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from operator import itemgetter

from knowledge.compare.versions.difference import Change, Difference, How, Path
from knowledge.compare.versions.pairing import likeliest
from knowledge.compare.versions.wording import changed
from knowledge.model.documents import Document
from knowledge.split.passages import sections
from knowledge.split.statements import pieces

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
    pairs = _paired(olds, news)
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


def _paired(olds: Sequence[_Section], news: Sequence[_Section]) -> dict[int, int]:
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
