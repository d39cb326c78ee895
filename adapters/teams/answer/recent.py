"""Lists a person's own recent questions in their chat with the bot, to ask one again."""

from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, to_place
from adapters.teams.receive.clicks import CardAction
from adapters.teams.receive.wording import Activity, to_text
from adapters.teams.render.cards import said_card
from adapters.teams.render.recent import recent_card
from adapters.teams.texts import NOTHING_STORED, RECENT_ALONE
from bot.conversation.overview import Overviews
from bot.conversation.overview_texts import RECENT, UNREADABLE
from bot.model import Reply
from knowledge.language.terms import language_of


class RecentQuestions:
    """Shows the list to its person alone: others may not read who asked what."""

    def __init__(self, overviews: Overviews, outbox: Outbox) -> None:
        self._overviews = overviews
        self._outbox = outbox

    async def show(self, body: Activity) -> None:
        """Shows the list; outside of the personal chat, says where it is."""
        chat, language = chat_of(body), language_of(to_text(body))
        if not chat.place.direct:
            reply = Reply(RECENT_ALONE[language], language, private=True)
            await self._outbox.post(chat, reply)
            return
        recent = await self._overviews.recent(chat.place.person)
        if not self._overviews.kept_days:
            card = said_card(NOTHING_STORED[language], language)
        elif recent is None:
            card = said_card(UNREADABLE[language], language)
        else:
            card = recent_card(recent, self._overviews.kept_days, language)
        await self._outbox.show(chat, card, RECENT[language], language)

    async def question(self, action: CardAction, body: Activity) -> str | None:
        """Returns the question of a button, if its person taps it; None if it is gone."""
        return await self._overviews.asked_before(action.about, to_place(body).person)
