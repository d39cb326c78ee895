"""Shows a private answer to everybody: in its chat, or in the person's own message."""

from dataclasses import dataclass, replace

from adapters.chat.about import is_answer
from adapters.chat.channels.channels import Channels
from adapters.chat.texts import NOT_FOR_ALL, SHARES
from adapters.chat.under_way.remembered import Remembered
from adapters.teams.answer.kept_answers import keep_message, record_of
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import Chat, chat_of, language_of_person, to_place
from adapters.teams.receive.clicks import CardAction, Verb
from adapters.teams.receive.wording import Activity, part, word
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import answer_card, said_card
from adapters.teams.render.elements import Card, button
from adapters.teams.texts import CANNOT_SHARE, FINISHED, INSERT, SHARED, SOMEBODY
from bot.model import Reply
from bot.model.access import may_read
from bot.model.kept import StoredAnswer
from bot.ports import Records, ShortLived
from bot.privacy.harmless import harmless
from bot.shown.written import to_json, to_reply
from bot.texts import Text
from knowledge.model.documents import Language


class Sharing:
    """Posts private answers for all, if all who read the chat may read their documents."""

    def __init__(
        self, records: Records, people: People, channels: Channels, outbox: Outbox
    ) -> None:
        self._records = records
        self._people = people
        self._channels = channels
        self._outbox = outbox

    async def share(self, action: CardAction, body: Activity) -> bool:
        """Posts the answer above the button; False if another click may succeed."""
        record = await record_of(self._records, action.about, body, self._people.role)
        if record is None:
            await self._tell(body, FINISHED, language_of_person(body))
            return True
        place, language = to_place(body), record.reply.language
        here = self._channels.of(place.tenant_id, place.channel).audience
        if not may_read(self._people.everybody(place, here), record.reply.audience):
            await self._tell(body, NOT_FOR_ALL, language)
            return True
        # The click came as a message that only its person sees: nobody else could follow a reply.
        here_for_all = replace(chat_of(body), place=replace(place, activity_id=""), alone=False)
        outcome = await self._outbox.post(here_for_all, _shared(record, body))
        if outcome.word is not None:
            await self._tell(body, CANNOT_SHARE, language)
            return False
        if outcome.message:
            await keep_message(self._records, outcome.message, record.answer_id)
        await self._done(chat_of(body), word(body, "replyToId"), language)
        return True

    async def _done(self, chat: Chat, clicked: str, language: Language) -> None:
        """Shows in place of the private answer that everybody has it now."""
        card, said = said_card(SHARED[language], language), SHARED[language]
        is_shown = clicked and await self._outbox.change(
            chat, clicked, card, said, language, secret=True
        )
        if not is_shown:
            await self._outbox.whisper(chat, Reply(said, language, private=True))

    async def _tell(self, body: Activity, said: Text, language: Language) -> None:
        await self._outbox.post(chat_of(body), Reply(said[language], language, private=True))


@dataclass(frozen=True, slots=True)
class _Shown:
    question: str
    reply: str
    """As JSON."""


class DialogAnswers:
    """Remembers the answers of dialogs, so that their person can put one in a message.

    The message box works in every chat, also where the bot may not write.
    """

    def __init__(self, short_lived: ShortLived) -> None:
        self._shown = Remembered(short_lived, "teams dialog", _Shown)

    async def card(self, reply: Reply, question: str, person: str) -> Card:
        """Returns the dialog's card; an answer has the button that puts it in a message."""
        if not is_answer(reply):
            return answer_card(reply, question)
        await self._shown.keep(_key(person, reply.trace_id), _Shown(question, to_json(reply)))
        label = INSERT[reply.language]
        return answer_card(reply, question, [button(label, Verb.INSERT, reply.trace_id)])

    async def inserted(self, action: CardAction, body: Activity) -> invoke_answers.Body:
        """Returns the answer for the message box, or a dialog that says it is gone."""
        shown = await self._shown.find(_key(to_place(body).person, action.about))
        if shown is None:
            language = language_of_person(body)
            card = said_card(FINISHED[language], language)
            return invoke_answers.window(INSERT[language], card)
        return invoke_answers.inserted(answer_card(to_reply(shown.reply), shown.question))


def _key(person: str, answer_id: str) -> str:
    return f"{person} {answer_id}"


def _shared(record: StoredAnswer, body: Activity) -> Reply:
    """The answer as everybody reads it, below who asked what."""
    reply = record.reply
    user = harmless(word(part(body, "from"), "name")) or SOMEBODY[reply.language]
    asked = SHARES[reply.language].format(user=user, question=record.question)
    notice = " ".join(filter(None, (asked, reply.notice)))
    return replace(reply, private=False, notice=notice)
