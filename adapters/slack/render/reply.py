"""A reply as Block Kit blocks, within Slack's limits."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from adapters.chat.about import doubt, edition, is_report, scope_line, topics_line
from adapters.chat.cutting import cut, cut_at_sentence, first_lines, in_parts
from adapters.chat.texts import ASKS_YOU, READ_BY, SHARES, SOURCES
from adapters.chat.under_way.ladder import drawn_in_turn
from adapters.slack.render.buttons import BUTTONS, FOR_ASKER, IN_THREAD, Shown, feedback, offered
from adapters.slack.render.citations import MAX_SOURCES, SHORT_URL, citations, to_line, to_name
from adapters.slack.render.elements import (
    MAX_TEXT,
    Block,
    actions,
    button,
    context,
    markdown,
    section,
    size,
)
from adapters.slack.render.markdown import to_markdown, to_mrkdwn, to_plain
from adapters.slack.texts import OWNED_BY
from bot.conversation.documents.listing import LinkedDocument
from bot.conversation.owners import NAMED, NAMELESS
from bot.model import Reply, Source
from bot.model.kept import ShiftMessage
from bot.shown.tables import with_markdown_tables
from bot.texts import Text
from knowledge.model.documents import Language

MAX_BLOCKS = 12_000  # msg_blocks_too_long comes at about 13,200 characters of JSON
_REPORT = 10_000
"""Characters of a report's text; its section blocks need some more."""

Frame = Callable[[str], Block]
"""Puts a text into a block."""


def fitted(above: Sequence[Block], text: str, frame: Frame, below: Sequence[Block]) -> list[Block]:
    """Returns all blocks, with the text cut to the room left by the blocks around it.

    The text gets at least 2,000 characters of JSON; there are at most 21 blocks.
    """
    text = cut_at_sentence(text, MAX_TEXT)
    while text and (excess := size([*above, frame(text), *below]) - MAX_BLOCKS) > 0:
        text = cut_at_sentence(text, len(text) - excess)
    return [*above, frame(text), *below]


def report_blocks(text: str, language: Language) -> list[Block]:
    """Returns a report as sections of whole lines; lines without room are counted."""
    return [section(part) for part in in_parts(first_lines(text, _REPORT, language), MAX_TEXT)]


Form = dict[str, Any]
"""The arguments `text` and `blocks` of a post."""
RICH_FORMS = 2
"""The forms of a reply that have blocks."""

_BETWEEN = re.compile(r"\n+(?!\n|(?:-|\d{1,3}[.)]) )")
"""The end of a line, but not inside a list."""
_LINE = 400
_ASKED = 600
"""Characters of the follow-up question: up to three sentences, one a line."""


def to_forms(reply: Reply, shown: Shown | None = None, intro: str = "") -> Iterator[Form]:
    """Yields the reply in three forms, the richest first: if Slack refuses one, the next is sent.

    An optional introduction in mrkdwn is above each. A bug in one form leaves the next ones.
    """
    shown = shown or (FOR_ASKER if reply.private else IN_THREAD)
    room = MAX_TEXT - len(intro) - 1

    def in_blocks(*, simple: bool) -> Form:
        text = _joined([intro, to_text(reply, room)])
        return {"text": text, "blocks": to_blocks(reply, shown, intro, simple=simple)}

    def in_words() -> Form:
        return {"text": _joined([intro, _everything(reply, room)])}

    rich, simple = (partial(in_blocks, simple=simple) for simple in (False, True))
    return drawn_in_turn(rich, simple, in_words)


def bare_form(reply: Reply) -> Form:
    """Returns the words of a reply and nothing else."""
    return {"text": cut(to_plain(reply.text), MAX_TEXT) or "…"}


def to_blocks(
    reply: Reply, shown: Shown = IN_THREAD, intro: str = "", *, simple: bool = False
) -> list[Block]:
    """Returns notice, doubt, answer, one grey paragraph, the question back, and buttons.

    All but the answer get room first. Simple blocks are of the oldest kinds, which work everywhere.
    """
    text = _spaced(reply, simple=simple)
    above = [section(intro)] if intro else []
    above += [context(to_plain(reply.notice))] if reply.notice else []
    above += [section(doubt(reply))] if doubt(reply) else []
    if is_report(reply):
        return [*above, *report_blocks(to_plain(text), reply.language), *offered(reply, shown)]
    below = [*citations(reply, text), *_asked_back(reply), *_ending(reply, shown, simple=simple)]
    if not text:
        return [*above, *below]
    if simple:
        return fitted(above, to_plain(text), section, below)
    return fitted(above, to_markdown(text), lambda part: markdown(_closed(part)), below)


def to_text(reply: Reply, limit: int = MAX_TEXT) -> str:
    """Returns the text for notifications and screen readers: the answer and its sources."""
    plain = _joined([doubt(reply), to_plain(reply.text.strip())])
    if is_report(reply):
        return first_lines(plain, limit, reply.language) or "…"
    text = cut_at_sentence(plain, limit) or "…"
    titles = ", ".join(dict.fromkeys(to_name(source.title) for source in reply.sources))
    more = [
        to_plain(reply.follow_up or ""),
        to_plain(reply.notice or ""),
        SOURCES[reply.language].format(titles=titles) if titles else "",
    ]
    for line in filter(None, more):
        text = f"{text}\n\n{line}" if len(text) + 2 + len(line) <= limit else text
    return text


def _spaced(reply: Reply, *, simple: bool) -> str:
    """The reply's text, with a blank line between closest rules: each is a few lines long.

    Only `markdown` blocks draw tables; simple ones read their lines out.
    """
    # No `table` block: it is refused for an empty cell, and as the second one of a message.
    text = reply.text.strip() if simple else with_markdown_tables(reply)
    return _BETWEEN.sub("\n\n", text) if reply.closest else text


def _asked_back(reply: Reply) -> list[Block]:
    return [section(cut(to_plain(reply.follow_up), _ASKED))] if reply.follow_up else []


def _ending(reply: Reply, shown: Shown, *, simple: bool) -> list[Block]:
    line = "" if reply.kept else topics_line(reply)
    lines = [context(to_plain(line))] if line else []
    rated = [] if simple else feedback(reply, shown)
    return [*lines, *offered(reply, shown), *rated]


def _scope(reply: Reply) -> list[str]:
    line = scope_line(reply, to_name)
    return [line] if line else []


def _everything(reply: Reply, limit: int) -> str:
    """Everything as one text, for when Slack accepts no blocks."""
    if is_report(reply):
        return to_text(reply, limit)
    lines = [to_line(one, reply.language, SHORT_URL) for one in reply.sources[:MAX_SOURCES]]
    while lines and len("\n".join(lines)) > limit // 2:
        lines.pop()
    also = cut(to_plain(topics_line(reply)), _LINE)
    asked = cut(to_plain(reply.follow_up or ""), _ASKED)
    end = "\n\n".join(filter(None, [asked, _joined(lines), _joined([also, *_scope(reply)])]))
    start = _joined([to_plain(reply.notice or ""), doubt(reply), to_plain(reply.text)])
    return f"{cut_at_sentence(start, limit - len(end) - 2)}\n\n{end}".strip() or "…"


def _closed(text: str) -> str:
    """Closes bold and code fences that the cut left open."""
    return f"{text}**" if text.endswith("…") and text.count("**") % 2 else text


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(filter(None, lines))


# The introductions above shared answers, in mrkdwn.


_LONGEST = 500


def shares(user: str, question: str, language: Language) -> str:
    """Says who shares an answer, and to which question."""
    return _line(SHARES, user, question, language)


def asks_you(user: str, question: str, note: str, language: Language) -> str:
    """Says who asks for help with a question, with their note."""
    line = _line(ASKS_YOU, user, question, language)
    return f"{line}\n{cut(to_mrkdwn(note), _LONGEST)}" if note else line


def tells_you(user: str, language: Language) -> str:
    """Says who wants an owner to look at something; "" for somebody who is not named."""
    return NAMED[language].format(user=f"<@{user}>") if user else NAMELESS[language]


def _line(said: Text, user: str, question: str, language: Language) -> str:
    return said[language].format(
        user=f"<@{user}>", question=cut(to_mrkdwn(question.strip()), _LONGEST)
    )


# A document as the preview of a link to it.


def preview(document: LinkedDocument, language: Language) -> Block:
    """Returns title, version, start date and owner, with a button to ask about the document."""
    facts = edition(_as_source(document), language, to_name)
    if document.owner:
        facts.append(OWNED_BY[language].format(owner=to_name(document.owner)))
    ask = BUTTONS["ask_document"].drawn(language, document.doc_id)
    blocks = [section(f"*{to_name(document.title)}*"), context(" · ".join(facts)), actions([ask])]
    return {"blocks": blocks}


def _as_source(document: LinkedDocument) -> Source:
    return Source(
        number=1,
        title=document.title,
        section="",
        quote="",
        doc_id=document.doc_id,
        passage_id="",
        version=document.version,
        effective_from=document.effective_from,
    )


# A store's message of the day as blocks, with who has read it.


_MOST_NAMED = 20


def to_form(message: ShiftMessage) -> dict[str, Any]:
    """Returns the arguments `text` and `blocks` of a post."""
    blocks = [
        markdown(to_markdown(message.text)),
        actions(_read_buttons(message)),
    ]
    if message.readers:
        blocks.append(context(_readers(message), MAX_TEXT))
    return {"text": to_plain(message.text)[:MAX_TEXT], "blocks": blocks}


def _read_buttons(message: ShiftMessage) -> list[Block]:
    read = BUTTONS["read"]
    if not message.choices:
        return [read.drawn(message.language, message.message_id)]
    return [
        button(label, f"{read.id}:{place}", f"{message.message_id}#{place}")
        for place, label in enumerate(message.choices)
    ]


def _readers(message: ShiftMessage) -> str:
    """The number of readers and, where they are named, their names, which Slack knows."""
    count = READ_BY[message.language].format(count=len(message.readers))
    if not message.named:
        return count
    named = " ".join(f"<@{one}>" for one in message.readers[:_MOST_NAMED])
    left = len(message.readers) - _MOST_NAMED
    return f"{count}: {named}" + (f" +{left}" if left > 0 else "")
