"""Lines beside an answer: the versions of its sources, its scope, a warning, next topics."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from adapters.chat.cutting import cut
from adapters.chat.texts import CLOSEST_IN_BOLD, IN_BOLD, IN_FORCE, UNSURE, WORDED
from bot import texts
from bot.model import Confidence, Reply, Source, Verdict
from bot.model.days import in_short, in_words
from bot.model.written import ANSWERED
from bot.privacy.harmless import harmless
from bot.shown.edition import edition as edition_of
from bot.shown.rendering import topic_of
from knowledge.language.sentences import width_of
from knowledge.model.documents import Language

MOST_SUGGESTIONS = 2
"""Suggested questions under an answer: more would push the next message off a phone."""
_LABEL = 32
"""Columns of a button's label that a phone shows beside another button."""
_ROW = 40
"""Columns of the labels of two suggestions that fit one row."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A suggested question under an answer."""

    number: int
    """Its place among the reply's suggestions."""
    label: str
    """What it is about, in few words."""
    question: str


Named = Callable[[str], str]
"""Makes a document's name safe for the chat."""


def edition(source: Source, language: Language, named: Named) -> list[str]:
    """Returns a source's page, version and days, as far as known."""
    parts = []
    if source.page is not None:
        parts.append(texts.PAGE[language].format(page=source.page))
    return [*parts, *edition_of(source, language, in_short, named)]


def doubt(reply: Reply) -> str:
    """Returns the warning above an unsure answer; empty for a sure one."""
    unsure = reply.verdict is Verdict.PASS and reply.confidence is Confidence.LOW
    return UNSURE[reply.language] if unsure else ""


def is_unsure(reply: Reply) -> bool:
    """Whether a colleague may know more than the documents say."""
    if reply.verdict is Verdict.OFF_TOPIC:
        return False
    return reply.outcome in ("closest", "refusal") or reply.disputed or bool(doubt(reply))


def in_bold(reply: Reply) -> str:
    """Returns the line above the sources: what the words in bold are."""
    said = CLOSEST_IN_BOLD if reply.outcome == "closest" else IN_BOLD
    return said[reply.language]


def scope_line(reply: Reply, named: Named) -> str:
    """Returns what an answer is valid for, and whether AI worded it; empty for other replies."""
    line = " · ".join(scope_parts(reply, named))
    return line[:1].upper() + line[1:]


def scope_parts(reply: Reply, named: Named) -> list[str]:
    """Returns the same in parts, to go on with in a line."""
    scope, language = reply.scope, reply.language
    if scope is None or not is_answer(reply):
        return []
    parts = [
        named(scope.store_name) if scope.store_name else _store(scope.store_type, language, named),
        texts.LANGUAGE_NAMES[scope.language][language] if scope.language else "",
        _in_force(scope.as_of, reply),
        WORDED[language] if reply.model_worded else "",
    ]
    return [part for part in parts if part]


def next_topics(reply: Reply) -> tuple[str, ...]:
    """Returns suggested questions; none beside a follow-up question: they look like its answers."""
    return () if reply.follow_up else reply.suggestions


def topics(reply: Reply) -> list[Topic]:
    """Returns the suggestions that are shown: the one that fits a phone best, or two in one row.

    A label is cut to a phone's width; a question is shown in full.
    """
    named = [
        Topic(number, topic_of(one, reply), one) for number, one in enumerate(next_topics(reply))
    ]
    named.sort(key=lambda one: max(0, width_of(one.label) - _LABEL))
    best = named[:MOST_SUGGESTIONS]
    if sum(width_of(one.label) for one in best) > _ROW:
        best = best[:1]
    return [
        one if one.label.endswith("?") else replace(one, label=cut(one.label, _LABEL))
        for one in best
    ]


def topics_line(reply: Reply) -> str:
    """Writes the suggestions in one line, where they cannot be tapped; "" without any."""
    names = " · ".join(one.label for one in topics(reply))
    return f"{texts.ASK_ALSO_ABOUT[reply.language]} {names}" if names else ""


def is_report(reply: Reply) -> bool:
    """Whether a reply is a list of lines: a command's report or an error."""
    return reply.verdict is None and not reply.sources and bool(reply.text.strip())


def is_answer(reply: Reply) -> bool:
    """Whether the documents answer the question, even if they disagree."""
    return reply.verdict in ANSWERED


def with_question(reply: Reply, question: str) -> Reply:
    """Returns a reply with its question above, if nobody typed it ("" if somebody did)."""
    if not question:
        return reply
    asked = f"“{harmless(question)}”"
    return replace(reply, notice=" ".join(filter(None, (asked, reply.notice))))


def _in_force(day: date | None, reply: Reply) -> str:
    """The day that the answer holds for, unless it says so itself."""
    language = reply.language
    if day is None:
        return ""
    headed = texts.AS_OF[language].format(day=in_words(day, language))
    if reply.text.startswith(headed):
        return ""
    return IN_FORCE[language].format(day=in_short(day, language))


def _store(name: str | None, language: Language, named: Named) -> str:
    if name is None:
        return ""
    known = texts.STORE_TYPES.get(name)
    return known[language] if known else named(name)
