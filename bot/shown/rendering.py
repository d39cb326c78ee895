"""Writes a reply for the command line and for programs."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bot import texts
from bot.answering.reply.next_questions.headings import heading_in
from bot.model import ClosestRule, Reply, Source
from bot.shown.edition import edition
from bot.shown.tables import with_markdown_tables
from knowledge.language.sentences import plain
from knowledge.model.documents import Language, as_place, name_of

BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
"""Bold: the only Markdown in an answer's text."""


def to_text(reply: Reply) -> str:
    """Writes a reply for a terminal."""
    store = reply.scope.store_name if reply.scope else None
    lines = [reply.notice, store and f"({store})", BOLD.sub(r"\1", reply.text)]
    if reply.sources:
        lines += ["", *(_source_line(source, reply.language) for source in reply.sources)]
    if reply.follow_up:
        lines += ["", f"→ {reply.follow_up}"]
    if reply.suggestions:
        lines += ["", suggestion_line(reply)]
    return "\n".join(line for line in lines if line is not None)


def to_json(reply: Reply) -> dict[str, Any]:
    """Returns question and answer for `storewise ask --json`, without personal data."""
    return {
        "id": reply.trace_id,
        "answer": with_markdown_tables(reply),
        "notice": reply.notice,
        "outcome": reply.outcome,
        "citations": [_citation(source) for source in reply.sources],
        "closest": [closest_to_json(rule) for rule in reply.closest],
        "follow_up": reply.follow_up,
        "suggestions": list(reply.suggestions),
        "trace_id": reply.trace_id,
        "ms": round(_ms(reply), 1),
        "ms_by_step": {name: round(ms, 1) for name, ms in reply.steps.items()},
        "spent": dict(reply.spent),
        **_outcome(reply),
    }


def _ms(reply: Reply) -> float:
    """Returns the milliseconds taken, not the sum of steps, which may have run at the same time."""
    return reply.answer.ms if reply.answer else sum(reply.steps.values())


def suggestion_line(reply: Reply) -> str:
    """Writes the suggested questions in one line."""
    return texts.ASK_ALSO[reply.language].format(names=" · ".join(reply.suggestions))


def topic_of(suggestion: str, reply: Reply) -> str:
    """Returns a suggestion's topic without the cited document's name, which is shown above it."""
    name = f"{name_of(reply.sources[0].title)}: " if reply.sources else ""
    topic = heading_in(suggestion.removeprefix(name) or suggestion)
    return topic[0].upper() + topic[1:]


def shown_quote(source: Source) -> str:
    """Writes a source's quotes as plain text."""
    return " … ".join(plain(quote) for quote in quotes_of(source))


def quotes_of(source: Source) -> list[str]:
    """Returns a source's quotes in the order of the passage: a table's head before its row."""
    quotes = [source.quote, *source.more_quotes]
    return sorted(quotes, key=lambda quote: _place(quote, source.passage))


def _place(quote: str, passage: str) -> int:
    """Returns where a quote begins in a passage, whitespace aside; the end if it is not there."""
    match = re.search(r"\s+".join(map(re.escape, quote.split())), passage)
    return match.start() if match else len(passage)


def _source_line(source: Source, language: Language) -> str:
    page = texts.PAGE[language].format(page=source.page) if source.page else ""
    where = as_place(source.title, source.section, page)
    parts = edition(source, language, lambda day, _: day.isoformat())
    details = f" ({', '.join(parts)})" if parts else ""
    return f"[{source.number}] {where}{details}\n    “{shown_quote(source)}”"


def _citation(source: Source) -> dict[str, Any]:
    return {
        "number": source.number,
        "doc_id": source.doc_id,
        "passage_id": source.passage_id,
        "quote": source.quote,
        "quotes": [source.quote, *source.more_quotes],
        "title": source.title,
        "section": source.section,
        "page": source.page,
        "version": source.version,
        "effective_from": source.effective_from and source.effective_from.isoformat(),
        "url": source.url,
        "score": source.score,
    }


def closest_to_json(rule: ClosestRule) -> dict[str, Any]:
    """Returns a closest rule for programs, in plain text."""
    return {
        "doc_id": rule.doc_id,
        "passage_id": rule.passage_id,
        "section": rule.section,
        "text": plain(rule.text),
        "quote": rule.quote,
        "score": rule.score,
    }


def _outcome(reply: Reply) -> dict[str, Any]:
    answer = reply.answer
    if answer is None:
        return {"question": None, "verdict": None, "intent": None, "filters": {}, "retrieved": []}
    filters = answer.question.filters
    documents = [hit.passage.header.doc_id for hit in answer.found.hits]
    return {
        "question": answer.question.text,
        "verdict": answer.verdict,
        "intent": answer.understood.intent,
        "confidence": answer.confidence,
        "model": answer.model or None,
        "filters": {
            "as_of": filters.as_of.isoformat(),
            "store": reply.scope.store if reply.scope else None,
            "store_type": filters.store_type,
            "category": filters.category,
            "audience": filters.audience,
            "language": filters.language,
        },
        "retrieved": list(dict.fromkeys(documents)),
    }


# Writes pages from Jinja templates, in which every text is escaped.


def rendered(package: str, **values: Any) -> str:
    """Fills in the `page.html` of a package."""
    return _templates(package).get_template("page.html").render(values)


def styled(package: str, rules: str = "", **values: Any) -> str:
    """Fills in `page.html` with the style of `page.css` and more rules.

    `style_hash` names the style in the page's Content-Security-Policy.
    """
    style = (resources.files(package) / "page.css").read_text(encoding="utf-8") + rules
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return rendered(package, style=Markup(style), style_hash=f"sha256-{digest}", **values)  # noqa: S704 - ours


@cache
def _templates(package: str) -> Environment:
    made = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["percent"] = "{:.0%}".format
    return made
