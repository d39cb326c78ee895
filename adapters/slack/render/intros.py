"""The introductions above shared answers, in mrkdwn."""

from adapters.chat.cutting import cut
from adapters.chat.texts import ASKS_YOU, SHARES
from adapters.slack.render.markdown import to_mrkdwn
from bot.conversation.owners import NAMED, NAMELESS
from bot.texts import Text
from knowledge.model.documents import Language

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
