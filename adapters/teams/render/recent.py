"""A person's recent questions as a card, each with a button that asks it again."""

from collections.abc import Sequence

from adapters.teams.receive.clicks import Verb
from adapters.teams.render.elements import Card, beside, button, card, heading, note, words
from bot.conversation import overview_texts as texts
from bot.conversation.overview import RecentQuestion
from bot.model.days import in_words
from knowledge.model.documents import Language


def recent_card(recent: Sequence[RecentQuestion], kept_days: int, language: Language) -> Card:
    """Returns the list, the latest first, and how long it is stored."""
    listed = [
        beside(
            words(texts.ASKED[language].format(question=one.question, day=_day(one, language))),
            button(texts.ASK[language], Verb.AGAIN, one.answer_id),
        )
        for one in recent
    ]
    none = [] if listed else [note(texts.NO_RECENT[language])]
    kept = note(texts.KEPT[language].format(days=kept_days))
    return card([heading(texts.RECENT[language]), *listed, *none, kept], language)


def _day(one: RecentQuestion, language: Language) -> str:
    return in_words(one.at.date(), language)
