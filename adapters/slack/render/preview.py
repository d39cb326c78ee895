"""A reply as Slack shows it, for a page that draws blocks itself."""

from adapters.slack.render.buttons import FOR_ASKER, IN_THREAD
from adapters.slack.render.elements import Block
from adapters.slack.render.reply import to_blocks
from bot.model import Reply


def preview(reply: Reply) -> list[Block]:
    """Returns the blocks of a reply to a mention in a channel."""
    return to_blocks(reply, FOR_ASKER if reply.private else IN_THREAD)
