"""A cited passage as runs of text, with the quoted words in bold."""

import re
from collections.abc import Iterable, Iterator, Sequence

from adapters.chat.cutting import cut_at_sentence, last_end
from adapters.chat.words import to_words, with_bullets
from bot.model import Source
from bot.shown.rendering import quotes_of
from knowledge.language.sentences import plain

MOST = 6000
"""Characters of a passage to show; selected texts may be longer."""
_BEFORE = 600
"""Characters before the first quote, if the passage is cut at its start."""

_BAR = " · "
"""Stands between the cells of a row in one line."""
_LABELLED = re.compile(r"^[^:.\n]{1,40}: ")
"""What stands before a product's value: "Price: "."""

Run = tuple[str, bool]
"""Some words, and whether they are bold."""


def quote_line(source: Source) -> str:
    """Returns a source's quotes in one line, without markup or table bars."""
    return " … ".join(plain(to_words(quote)) for quote in quotes_of(source))


def unsaid_line(source: Source, said: str) -> str:
    """Returns the quotes that an answer does not say itself, in one line; "" without any."""
    answer = _even(said)
    quotes = [plain(to_words(quote)) for quote in quotes_of(source)]
    return " … ".join(one for one in quotes if not _is_said(one, answer))


def _is_said(quote: str, answer: str) -> bool:
    """Whether an answer has a quote's words; of a table's row or a labelled value, its cells."""
    if _even(quote) in answer:
        return True
    cells = [_LABELLED.sub("", one) for one in quote.split(_BAR)]
    if cells == [quote]:
        return False
    return all(_stands_in(_even(one), answer) for one in cells)


def _stands_in(words: str, answer: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", answer))


def runs_of(source: Source, most: int = MOST) -> list[Run]:
    """Returns a source's passage as runs, without Markdown."""
    quotes = [to_words(quote).strip() for quote in (source.quote, *source.more_quotes)]
    text = _window(to_words(source.passage).strip(), quotes, most)
    return [run for run in _runs(text, quotes, most) if run[0]]


def _even(text: str) -> str:
    """A text without what an answer may change in a quote: spaces, markup, the last full stop."""
    return " ".join(plain(text).split()).rstrip(".").casefold()


def _window(text: str, quotes: Iterable[str], most: int) -> str:
    """The text, or whole sentences of it around the first quote."""
    if len(text) <= most:
        return text
    first = min((start for start, _ in _spans(text, quotes)), default=0)
    start = last_end(text, max(0, first - min(_BEFORE, most // 4)))
    before = "… " if start else ""
    return before + cut_at_sentence(text[start:].lstrip(), most - len(before))


def _runs(text: str, quotes: Sequence[str], most: int) -> Iterator[Run]:
    """The text as runs; a quote that is not in it comes first."""
    for quote in quotes:
        if quote and not _found(text, quote):
            yield f"{cut_at_sentence(with_bullets(quote), most)}\n", True
    # The same length as before, so that positions stay valid.
    shown = with_bullets(text)
    place = 0
    for start, end in _merged(sorted(_spans(text, quotes))):
        yield shown[place:start], False
        yield shown[start:end], True
        place = end
    yield shown[place:], False


def _spans(text: str, quotes: Iterable[str]) -> Iterator[tuple[int, int]]:
    for quote in quotes:
        if match := _found(text, quote):
            yield match.span()


def _found(text: str, quote: str) -> re.Match[str] | None:
    """Finds a quote's words, ignoring differences in spaces and line ends."""
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
