"""What stands beside an answer: which edition a source is, and which rules it was read by."""

from collections.abc import Callable
from dataclasses import replace

from adapters.chat.cutting import cut
from adapters.chat.texts import IN_FORCE, LANGUAGES, UNSURE
from bot import texts
from bot.model import Confidence, Reply, Source, Verdict
from bot.model.days import in_words
from bot.privacy.harmless import harmless
from bot.shown.rendering import topic_of
from knowledge.model.documents import Language

_LABEL = 32
"""Characters of a button that a phone shows."""

Named = Callable[[str], str]
"""Makes a name from a document fit for the chat."""


def edition(source: Source, language: Language, named: Named) -> list[str]:
    """Return a source's page, version and date, as far as they are known."""
    parts = []
    if source.page is not None:
        parts.append(texts.PAGE[language].format(page=source.page))
    if source.version:
        parts.append("v" + named(source.version.removeprefix("v")))
    if source.effective_from is not None:
        parts.append(
            texts.EFFECTIVE[language].format(date=in_words(source.effective_from, language))
        )
    return parts


def doubt(reply: Reply) -> str:
    """Return what has to be known before an answer is read; empty where it is sure."""
    unsure = reply.verdict is Verdict.PASS and reply.confidence is Confidence.LOW
    return UNSURE[reply.language] if unsure else ""


def scope_line(reply: Reply, named: Named) -> str:
    """Return which store, language and day an answer holds for; empty under anything else."""
    scope, language = reply.scope, reply.language
    if scope is None or not is_answer(reply):
        return ""
    parts = [
        _store(scope.store_type, language, named),
        LANGUAGES[scope.language][language] if scope.language else "",
        IN_FORCE[language].format(day=in_words(scope.as_of, language)) if scope.as_of else "",
    ]
    line = " · ".join(part for part in parts if part)
    return line[:1].upper() + line[1:]


def next_topics(reply: Reply) -> tuple[str, ...]:
    """Return what may be asked next; beside a question back it would look like its answers."""
    return () if reply.follow_up else reply.suggestions


def topic_labels(reply: Reply, most: int) -> list[str]:
    """Return so many topics as buttons show them, as long as a phone shows where that is enough."""
    topics = [topic_of(one, reply) for one in next_topics(reply)[:most]]
    labels = [cut(one, _LABEL) for one in topics]
    return labels if len(set(labels)) == len(labels) else topics


def is_report(reply: Reply) -> bool:
    """Whether a reply is lines that stand by themselves: what a command did, or an error."""
    return reply.verdict is None and not reply.sources and bool(reply.text.strip())


def is_answer(reply: Reply) -> bool:
    """Whether the documents say what was asked, with one voice or with several."""
    return reply.verdict in (Verdict.PASS, Verdict.CONFLICT)


def with_question(reply: Reply, question: str) -> Reply:
    """Return a reply with its question above it, which nobody sees written, as on a button."""
    asked = f"“{harmless(question)}”"
    return replace(reply, notice=" ".join(filter(None, (asked, reply.notice))))


def _store(name: str | None, language: Language, named: Named) -> str:
    if name is None:
        return ""
    known = texts.STORE_TYPES.get(name)
    return known[language] if known else named(name)
