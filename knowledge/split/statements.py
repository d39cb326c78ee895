"""Splits a passage into statements that make sense alone: sentences, items, rows, records."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, takewhile, zip_longest
from typing import NamedTuple

from knowledge.language.addresses import without_addresses
from knowledge.language.sentences import plain, sentences
from knowledge.model.documents import Passage
from knowledge.split.blocks import (
    ROW,
    BlockKind,
    Item,
    blocks,
    is_about,
    label_of,
    lines_of,
    may_lead,
    nested,
)
from knowledge.split.context import (
    ASKS,
    LEADS,
    STOPS,
    denies,
    ends,
    ends_with_a_colon,
    introduces,
    introduces_steps,
    is_needed,
    reads_below,
    too_short,
)
from knowledge.split.dittos import first_cells
from knowledge.split.samples import is_sample_section, without_samples

_RULE = re.compile(r"^\s*\|?\s*:?-{3,}")
_PRODUCT, _DESCRIPTION = "Product: ", "\nDescription:"
"""The layout of a product's text, written by `knowledge.read.plain.records`."""
_BLANK = re.compile(r"\n\s*\n")
_Q_AND_A = re.compile(r"^(?:\*\*|__)?(?:[QA]\d{0,2}|질문|답변?|문)\s?[.:：)](?:\*\*|__)?\s+")
_DIGIT = re.compile(r"\d")
_LONGEST_LIST = 500
"""Characters of a list that is quoted as one statement."""
_LONGEST_REPLY = 300
"""Characters of a question and its reply that make one statement."""
_LONGEST_LEAD = 100
"""Characters of an item that is repeated before each item below it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a passage says, understandable alone."""

    text: str
    """Readable: without Markdown and addresses, a table row with its column names."""
    quotes: tuple[str, ...]
    """The passage's own words behind it, verbatim; the most important one first."""
    row: tuple[tuple[str, str], ...] = ()
    """A table row's column names and cells, also the empty ones; none for other statements."""

    @property
    def only_asks(self) -> bool:
        """Whether it is a question without a reply: it answers nothing."""
        return self.text.endswith(ASKS) and not any(one in self.text for one in ":：")


class _Placed(NamedTuple):
    part: int
    sentence: str
    label: str


@dataclass(frozen=True, slots=True)
class _Group:
    """Sentences that make one statement."""

    label: str
    """The label of their line, where the sentences do not include it."""
    sentences: tuple[str, ...]

    def needs(self, lead: str) -> bool:
        """Whether they mean little without their lead-in."""
        return is_needed(lead, plain(self.sentences[0]), self.sentences[-1])

    def denies_like(self, lead: str) -> bool:
        """Whether they are whole sentences that deny by themselves what their lead-in denies."""
        return denies(lead) and denies(self.sentences[0]) and ends(self.sentences[-1], STOPS)


def statements(passage: Passage) -> tuple[Statement, ...]:
    """Returns the statements of a passage, in order; none of examples, forms and contents."""
    if is_sample_section(passage.section):
        return ()
    heading = next(reversed(passage.section), "")
    return _statements(passage.text, passage.record, heading)


# Needed when a passage is scored, when its quotes are checked, and again for the next question.
@lru_cache(maxsize=1_000)
def _statements(text: str, record: bool, heading: str) -> tuple[Statement, ...]:
    found = _of_record(text, heading) if record else _of_prose(without_samples(text))
    return tuple(_readable(one, "" if record else heading) for one in found)


def _readable(statement: Statement, heading: str) -> Statement:
    """Removes addresses, and adds the heading where the statement needs it.

    "Fee: ₩5,000", or "Never: lend your badge".
    """
    text = without_addresses(statement.text)
    if heading and reads_below(heading, text, statement.quotes):
        text = f"{_leading(heading)} {text}"
    row = tuple((name, without_addresses(cell)) for name, cell in statement.row)
    return Statement(text, statement.quotes, row)


def in_words(row: Iterable[tuple[str, str]]) -> str:
    """Reads out a table row: each cell after its column's name, empty ones left out."""
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in row if cell)


def pieces(text: str, *, record: bool = False) -> tuple[str, ...]:
    """Returns each sentence, list item and table row of a text once, in order, as plain text."""
    if record:
        return tuple(map(plain, _written(text)))
    return tuple(piece for piece in _pieces(text) if piece)


def verbatim(text: str) -> Iterator[str]:
    """Yields each sentence and each table row of a text as it is written."""
    for block in blocks(text):
        if block.kind is BlockKind.ROW:
            yield block.text
        elif block.kind is not BlockKind.HEADING:
            yield from (one for line in _parts(block.text) for one in sentences(line))


def _pieces(text: str) -> Iterator[str]:
    for kind, some in groupby(blocks(text), key=lambda one: one.kind):
        texts = [one.text for one in some]
        if kind is BlockKind.ROW:
            yield from (row.text for row in _of_table(texts))
        elif kind is not BlockKind.HEADING:
            yield from (
                plain(one) for text in texts for line in _parts(text) for one in sentences(line)
            )


def _of_record(text: str, name: str) -> Iterator[Statement]:
    if text.startswith(_PRODUCT):
        yield from _of_product(text)
    else:
        # A policy is one statement: its time frame means nothing without its subject. It reads as
        # prose, without the name of the policy: that is its heading.
        lines = _written(text)
        said = plain(" ".join(map(_ended, lines))).removeprefix(f"{name}: ")
        yield Statement(said, lines)


def _of_product(text: str) -> Iterator[Statement]:
    """Yields a product's facts and price, then each sentence of its description after its name."""
    facts, _, described = text.partition(_DESCRIPTION)
    lines = _written(facts)
    yield Statement(plain(" · ".join(lines)), lines)
    name = lines[0].removeprefix(_PRODUCT)
    yield from (
        Statement(plain(f"{name}: {one}"), (one, lines[0]))
        for line in _written(described)
        for one in sentences(line)
    )


def _written(text: str) -> tuple[str, ...]:
    """Returns the lines of a record, without blank ones."""
    return tuple(line.strip() for line in text.split("\n") if line.strip())


def _ended(line: str) -> str:
    return line if line.endswith(STOPS) else f"{line}."


def _of_prose(text: str) -> Iterator[Statement]:
    above: tuple[str, ...] = ()
    for (kind, lead), some in groupby(blocks(text), key=lambda one: (one.kind, one.lead)):
        found = list(some)
        led = (lead,) if lead else ()
        if kind is BlockKind.ITEM:
            over = above if above[:1] == led else (*led, *above)
            over = over if over and is_about(over[-1], found[0]) else ()
            yield from _of_list(nested(found), over)
        elif kind is BlockKind.ROW:
            yield from _of_table([one.text for one in found])
        above = ()
        if kind is BlockKind.TEXT:
            said = list(_groups([part for one in found for part in _parts(one.text)], kind))
            separate = (one for one in said if not ends_with_a_colon(one.sentences[-1]))
            yield from (_said(one, led if lead and one.needs(lead) else ()) for one in separate)
            above = said[-1].sentences[-1:]
        elif kind is BlockKind.LEAD:
            above = (found[-1].text,)


def _parts(text: str) -> list[str]:
    """Returns the lines of a block, paragraph by paragraph."""
    return [line for paragraph in _BLANK.split(text) for line in lines_of(paragraph)]


def _groups(parts: Sequence[str], kind: BlockKind) -> Iterator[_Group]:
    """Yields sentences one by one, but a question together with its reply."""
    every = [
        _Placed(number, one, "" if label_of(one, kind) else label_of(part, kind))
        for number, part in enumerate(parts)
        for one in sentences(part)
    ]
    start = 0
    while start < len(every):
        end = start + 1
        if asks := _asked_in(every, start):
            end = _end_of_reply(every, asks - 1)
        elif too_short((every[start].sentence,)):
            end = _end_of_remark(every, start)
        yield _Group(every[start].label, tuple(one.sentence for one in every[start:end]))
        start = end


def _asked_in(every: Sequence[_Placed], start: int) -> int:
    """Returns the place after the question that begins here; 0 where none begins.

    "Q: My key is lost. What now?" is one question; "It is cold. Is it?" is none.
    """
    if ends(every[start].sentence, ASKS):
        return start + 1
    if not _Q_AND_A.match(every[start].sentence):
        return 0
    here = takewhile(lambda one: one.part == every[start].part, every[start:])
    own = [one.sentence for one in here]
    return start + len(own) if ends(own[-1], ASKS) else 0


def _end_of_reply(every: Sequence[_Placed], asked: int) -> int:
    """Returns where the reply ends: it may begin in the next part, but stays within one part."""
    end, length = asked + 1, len(every[asked].sentence)
    while end < len(every) and not ends(every[end].sentence, LEADS):
        length += len(every[end].sentence)
        goes_on = length <= _LONGEST_REPLY and every[end].part == every[end - 1].part
        if end > asked + 1 and not goes_on:
            break
        end += 1
    return end


def _end_of_remark(every: Sequence[_Placed], start: int) -> int:
    """Joins a short remark to its next sentence: "No. It has to stay in your locker."."""
    end = start + 1
    goes_on = end < len(every) and every[end].part == every[start].part
    return end + 1 if goes_on and not ends(every[end].sentence, LEADS) else end


def _said(group: _Group, over: tuple[str, ...] = ()) -> Statement:
    """Makes a statement of a sentence, or a question and its reply, after the lines above it."""
    first, *replies = _unmarked(group.sentences)
    above = (*over, group.label) if group.label else over
    text = " ".join((*map(_leading, above), *map(plain, (first, *replies))))
    # The reply comes first: it matters more than the question.
    return Statement(text, (*replies, first, *reversed(above)))


def _unmarked(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Removes "Q:" and "A:" from a question and its reply."""
    return tuple(_Q_AND_A.sub("", one) for one in sentences) if sentences[1:] else sentences


def _leading(text: str) -> str:
    """Makes a lead-in ready to be read before its text: plain, and ending in a mark."""
    text = plain(text)
    return text if text.endswith((*LEADS, *STOPS)) else f"{text}:"


def _of_list(items: Sequence[Item], above: tuple[str, ...]) -> Iterator[Statement]:
    introduced = bool(above) and introduces(above[-1])
    texts = [item.text for item in items]
    # A list of questions only is a checklist.
    as_one = introduced or (len(items) > 1 and all(ends(text, ASKS) for text in texts))
    if as_one and sum(map(len, texts)) <= _LONGEST_LIST and not any(item.below for item in items):
        yield _whole(texts, above if introduced else ())
        if introduced and introduces_steps(above[-1]) and all(item.is_step for item in items):
            return
    for item in items:
        yield from _of_item(item, above, introduced=introduced)


def _whole(items: Sequence[str], above: tuple[str, ...]) -> Statement:
    listed = "; ".join(plain(item).rstrip(".;?？") for item in items)
    return Statement(" ".join((*map(_leading, above), f"{listed}.")), (*reversed(above), *items))


def _of_item(item: Item, above: tuple[str, ...], *, introduced: bool) -> Iterator[Statement]:
    groups = list(_groups(_parts(item.text), BlockKind.ITEM))
    # "- Swimwear" needs the sentence above the list; "- Gold: 3%" does not.
    labelled = bool(label_of(item.text, BlockKind.ITEM))
    below = bool(above) and may_lead(above[-1])
    needed = [
        (not labelled and not ends(one.sentences[-1], STOPS))
        or (
            introduced
            and not (labelled and ends(above[-1], STOPS))
            and not one.denies_like(above[-1])
        )
        or (below and one.needs(above[-1]))
        for one in groups
    ]
    overs = [above if one else () for one in needed]
    last = groups[-1].sentences[-1]
    # An item of an introduced list is content, whatever is below it: "Food, unless faulty".
    is_heading = not introduced and may_lead(item.text) and not _DIGIT.search(item.text)
    only_leads = ends(last, LEADS) or is_heading
    said = groups[:-1] if item.below and only_leads else groups
    yield from map(_said, said, overs)
    if item.below:
        yield from _of_list(item.below, (*overs[-1], last) if _may_stand_above(item) else ())


def _may_stand_above(item: Item) -> bool:
    """Whether an item can be repeated before each of the notes below it."""
    return introduces(item.text) or len(item.text) <= _LONGEST_LEAD


def _of_table(lines: list[str]) -> Iterator[Statement]:
    # The later parts of a table too long for one passage have no line of column names.
    if len(lines) > 1 and _RULE.match(lines[1]):
        names, rows = _cells(lines[0]), lines[2:]
        cells = [_cells(row) for row in rows]
        # A blank first cell may mean "ditto": the row above is then quoted as well.
        firsts = first_cells(cells) if names[:1] > [""] else range(len(rows))
        for row, own, first in zip(rows, cells, firsts, strict=True):
            filled = [*cells[first][:1], *own[1:]][: len(names)]
            pairs = tuple(zip_longest(names, filled, fillvalue=""))
            quotes = tuple(dict.fromkeys((row, rows[first], lines[0])))
            yield Statement(in_words(pairs), quotes, pairs)
        return
    for row in lines:
        yield Statement(" · ".join(cell for cell in _cells(row) if cell), (row,))


def _cells(line: str) -> list[str]:
    match = ROW.match(line)
    return [plain(cell) for cell in match["cells"].split("|")] if match else []
