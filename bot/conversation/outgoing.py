"""Makes every reply safe to show: no mentions, no orders to a model, no links but its sources.

A reply contains words of documents, of a model or of a person. The check has judged the sentences
of an answer; this also covers titles, headings, quotes, passages, follow-up questions, suggestions
and reports. The adapters escape the result once more.
"""

import hashlib
import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from urllib.parse import urlsplit

from bot import texts
from bot.answering.instructions import repeats_instructions
from bot.model import Choice, ClosestRule, Reply, Source, Table, Verdict
from bot.privacy.harmless import harmless
from knowledge.language.hidden import seen
from knowledge.model.documents import Language, as_place, parts_of_place
from knowledge.split.injections import is_injection, is_named_so

_CITED = re.compile(r"\[\d{1,3}\]")
_END = re.compile(r"(?<=[.!?。])(\s+)(?=\S)(?!\[\d)")
_LEFT_OUT = "…"


def outgoing(reply: Reply) -> Reply:
    """Makes a reply safe to show."""
    if reply.verdict is None and not reply.sources:
        # A command's report names files, and the orders found in them.
        return replace(reply, text=harmless(reply.text, files=True), notice=_line(reply.notice))
    text = _without_orders(reply.text)
    if _CITED.search(reply.text) and not _CITED.search(text):
        return _withheld(reply)
    text = harmless(text)
    return replace(
        reply,
        text=text,
        tables=tuple(one for one in reply.tables if _may_be_shown(one, text)),
        sources=tuple(shown(source, reply.language) for source in reply.sources),
        closest=tuple(map(_shown_rule, reply.closest)),
        follow_up=_line(reply.follow_up),
        suggestions=tuple(harmless(one) for one in reply.suggestions if not _is_order(one)),
        choices=_choices(reply),
        notice=_line(reply.notice),
    )


@lru_cache(maxsize=500)
def shown(source: Source, language: Language) -> Source:
    """Makes a source safe to show; its web address is the only link of a reply.

    Remembered: the same rules are cited again and again.
    """
    quotes = [shown_words(quote) for quote in (source.quote, *source.more_quotes)]
    return replace(
        source,
        title=shown_title(source.title, language),
        section=shown_section(source.section),
        quote=quotes[0],
        more_quotes=tuple(quotes[1:]),
        passage=shown_words(source.passage),
        doc_id=shown_id(source.doc_id),
        passage_id=shown_id(source.passage_id),
        version=harmless(source.version),
        url=web_page(source.url),
    )


def _may_be_shown(table: Table, text: str) -> bool:
    """Whether nothing was removed from a table's lines, and its cells are harmless one by one."""
    cells = chain(table.columns, *table.rows)
    return table.lines in text and all(shown_words(one) == one for one in cells)


def _shown_rule(rule: ClosestRule) -> ClosestRule:
    return replace(
        rule,
        section=shown_section(rule.section),
        text=shown_words(rule.text),
        quote=shown_words(rule.quote),
        doc_id=shown_id(rule.doc_id),
        passage_id=shown_id(rule.passage_id),
    )


def shown_id(name: str) -> str:
    """Returns the id of a document or passage, or a neutral one if the id is an order to a model.

    An id may come from a file's name, and an assistant's model reads ids as well.
    """
    doc_id, at, rest = name.partition("@")
    if not is_named_so(doc_id):
        return name
    return f"document-{hashlib.sha256(doc_id.encode()).hexdigest()[:8]}{at}{rest}"


def shown_title(title: str, language: Language) -> str:
    """Makes a document's title safe to show."""
    return harmless(texts.UNNAMED[language] if is_named_so(title) else title)


def web_page(url: str | None) -> str | None:
    """Returns a document's address if it is a plain web address, else None."""
    return url if _is_web_page(url) else None


def shown_section(section: str) -> str:
    """Makes headings, joined by ` › `, safe to show."""
    return harmless(as_place(*(one for one in parts_of_place(section) if not is_named_so(one))))


def shown_words(text: str) -> str:
    """Makes a document's words safe to show, line by line."""
    return harmless(_without_orders(text))


def _line(text: str | None) -> str | None:
    return harmless(_without_orders(text)) or None if text else text


def _without_orders(text: str) -> str:
    """Removes sentences that give a model orders, or repeat the model's instructions."""
    return "\n".join(_line_without_orders(line) for line in text.split("\n"))


def _line_without_orders(line: str) -> str:
    pieces = _END.split(line)
    kept = [piece if n % 2 or not _is_order(piece) else _LEFT_OUT for n, piece in enumerate(pieces)]
    whole = "".join(kept)
    # The line may still be an order as a whole, cut in two by its punctuation.
    return _LEFT_OUT if _is_order(whole) else whole


def _choices(reply: Reply) -> tuple[Choice, ...]:
    made = (Choice(harmless(one.label), harmless(one.question)) for one in reply.choices)
    return tuple(one for one in made if not (_is_order(one.label) or _is_order(one.question)))


def _is_order(text: str) -> bool:
    return is_injection(text) or repeats_instructions(text)


def _is_web_page(url: str | None) -> bool:
    """Whether an address is http(s) and does not hide its host."""
    if not url or seen(url) != url or "\\" in url:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None


def _withheld(reply: Reply) -> Reply:
    """Makes a refusal in place of a reply whose cited sentences were all removed."""
    return replace(
        reply,
        text=texts.WITHHELD[reply.language],
        sources=(),
        closest=(),
        tables=(),
        follow_up=None,
        choices=(),
        suggestions=(),
        notice=_line(reply.notice),
        verdict=Verdict.INSUFFICIENT,
        confidence=None,
    )
