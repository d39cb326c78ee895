"""Titles threads of the agent view by their first question, and again on another subject."""

from collections.abc import Awaitable, Callable

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.cutting import cut
from adapters.slack.api.calls import Granted, refusal
from adapters.slack.api.trouble import passes
from adapters.slack.receive.events import Place
from bot.model import Message, Reply
from bot.model.errors import RecordsError
from bot.model.kept import same_question
from bot.ports import Records
from bot.privacy import Redactor
from bot.privacy.harmless import harmless

_LONGEST = 60
"""Characters; Slack takes 200, and its list of threads shows about so many."""
_LIMIT_S = 10.0
_AT_MOST = 10_000
_HERE = frozenset(
    {"session_not_found", "thread_not_found", "invalid_thread_ts", "channel_not_found"}
    | {"method_not_supported_for_channel_type", "not_in_channel", "no_permission"}
)
"""Errors about one thread: the other way may work for it."""

_Thread = tuple[str, str, str]
_Documents = frozenset[str]


class Titles:
    """Remembers which documents answered under each title; another subject cites none of them."""

    def __init__(self, records: Records, redactor: Redactor) -> None:
        self._records = records
        self._redactor = redactor
        self._subjects: dict[_Thread, _Documents | None] = {}
        """None for a thread that began with talk: it still needs a title."""
        self._granted = Granted()

    async def name(
        self, client: AsyncWebClient, message: Message, place: Place, reply: Reply
    ) -> None:
        """Titles the thread of an answered question, if it needs a title."""
        if not (place.direct and place.thread_ts):
            return
        thread = message.workspace_id, place.channel, place.thread_ts
        documents = frozenset(source.doc_id for source in reply.sources)
        is_new = self._subjects.get(thread, frozenset() if place.threaded else None) is None
        before = self._subjects.get(thread) or frozenset()
        if reply.verdict is None:
            self._note(thread, None if is_new else before)
            return
        turns = not is_new and _is_another(before, documents, reply)
        if turns:
            turns = await self._stands_alone(message, reply)
        self._note(thread, documents if turns else before | documents)
        if is_new or turns:
            await self._set(client, place, self._title(message))

    def _note(self, thread: _Thread, documents: _Documents | None) -> None:
        self._subjects.pop(thread, None)
        if len(self._subjects) >= _AT_MOST:
            del self._subjects[next(iter(self._subjects))]
        self._subjects[thread] = documents

    async def _stands_alone(self, message: Message, reply: Reply) -> bool:
        """Whether the question was answered as it was typed, without words of earlier ones."""
        try:
            record = await self._records.find(reply.trace_id)
        except RecordsError:
            return False
        asked = self._redactor.safe(message.text)
        return record is not None and same_question(record.question) == same_question(asked)

    def _title(self, message: Message) -> str:
        words = harmless(self._redactor.safe(message.text))
        return cut(" ".join(words.split()), _LONGEST)

    async def _set(self, client: AsyncWebClient, place: Place, title: str) -> None:
        for method, call in _WAYS.items():
            if not title or not self._granted.allows(client, method):
                continue
            word = await refusal(call(client, place, title), _LIMIT_S)
            if word is None or passes(word):
                return
            if word not in _HERE:
                self._granted.refused(client, method, word)


def _is_another(before: _Documents, documents: _Documents, reply: Reply) -> bool:
    """Whether an answer comes from other documents than those under the title."""
    return bool(before and documents) and reply.outcome == "answer" and not before & documents


async def _rename(client: AsyncWebClient, place: Place, title: str) -> None:
    await client.agents_sessions_rename(
        channel_id=place.channel, thread_ts=place.thread_ts, title=title
    )


async def _set_title(client: AsyncWebClient, place: Place, title: str) -> None:
    await client.assistant_threads_setTitle(
        channel_id=place.channel, thread_ts=place.thread_ts or "", title=title
    )


_WAYS: dict[str, Callable[[AsyncWebClient, Place, str], Awaitable[None]]] = {
    # A thread is a session once a working sign was shown in it.
    "agents.sessions.rename": _rename,
    "assistant.threads.setTitle": _set_title,
}
