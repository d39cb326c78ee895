"""The last look at every reply: whatever made it, it calls nobody, and leads to its sources only.

What a person reads comes from documents, from a model or from a person. The check has judged the
sentences of an answer by then; this holds for all the rest, too: titles, headings, quotes,
passages, questions back, suggestions, reports. The adapters escape what is left once more.
"""

import hashlib
import re
from dataclasses import replace
from urllib.parse import urlsplit

from bot import texts
from bot.answering.instructions import repeats_instructions
from bot.model import Reply, Source, Verdict
from bot.privacy.harmless import harmless
from knowledge.language.hidden import seen
from knowledge.model.documents import Language
from knowledge.split.injections import is_named_so, is_order

_CITED = re.compile(r"\[\d{1,3}\]")
_END = re.compile(r"(?<=[.!?。])(\s+)(?=\S)(?!\[\d)")
_LEFT_OUT = "…"


def outgoing(reply: Reply) -> Reply:
    """The reply as it may be shown."""
    if reply.verdict is None and not reply.sources:
        # What a command did names files, and orders that were found in them.
        return replace(reply, text=harmless(reply.text, files=True), notice=_line(reply.notice))
    text = _without_orders(reply.text)
    if _CITED.search(reply.text) and not _CITED.search(text):
        return _withheld(reply)
    return replace(
        reply,
        text=harmless(text),
        sources=tuple(shown(source, reply.language) for source in reply.sources),
        follow_up=_line(reply.follow_up),
        suggestions=tuple(harmless(one) for one in reply.suggestions if not _is_order(one)),
        notice=_line(reply.notice),
    )


def shown(source: Source, language: Language) -> Source:
    """A source as it may be shown; its own web address is the one link of a reply."""
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


def shown_id(name: str) -> str:
    """The id of a document or of one of its passages; where it is an order, another in its place.

    A file's name becomes its id, and the model of an assistant reads ids, too.
    """
    doc_id, at, rest = name.partition("@")
    if not is_named_so(doc_id):
        return name
    return f"document-{hashlib.sha256(doc_id.encode()).hexdigest()[:8]}{at}{rest}"


def shown_title(title: str, language: Language) -> str:
    """The title of a document as it may be shown."""
    return harmless(texts.UNNAMED[language] if is_named_so(title) else title)


def web_page(url: str | None) -> str | None:
    """The address of a document where it is one of the web; None for any other."""
    return url if _is_web_page(url) else None


def shown_section(section: str) -> str:
    """Headings with ` › ` between them as they may be shown."""
    return harmless(" › ".join(one for one in section.split(" › ") if not is_named_so(one)))


def shown_words(text: str) -> str:
    """Words of a document as they may be shown, line by line."""
    return harmless(_without_orders(text))


def _line(text: str | None) -> str | None:
    return harmless(_without_orders(text)) or None if text else text


def _without_orders(text: str) -> str:
    """The text without its sentences that tell a model what to do, or what one was told."""
    return "\n".join(_told(line) for line in text.split("\n"))


def _told(line: str) -> str:
    pieces = _END.split(line)
    kept = [piece if n % 2 or not _is_order(piece) else _LEFT_OUT for n, piece in enumerate(pieces)]
    whole = "".join(kept)
    # What is an order only as a whole was cut in its middle.
    return _LEFT_OUT if _is_order(whole) else whole


def _is_order(text: str) -> bool:
    return is_order(text) or repeats_instructions(text)


def _is_web_page(url: str | None) -> bool:
    """Whether an address is one of the web that shows where it leads."""
    if not url or seen(url) != url or "\\" in url:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None


def _withheld(reply: Reply) -> Reply:
    """Nothing is left that a source carries."""
    return replace(
        reply,
        text=texts.WITHHELD[reply.language],
        sources=(),
        follow_up=None,
        suggestions=(),
        notice=_line(reply.notice),
        verdict=Verdict.INSUFFICIENT,
        confidence=None,
    )
