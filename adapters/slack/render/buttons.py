"""The buttons under an answer."""

from dataclasses import dataclass

from adapters.chat.about import topic_labels
from adapters.chat.texts import ASK_ALSO
from adapters.slack import texts
from adapters.slack.render.elements import Block, actions, button, context, plain
from bot.model import Reply

_MOST = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """The buttons under a stored answer, besides sources and suggested questions."""

    feedback: bool = True
    """Thumbs up and down."""
    sharing: bool = False
    """Buttons for a private answer: share it, or ask a person."""


IN_THREAD = Shown()
# Slack documents context_actions for messages, not for ephemeral ones, and those cannot be looked
# up later: no feedback there, only under an answer once it is shared.
FOR_ASKER = Shown(feedback=False, sharing=True)
"""An answer that only the asker sees."""


def offered(reply: Reply, shown: Shown) -> list[Block]:
    """Returns the answer's buttons and, apart from them, suggested questions."""
    if not reply.kept:
        return []  # not stored, so a click would find nothing: a greeting, an error, a report
    about, topics = _about(reply, shown), _follow_ups(reply)
    rows = [actions(about)] if about else []
    if topics:
        rows += [context(ASK_ALSO[reply.language]), actions(topics)]
    return rows


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


def _follow_ups(reply: Reply) -> list[Block]:
    return [
        button(label, f"follow_up:{n}", f"{reply.trace_id}:{n}")
        for n, label in enumerate(topic_labels(reply, _MOST))
    ]


def _about(reply: Reply, shown: Shown) -> list[Block]:
    names = ["sources"] if reply.sources else []
    names += ["share", "ask_person"] if shown.sharing else []
    return [button(texts.BUTTONS[name][reply.language], name, reply.trace_id) for name in names]


def _thumb(label: str, value: str) -> Block:
    return {"text": plain(label), "value": value, "accessibility_label": label}
