"""What the Slack adapter says where no conversation can."""

from bot import texts
from bot.model import Reply
from knowledge.model import Language


def busy(language: Language) -> Reply:
    """Return what a person reads when too many questions wait."""
    return Reply(texts.BUSY[language], language, private=True)


def invite(language: Language) -> str:
    """Return what cures a channel in which the bot cannot write."""
    return texts.INVITE[language]
