"""A passage as statements that can stand alone: sentences, list items, table rows, records."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, takewhile
from typing import NamedTuple

from knowledge.language.addresses import without_addresses
from knowledge.language.sentences import plain, sentences
from knowledge.model.documents import Passage
from knowledge.split.blocks import (
    ROW,
    Item,
    Kind,
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
    ends,
    ends_with_a_colon,
    introduces,
    introduces_steps,
    is_needed,
    reads_below,
    too_short,
)
from knowledge.split.dittos import first_cells

_RULE = re.compile(r"^\s*\|?\s*:?-{3,}")
_PRODUCT, _DESCRIPTION = "Product: ", "\nDescription:"
"""How the readers write a product (`knowledge.read.plain.records`)."""
_BLANK = re.compile(r"\n\s*\n")
_Q_AND_A = re.compile(r"^(?:\*\*|__)?(?:[QA]\d{0,2}|질문|답변?|문)\s?[.:：)](?:\*\*|__)?\s+")
_DIGIT = re.compile(r"\d")
_LONGEST_LIST = 500
"""Characters of a list that is still said in one statement."""
_LONGEST_REPLY = 300
"""Characters of a question and what follows it that are still said in one statement."""
_LONGEST_LEAD = 100
"""Characters of an item that can stand before each of the items below it."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a passage says in one place."""

    text: str
    """To be read: without Markdown and addresses, a table's row with its column names."""
    quotes: tuple[str, ...]
    """The passage's own words that it is made of, verbatim; the most telling one first."""

    @property
    def only_asks(self) -> bool:
        """Whether it is a question that nothing follows: it answers none."""
        return self.text.endswith(ASKS) and not any(one in self.text for one in ":：")


class _Placed(NamedTuple):
    part: int
    sentence: str
    label: str


@dataclass(frozen=True, slots=True)
class _Group:
    """Sentences that are said together."""

    label: str
    """Of the line that they stand in, when it does not begin with them."""
    sentences: tuple[str, ...]

    def needs(self, lead: str) -> bool:
        """Whether they mean little without the line that leads them."""
        return is_needed(lead, plain(self.sentences[0]), self.sentences[-1])


def statements(passage: Passage) -> tuple[Statement, ...]:
    """The statements of a passage, in order."""
    heading = "" if passage.record else next(reversed(passage.section), "")
    return _statements(passage.text, passage.record, heading)


# A passage is taken apart when it is weighed, when its quotes are checked, and in the next answer.
@lru_cache(maxsize=1_000)
def _statements(text: str, record: bool, heading: str) -> tuple[Statement, ...]:
    found = _of_record(text) if record else _of_prose(text)
    return tuple(_readable(one, heading) for one in found)


def _readable(statement: Statement, heading: str) -> Statement:
    """Without addresses, and below its heading where that tells what it means.

    "Fee: ₩5,000", or "Never: lend your badge".
    """
    text = without_addresses(statement.text)
    if heading and reads_below(heading, text, statement.quotes):
        text = f"{_leading(heading)} {text}"
    return Statement(text, statement.quotes)


def pieces(text: str, *, record: bool = False) -> tuple[str, ...]:
    """Each sentence, list item and table row of a text once, in order, to be read by itself."""
    if record:
        return tuple(map(plain, _written(text)))
    return tuple(piece for piece in _pieces(text) if piece)


def verbatim(text: str) -> Iterator[str]:
    """Each sentence of a text's lines and items and each row, as it is written."""
    for block in blocks(text):
        if block.kind is Kind.ROW:
            yield block.text
        elif block.kind is not Kind.HEADING:
            yield from (one for line in _parts(block.text) for one in sentences(line))


def _pieces(text: str) -> Iterator[str]:
    for kind, some in groupby(blocks(text), key=lambda one: one.kind):
        texts = [one.text for one in some]
        if kind is Kind.ROW:
            yield from (row.text for row in _of_table(texts))
        elif kind is not Kind.HEADING:
            yield from (
                plain(one) for text in texts for line in _parts(text) for one in sentences(line)
            )


def _of_record(text: str) -> Iterator[Statement]:
    if text.startswith(_PRODUCT):
        yield from _of_product(text)
    else:
        # A policy is said whole: its time frame means nothing without what it is the time for.
        lines = _written(text)
        yield Statement(plain(" ".join(map(_ended, lines))), lines)


def _of_product(text: str) -> Iterator[Statement]:
    """What it is and costs; then each sentence of what describes it, behind its name."""
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
    """The lines of a record."""
    return tuple(line.strip() for line in text.split("\n") if line.strip())


def _ended(line: str) -> str:
    return line if line.endswith(STOPS) else f"{line}."


def _of_prose(text: str) -> Iterator[Statement]:
    above: tuple[str, ...] = ()
    for (kind, lead), some in groupby(blocks(text), key=lambda one: (one.kind, one.lead)):
        found = list(some)
        led = (lead,) if lead else ()
        if kind is Kind.ITEM:
            over = above if above[:1] == led else (*led, *above)
            over = over if over and is_about(over[-1], found[0]) else ()
            yield from _of_list(nested(found), over)
        elif kind is Kind.ROW:
            yield from _of_table([one.text for one in found])
        above = ()
        if kind is Kind.TEXT:
            said = list(_groups([part for one in found for part in _parts(one.text)], kind))
            told = (one for one in said if not ends_with_a_colon(one.sentences[-1]))
            yield from (_said(one, led if lead and one.needs(lead) else ()) for one in told)
            above = said[-1].sentences[-1:]
        elif kind is Kind.LEAD:
            above = (found[-1].text,)


def _parts(text: str) -> list[str]:
    """The lines and paragraphs of a block."""
    return [line for paragraph in _BLANK.split(text) for line in lines_of(paragraph)]


def _groups(parts: Sequence[str], kind: Kind) -> Iterator[_Group]:
    """Sentences one by one; a question with its reply, to the end of that part."""
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
    """Behind which sentence a question ends that begins here; 0 where none does.

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
    """Where the reply ends: it may begin in the next part, and goes on in its own only."""
    end, length = asked + 1, len(every[asked].sentence)
    while end < len(every) and not ends(every[end].sentence, LEADS):
        length += len(every[end].sentence)
        goes_on = length <= _LONGEST_REPLY and every[end].part == every[end - 1].part
        if end > asked + 1 and not goes_on:
            break
        end += 1
    return end


def _end_of_remark(every: Sequence[_Placed], start: int) -> int:
    """A few letters go with the sentence behind them: "No. It has to stay in your locker."."""
    end = start + 1
    goes_on = end < len(every) and every[end].part == every[start].part
    return end + 1 if goes_on and not ends(every[end].sentence, LEADS) else end


def _said(group: _Group, over: tuple[str, ...] = ()) -> Statement:
    """A sentence, or a question and its reply, behind what stands above it."""
    first, *replies = _unmarked(group.sentences)
    above = (*over, group.label) if group.label else over
    text = " ".join((*map(_leading, above), *map(plain, (first, *replies))))
    # A reply tells more than what was asked.
    return Statement(text, (*replies, first, *reversed(above)))


def _unmarked(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """A question and its reply without the letters that say which is which."""
    return tuple(_Q_AND_A.sub("", one) for one in sentences) if sentences[1:] else sentences


def _leading(text: str) -> str:
    """As it is read before what it stands above."""
    text = plain(text)
    return text if text.endswith((*LEADS, *STOPS)) else f"{text}:"


def _of_list(items: Sequence[Item], above: tuple[str, ...]) -> Iterator[Statement]:
    introduced = bool(above) and introduces(above[-1])
    texts = [item.text for item in items]
    # A list of what is to be checked may ask, and nothing else.
    told = introduced or (len(items) > 1 and all(ends(text, ASKS) for text in texts))
    if told and sum(map(len, texts)) <= _LONGEST_LIST and not any(item.below for item in items):
        yield _whole(texts, above if introduced else ())
        if introduced and introduces_steps(above[-1]) and all(item.is_step for item in items):
            return
    for item in items:
        yield from _of_item(item, above, introduced=introduced)


def _whole(items: Sequence[str], above: tuple[str, ...]) -> Statement:
    listed = "; ".join(plain(item).rstrip(".;?？") for item in items)
    return Statement(" ".join((*map(_leading, above), f"{listed}.")), (*reversed(above), *items))


def _of_item(item: Item, above: tuple[str, ...], *, introduced: bool) -> Iterator[Statement]:
    groups = list(_groups(_parts(item.text), Kind.ITEM))
    # "- Swimwear" says nothing without the sentence above the list; "- Gold: 3%" does.
    labelled = bool(label_of(item.text, Kind.ITEM))
    below = bool(above) and may_lead(above[-1])
    needed = [
        (not labelled and not ends(one.sentences[-1], STOPS))
        or (introduced and not (labelled and ends(above[-1], STOPS)))
        or (below and one.needs(above[-1]))
        for one in groups
    ]
    overs = [above if one else () for one in needed]
    last = groups[-1].sentences[-1]
    # What a list is introduced for is one of it, whatever stands below: "Food, unless faulty".
    is_heading = not introduced and may_lead(item.text) and not _DIGIT.search(item.text)
    only_leads = ends(last, LEADS) or is_heading
    said = groups[:-1] if item.below and only_leads else groups
    yield from map(_said, said, overs)
    if item.below:
        yield from _of_list(item.below, (*overs[-1], last) if _may_stand_above(item) else ())


def _may_stand_above(item: Item) -> bool:
    """Whether what an item says can be read before each of the notes below it."""
    return introduces(item.text) or len(item.text) <= _LONGEST_LEAD


def _of_table(lines: list[str]) -> Iterator[Statement]:
    # A later part of a table that was too long for one passage has no line of column names.
    if len(lines) > 1 and _RULE.match(lines[1]):
        names, rows = _cells(lines[0]), lines[2:]
        cells = [_cells(row) for row in rows]
        # A blank cell below a column's name may say "ditto": then the row above is quoted as well.
        firsts = first_cells(cells) if names[:1] > [""] else range(len(rows))
        for row, own, first in zip(rows, cells, firsts, strict=True):
            pairs = [
                f"{name}: {cell}" if name else cell
                for name, cell in zip(names, [*cells[first][:1], *own[1:]], strict=False)
                if cell
            ]
            yield Statement("; ".join(pairs), tuple(dict.fromkeys((row, rows[first], lines[0]))))
        return
    for row in lines:
        yield Statement(" · ".join(cell for cell in _cells(row) if cell), (row,))


def _cells(line: str) -> list[str]:
    match = ROW.match(line)
    return [plain(cell) for cell in match["cells"].split("|")] if match else []
