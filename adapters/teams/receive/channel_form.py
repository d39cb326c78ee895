"""The form for a channel's settings, once it is sent; no I/O."""

from typing import get_args

from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from adapters.teams.receive.wording import Activity, part, word
from knowledge.model.documents import Audience, Language

STORE, STORE_TYPE, CATEGORY, LANGUAGE = "store", "store_type", "category", "language"
MODE, PRIVATE, AUDIENCE = "answer_mode", "private", "audience"
ANY = "*"
"""The choice for a setting that the channel leaves open."""
ON = "on"
_LONGEST = 200


def to_channel(activity: Activity) -> ChannelSettings:
    """Returns the submitted settings."""
    sent = part(activity, "value", "data")
    language, mode, audience = (word(sent, one) for one in (LANGUAGE, MODE, AUDIENCE))
    return ChannelSettings(
        store=_chosen(sent, STORE),
        store_type=_chosen(sent, STORE_TYPE),
        category=word(sent, CATEGORY).strip().lower()[:_LONGEST] or None,
        language=next((one for one in get_args(Language) if one == language), None),
        answer_mode=AnswerMode(mode) if mode in set(AnswerMode) else AnswerMode.THREADS,
        private=sent.get(PRIVATE) == ON,
        audience=Audience(audience) if audience in set(Audience) else Audience.STAFF,
    )


def _chosen(sent: Activity, name: str) -> str | None:
    chosen = word(sent, name).strip()[:_LONGEST]
    return None if chosen in ("", ANY) else chosen
