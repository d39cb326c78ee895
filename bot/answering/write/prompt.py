"""What a language model is asked: fixed instructions, then the passages and the question.

Whatever people and documents wrote stands between marks with a key of this one request; nothing in
it can look like such a mark, and what nobody sees of it is not sent.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.answering.instructions import again, instructions
from bot.model import Evidence, Issue, Length, Question
from knowledge.language.hidden import seen
from knowledge.model.documents import Passage
from knowledge.split.injections import is_named_so, without_orders, words_without_orders

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

_OPENS = re.compile("[<＜﹤‹〈⟨]")
"""What begins a mark, and what looks like it."""
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
    # Nobody can write the end of what they write in; a letter first, or it may look like a number.
    key = "k" + secrets.token_hex(8)
    passages: dict[int, Passage] = {}
    shown: list[str] = []
    before = _before(question, count, key)
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
        f"{before}{_marked('question', key, _asked(question.text))}\n"
        f"Answer in {_LANGUAGES[question.language]}.{_LENGTHS[length]}"
    )
    again = [_again(feedback)] if feedback else []
    return Prompt(instructions(), "\n".join([*shown, "", asked, *again]), passages)


def _best_first(evidence: Evidence) -> Iterable[Passage]:
    """The passages in the order of their best statements."""
    hits = [*(one.hit for one in evidence.candidates), *evidence.found.hits]
    return {hit.passage.passage_id: hit.passage for hit in hits}.values()


def _shown(number: int, passage: Passage, key: str) -> str:
    about = {
        "Title": "" if is_named_so(passage.header.title) else passage.header.title,
        "Section": " › ".join(one for one in passage.section if not is_named_so(one)),
        "In force from": passage.header.effective_from,
    }
    lines = [f"{name}: {_in_one_line(str(value))}" for name, value in about.items() if value]
    body = "\n".join([*lines, "", _escaped(without_orders(passage))])
    return _marked("passage", key, body, f" id={number}")


def _marked(what: str, key: str, text: str, about: str = "") -> str:
    return f"<{what}{about} k={key}>\n{text}\n</{what} k={key}>"


def _asked(text: str) -> str:
    """A question without what speaks to the model, unless it is nothing else."""
    return _in_one_line(words_without_orders(text) or text)


def _before(question: Question, count: Count, key: str) -> str:
    """The questions before in the thread, the newest ones where they are too long for all."""
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
