"""The kind of trouble behind an error of a model server: by its class, its status, or its words."""

import re
from collections.abc import Mapping
from typing import Any

import openai

from bot.model.errors import ModelTrouble


class RefusedError(Exception):
    """The model or its content filter refused to answer."""


class SaidError(Exception):
    """An error in a response that claims to be fine: `{"error": …}` with status 200."""

    def __init__(self, body: Any) -> None:
        super().__init__("error in a response")
        self.body = body

    @property
    def status_code(self) -> int:
        """The status in the body; 0 if it has none."""
        numbers = (_field(self.body, key) for key in ("code", "status", "status_code"))
        return next((int(one) for one in numbers if str(one).isdecimal()), 0)


class OutOfTokensError(Exception):
    """The server stopped the model at its limit of tokens, before its reply was whole."""

    def __init__(self) -> None:
        super().__init__("out of tokens while thinking")


def trouble_of(error: Exception, said: str = "") -> ModelTrouble:
    """The kind of trouble behind an error; `said` has the server's words."""
    for errors, kind in _KINDS.items():
        if isinstance(error, errors):
            return kind
    if not isinstance(error, openai.APIStatusError | SaidError):
        return ModelTrouble.BAD_OUTPUT
    words = f"{_field(error, 'code')} {_field(error, 'type')} {said}"
    by_words = next((kind for kind, meant in _WORDS.items() if meant.search(words)), None)
    return by_words or _BY_STATUS.get(error.status_code, ModelTrouble.DOWN)


def _field(one: Any, key: str) -> Any:
    value = one.get(key) if isinstance(one, Mapping) else getattr(one, key, None)
    return "" if value is None else value


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_KINDS: Mapping[type[Exception] | tuple[type[Exception], ...], ModelTrouble] = {
    (openai.APITimeoutError, TimeoutError): ModelTrouble.TIMEOUT,
    (RefusedError, openai.ContentFilterFinishReasonError): ModelTrouble.REFUSED,
    OutOfTokensError: ModelTrouble.OUT_OF_TOKENS,
    openai.APIResponseValidationError: ModelTrouble.BAD_OUTPUT,
    openai.APIConnectionError: ModelTrouble.DOWN,
}
"""Checked in this order."""
_BY_STATUS = {
    400: ModelTrouble.CONFIG,
    401: ModelTrouble.AUTH,
    402: ModelTrouble.RATE,
    403: ModelTrouble.AUTH,
    404: ModelTrouble.CONFIG,
    422: ModelTrouble.CONFIG,
    429: ModelTrouble.RATE,
}
_WORDS: Mapping[ModelTrouble, re.Pattern[str]] = {
    ModelTrouble.REFUSED: _words(
        r"content.?(?:filter|management|policy|moderation)|responsible.?ai|\bsafety\b|moderation|"
        r"inappropriate|prohibited.?content|data.?inspection|content.{0,12}risk|flagged|usage.?polic"
    ),
    ModelTrouble.CONTEXT: _words(
        r"context.{0,12}(?:length|size|window|limit|exceed)|exceed.{0,20}context|"
        r"(?:prompt|input|messages?|request).{0,20}too (?:long|large|many tokens)|"
        r"(?:prompt|input).{0,30}(?:exceed|longer).{0,30}(?:tokens?|length|maximum)|"
        r"too many (?:input |prompt )?tokens|reduce the length|"
        r"(?:inputs?\W{1,3}tokens?|input length).{0,30}(?:must|should) be"
    ),
    ModelTrouble.AUTH: _words(
        r"api.?key|unauthori[sz]ed|authenticat|credential|permission|access.{0,10}denied|"
        r"(?:invalid|expired|wrong).{0,9}token\b"
    ),
    ModelTrouble.RATE: _words(
        r"rate.?limit|too many requests|quota|billing|insufficient.{0,9}(?:fund|balance)|"
        r"credit balance|more credits"
    ),
}
"""Words of servers: many send one status for all errors. Checked in this order."""
