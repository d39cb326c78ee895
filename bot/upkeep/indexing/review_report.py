"""Reports a review of the documents as lines: contradictions, copies, orders, versions."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from bot.texts import PAGE
from bot.upkeep.indexing import index_texts as texts
from knowledge.model.documents import Language, as_place
from knowledge.model.report import (
    Aside,
    Copies,
    Namesakes,
    NotedClash,
    NotedOrder,
    Quoted,
    Review,
    Where,
)
from knowledge.model.versions import ALWAYS, FOR_EVER

_ASIDES = 3
"""Versions that are listed for each standing; the rest are counted."""
_LONGEST = 160
"""Characters of a statement that are shown, including its value."""


def review_lines(review: Review, language: Language, most: int) -> list[str]:
    """Lists at most `most` findings of each kind, counts the rest, adds versions not in force."""
    lines: list[str] = []
    clashes = review.clashes
    if clashes:
        count = len(clashes) + review.more_clashes
        lines.append(texts.CLASHES[language].format(count=count))
        lines += [line for clash in clashes[:most] for line in _clash_lines(clash, language)]
        lines += more_lines(count - most, language)
    lines += _namesake_lines(review.namesakes, language, most)
    if review.copies:
        count = len(review.copies) + review.more_copies
        lines.append(texts.COPIES[language].format(count=count))
        lines += [_copies_line(copies, language) for copies in review.copies[:most]]
        lines += more_lines(count - most, language)
    lines += _order_lines(review, language, most)
    if review.compared < review.comparable:
        lines.append(
            texts.COMPARED[language].format(compared=review.compared, comparable=review.comparable)
        )
    if not review.whole:
        lines.append(texts.NOT_WHOLE[language])
    if review.asides:
        lines += [texts.ASIDES[language], *_aside_lines(review.asides, language)]
    return lines


def _clash_lines(clash: NotedClash, language: Language) -> Iterator[str]:
    yield f"- {clash.left.value} ≠ {clash.right.value}" + _days(clash, language)
    yield f"  {_quoted(clash.left, language)}"
    yield f"  {_quoted(clash.right, language)}"


def _days(clash: NotedClash, language: Language) -> str:
    """Says from when until when a clash lasts; "" if for ever."""
    begins, ends = clash.first != ALWAYS, clash.last != FOR_EVER
    if begins and ends:
        said = texts.TOGETHER[language].format(first=clash.first, last=clash.last)
    elif begins:
        said = texts.TOGETHER_FROM[language].format(day=clash.first)
    elif ends:
        said = texts.TOGETHER_UNTIL[language].format(day=clash.last)
    else:
        return ""
    return f" ({said})"


def _quoted(said: Quoted, language: Language) -> str:
    page = PAGE[language].format(page=said.page) if said.page else ""
    where = as_place(said.title, said.section, page)
    return f"{where} ({said.key}): “{_around(said.sentence, said.value)}”"


def _around(sentence: str, value: str) -> str:
    """Shortens a long statement around its value."""
    if len(sentence) <= _LONGEST:
        return sentence
    middle = max(0, sentence.find(value)) + len(value) // 2
    start = max(0, min(middle - _LONGEST // 2, len(sentence) - _LONGEST))
    end = start + _LONGEST
    cut = sentence[start:end].strip()
    return f"{'…' if start else ''}{cut}{'…' if end < len(sentence) else ''}"


def _namesake_lines(found: Sequence[Namesakes], language: Language, most: int) -> list[str]:
    if not found:
        return []
    head = texts.NAMESAKES[language].format(count=len(found))
    named = (_namesakes_line(one, language) for one in found[:most])
    return [head, *named, *more_lines(len(found) - most, language)]


def _namesakes_line(one: Namesakes, language: Language) -> str:
    files = (
        texts.NAMESAKE[language].format(version=version, file=file) for version, file in one.files
    )
    cure = texts.ONE_DOC_ID[language].format(doc_id=one.doc_id)
    return f"- {one.title}: {', '.join(files)}: {cure}"


def _copies_line(copies: Copies, language: Language) -> str:
    text = texts.COPIED_EXACTLY if copies.exact else texts.COPIED_NEARLY
    said = text[language].format(shared=copies.shared, passages=copies.passages)
    return f"- {', '.join(copies.keys)}: {said}"


def _order_lines(review: Review, language: Language, most: int) -> list[str]:
    if not review.orders:
        return []
    count = len(review.orders) + review.more_orders
    named = (_order_line(order, language) for order in review.orders[:most])
    head = texts.ORDERS[language].format(count=count)
    return [head, *named, *more_lines(count - most, language)]


def _order_line(order: NotedOrder, language: Language) -> str:
    where = texts.ORDER_IN[order.where][language]
    page = PAGE[language].format(page=order.page) if order.page else ""
    # A heading that is an order is shown once.
    section = "" if order.where is Where.HEADING else order.section
    place = as_place(order.source, section, page)
    if order.where is Where.FILE_NAME:
        return f"- {_around(order.source, '')} ({where})"
    return f"- {place} ({where}): “{_around(order.sentence, '')}”"


def _aside_lines(asides: Iterable[Aside], language: Language) -> list[str]:
    by_standing: dict[str, list[Aside]] = defaultdict(list)
    for aside in asides:
        by_standing[aside.standing].append(aside)
    lines = (
        texts.ASIDE[standing][language].format(count=len(some), named=_named(some, language))
        for standing, some in by_standing.items()
    )
    return [f"- {line}" for line in lines]


def _named(asides: list[Aside], language: Language) -> str:
    named = [
        texts.ASIDE_DAY[aside.standing][language].format(key=aside.key, day=aside.day)
        for aside in asides[:_ASIDES]
    ]
    return ", ".join([*named, *more_lines(len(asides) - _ASIDES, language)])


def more_lines(count: int, language: Language) -> list[str]:
    """Returns "and N more" as a line, if N is above 0."""
    return [texts.AND_MORE[language].format(count=count)] if count > 0 else []
