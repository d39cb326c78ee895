"""The Slack adapter's own sentences, in English and Korean."""

from collections.abc import Mapping

from adapters.chat.channels import texts as channels
from adapters.chat.rules import texts as rules
from adapters.chat.texts import ASK_PERSON, QUESTION, SOURCES_TITLE
from bot.conversation.owners import TELL
from bot.model import Reply
from bot.texts import Section, Text
from knowledge.model.documents import Language

_TEXTS = Section("slack")


TITLES: Mapping[str, Text] = {
    "sources": SOURCES_TITLE,
    "feedback": _TEXTS.WHAT_WAS_WRONG,
    "ask_person": ASK_PERSON,
    "tell_owner": TELL,
    "channel": channels.TITLE,
    "question": _TEXTS.ASK_ABOUT_THIS,
    "rule": rules.TITLE,
    "rule_preview": rules.PREVIEW,
    "rule_saved": rules.TITLE,
    "rules": rules.LIST,
    "pin": rules.PIN,
}
"""Modal titles by callback id; at most 24 characters."""
FIELDS: Mapping[str, Text] = {
    "question": QUESTION,
    "reason": _TEXTS.WHY_BAD,
    "note": _TEXTS.NOTE,
    "person": _TEXTS.PERSON,
    "name": _TEXTS.MAY_BE_NAMED,
}
"""Field labels by field name."""
REASONS = _TEXTS.table("REASONS")


def private(said: Text, language: Language) -> Reply:
    """Returns a sentence as a private reply."""
    return Reply(said[language], language, private=True)


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
