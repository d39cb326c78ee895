"""Recognises dangers, and words about the answer before, by the kind of a whole message."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.answering.criteria.names_only import chapter_of
from bot.model.understood import About
from bot.privacy import unmarked
from bot.texts import LANGUAGE_NAMES, LANGUAGES
from knowledge.language.grammars import usual_kind
from knowledge.model.documents import Spoken
from knowledge.models.kinds import message_kinds

_LIKELY, _CALL, _SURE = 0.2, 0.7, 0.85
"""Likelihoods of a danger from which its rule comes first, from which people are told to call for
help where it has no rule, and from which nothing else is answered.

On a fifth of the sentences, held out: docs/decisions/0135-kinds-of-messages.md.
"""
_MEANT, _MEANT_FIRST = 0.6, 0.9
"""Likelihoods from which words are about the answer, and not a question: below one, and where
nothing was answered yet."""
_LONGEST = 120
"""Characters of words about an answer; a longer message has a subject of its own."""
_DANGER = "danger_"
_ABOUT = frozenset(About)


@dataclass(frozen=True, slots=True)
class Danger:
    """A danger that a message reports."""

    kind: str
    likelihood: float

    @property
    def needs_help(self) -> bool:
        """Whether to call for help where no document has a rule."""
        return self.likelihood >= _CALL

    @property
    def sure(self) -> bool:
        """Whether nothing else can be meant."""
        return self.likelihood >= _SURE


def danger_in(text: str) -> Danger | None:
    """The danger to life, body or property that a message reports, if any."""
    found = message_kinds(unmarked(text))
    dangers = {kind: share for kind, share in found.items() if kind.startswith(_DANGER)}
    likely = sum(dangers.values())
    if likely < _LIKELY:
        return None
    return Danger(max(dangers, key=dangers.__getitem__).removeprefix(_DANGER), likely)


def about_answer(text: str, *, answered: bool = True) -> About | None:
    """What a message wants of the answer before; None for a question, a danger or talk.

    `answered` says whether there is one.
    """
    if not text or len(text) > _LONGEST or chapter_of(text):
        return None
    if (usual := usual_kind(text)) in _ABOUT:
        return About(usual)
    named = language_named(text)
    found = message_kinds(unmarked(named.as_english if named else text))
    meant = max(found, key=found.__getitem__, default="")
    about = About.TRANSLATE if meant.startswith(About.TRANSLATE) else meant
    is_meant = about in _ABOUT and found[meant] >= (_MEANT if answered else _MEANT_FIRST)
    return About(about) if is_meant else None


class Named(NamedTuple):
    """A language that a message names."""

    language: Spoken
    as_english: str
    """The message with the name of English in its place: the encoder was trained on that."""


def language_named(text: str) -> Named | None:
    """The last of the bot's languages that a message names: "日本語で", "in Korean please"."""
    words = text.lower()
    names = [
        (words.rfind(name), name, language, spoken)
        for language in LANGUAGES
        for spoken in LANGUAGES
        if (name := LANGUAGE_NAMES[language][spoken].lower()) in words
    ]
    if not names:
        return None
    _, name, language, spoken = max(names)
    return Named(language, words.replace(name, LANGUAGE_NAMES["en"][spoken]))
