"""The sentences around rules that people write."""

from bot.texts import Section

_TEXTS = Section("rules")

ANSWER = _TEXTS.ANSWER
TITLE = _TEXTS.TITLE
PREVIEW = _TEXTS.PREVIEW
CHANGE = _TEXTS.CHANGE
NEXT = _TEXTS.NEXT
SAVE = _TEXTS.SAVE
BACK = _TEXTS.BACK
LOOKING = _TEXTS.LOOKING
ASKED = _TEXTS.ASKED
OWN_DOCUMENT = _TEXTS.OWN_DOCUMENT
BELOW = _TEXTS.BELOW
EVERYWHERE = _TEXTS.EVERYWHERE
TO_DECIDE = _TEXTS.TO_DECIDE
APPROVE = _TEXTS.APPROVE
REFUSE = _TEXTS.REFUSE
LIST = _TEXTS.LIST
NO_LIST = _TEXTS.NO_LIST
NOTHING_LISTED = _TEXTS.NOTHING_LISTED
WITHDRAW = _TEXTS.WITHDRAW
SURE = _TEXTS.SURE
OUTDATED = _TEXTS.OUTDATED
POST = _TEXTS.POST
CORRECTED = _TEXTS.CORRECTED
CORRECTED_IN_PART = _TEXTS.CORRECTED_IN_PART
CORRECT_AGAIN = _TEXTS.CORRECT_AGAIN

FIELDS = _TEXTS.table("FIELDS")
"""Labels of the fields, by the names of `Written`."""
READERS = _TEXTS.table("READERS")
STATES = _TEXTS.table("STATES")
COMMANDS = _TEXTS.table("COMMANDS")


def command_of(text: str) -> str | None:
    """Returns `rule` or `rules` if a text is that command in any language; else None."""
    said = " ".join(text.casefold().split())
    return next((name for name in COMMANDS if said in COMMANDS[name].values()), None)
