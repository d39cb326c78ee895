"""What a person may click under an answer."""

from dataclasses import dataclass

from adapters.chat.about import topic_labels
from adapters.chat.texts import ASK_ALSO
from adapters.slack import texts
from adapters.slack.render.elements import Block, actions, button, context, plain
from bot.model import Reply

_MOST = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands under an answer that is kept, besides its sources and what may come next."""

    feedback: bool = True
    """Thumbs."""
    sharing: bool = False
    """What is done with an answer that nobody else sees: share it, or ask a person."""


IN_THREAD = Shown()
# Slack documents context_actions for messages and says nothing of ephemeral ones, which cannot be
# looked up again either: no feedback there, but an answer that is shared takes it.
FOR_ASKER = Shown(feedback=False, sharing=True)
"""An answer that only the asker sees."""


def offered(reply: Reply, shown: Shown) -> list[Block]:
    """Return what is done with the answer, and apart from it what may be asked next."""
    if not reply.kept:
        return []  # a click would not find it: a greeting, an error, a report
    about, topics = _about(reply, shown), _follow_ups(reply)
    rows = [actions(about)] if about else []
    if topics:
        rows += [context(ASK_ALSO[reply.language]), actions(topics)]
    return rows


def feedback(reply: Reply, shown: Shown) -> list[Block]:
    """Return thumbs up and down."""
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
