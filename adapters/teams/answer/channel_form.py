"""`settings`: administrators set how the bot answers in a channel, in a dialog of their own."""

from adapters.chat.channels.channels import Channels, wrong_in
from adapters.chat.channels.saving import Saving, Sender
from adapters.chat.channels.texts import IN_A_CHANNEL, TITLE
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, language_of_person, to_place
from adapters.teams.receive.clicks import to_channel
from adapters.teams.receive.wording import Activity, to_text
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import said_card
from adapters.teams.render.forms import channel_form, settings_card, wrong_card
from bot.model import Reply
from bot.texts import Text
from bot.upkeep.history.trail import Trail
from knowledge.language.terms import language_of
from knowledge.model.documents import Language

_COMMAND = "settings"


class ChannelForm:
    """Opens and saves the form; whoever is no administrator is refused both times."""

    def __init__(self, channels: Channels, people: People, outbox: Outbox, trail: Trail) -> None:
        self._channels = channels
        self._people = people
        self._outbox = outbox
        self._saving = Saving(channels, trail, _COMMAND)

    async def offer(self, body: Activity) -> None:
        """Shows the administrator a card that opens the form."""
        chat, language = chat_of(body), language_of(to_text(body))
        if chat.place.direct:
            await self._say(body, IN_A_CHANNEL, language)
        elif not await self._people.is_admin(body):
            await self._say(body, await self._saving.refused(chat.place.person), language)
        else:
            await self._outbox.show(chat, settings_card(language), TITLE[language], language)

    async def opened(self, body: Activity) -> invoke_answers.Body:
        """Returns the form."""
        place, language = to_place(body), language_of_person(body)
        if not await self._people.is_admin(body):
            return _saying(await self._saving.refused(place.person), language)
        settings = self._channels.of(place.tenant_id, place.channel)
        form = channel_form(settings, language, self._channels.stores)
        return invoke_answers.window(TITLE[language], form)

    async def sent(self, body: Activity) -> invoke_answers.Body:
        """Saves the form."""
        place, language, settings = to_place(body), language_of_person(body), to_channel(body)
        sender = Sender(place.person, place.tenant_id, await self._people.is_admin(body))
        if sender.is_admin and (wrong := wrong_in(settings)):
            return invoke_answers.window(TITLE[language], wrong_card(wrong, language))
        return _saying(await self._saving.saved(sender, place.channel, settings), language)

    async def _say(self, body: Activity, said: Text, language: Language) -> None:
        reply = Reply(said[language], language, private=True)
        await self._outbox.post(chat_of(body), reply)


def _saying(said: Text, language: Language) -> invoke_answers.Body:
    return invoke_answers.window(TITLE[language], said_card(said[language], language))
