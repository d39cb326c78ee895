"""Answers by OpenAI or a compatible server. Imported only if there is a key."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

from adapters.openai.client import connected
from adapters.openai.refusals import Refusals, Request
from adapters.openai.requests import CHAT, RESPONSES, by_chat, by_responses
from adapters.openai.said import Said, of_completion, of_response, plain, tokens_of
from adapters.openai.server_words import ServerWords
from adapters.openai.trouble import OutOfTokensError, SaidError, trouble_of
from bot.answering.choose import model_reply
from bot.answering.choose.calls import may_call_again
from bot.answering.choose.json_in_text import UnreadableError
from bot.answering.choose.prompt import MOST_TOKENS, Count, Prompt, prompt
from bot.model import Draft, Evidence, Issue, Length, Question
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.privacy import Profile, Redactor, assert_clean
from bot.settings import Effort, OpenAISettings
from bot.telemetry import add

Style = Literal["responses", "chat"]
_RESPONSES_HOSTS = (".openai.azure.com", ".api.openai.com")
_NO_SUCH_ADDRESS = (404, 405, 501)
_CALL_LIMIT_S = 60.0
"""Seconds; whoever asks sets a shorter deadline."""
_MOST_OUTPUT = 12_800
"""Tokens up to which the limit is doubled for a model that thinks; longer takes too long."""
_LEAST_READ = 225
"""Tokens of passages, one or two; a model that cannot read these is of no use."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices per million tokens."""

    read: float
    written: float


class OpenAIChat:
    """A ChatModel that writes answers from numbered passages, with quotes."""

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str,
        count: Count,
        *,
        style: Style = "responses",
        effort: Effort | None = None,
        prices: Prices | None = None,
        length: Length = Length.NORMAL,
        redactor: Redactor | None = None,
        most_output: int = 800,
    ) -> None:
        """`count` returns the number of tokens of a text; `most_output` limits a reply."""
        self._client = client
        self._count = count
        self._style = style
        self._effort = effort
        self._prices = prices
        self._length = length
        self._redactor = redactor or Redactor()
        self._most_output = most_output
        self._most_read = MOST_TOKENS
        self._words = ServerWords(self._redactor, client.api_key)
        self._for_responses = Refusals(RESPONSES, self._words)
        self._for_chat = Refusals(CHAT, self._words)
        self.name = model

    async def warm_up(self) -> None:
        """Loads what the first question would wait for; sends nothing."""
        await asyncio.to_thread(
            lambda: (self._count(""), self._client.responses, self._client.chat)
        )

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        """Returns the model's draft. Raises ModelUnavailableError; the caller sets a deadline."""
        asked = self._clean(question, evidence, feedback)
        if not asked.passages:
            return Draft()
        try:
            try:
                return await self._drafted(asked)
            except (openai.APIStatusError, SaidError, OutOfTokensError) as error:
                if not self._has_made_room(error) or not await may_call_again():
                    raise
            return await self._drafted(self._clean(question, evidence, feedback))
        except asyncio.CancelledError:
            # A late answer still costs: at least its input tokens are known.
            self._spent(self._count(asked.instructions) + self._count(asked.message), 0)
            raise
        # Servers that only look like OpenAI's may answer 200 with anything: whatever reading that
        # raises costs the model's wording, never the answer.
        except Exception as error:
            said = self._words.for_log(error, {"input": asked.message})
            kind = trouble_of(error, self._words.plain(error))
            raise ModelUnavailableError(kind, said or _in_short(error)) from error

    async def _drafted(self, asked: Prompt) -> Draft:
        said = await self._said(asked)
        try:
            return model_reply.read(said.text, asked.passages, cut=said.cut)
        except ValueError as error:
            if said.cut:
                raise OutOfTokensError from error
            raise

    def _has_made_room(self, error: Exception) -> bool:
        """Remembers to write longer, or to send fewer passages. False if that is no cure."""
        before = self._most_output, self._most_read
        if isinstance(error, OutOfTokensError):
            self._most_output = max(self._most_output, min(2 * self._most_output, _MOST_OUTPUT))
        elif trouble_of(error, self._words.plain(error)) is ModelTrouble.CONTEXT:
            self._most_read = max(self._most_read // 2, _LEAST_READ)
        return before != (self._most_output, self._most_read)

    def _clean(self, question: Question, evidence: Evidence, feedback: Sequence[Issue]) -> Prompt:
        """The request after a last redaction: strict for people's words, mild for documents."""
        question = replace(
            question,
            text=assert_clean(question.text, self._redactor),
            earlier=tuple(assert_clean(one, self._redactor) for one in question.earlier),
        )
        length = question.length or self._length
        most = self._most_read
        asked = prompt(question, evidence, self._count, feedback, length, most_tokens=most)
        message = assert_clean(asked.message, self._redactor, profile=Profile.DOCUMENT)
        return replace(asked, message=message)

    async def _said(self, asked: Prompt) -> Said:
        if self._style == "responses":
            try:
                return await self._by_responses(asked)
            except openai.APIStatusError as error:
                if error.status_code not in _NO_SUCH_ADDRESS or not await may_call_again():
                    raise
        said = await self._by_chat(asked)
        self._style = "chat"
        return said

    async def _by_responses(self, asked: Prompt) -> Said:
        request = by_responses(self.name, asked, self._effort, self._most_output)
        made = plain(await self._for_responses.asked(self._respond, request))
        self._spent(*tokens_of(made))
        return of_response(made)

    async def _by_chat(self, asked: Prompt) -> Said:
        request = by_chat(self.name, asked, self._effort, self._most_output)
        made = plain(await self._for_chat.asked(self._complete, request))
        self._spent(*tokens_of(made))
        return of_completion(made)

    # A text instead of a response comes from a server that streams, or sends a page.
    async def _respond(self, request: Request) -> Response | str:
        made: Response | str = await self._client.responses.create(**request)
        return made

    async def _complete(self, request: Request) -> ChatCompletion | str:
        made: ChatCompletion | str = await self._client.chat.completions.create(**request)
        return made

    def _spent(self, read: int, written: int) -> None:
        add(input_tokens=read, output_tokens=written)
        if self._prices:
            add(cost=(read * self._prices.read + written * self._prices.written) / 1e6)


def build_chat(
    settings: OpenAISettings,
    count: Count,
    length: Length = Length.NORMAL,
    redactor: Redactor | None = None,
) -> OpenAIChat:
    """The chat model that the settings describe; needs a key."""
    style = style_of(settings)
    effort = settings.reasoning_effort or ("none" if style == "responses" else None)
    prices = None
    if settings.price_input is not None and settings.price_output is not None:
        prices = Prices(settings.price_input, settings.price_output)
    client = connected(settings, max_retries=0, timeout_s=_CALL_LIMIT_S)
    return OpenAIChat(
        client,
        settings.chat_model,
        count,
        style=style,
        effort=effort,
        prices=prices,
        length=length,
        redactor=redactor,
        most_output=settings.max_output_tokens,
    )


def style_of(settings: OpenAISettings) -> Style:
    """The interface style of the server."""
    if settings.api_style != "auto":
        return settings.api_style
    host = "." + (urlsplit(settings.base_url or "https://api.openai.com").hostname or "")
    return "responses" if host.endswith(_RESPONSES_HOSTS) else "chat"


def _in_short(error: Exception) -> str:
    """Says what is wrong with a reply, if the server has no words for it."""
    if isinstance(error, OutOfTokensError | UnreadableError):
        return str(error)
    return "" if isinstance(error, openai.APIError) else type(error).__name__
