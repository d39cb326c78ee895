"""The buttons, one row each: what each is called, and who sees it under an answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from adapters.chat.about import is_unsure, topics
from adapters.chat.rules import texts as rules
from adapters.chat.texts import ASK_PERSON, READ, VIEW_SOURCES
from adapters.slack import texts
from adapters.slack.render.elements import Block, actions, button, plain
from bot.conversation.overview_texts import REINDEX
from bot.conversation.owners import TELL
from bot.model import Reply
from bot.texts import Text
from knowledge.model.documents import Language


@dataclass(frozen=True, slots=True)
class Shown:
    """The buttons under a stored answer, besides sources and suggested questions."""

    feedback: bool = True
    """Thumbs up and down."""
    sharing: bool = False
    """Buttons for a private answer: share it, ask a person, or delete it."""
    asked: bool = False
    """Whether its reader is asked to answer the question."""
    deciding: bool = False
    """Whether its reader is asked to decide about a rule."""
    correcting: bool = False
    """Whether its reader may have it posted below earlier answers."""


IN_THREAD = Shown()
# Slack documents context_actions for messages, not for ephemeral ones, and those cannot be looked
# up later: no feedback there, only under an answer once it is shared.
FOR_ASKER = Shown(feedback=False, sharing=True)
"""An answer that only the asker sees."""
FOR_COLLEAGUE = Shown(asked=True)
"""An answer that somebody is asked to complete."""
FOR_DECIDER = Shown(feedback=False, deciding=True)
"""A rule that waits for a second person."""
FOR_CORRECTOR = Shown(feedback=False, correcting=True)
"""Corrections of earlier answers."""


def _nowhere(_: Reply, __: Shown) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Button:
    """A button, or a row of numbered ones."""

    id: str
    """Slack's action id; of numbered ones, what stands before the number: `follow_up:0`."""
    label: Text | None = None
    """None if each has a label of its own."""
    is_under: Callable[[Reply, Shown], bool] = _nowhere
    """Whether it is under a stored answer that is shown so."""

    def drawn(self, language: Language, value: str) -> Block:
        """The button as a block element."""
        return button(self.label[language] if self.label else "", self.id, value)


_ROWS = (
    Button("answer", rules.ANSWER, lambda _, shown: shown.asked),
    Button("approve", rules.APPROVE, lambda _, shown: shown.deciding),
    Button("refuse", rules.REFUSE, lambda _, shown: shown.deciding),
    Button("correct", rules.POST, lambda _, shown: shown.correcting),
    Button("withdraw", rules.WITHDRAW),
    Button("still_true", rules.STILL_TRUE),
    Button("pin", rules.PIN),
    Button("unpin", rules.UNPIN),
    Button("change"),
    Button(
        "sources", VIEW_SOURCES, lambda reply, _: bool(reply.sources) and not reply.is_shortened
    ),
    Button(
        "sentences",
        texts.SHOW_SENTENCES,
        lambda reply, _: reply.is_shortened,
    ),
    Button("share", texts.SHARE_IN_CHANNEL, lambda _, shown: shown.sharing),
    Button("tell_owner", TELL, lambda reply, _: bool(reply.owners)),
    Button(
        "ask_person",
        ASK_PERSON,
        lambda reply, shown: shown.sharing or is_unsure(reply),
    ),
    # Slack's own bin is for messages that all can see: ephemeral ones take no context_actions.
    Button("remove", texts.DELETE, lambda _, shown: shown.sharing),
    Button("ask_document", texts.ASK_DOCUMENT),
    Button("share_selected", texts.SHARE_IN_THREAD),
    Button("reindex", REINDEX),
    Button("read", READ),
    Button("choice"),
    Button("follow_up"),
    Button("example"),
    Button("feedback"),
)
BUTTONS: Mapping[str, Button] = MappingProxyType({row.id: row for row in _ROWS})
"""By id, in the order in which they are drawn; `listening` gives each its listener."""


def offered(reply: Reply, shown: Shown) -> list[Block]:
    """Returns the answer's buttons and suggested questions, in one row."""
    if not reply.kept:
        return []  # not stored, so a click would find nothing: a greeting, an error, a report
    buttons = [*_choices(reply), *_about(reply, shown), *_follow_ups(reply)]
    return [actions(buttons)] if buttons else []


def feedback(reply: Reply, shown: Shown) -> list[Block]:
    """Returns thumbs up and down."""
    if not (shown.feedback and reply.kept):
        return []
    rated = {
        "type": "feedback_buttons",
        "action_id": "feedback",
        "positive_button": _thumb(texts.GOOD[reply.language], f"{reply.trace_id}:good"),
        "negative_button": _thumb(texts.BAD[reply.language], f"{reply.trace_id}:bad"),
    }
    return [{"type": "context_actions", "elements": [rated]}]


def _choices(reply: Reply) -> list[Block]:
    """The replies to the question back."""
    return [
        button(one.label, f"choice:{n}", f"{reply.trace_id}:{n}")
        for n, one in enumerate(reply.choices)
    ]


def _follow_ups(reply: Reply) -> list[Block]:
    return [
        button(one.label, f"follow_up:{one.number}", f"{reply.trace_id}:{one.number}")
        for one in topics(reply)
    ]


def _about(reply: Reply, shown: Shown) -> list[Block]:
    under = [one for one in BUTTONS.values() if one.is_under(reply, shown)]
    return [one.drawn(reply.language, reply.trace_id) for one in under]


def _thumb(label: str, value: str) -> Block:
    return {"text": plain(label), "value": value, "accessibility_label": label}
