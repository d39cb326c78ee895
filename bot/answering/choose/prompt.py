"""Builds the prompt for a language model: fixed instructions, then the passages and the question.

Text from people and documents stands between tags with a random key per request, so no text can
close its own tag. Invisible characters are removed.
"""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.answering.instructions import again, instructions
from bot.model import Evidence, Issue, Length, Question
from knowledge.language.hidden import seen
from knowledge.model.documents import Passage, as_place
from knowledge.split.injections import is_named_so, without_injections, words_without_orders

MOST_PASSAGES = 8
PER_DOCUMENT = 2
"""Most passages of one document, so that a long one leaves room for others."""
MOST_TOKENS = 1800
"""All passages and earlier questions together; more makes answers slower and no better."""
MOST_TURN_TOKENS = 200
"""Earlier questions of the thread: enough for about three."""
_LENGTHS = {
    Length.BRIEF: " Write one sentence.",
    Length.NORMAL: "",
    Length.DETAILED: (
        " Write three to five sentences where the passages say so much that answers the question;"
        " else fewer."
    ),
}
_LANGUAGES = {"en": "English", "ko": "Korean"}

_OPENS = re.compile("[<＜﹤‹〈⟨]")
"""The character that opens a tag, and its look-alikes."""
Count = Callable[[str], int]
"""Counts the tokens of a text."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to a language model."""

    instructions: str
    """The same for every question, so that a provider can cache it."""
    message: str
    passages: Mapping[int, Passage]
    """By their number in the message (1, 2, 3 …); the real ids are not sent."""


def prompt(
    question: Question,
    evidence: Evidence,
    count: Count,
    feedback: Sequence[Issue] = (),
    length: Length = Length.NORMAL,
    most_tokens: int = MOST_TOKENS,
) -> Prompt:
    """Builds the request with the best passages that fit into the token limits.

    `most_tokens` is for all passages and earlier questions together.
    """
    # A random key, so no text can close its tag. With a letter first it never looks like a number.
    key = "k" + secrets.token_hex(8)
    passages: dict[int, Passage] = {}
    shown: list[str] = []
    before = _before(question, count, key)
    left = most_tokens - (count(before) if before else 0)
    for passage in _best_first(evidence):
        text = _shown(len(passages) + 1, passage, key)
        tokens = count(text)
        if len(passages) == MOST_PASSAGES or tokens > left:
            continue
        left -= tokens
        shown.append(text)
        passages[len(shown)] = passage
    asked = (
        f"{before}{_marked('question', key, _asked(question.text))}\n"
        f"Answer in {_LANGUAGES[question.language]}.{_LENGTHS[length]}"
    )
    again = [_again(feedback)] if feedback else []
    return Prompt(instructions(), "\n".join([*shown, "", asked, *again]), passages)


def _best_first(evidence: Evidence) -> Iterable[Passage]:
    """The passages in the order of their best statements; of one document, the first few."""
    hits = [*(one.hit for one in evidence.candidates), *evidence.found.hits]
    taken: Counter[str] = Counter()
    for passage in {hit.passage.passage_id: hit.passage for hit in hits}.values():
        taken[passage.header.key] += 1
        # Each record of a table stands for itself.
        if passage.record or taken[passage.header.key] <= PER_DOCUMENT:
            yield passage


def _shown(number: int, passage: Passage, key: str) -> str:
    about = {
        "Title": "" if is_named_so(passage.header.title) else passage.header.title,
        "Section": as_place(*(one for one in passage.section if not is_named_so(one))),
        "In force from": passage.header.effective_from,
    }
    lines = [f"{name}: {_in_one_line(str(value))}" for name, value in about.items() if value]
    body = "\n".join([*lines, "", _escaped(without_injections(passage))])
    return _marked("passage", key, body, f" id={number}")


def _marked(what: str, key: str, text: str, about: str = "") -> str:
    return f"<{what}{about} k={key}>\n{text}\n</{what} k={key}>"


def _asked(text: str) -> str:
    """The question without instructions to a model, unless nothing would be left."""
    return _in_one_line(words_without_orders(text) or text)


def _before(question: Question, count: Count, key: str) -> str:
    """The earlier questions of the thread; the oldest are dropped if all are too long."""
    lines: list[str] = []
    left = MOST_TURN_TOKENS
    for earlier in reversed(question.earlier):
        asked = words_without_orders(earlier)
        if not asked:
            continue
        line = f"- {_in_one_line(asked)}"
        left -= count(line)
        if left < 0:
            break
        lines.insert(0, line)
    return _marked("earlier", key, "\n".join(lines)) + "\n\n" if lines else ""


def _again(feedback: Sequence[Issue]) -> str:
    reasons = [f"- sentence {issue.sentence + 1}: {issue.code}" for issue in feedback]
    return "\n" + again().format(reasons="\n".join(reasons))


def _in_one_line(text: str) -> str:
    return " ".join(_escaped(text).split())


def _escaped(text: str) -> str:
    return _OPENS.sub("&lt;", seen(text))
