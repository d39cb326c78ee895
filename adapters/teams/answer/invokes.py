"""Answers invokes, which Teams wants at once: ratings, dialogs, the message extension."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from adapters.chat.texts import ASK_ABOUT, SOURCES_TITLE
from adapters.chat.under_way.work import Work
from adapters.teams.answer.channel_form import ChannelForm
from adapters.teams.answer.kept_answers import sorry, sources_of
from adapters.teams.answer.passing_on import PassingOn
from adapters.teams.answer.rules import WritingRules
from adapters.teams.answer.sharing import DialogAnswers
from adapters.teams.people import People
from adapters.teams.receive.activities import language_of_person, threads_of, to_place
from adapters.teams.receive.clicks import (
    MENU,
    Rating,
    Verb,
    command_of,
    to_card_action,
    to_feedback,
    to_query,
    to_selected,
)
from adapters.teams.receive.wording import Activity, word
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import question_card, said_card
from adapters.teams.texts import (
    HELP,
    NO_TEXT_IN_MESSAGE,
    NOTHING_FOUND,
    TYPE_TO_SEARCH,
)
from adapters.web.edge import replied
from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform, Reply, Source, Wait
from bot.model.errors import BotError
from bot.model.kept import Feedback
from bot.ports import Handle, Records
from bot.privacy import Redactor
from bot.texts import MANY_SEARCHES
from knowledge.language.terms import language_of
from knowledge.model.documents import Language
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)


Search = Callable[[str, Language, int], Awaitable[Sequence[Source]]]
"""Finds passages for a text, in a language, up to a number."""

_INVOKE_LIMIT_S = 3.5  # Teams shows an error after 5 s
_PAUSE_S = 0.2
"""Seconds between two letters of a slow typist."""
_LATEST = 10
"""Latest answers searched for the rated one."""


class Invokes:
    """Answers each invoke in the shape that Teams expects."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        records: Records,
        people: People,
        search: Search,
        redactor: Redactor,
        channels: ChannelForm,
        passing_on: PassingOn,
        dialogs: DialogAnswers,
        work: Work,
        rules: WritingRules | None,
    ) -> None:
        self._handle = handle
        self._limits = limits
        self._records = records
        self._people = people
        self._search = search
        self._redactor = redactor
        self._channels = channels
        self._passing_on = passing_on
        self._dialogs = dialogs
        self._work = work
        self._rules = rules
        self._typing: dict[str, object] = {}
        """People typing now, with a mark for their latest letter."""
        self._known: dict[str, Callable[[Activity], Awaitable[invoke_answers.Body]]] = {
            "message/submitAction": self._rated,
            "task/fetch": self._opened,
            "task/submit": self._sent,
            "composeExtension/query": self._searched,
            "composeExtension/fetchTask": self._chosen,
            "composeExtension/submitAction": self._asked_about,
        }

    async def answer(self, body: Activity) -> invoke_answers.Body | None:
        """Answers at once; None for an unknown invoke."""
        answer = self._known.get(word(body, "name"))
        if answer is None:
            return None
        try:
            async with asyncio.timeout(_INVOKE_LIMIT_S):
                return await answer(body)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return _failed(word(body, "name"), sorry(body, error))

    async def _rated(self, body: Activity) -> invoke_answers.Body:
        """Saves a rating and its comment, without personal data."""
        rating = to_feedback(body)
        if rating is None:
            return invoke_answers.nothing()
        try:
            answer_id = await self._kept(rating, body)
            if answer_id is None:
                logger.info("a rating for an answer that is not stored")
            elif self._rules is not None and not rating.good:
                offered = partial(self._rules.offer_changes, answer_id, body)
                self._work.listen(offered)
        except BotError:
            logger.exception("a rating could not be saved")
        return invoke_answers.nothing()

    async def _kept(self, rating: Rating, body: Activity) -> str | None:
        """Saves a rating; returns its answer, if that is stored."""
        answer_id = await self._rated_answer(rating.message_id, body)
        if answer_id is None:
            return None
        comment = self._redactor.safe(rating.comment) if rating.comment else None
        person = to_place(body).person
        given = Feedback(answer_id, person, rating.good, datetime.now(UTC), comment=comment)
        return answer_id if await self._records.rate(given) else None

    async def _rated_answer(self, message_id: str, body: Activity) -> str | None:
        """The answer id of a message; the person's latest here if the client names none."""
        place = to_place(body)
        if message_id:
            return await self._records.held_by(place.message(message_id))
        recent = await self._records.recent(place.person, _LATEST)
        here = threads_of(body)
        return next((one.answer_id for one in recent if one.thread in here), None)

    async def _opened(self, body: Activity) -> invoke_answers.Body:
        """Shows an answer's sources, or the settings of a channel, in a dialog."""
        action, reader = to_card_action(body), self._people.role
        if action is not None and action.verb is Verb.CHANNEL:
            return await self._channels.opened(body)
        if action is not None and self._passing_on.knows(action.verb):
            return await self._passing_on.window(action, body)
        card, language = await sources_of(self._records, action, body, reader)
        return invoke_answers.window(SOURCES_TITLE[language], card)

    async def _sent(self, body: Activity) -> invoke_answers.Body:
        """Saves the settings of a channel, or passes an answer on."""
        action = to_card_action(body)
        if action is not None and self._passing_on.knows(action.verb):
            return await self._passing_on.window(action, body)
        if action is None or action.verb is not Verb.CHANNEL:
            return invoke_answers.nothing()
        return await self._channels.sent(body)

    async def _searched(self, body: Activity) -> invoke_answers.Body:
        """Finds passages while a person types."""
        query, language = to_query(body), language_of_person(body)
        if not query.text:
            return invoke_answers.search_saying(TYPE_TO_SEARCH[language])
        if not await self._has_paused(to_place(body).person):
            return invoke_answers.results((), language)
        if not await self._limits.may_search(to_place(body).person):
            logger.warning("turned away: too many searches in a minute")
            return invoke_answers.search_saying(MANY_SEARCHES[language_of(query.text)])
        asked = self._redactor.safe(query.text)
        language = language_of(asked)
        try:
            found = await self._search(asked, language, query.skip + query.count)
        except KnowledgeError:
            logger.warning("a search failed")
            found = ()
        page = found[query.skip :]
        if not page:
            return invoke_answers.search_saying(NOTHING_FOUND[language])
        return invoke_answers.results(page, language)

    async def _has_paused(self, person: str) -> bool:
        """Whether the person has stopped typing: Teams asks again for each letter."""
        typed = object()
        self._typing[person] = typed
        await asyncio.sleep(_PAUSE_S)
        if self._typing.get(person) is not typed:
            return False
        del self._typing[person]
        return True

    async def _chosen(self, body: Activity) -> invoke_answers.Body:
        """Opens the form for a question about a message, or one about an answer."""
        verb = MENU.get(command_of(body))
        if verb and self._passing_on.knows(verb):
            return await self._passing_on.chosen(verb, body)
        selected, language = to_selected(body), language_of_person(body)
        if not selected.text:
            card = said_card(NO_TEXT_IN_MESSAGE[language], language)
        else:
            shown = await asyncio.to_thread(self._redactor.safe, selected.text)
            card = question_card(language, shown)
        return invoke_answers.window(ASK_ABOUT[language], card)

    async def _asked_about(self, body: Activity) -> invoke_answers.Body:
        """Answers from the message only, in the same dialog; or passes on or inserts an answer."""
        if command_of(body) in MENU:
            return await self._sent(body)
        action = to_card_action(body)
        if action is not None and action.verb is Verb.INSERT:
            return await self._dialogs.inserted(action, body)
        selected, place = to_selected(body), to_place(body)
        if not (selected.text and selected.question):
            return await self._chosen(body)
        message = Message(
            Platform.TEAMS,
            "",
            place.user,
            selected.question,
            workspace_id=place.tenant_id,
            selected_text=selected.text,
            wait=Wait.SHORT,
        )
        away = await self._limits.turned_away(message, place.channel)
        reply = (away and away.reply) or await replied(self._handle, message)
        question = self._redactor.safe(selected.question)
        card = await self._dialogs.card(reply, question, place.person)
        return invoke_answers.window(ASK_ABOUT[reply.language], card)


def _failed(name: str, reply: Reply) -> invoke_answers.Body:
    """An apology in the shape of the invoke's answer; Teams shows none for ratings."""
    if name == "message/submitAction":
        return invoke_answers.nothing()
    if name == "composeExtension/query":
        return invoke_answers.search_saying(reply.text)
    return invoke_answers.window(HELP[reply.language], said_card(reply.text, reply.language))
