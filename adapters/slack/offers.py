"""What a person may click under an answer."""

from dataclasses import dataclass

from adapters.slack import texts
from adapters.slack.elements import Block, actions, button, plain
from bot.model import Reply

_MOST = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands under an answer besides its citations."""

    scope: bool = True
    """For which store, language and day it is."""
    follow_ups: bool = True
    """A button for each question that may come next; without, they are a line of text."""
    sources: bool = True
    feedback: bool = True
    sharing: bool = False
    """What is done with an answer that nobody else sees: share it, or ask a person."""


IN_THREAD = Shown()
# Slack documents context_actions for messages and says nothing of ephemeral ones, which cannot be
# looked up again either: no feedback there, but an answer that is shared takes it.
FOR_ASKER = Shown(feedback=False, sharing=True)
"""An answer that only the asker sees."""


def is_kept(reply: Reply) -> bool:
    """Whether a reply is kept, so that a click finds it: a greeting, an error, a report is not."""
    return reply.kept


def offered(reply: Reply, shown: Shown) -> list[Block]:
    """Return the row of buttons, if there are any."""
    buttons = [*_follow_ups(reply, shown), *_about(reply, shown)]
    return [actions(buttons)] if buttons else []


def has_follow_ups(reply: Reply, shown: Shown) -> bool:
    """Whether what may be asked next is on buttons, which lead to an answer that was kept."""
    return shown.follow_ups and is_kept(reply)


def feedback(reply: Reply, shown: Shown) -> list[Block]:
    """Return thumbs up and down."""
    if not (shown.feedback and is_kept(reply)):
        return []
    rated = {
        "type": "feedback_buttons",
        "action_id": "feedback",
        "positive_button": _thumb(texts.GOOD[reply.language], f"{reply.trace_id}:good"),
        "negative_button": _thumb(texts.BAD[reply.language], f"{reply.trace_id}:bad"),
    }
    return [{"type": "context_actions", "elements": [rated]}]


def _follow_ups(reply: Reply, shown: Shown) -> list[Block]:
    if not has_follow_ups(reply, shown):
        return []
    return [
        button(_short(one, reply), f"follow_up:{n}", f"{reply.trace_id}:{n}")
        for n, one in enumerate(reply.suggestions[:_MOST])
    ]


def _short(suggestion: str, reply: Reply) -> str:
    """A suggestion without the title of the cited document, which stands right above."""
    title = f"{reply.sources[0].title}: " if reply.sources else ""
    return suggestion.removeprefix(title) or suggestion


def _about(reply: Reply, shown: Shown) -> list[Block]:
    if not is_kept(reply):
        return []
    names = ["sources"] if shown.sources and reply.sources else []
    names += ["share", "ask_person"] if shown.sharing else []
    return [button(texts.BUTTONS[name][reply.language], name, reply.trace_id) for name in names]


def _thumb(label: str, value: str) -> Block:
    return {"text": plain(label), "value": value, "accessibility_label": label}
