"""A reply as a Teams message, within Teams' limits; no I/O."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from adapters.chat.about import (
    doubt,
    edition,
    is_report,
    scope_line,
    topics,
    topics_line,
)
from adapters.chat.cutting import cut, cut_at_sentence, first_lines
from adapters.chat.quoted import quote_line
from adapters.chat.texts import MORE_SOURCES
from adapters.chat.under_way.ladder import drawn_in_turn
from adapters.teams.receive.activities import Chat
from adapters.teams.receive.wording import Activity
from adapters.teams.render.budget import MAX_BYTES, size
from adapters.teams.render.cards import passage_card
from adapters.teams.render.elements import Card, Element, attached, label_of
from adapters.teams.render.entities import (
    MOST_CITATIONS,
    Entity,
    answer_entity,
    cited_in,
    stream_entity,
    web_address,
)
from adapters.teams.render.markdown import to_label, to_line, to_markdown
from adapters.teams.render.reply_card import offered, reply_card
from adapters.teams.render.rule_lists import waiting_card
from bot.model import Reply, Source
from bot.model.access import may_read
from bot.shown.tables import with_lists
from bot.texts import LOCALE
from knowledge.model.documents import Audience, Language

EntityOf = Callable[[str], Entity]
"""Makes a message's root entity for the text that it shows."""
_REPORT = 6000
_LINE = 400
_NAME = 150
_QUOTES = (200, 80, 0)
"""Characters of a quote in a source line; the next is used if the lines are too long."""
_ROOM = 10_000
"""Bytes for the source lines."""
_URL = 150
_INFORMATIVE = 300
"""Characters of a status: Teams allows 1,000, and at most a kilobyte."""
_IN_ROUND = str.maketrans("[]", "()")
"""A bracket in a link's text could end the link."""


def to_forms(
    reply: Reply,
    chat: Chat,
    *,
    targeted: bool = False,
    streamed: bool = False,
    also: Sequence[Element] = (),
) -> Iterator[Activity]:
    """Yields the reply in two forms, the richest first; the plain one if Teams refuses it.

    `also` are buttons besides those that the reply itself offers.

    The end of a stream is a text: its buttons come in a message of their own. A bug in the rich
    form leaves the plain one.
    """

    def rich() -> Activity:
        if reply.waiting:
            head = reply.text.partition("\n")[0]
            return to_card_message(waiting_card(reply), head, reply.language, chat)
        buttons = [] if streamed else [*also, *offered(reply, chat.place, private=targeted)]
        if buttons:
            return to_buttons(reply, buttons, chat, targeted=targeted)
        return to_activity(reply, chat, targeted=targeted)

    return drawn_in_turn(rich, partial(to_plain, reply, chat))


def to_bare(reply: Reply, chat: Chat) -> Activity:
    """Returns the words of a reply and nothing else."""
    return _frame(reply, chat) | {"text": to_line(cut(reply.text, _REPORT)) or "…"}


def to_buttons(
    reply: Reply,
    buttons: Sequence[Element],
    chat: Chat,
    *,
    targeted: bool = False,
) -> Activity:
    """Returns an answer as a card with buttons, with its AI label; notifications show its start."""
    card, said = reply_card(reply, buttons), to_markdown(reply.text.strip())
    message = to_card_message(card, said, reply.language, chat)
    label = {"entities": [answer_entity(reply, "")]}
    return message | label | _rating(reply, targeted=targeted)


def to_activity(reply: Reply, chat: Chat, *, targeted: bool = False) -> Activity:
    """Returns an answer with its AI label and citations.

    A targeted message is private in a group or channel; it has no rating buttons.
    """
    frame = _frame(reply, chat)
    frame |= _suggested(reply, chat)
    frame |= _rating(reply, targeted=targeted)
    also = [] if "suggestedActions" in frame else _also(reply)
    # All members of a chat can open what its messages carry.
    opens = chat.place.direct or may_read(Audience.STAFF, reply.audience)
    rich = partial(answer_entity, reply, card_of=passage_card if opens else None)
    return _fitted(reply, with_lists(reply), frame, [*_below(reply), *also], rich)


def to_plain(reply: Reply, chat: Chat) -> Activity:
    """Returns the reply as plain text, with its sources as lines."""
    frame = _frame(reply, chat)
    below = [*_below(reply), *_source_lines(reply), *_also(reply)]
    return _fitted(reply, reply.text, frame, below)


def to_card_message(
    card: Card,
    summary: str,
    language: Language,
    chat: Chat,
) -> Activity:
    """Returns a card as a message; notifications show the summary."""
    frame = _frame(Reply("", language), chat)
    return frame | {"summary": cut(to_label(summary), _LINE), "attachments": [attached(card)]}


def typing(chat: Chat) -> Activity:
    """Returns the typing indicator."""
    return _addressed(chat) | {"type": "typing"}


def informative(text: str, chat: Chat) -> Activity:
    """Returns the start of a stream in a personal chat: a line with the status."""
    status = {"text": cut(text, _INFORMATIVE), "entities": [stream_entity("informative", "", 1)]}
    return typing(chat) | status


def ending_stream(activity: Activity, stream_id: str) -> Activity:
    """Returns a message as the last one of a stream."""
    listed = [*activity.get("entities", ()), stream_entity("final", stream_id)]
    return activity | {"entities": listed}


def _addressed(chat: Chat) -> Activity:
    return {
        "from": chat.bot,
        "recipient": chat.person,
        "conversation": {"id": chat.place.conversation_id},
    }


def _frame(reply: Reply, chat: Chat) -> Activity:
    """A message without its text."""
    frame = _addressed(chat) | {
        "type": "message",
        "textFormat": "markdown",
        "locale": LOCALE[reply.language],
    }
    if chat.place.activity_id:
        frame["replyToId"] = chat.place.activity_id
    return frame


def _rating(reply: Reply, *, targeted: bool) -> Activity:
    """Thumbs, and a box for what was wrong."""
    if targeted or not reply.kept:
        return {}
    # Not together with the older `feedbackLoopEnabled`.
    return {"channelData": {"feedbackLoop": {"type": "default"}}}


def _suggested(reply: Reply, chat: Chat) -> Activity:
    """Buttons with replies to the question back, or suggested questions.

    Teams shows them in personal chats only; a tap sends the question as the person's message.
    """
    offered = [(one.label, one.question) for one in reply.choices or topics(reply)]
    if not (chat.place.direct and offered):
        return {}
    actions = [
        {"type": "imBack", "title": label_of(label), "value": to_label(question)}
        for label, question in offered
    ]
    return {"suggestedActions": {"to": [chat.person["id"]], "actions": actions}}


def _below(reply: Reply) -> list[str]:
    """The answer's scope, then the follow-up question or hints, sentence by sentence."""
    # Not in italics: slanted Hangul is hard to read.
    scope = scope_line(reply, _short_line)
    asked = (_line(line) for line in (reply.follow_up or "").split("\n"))
    return [line for line in (scope, *asked) if line]


def _also(reply: Reply) -> list[str]:
    line = topics_line(reply)
    return [_line(line)] if line else []


def _source_lines(reply: Reply) -> list[str]:
    cited = cited_in(reply.text, reply.sources) or list(reply.sources[:MOST_CITATIONS])
    listed: list[str] = []
    for limit in _QUOTES:
        listed = [_source_line(source, reply.language, limit) for source in cited]
        if size(listed) <= _ROOM:
            break
    while size(listed) > _ROOM:
        listed.pop()
    if missing := len(reply.sources) - len(listed):
        listed.append(MORE_SOURCES[reply.language].format(count=missing))
    return listed


def _source_line(source: Source, language: Language, limit: int) -> str:
    title = _line(source.title, _NAME) or "…"
    if url := web_address(source.url, _URL):
        title = f"[{title.translate(_IN_ROUND)}]({url})"
    section = f" › {_line(source.section, _NAME)}" if source.section else ""
    line = " · ".join(
        [f"[{source.number}] {title}{section}", *edition(source, language, _short_line)]
    )
    quoted = _line(quote_line(source), limit)
    return f"{line} — “{quoted}”" if quoted else line


def _short_line(text: str) -> str:
    return _line(text, _NAME // 3)


def _line(text: str, limit: int = _LINE) -> str:
    """Any words in one line; the limit counts the escaped text."""
    return cut(to_line(cut(text, limit)), limit)


def _fitted(
    reply: Reply,
    text: str,
    frame: Activity,
    below: list[str],
    entity_of: EntityOf | None = None,
) -> Activity:
    """The message, with the answer's text cut to the room left by the rest."""
    text = text.strip()
    if is_report(reply):
        text = first_lines(text, _REPORT, reply.language)
    text = to_markdown(text)
    while True:
        message = _with_text(reply, frame, text, below, entity_of)
        excess = size(message) - MAX_BYTES
        if excess <= 0 or not text:
            return message
        text = _closed(cut_at_sentence(text, max(0, len(text) - excess // 2 - 2)))


def _with_text(
    reply: Reply, frame: Activity, text: str, below: list[str], entity_of: EntityOf | None
) -> Activity:
    above = [_line(reply.notice or ""), doubt(reply)]
    whole = "\n\n".join(filter(None, [*above, text, *below])) or "…"
    message = frame | {"text": whole}
    if entity_of and (reply.verdict is not None or reply.sources):
        message["entities"] = [entity_of(text)]
    return message


def _closed(text: str) -> str:
    """Closes bold and code fences that the cut left open."""
    return f"{text}**" if text.endswith("…") and text.count("**") % 2 else text
