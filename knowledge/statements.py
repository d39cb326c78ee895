"""A passage as statements that can stand alone: sentences, list items, table rows, records."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from knowledge.addresses import without_addresses
from knowledge.blocks import ROW, Item, Kind, blocks, label_of, lines_of, nested
from knowledge.model import Passage
from knowledge.sentences import plain, sentences

_RULE = re.compile(r"^\s*\|?\s*:?-{3,}")
_PRODUCT, _DESCRIPTION = "Product: ", "\nDescription:"
"""How the readers write a product (`knowledge.reading.rows`)."""
_BLANK = re.compile(r"\n\s*\n")
_COLONS = (":", "：")
_ASKS = ("?", "？")
_LEADS = (*_COLONS, *_ASKS)
_STOPS = (".", "!", "。", *_ASKS)
_FOLLOWS = re.compile(r"다음 각 ?[호목]|다음과 같|아래와 같|\b(?:as follows|the following)\b")
"""What introduces a list without a colon, as statutes do."""
_Q_AND_A = re.compile(r"^(?:\*\*|__)?(?:[QA]\d{0,2}|질문|답변?|문)\s?[.:：)](?:\*\*|__)?\s+")
_HANGUL = re.compile("[가-힣]")
_SHORTEST, _SHORTEST_KO = 12, 6
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
        return self.text.endswith(_ASKS) and not any(one in self.text for one in _COLONS)


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


def statements(passage: Passage) -> tuple[Statement, ...]:
    """The statements of a passage, in order."""
    heading = "" if passage.record else next(reversed(passage.section), "")
    return _statements(passage.text, passage.record, heading)


def too_short(texts: Sequence[str]) -> bool:
    """Whether texts are so few characters that they may stand anywhere."""
    said = " ".join(texts)
    return len(said) < (_SHORTEST_KO if _HANGUL.search(said) else _SHORTEST)


def says_nothing(text: str, quotes: Sequence[str]) -> bool:
    """Whether a statement is as short as its quotes: no heading tells what "5 kg" is about."""
    return too_short(quotes) and too_short((text,))


# A passage is taken apart when it is weighed, when its quotes are checked, and in the next answer.
@lru_cache(maxsize=1_000)
def _statements(text: str, record: bool, heading: str) -> tuple[Statement, ...]:
    found = _of_record(text) if record else _of_prose(text)
    return tuple(_readable(one, heading) for one in found)


def _readable(statement: Statement, heading: str) -> Statement:
    """Without addresses, and below its heading where it means nothing alone: "Fee: ₩5,000"."""
    text = without_addresses(statement.text)
    if heading and says_nothing(text, statement.quotes):
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
    return line if line.endswith(_STOPS) else f"{line}."


def _of_prose(text: str) -> Iterator[Statement]:
    above: tuple[str, ...] = ()
    for kind, some in groupby(blocks(text), key=lambda one: one.kind):
        found = list(some)
        if kind is Kind.ITEM:
            yield from _of_list(nested(found), above)
        elif kind is Kind.ROW:
            yield from _of_table([one.text for one in found])
        above = ()
        if kind is Kind.TEXT:
            said = list(_groups([part for one in found for part in _parts(one.text)], kind))
            yield from (_said(one) for one in said if not _ends(one.sentences[-1], _COLONS))
            above = said[-1].sentences[-1:]


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
        if _ends(every[start].sentence, _ASKS):
            end = _end_of_reply(every, start)
        elif too_short((every[start].sentence,)):
            end = _end_of_remark(every, start)
        yield _Group(every[start].label, tuple(one.sentence for one in every[start:end]))
        start = end


def _end_of_reply(every: Sequence[_Placed], asked: int) -> int:
    """Where the reply ends: it may begin in the next part, and goes on in its own only."""
    end, length = asked + 1, len(every[asked].sentence)
    while end < len(every) and not _ends(every[end].sentence, _LEADS):
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
    return end + 1 if goes_on and not _ends(every[end].sentence, _LEADS) else end


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
    return text if text.endswith((*_LEADS, *_STOPS)) else f"{text}:"


def _ends(text: str, marks: tuple[str, ...]) -> bool:
    return text.rstrip("*_` \n").endswith(marks)


def _introduces(text: str) -> bool:
    return _ends(text, _LEADS) or bool(_FOLLOWS.search(text))


def _of_list(items: Sequence[Item], above: tuple[str, ...]) -> Iterator[Statement]:
    introduced = bool(above) and _introduces(above[-1])
    texts = [item.text for item in items]
    # A list of what is to be checked may ask, and nothing else.
    told = introduced or (len(items) > 1 and all(_ends(text, _ASKS) for text in texts))
    if told and sum(map(len, texts)) <= _LONGEST_LIST and not any(item.below for item in items):
        yield _whole(texts, above if introduced else ())
    for item in items:
        yield from _of_item(item, above, introduced=introduced)


def _whole(items: Sequence[str], above: tuple[str, ...]) -> Statement:
    listed = "; ".join(plain(item).rstrip(".;?？") for item in items)
    return Statement(" ".join((*map(_leading, above), f"{listed}.")), (*reversed(above), *items))


def _of_item(item: Item, above: tuple[str, ...], *, introduced: bool) -> Iterator[Statement]:
    groups = list(_groups(_parts(item.text), Kind.ITEM))
    # "- Swimwear" says nothing without the sentence above the list.
    overs = [above if introduced or not _ends(one.sentences[-1], _STOPS) else () for one in groups]
    last = groups[-1].sentences[-1]
    alone = groups[:-1] if item.below and _ends(last, _LEADS) else groups
    yield from map(_said, alone, overs)
    if item.below:
        yield from _of_list(item.below, (*overs[-1], last) if _leads(item.text) else ())


def _leads(text: str) -> bool:
    """Whether an item stands before each of the items below it, or for itself."""
    return _introduces(text) or (len(text) <= _LONGEST_LEAD and not _ends(text, _STOPS))


def _of_table(lines: list[str]) -> Iterator[Statement]:
    # A later part of a table that was too long for one passage has no line of column names.
    if len(lines) > 1 and _RULE.match(lines[1]):
        names, rows = _cells(lines[0]), lines[2:]
        for row in rows:
            pairs = [
                f"{name}: {cell}" if name else cell
                for name, cell in zip(names, _cells(row), strict=False)
                if cell
            ]
            yield Statement("; ".join(pairs), (row, lines[0]))
        return
    for row in lines:
        yield Statement(" · ".join(cell for cell in _cells(row) if cell), (row,))


def _cells(line: str) -> list[str]:
    match = ROW.match(line)
    return [plain(cell) for cell in match["cells"].split("|")] if match else []
