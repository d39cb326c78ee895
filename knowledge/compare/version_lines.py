"""Shows a difference as lines for a terminal, in the same form for every language."""

from collections.abc import Iterator
from itertools import groupby

from knowledge.compare.differences import Change, Difference, How, Path
from knowledge.language.values import Bound, Value
from knowledge.model.documents import Header, as_place

_SIGN = {How.ADDED: "+", How.REMOVED: "-", How.CHANGED: "~", How.MOVED: ">"}
_NOTHING = "∅"


def lines(difference: Difference) -> list[str]:
    """Returns a line for each changed sentence, and below it the changed values and words."""
    old, new = difference.old, difference.new
    shown = [f"{new.doc_id}  {_version(old)} -> {_version(new)}"]
    if difference.headings:
        shown.append("")
        shown += [_renamed(before, after) for before, after in difference.headings]
    for section, changes in groupby(difference.changes, key=lambda change: change.section):
        shown += ["", _path(section) or new.title]
        shown += [line for change in changes for line in _lines(change)]
    return shown


def _version(header: Header) -> str:
    first = header.effective_from
    return f"{header.version} ({first.isoformat()})" if first else header.version


def _renamed(before: Path, after: Path) -> str:
    while before[:1] == after[:1]:
        before, after = before[1:], after[1:]
    return f"{_path(before) or _NOTHING} -> {_path(after) or _NOTHING}"


def _path(path: Path) -> str:
    return as_place(*path)


def _lines(change: Change) -> Iterator[str]:
    yield f"  {_SIGN[change.how]} {change.new or change.old}"
    if change.came_from:
        yield f"      {_path(change.came_from)} -> {_path(change.section)}"
    for before, after in change.values:
        yield f"      {_value(before, after)} -> {_value(after, before)}"
    for was, is_ in change.words:
        yield f"      {was or _NOTHING} -> {is_ or _NOTHING}"


def _value(value: Value | None, beside: Value | None) -> str:
    if value is None:
        return _NOTHING
    if beside is None or (value.amount, value.high) != (beside.amount, beside.high):
        return value.text
    # 30일 이내 -> 30일 미만: the amount is the same, so the bound and the period are shown.
    sign = "" if value.bound is Bound.EXACTLY else f"{value.bound} "
    per = f" / {value.per}" if value.per and value.per != beside.per else ""
    return f"{sign}{value.text}{per}"
