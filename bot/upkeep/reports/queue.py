"""The questions that wait for a rule, as people read of them in a chat."""

from datetime import date, tzinfo

from bot.model.said import WaitingQuestion
from bot.privacy.harmless import harmless
from bot.stores import Stores
from bot.texts import STORE_TYPES, Section
from bot.upkeep.reports.gaps import Gap
from knowledge.model.documents import Language

_TEXTS = Section("queue")
_QUOTE = 200
_MOST_STORES = 5


def waiting(
    gap: Gap, language: Language, today: date, zone: tzinfo, stores: Stores
) -> WaitingQuestion:
    """Returns a gap in the reader's language."""
    first, last = gap.answers[0], gap.answers[-1]
    lines = [
        _TEXTS.ASKED[language].format(
            people=gap.people,
            times=len(gap.answers),
            days=(today - first.given_at.astimezone(zone).date()).days,
        )
    ]
    if gap.stores:
        named = [_name(one, language, stores) for one in gap.stores]
        more = ["…"] if len(named) > _MOST_STORES else []
        lines.append(_TEXTS.STORES[language].format(stores=", ".join(named[:_MOST_STORES] + more)))
    if gap.nearest and gap.place:
        quote = " ".join(harmless(gap.nearest.passage.text).split())
        quote = quote if len(quote) <= _QUOTE else f"{quote[: _QUOTE - 1].rstrip()}…"
        lines.append(_TEXTS.NEAREST[language].format(place=harmless(gap.place), quote=quote))
    if gap.header and gap.header.owner:
        lines.append(_TEXTS.OWNER[language].format(owner=harmless(gap.header.owner)))
    return WaitingQuestion(last.answer_id, harmless(gap.question), tuple(lines))


def _name(place: str, language: Language, stores: Stores) -> str:
    store, kind = stores.get(place), STORE_TYPES.get(place)
    return store.name(language) if store else kind[language] if kind else harmless(place)
