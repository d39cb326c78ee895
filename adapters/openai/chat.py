"""Replies of OpenAI or a compatible server. Imported only if there is a key."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

from adapters.openai.client import connected
from adapters.openai.refusals import Refusals, Request, ServerWords
from adapters.openai.requests import (
    CHAT,
    RESPONSES,
    Said,
    by_chat,
    by_responses,
    of_completion,
    of_response,
    plain,
    tokens_of,
)
from adapters.openai.trouble import OutOfTokensError, trouble_of
from bot.answering.choose.calls import may_call_again
from bot.answering.choose.json_in_text import UnreadableError
from bot.model.errors import ModelUnavailableError
from bot.model.prompt import Prompt
from bot.ports import Wanted
from bot.privacy import Redactor
from bot.settings import Effort, OpenAISettings
from bot.telemetry import add

Style = Literal["responses", "chat"]
_RESPONSES_HOSTS = (".openai.azure.com", ".api.openai.com")
_NO_SUCH_ADDRESS = (404, 405, 501)
_CALL_LIMIT_S = 60.0
"""Seconds; whoever asks sets a shorter deadline."""
_MOST_OUTPUT = 12_800
"""Tokens up to which the limit is doubled for a model that thinks; longer takes too long."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices per million tokens."""

    read: float
    written: float


class OpenAIChat:
    """A LanguageModel at OpenAI, or at a server with the same interface."""

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str,
        count: Callable[[str], int],
        *,
        style: Style = "responses",
        effort: Effort | None = None,
        prices: Prices | None = None,
        redactor: Redactor | None = None,
        most_output: int = 800,
    ) -> None:
        """`count` returns the number of tokens of a text; `most_output` limits a reply."""
        self._client = client
        self._count = count
        self._style = style
        self._effort = effort
        self._prices = prices
        self._most_output = most_output
        self._words = ServerWords(redactor or Redactor(), client.api_key)
        self._for_responses = Refusals(RESPONSES, self._words)
        self._for_chat = Refusals(CHAT, self._words)
        self.name = model

    async def warm_up(self) -> None:
        """Loads what the first question would wait for; sends nothing."""
        await asyncio.to_thread(
            lambda: (self._count(""), self._client.responses, self._client.chat)
        )

    async def reply(self, prompt: Prompt, read: Callable[[str, bool], Wanted]) -> Wanted:
        """Returns what `read` makes of the model's words. Raises ModelUnavailableError."""
        try:
            try:
                return await self._read(prompt, read)
            except OutOfTokensError:
                if not self._may_write_longer() or not await may_call_again():
                    raise
            return await self._read(prompt, read)
        except asyncio.CancelledError:
            # A late reply still costs: at least its input tokens are known.
            self._spent(self._count(prompt.instructions) + self._count(prompt.message), 0)
            raise
        # Servers that only look like OpenAI's may answer 200 with anything: whatever reading that
        # raises costs the model's choice, never the answer.
        except Exception as error:
            said = self._words.for_log(error, {"input": prompt.message})
            kind = trouble_of(error, self._words.plain(error))
            raise ModelUnavailableError(kind, said or _in_short(error)) from error

    async def _read(self, prompt: Prompt, read: Callable[[str, bool], Wanted]) -> Wanted:
        said = await self._said(prompt)
        try:
            return read(said.text, said.cut)
        except ValueError as error:
            if said.cut:
                raise OutOfTokensError from error
            raise

    def _may_write_longer(self) -> bool:
        """Remembers to let the model write longer. False if it may already."""
        before = self._most_output
        self._most_output = max(before, min(2 * before, _MOST_OUTPUT))
        return before != self._most_output

    async def _said(self, prompt: Prompt) -> Said:
        if self._style == "responses":
            try:
                return await self._by_responses(prompt)
            except openai.APIStatusError as error:
                if error.status_code not in _NO_SUCH_ADDRESS or not await may_call_again():
                    raise
        said = await self._by_chat(prompt)
        self._style = "chat"
        return said

    async def _by_responses(self, prompt: Prompt) -> Said:
        request = by_responses(self.name, prompt, self._effort, self._most_output)
        made = plain(await self._for_responses.asked(self._respond, request))
        self._spent(*tokens_of(made))
        return of_response(made)

    async def _by_chat(self, prompt: Prompt) -> Said:
        request = by_chat(self.name, prompt, self._effort, self._most_output)
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
    settings: OpenAISettings, count: Callable[[str], int], redactor: Redactor | None = None
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
