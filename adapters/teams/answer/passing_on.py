"""The dialogs that pass an answer on: each button's card, in a dialog or in the chat."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from adapters.chat.under_way.work import Work
from adapters.teams.answer.handover import AskPerson
from adapters.teams.answer.owners import TellOwner
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, language_of_person
from adapters.teams.receive.clicks import CardAction, Verb
from adapters.teams.receive.wording import Activity
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import said_card
from adapters.teams.render.elements import Card
from adapters.teams.texts import SENDING, TITLES
from knowledge.model.documents import Language

Made = tuple[Card, Language]
_PATIENCE_S = 2.5
"""Teams shows an error after 5 s; a message to a busy chat may take longer."""


class PassingOn:
    """Answers clicks on "Tell the owner" and "Ask a person", and what their forms send."""

    def __init__(
        self, tell_owner: TellOwner, ask_person: AskPerson, outbox: Outbox, work: Work
    ) -> None:
        self._ask_person = ask_person
        self._outbox = outbox
        self._work = work
        self._known: Mapping[Verb, Callable[[CardAction, Activity], Awaitable[Made]]] = {
            Verb.TELL_OWNER: tell_owner.form,
            Verb.TELL: tell_owner.sent,
            Verb.ASK_PERSON: ask_person.form,
            Verb.HAND_OVER: ask_person.sent,
        }

    def knows(self, action: CardAction) -> bool:
        """Whether a click is one of these."""
        return action.verb in self._known

    async def window(self, action: CardAction, body: Activity) -> invoke_answers.Body:
        """Returns the dialog; what takes longer is told in the chat afterwards."""
        making = asyncio.ensure_future(self._known[action.verb](action, body))
        try:
            card, language = await asyncio.wait_for(asyncio.shield(making), _PATIENCE_S)
        except TimeoutError:
            self._work.listen(lambda: self._show(making, action, body))
            language = language_of_person(body)
            card = said_card(SENDING[language], language)
        return invoke_answers.window(TITLES[action.verb][language], card)

    async def show(self, action: CardAction, body: Activity) -> None:
        """Shows the dialog's card in the chat: some clients have no dialogs."""
        await self._show(self._known[action.verb](action, body), action, body)

    async def ask_about(self, body: Activity) -> invoke_answers.Body:
        """Returns the form for a colleague, from the menu of an answer."""
        card, language = await self._ask_person.form(None, body)
        return invoke_answers.window(TITLES[Verb.ASK_PERSON][language], card)

    async def _show(self, making: Awaitable[Made], action: CardAction, body: Activity) -> None:
        card, language = await making
        title = TITLES[action.verb][language]
        await self._outbox.show(chat_of(body), card, title, language)
