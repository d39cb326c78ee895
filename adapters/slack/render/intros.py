"""What stands above an answer that somebody passes on, in mrkdwn."""

from adapters.chat.cutting import cut
from adapters.slack.render.markdown import to_mrkdwn
from adapters.slack.texts import ASKS_YOU, SHARES
from bot.texts import Text
from knowledge.model.documents import Language

_LONGEST = 500


def shares(user: str, question: str, language: Language) -> str:
    """Who shares an answer, and to which question."""
    return _line(SHARES, user, question, language)


def asks_you(user: str, question: str, note: str, language: Language) -> str:
    """Who asks for help with a question, and what they write about it."""
    line = _line(ASKS_YOU, user, question, language)
    return f"{line}\n{cut(to_mrkdwn(note), _LONGEST)}" if note else line


def _line(said: Text, user: str, question: str, language: Language) -> str:
    return said[language].format(
        user=f"<@{user}>", question=cut(to_mrkdwn(question.strip()), _LONGEST)
    )
