"""Builds the message that offers numbered statements to a language model: data, and a question.

Text of people and documents stands between tags with a random key per request, so that no text can
close its own tag. Every statement is one line, so that none can pretend to be another number.
Invisible characters are removed.
"""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.model import Candidate, Evidence, Question
from knowledge.language.hidden import seen
from knowledge.language.sentences import normalised
from knowledge.model.documents import Passage, as_place
from knowledge.split.injections import is_named_so, is_planted, words_without_orders

MOST_OFFERED = 12
"""In 64 of 72 everyday questions the right statement is among the first three."""
PER_PASSAGE = 3
"""Most statements of one passage, so that a long one leaves room for others."""
MOST_TOKENS = 700
"""All statements and earlier questions together."""
MOST_TURN_TOKENS = 200
"""Earlier questions of the thread: enough for about three."""

_OPENS = re.compile("[<＜﹤‹〈⟨]")
"""The character that opens a tag, and its look-alikes."""
Count = Callable[[str], int]
"""Counts the tokens of a text."""


def offered(evidence: Evidence) -> tuple[Candidate, ...]:
    """The statements to choose from, best first: the best few of each passage, none twice."""
    of_passage: Counter[str] = Counter()
    known: set[str] = set()
    taken: list[Candidate] = []
    for one in evidence.candidates:
        passage, said = one.hit.passage, normalised(one.statement.text)
        is_told = said in known or is_planted(one.statement, passage)
        if is_told or of_passage[passage.passage_id] == PER_PASSAGE:
            continue
        of_passage[passage.passage_id] += 1
        known.add(said)
        taken.append(one)
    return tuple(taken[:MOST_OFFERED])


def offer(
    question: Question, units: Sequence[Candidate], count: Count, most_tokens: int = MOST_TOKENS
) -> tuple[str, dict[int, int]]:
    """The message, and the place among `units` behind each number in it.

    Of the units the first that fit into `most_tokens` are shown, with those of a passage together.
    """
    key = new_key()
    before = _before(question, count, key)
    left = most_tokens - (count(before) if before else 0)
    shown: list[int] = []
    for place, one in enumerate(units):
        tokens = count(_line(place, one))
        if tokens <= left:
            left -= tokens
            shown.append(place)
    numbers: dict[int, int] = {}
    lines: list[str] = []
    for passage, places in _by_passage(units, shown):
        lines.append(_heading(passage))
        for place in places:
            numbers[len(numbers) + 1] = place
            lines.append(_line(len(numbers), units[place]))
    asked = words_without_orders(question.own_words) or question.own_words
    parts = (
        marked("statements", key, "\n".join(lines)),
        before,
        marked("question", key, in_one_line(asked)),
    )
    return "\n".join(one for one in parts if one), numbers


def new_key() -> str:
    """A key for the tags of one request. With a letter first it never looks like a number."""
    return "k" + secrets.token_hex(8)


def _by_passage(
    units: Sequence[Candidate], places: Iterable[int]
) -> Iterator[tuple[Passage, list[int]]]:
    of_passage: dict[str, list[int]] = {}
    for place in places:
        of_passage.setdefault(units[place].hit.passage.passage_id, []).append(place)
    for those in of_passage.values():
        yield units[those[0]].hit.passage, those


def _heading(passage: Passage) -> str:
    """Where the statements below it stand, and since when they hold."""
    names = (passage.header.title, *passage.section)
    place = as_place(*(one for one in names if not is_named_so(one)))
    since = passage.header.effective_from
    return f"# {in_one_line(place)}" + (f" (in force from {since})" if since else "")


def _line(number: int, unit: Candidate) -> str:
    return f"{number}. {in_one_line(unit.statement.text)}"


def marked(what: str, key: str, text: str) -> str:
    """Text of people or documents between tags that only this request knows."""
    return f"<{what} k={key}>\n{text}\n</{what} k={key}>"


def _before(question: Question, count: Count, key: str) -> str:
    """The earlier questions of the thread; the oldest are dropped if all are too long."""
    lines: list[str] = []
    left = MOST_TURN_TOKENS
    for earlier in reversed(question.earlier):
        asked = words_without_orders(earlier)
        if not asked:
            continue
        line = f"- {in_one_line(asked)}"
        left -= count(line)
        if left < 0:
            break
        lines.insert(0, line)
    return marked("earlier", key, "\n".join(lines)) if lines else ""


def in_one_line(text: str) -> str:
    """A text that can neither begin a line nor close a tag."""
    return " ".join(_OPENS.sub("&lt;", seen(text)).split())
