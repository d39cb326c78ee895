"""Reads tables that compare old and new rules (신구대비표) as two texts: before and after."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from itertools import pairwise, takewhile

from knowledge.language.grammar import Compared
from knowledge.language.grammars import compared
from knowledge.language.sentences import plain, sentences
from knowledge.language.values import values
from knowledge.model.documents import as_place, parts_of_place
from knowledge.read.content import Content, with_texts
from knowledge.read.plain.records import placed
from knowledge.read.text.articles import first_day, with_sections

_TABLE = re.compile(
    r"^\|[^\n]*\|[ \t]*\n\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*(?:\n\|[^\n]*)*", re.MULTILINE
)
_BETWEEN = re.compile(r"(?<!\\)\|")
_BRACKETED = re.compile(r"[(（〈<\[][^()（）〈〉<>\[\]]*[)）〉>\]]")
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_SERIAL = re.compile(r"[\d\W]*")
_MARK = re.compile(
    r"제\s?\d{1,4}\s?조(?:의\s?\d{1,2})?\s?[(（][^()（）]{1,60}[)）]"
    r"|(?<![~∼～–-])[①-⑳]|(?<![\w.])(?:\d{1,2}|[가-하])[.)](?=\s)"
)
"""The number of an article, a paragraph or an item."""
_PARAGRAPH = re.compile(rf"(?:^|\s*/\s+|(?<=[.。)다])\s+|\n+)(?={_MARK.pattern})")
_RANGE = re.compile(r"\s*[~∼～–-]\s*(?P<last>[②-⑳])\s*(?P<rest>.*)", re.DOTALL)
_DASHES = re.compile(r"(?:\s*[-–—－―ㅡ─]){3,}\s*")
"""Stands in a new text for the words that are as before."""
_ARTICLE = re.compile(r"제\s?\d{1,4}\s?[조항]")
_WORD = re.compile(r"[^\W\d]+|\d")
_ALIKE = 0.4
"""Share of words that old and new cells have in common, where heads might mean anything else."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The same text before and after a change."""

    old: Content
    new: Content
    heads: str
    """The heads of both columns."""
    day: date | None
    """The day of the new column, if its head has one."""
    pairs: tuple[tuple[str, str], ...]
    """The old and the new text of each row."""


def sides(content: Content) -> Sides | None:
    """The text of each side of its comparison tables; None where there are none."""
    found = _of_records(content) if content.records else _of_text(content)
    if found is None or not found.new.text.strip() or not any(old for old, _ in found.pairs):
        return None
    return found


def _of_text(content: Content) -> Sides | None:
    tables: list[_Table] = []
    for match in _TABLE.finditer(content.text):
        head, _, *body = (_cells(line) for line in match[0].split("\n"))
        columns = _columns(head)
        rows = [_row(columns, cells) for cells in body] if columns else []
        if columns and _is_of_changes(columns, rows):
            tables.append(_Table(match.start(), match.end(), columns, rows))
    if not tables:
        return None
    old, new = (_written(content, tables, said) for said in (_before, _after))
    return _sides(old, new, tables[0].columns, [row for one in tables for row in one.rows])


def _written(content: Content, tables: Sequence["_Table"], said: "_Said") -> Content:
    """The content with one side of each table in its place."""
    return with_texts(
        content,
        [(one.start, one.end, "\n\n".join(filter(None, map(said, one.rows)))) for one in tables],
    )


def _of_records(content: Content) -> Sides | None:
    """The same for the records of a sheet or a CSV, each with its column names."""
    texts = [content.text[one.start : one.end].split("\n") for one in content.records]
    labels = Counter(line.partition(": ")[0] for lines in texts for line in lines if ": " in line)
    head = [one for one, count in labels.items() if _is_head(one) or 2 * count > len(texts)]
    columns = _columns(head)
    if columns is None:
        return None
    every = [_row(columns, _under(head, lines)) for lines in texts]
    rows = [row for row in every if row.old or row.new]
    if not _is_of_changes(columns, rows):
        return None
    old, new = (_placed(content, every, said) for said in (_before, _after))
    return _sides(old, new, columns, rows)


def _placed(content: Content, rows: Sequence["_Row"], said: "_Said") -> Content:
    """The content with one side of each record; others as they are."""
    named: list[tuple[str, str]] = []
    for one, row in zip(content.records, rows, strict=True):
        if not (row.old or row.new):
            named.append((one.name, content.text[one.start : one.end]))
        elif text := said(row):
            above = parts_of_place(one.name)[:-1]
            named.append((as_place(*above, row.key or sentences(text)[0]), text))
    joined = placed(named)
    return replace(content, text=joined.text, records=joined.records)


def _under(head: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The cells of a record in the order of the heads."""
    cells = dict.fromkeys(head, "")
    label = head[0]
    for line in lines:
        found, mark, rest = line.partition(": ")
        begins = bool(mark) and found in cells
        label = found if begins else label
        cells[label] = f"{cells[label]}\n{rest if begins else line}".strip()
    return [*cells.values()]


def _sides(old: Content, new: Content, columns: "_Columns", rows: Sequence["_Row"]) -> Sides:
    heads = [columns.head[one[0]] for one in (columns.old, columns.new)]
    days = (first_day(heads[1][one.span[0] :]) for one in values(heads[1]))
    pairs = tuple((row.old, row.new) for row in rows)
    return Sides(old, new, " | ".join(map(plain, heads)), next(filter(None, days), None), pairs)


# The columns of a table by their heads, and the texts of its rows.


@dataclass(frozen=True, slots=True)
class _Columns:
    head: Sequence[str]
    old: Sequence[int]
    new: Sequence[int]

    @property
    def about(self) -> range:
        """Those before the texts, which say what a row is about."""
        return range(min(*self.old, *self.new))

    @property
    def notes(self) -> range:
        """Those behind the texts, which explain a change."""
        return range(max(*self.old, *self.new) + 1, len(self.head))


@dataclass(frozen=True, slots=True)
class _Row:
    key: str
    old: str
    new: str
    note: str


@dataclass(frozen=True, slots=True)
class _Table:
    start: int
    end: int
    columns: _Columns
    rows: Sequence[_Row]


_Said = Callable[[_Row], str]


def _before(row: _Row) -> str:
    return _led(row.key, row.old)


def _after(row: _Row) -> str:
    said = _led(row.key, row.new)
    if not said or not row.note:
        return said
    return f"{said}\n\n{row.note}" if "\n" in said else f"{said} ({row.note})"


def _led(key: str, text: str) -> str:
    """A text with what it is about before it, each of its paragraphs by itself."""
    said = _PARAGRAPH.sub("\n\n", text).strip()
    if not said or not key or said.startswith(key):
        return said
    return f"{key}{' ' if _ARTICLE.match(key) else ': '}{said}"


def _is_head(cell: str) -> bool:
    return any(compared(kind, _bare(cell)) for kind in (Compared.OLD, Compared.NEW))


def _columns(head: Sequence[str]) -> _Columns | None:
    old, new = (
        [at for at, cell in enumerate(head) if compared(kind, _bare(cell))]
        for kind in (Compared.OLD, Compared.NEW)
    )
    return _Columns(head, old, new) if old and new else None


def _is_of_changes(columns: _Columns, rows: Sequence[_Row]) -> bool:
    """Whether its texts are old and new ones: "before" and "after" may be heads of anything."""
    found = compared(Compared.OLD, _bare(columns.head[columns.old[0]]))
    if not (found and found["plain"]):
        return bool(rows)
    both = [(row.old, row.new) for row in rows if row.old and row.new]
    return sum(map(_likeness, both)) >= _ALIKE * len(both) > 0


def _likeness(pair: tuple[str, str]) -> float:
    old, new = ({"0" if one.isdigit() else one for one in _WORD.findall(text)} for text in pair)
    return 2 * len(old & new) / max(len(old) + len(new), 1)


def _row(columns: _Columns, cells: Sequence[str]) -> _Row:
    def within(places: Sequence[int]) -> list[str]:
        said = (cells[at] for at in places if at < len(cells))
        return [one for one in dict.fromkeys(said) if one]

    about = [one for one in within(columns.about) if not _SERIAL.fullmatch(one)]
    old, new = " ".join(within(columns.old)), " ".join(within(columns.new))
    new = _filled(new, old)
    notes = [
        f"{columns.head[at]}: {cells[at]}"
        for at in columns.notes
        if at < len(cells) and cells[at].strip(" -–")
    ]
    key, note = " · ".join(about), "; ".join(notes)
    return _Row(key, _without_marks(old), _without_marks(new), note)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _BETWEEN.split(line.strip().strip("|"))]


def _bare(cell: str) -> str:
    return _BRACKETED.sub("", plain(cell)).strip()


def _says(kind: Compared, cell: str) -> bool:
    return compared(kind, _AROUND.sub("", cell.replace("\\", ""))) is not None


def _without_marks(text: str) -> str:
    """Nothing, for a cell that says that there is no rule."""
    return "" if _says(Compared.NONE, text) or not _WORD.search(text) else text


# New texts are printed with dashes and "(현행과 같음)" for what is as before.


def _filled(new: str, old: str) -> str:
    """The new text with the old words where it only says that they stay."""
    if _is_same(new):
        return old
    was = list(_numbered(old))
    parts = list(_numbered(new))
    said: list[str] = []
    for mark, body in parts:
        found = _RANGE.fullmatch(body)
        last = found["last"] if found else mark
        for one in map(chr, range(ord(mark), ord(last) + 1)) if found else (mark,):
            rest = found["rest"] if found else body
            said.append(
                f"{one} {_restored(rest, _of_mark(was, one, whole=_is_same(rest)))}".strip()
            )
    same = said == [f"{mark} {body}".strip() for mark, body in parts]
    return new if same else " ".join(said)


def _of_mark(parts: Sequence[tuple[str, str]], mark: str, *, whole: bool) -> str:
    """The text of a number, where it stands once; `whole` with the numbers below it."""
    places = [at for at, (one, _) in enumerate(parts) if one == mark]
    if len(places) != 1:
        return ""
    [at], level = places, _level(mark)
    below = takewhile(lambda part: whole and _level(part[0]) > level, parts[at + 1 :])
    return " ".join((parts[at][1], *(f"{one} {text}" for one, text in below)))


def _level(mark: str) -> int:
    """The level of a number: articles, then ①, then 1., then 가."""
    if mark.startswith("제"):
        return 0
    return 1 if "①" <= mark <= "⑳" else 2 if mark[:1].isdigit() else 3 if mark else -1


def _is_same(text: str) -> bool:
    return bool(_DASHES.fullmatch(text)) or _says(Compared.SAME, text)


def _numbered(text: str) -> Iterator[tuple[str, str]]:
    """Each numbered part of a text, with its number."""
    starts = [0, *(found.start() for found in _MARK.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        part = text[start:end].strip()
        mark = _MARK.match(part)
        if part:
            yield (mark[0], part[mark.end() :].strip(" /")) if mark else ("", part.strip(" /"))


def _restored(new: str, old: str) -> str:
    """A part with its dashes filled in, if that can be done in one way only."""
    if _is_same(new):
        return old or new
    said = _DASHES.split(new)
    changed = [one for one in said if _WORD.search(one)]
    if len(said) == 1 or len(changed) != 1:
        return new
    now = values(changed[0])[:1]
    same = [
        one for one in values(old) for is_ in now if (one.kind, one.unit) == (is_.kind, is_.unit)
    ]
    if len(same) != 1:
        return new
    start, end = same[0].span
    return f"{old[:start]}{now[0].text}{old[end:]}"


# The full text of rules that a comparison changes: its other version.

_HEADED = re.compile(r"^#{1,6} 제\s?\d", re.MULTILINE)
_EMPTY = re.compile(r"^#{1,6}[ \t]*\n", re.MULTILINE)
_ANY_WORD = re.compile(r"\w+")
_TELLING = 10
"""Letters from which a text is known again in another document."""
_MOST = 0.8
"""Share of the changed texts that a document has, whose change a comparison explains."""


def amended(content: Content, pairs: Sequence[tuple[str, str]]) -> Content | None:
    """The content with the second text of each pair for the first; None if too few are in it."""
    changed = [(was, now) for was, now in pairs if was != now]
    places: list[tuple[int, int, str]] = []
    for was, now in changed:
        if was and (found := _said_in(content.text, was)):
            places.append((*found.span(), _reworded(found[0], was, now)))
    telling = sum(sum(map(len, _ANY_WORD.findall(was))) >= _TELLING for was, _ in changed)
    places.sort()
    apart = all(one[1] <= other[0] for one, other in pairwise(places))
    if not telling or len(places) < _MOST * sum(bool(was) for was, _ in changed) or not apart:
        return None
    full = with_texts(content, places)
    headed = _HEADED.search(content.text)
    more = [with_sections(now) if headed else now for was, now in changed if not was]
    text = "\n\n".join((_EMPTY.sub("", full.text).rstrip(), *more))
    return replace(full, text=f"{text}\n")


def _said_in(text: str, said: str) -> re.Match[str] | None:
    words = map(re.escape, _ANY_WORD.findall(said))
    return re.search(r"(?<!\w)" + r"\W+".join(words) + r"(?!\w)[.。]?", text)


def _reworded(raw: str, was: str, now: str) -> str:
    """A piece of a document with the words that changed; its headings and lines stay."""
    if not now:
        return ""
    old, new = list(_ANY_WORD.finditer(raw)), list(_ANY_WORD.finditer(now))
    steps = SequenceMatcher(None, [one[0] for one in old], [one[0] for one in new]).get_opcodes()
    for tag, i, i_end, j, j_end in reversed(steps):
        if tag == "equal":
            continue
        said = now[new[j].start() : new[j_end - 1].end()] if j < j_end else ""
        start = old[i].start() if i < len(old) else len(raw.rstrip(".。 "))
        end = old[i_end - 1].end() if i < i_end else start
        gap = " " if i == i_end and i < len(old) else ""
        lead = " " if i == i_end == len(old) else ""
        raw = f"{raw[:start]}{lead}{said}{gap}{raw[end:]}"
    return raw
