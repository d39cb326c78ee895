"""The Teams adapter's own sentences, in English and Korean."""

from collections.abc import Mapping

from adapters.chat.rules.texts import LIST, PIN, TITLE, WITHDRAW
from adapters.chat.texts import ASK_PERSON
from adapters.teams.receive.clicks import Verb
from bot.conversation.owners import TELL
from bot.texts import Section, Text

_TEXTS = Section("teams")

TITLES: Mapping[Verb, Text] = {
    Verb.TELL_OWNER: TELL,
    Verb.TELL: TELL,
    Verb.ASK_PERSON: ASK_PERSON,
    Verb.HAND_OVER: ASK_PERSON,
    Verb.WRITE_RULE: TITLE,
    Verb.PREVIEW_RULE: TITLE,
    Verb.SAVE_RULE: TITLE,
    Verb.APPROVE_RULE: LIST,
    Verb.REFUSE_RULE: LIST,
    Verb.CORRECT: LIST,
    Verb.STILL_TRUE: LIST,
    Verb.PIN: PIN,
    Verb.PIN_ANSWER: PIN,
    Verb.UNPIN: LIST,
    Verb.END_RULE: WITHDRAW,
    Verb.WITHDRAW_RULE: WITHDRAW,
}
"""The titles of the dialogs that pass an answer on, or write a rule."""

SENSITIVE, SENSITIVE_MEANS = _TEXTS.table("SENSITIVE"), _TEXTS.table("SENSITIVE_MEANS")
WAYS, HOW_TO = _TEXTS.table("WAYS"), _TEXTS.table("HOW_TO")
ADMIN_WORDS = _TEXTS.table("ADMIN_WORDS")


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
