"""What a language model is asked: fixed instructions, then the passages and the question."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from bot.model import Evidence, Issue, Length, Question
from knowledge.model import Passage
from knowledge.orders import without_orders

MOST_PASSAGES = 8
MOST_TOKENS = 1800
"""Of all passages and turns together; more of them make an answer slower and no better."""
MOST_TURN_TOKENS = 200
"""Of what was asked before: three questions of some length."""
_LENGTHS = {
    Length.BRIEF: " Write one sentence.",
    Length.NORMAL: "",
    Length.DETAILED: (
        " Write three to five sentences where the passages say so much that answers the question;"
        " else fewer."
    ),
}
_LANGUAGES = {"en": "English", "ko": "Korean"}

Count = Callable[[str], int]
"""How many tokens a text has."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to a language model."""

    instructions: str
    """The same for every question, so that a provider may keep it."""
    message: str
    passages: Mapping[int, Passage]
    """What the message calls 1, 2, 3 …; real ids stay here."""


def prompt(
    question: Question,
    evidence: Evidence,
    count: Count,
    feedback: Sequence[Issue] = (),
    length: Length = Length.NORMAL,
) -> Prompt:
    """The request for a question, with the passages that fit it best."""
    key = secrets.token_hex(4)  # no document can hold the end of its own passage
    passages: dict[int, Passage] = {}
    shown: list[str] = []
    before = _before(question, count)
    left = MOST_TOKENS - (count(before) if before else 0)
    for passage in _best_first(evidence):
        text = _shown(len(passages) + 1, passage, key)
        tokens = count(text)
        if len(passages) == MOST_PASSAGES or tokens > left:
            continue
        left -= tokens
        shown.append(text)
        passages[len(shown)] = passage
    asked = (
        f"{before}Question: {_escaped(question.text)}\n"
        f"Answer in {_LANGUAGES[question.language]}.{_LENGTHS[length]}"
    )
    again = [_again(feedback)] if feedback else []
    return Prompt(instructions(), "\n".join([*shown, "", asked, *again]), passages)


@cache
def instructions() -> str:
    """What never changes from question to question."""
    return _file("system.md")


@cache
def version() -> str:
    """Another one when the instructions change."""
    return hashlib.sha256(instructions().encode()).hexdigest()[:12]


def _best_first(evidence: Evidence) -> Iterable[Passage]:
    """The passages in the order of their best statements."""
    hits = [*(one.hit for one in evidence.candidates), *evidence.found.hits]
    return {hit.passage.passage_id: hit.passage for hit in hits}.values()


def _shown(number: int, passage: Passage, key: str) -> str:
    about = {
        "Title": passage.header.title,
        "Section": passage.heading,
        "In force from": passage.header.effective_from,
    }
    lines = [f"{name}: {_escaped(str(value))}" for name, value in about.items() if value]
    body = "\n".join([*lines, "", _escaped(without_orders(passage))])
    return f"<passage id={number} k={key}>\n{body}\n</passage k={key}>"


def _before(question: Question, count: Count) -> str:
    """The questions before in the thread, the newest ones where they are too long for all."""
    lines: list[str] = []
    left = MOST_TURN_TOKENS
    for earlier in reversed(question.earlier):
        line = f"- {_escaped(' '.join(earlier.split()))}\n"
        left -= count(line)
        if left < 0:
            break
        lines.insert(0, line)
    return f"Asked before in this thread:\n{''.join(lines)}\n" if lines else ""


def _again(feedback: Sequence[Issue]) -> str:
    reasons = [f"- sentence {issue.sentence + 1}: {issue.code}" for issue in feedback]
    return "\n" + _file("again.md").format(reasons="\n".join(reasons))


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;")


@cache
def _file(name: str) -> str:
    return (resources.files("bot.answering") / "prompts" / name).read_text(encoding="utf-8")
