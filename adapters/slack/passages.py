"""A cited passage as people read it, with the words that carry the answer in bold."""

import re
from collections.abc import Iterable, Iterator, Sequence

from adapters.cutting import cut_at_sentence, last_end
from adapters.slack.elements import MAX_TEXT, Block
from adapters.slack.markdown import to_words
from bot.model import Source

MOST = 6000
"""Characters of a passage; a selected text may have more."""
_BEFORE = 600
"""Characters before the first quote, where a passage is not shown from its beginning."""

Run = tuple[str, bool]
"""Some words, and whether they are bold."""


def passage_blocks(source: Source) -> list[Block]:
    """Return the passage of a source as rich text: no sign in it means anything to Slack."""
    # mrkdwn shows the stars of *bold* next to Korean letters; here bold is no sign of the text.
    quotes = [to_words(quote).strip() for quote in (source.quote, *source.more_quotes)]
    text = _window(to_words(source.passage).strip(), quotes)
    return list(_in_blocks(_runs(text, quotes)))


def _window(text: str, quotes: Iterable[str]) -> str:
    """The text, or the part of it around the first quote, from one sentence to another."""
    if len(text) <= MOST:
        return text
    first = min((start for start, _ in _spans(text, quotes)), default=0)
    start = last_end(text, max(0, first - _BEFORE))
    before = "… " if start else ""
    return before + cut_at_sentence(text[start:].lstrip(), MOST - len(before))


def _runs(text: str, quotes: Sequence[str]) -> Iterator[Run]:
    """The text in runs; a quote that it does not hold stands before it."""
    for quote in quotes:
        if quote and not _found(text, quote):
            yield f"{quote}\n", True
    place = 0
    for start, end in _merged(sorted(_spans(text, quotes))):
        yield text[place:start], False
        yield text[start:end], True
        place = end
    yield text[place:], False


def _spans(text: str, quotes: Iterable[str]) -> Iterator[tuple[int, int]]:
    for quote in quotes:
        if match := _found(text, quote):
            yield match.span()


def _found(text: str, quote: str) -> re.Match[str] | None:
    """Where the words of a quote stand, whatever blanks and ends of lines part them."""
    words = quote.split()
    return re.search(r"\s+".join(map(re.escape, words)), text) if words else None


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _in_blocks(runs: Iterable[Run]) -> Iterator[Block]:
    """The runs in blocks that end at ends of sentences."""
    current: list[Run] = []
    room = MAX_TEXT
    for run, bold in runs:
        text = run
        while text:
            end = len(text) if len(text) <= room else last_end(text, room)
            if not end and not current:
                end = room
            if end:
                current.append((text[:end], bold))
                text, room = text[end:], room - end
            if text:
                yield _rich(current)
                current, room = [], MAX_TEXT
    if current:
        yield _rich(current)


def _rich(runs: Iterable[Run]) -> Block:
    elements = [
        {"type": "text", "text": text} | ({"style": {"bold": True}} if bold else {})
        for text, bold in runs
    ]
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}
