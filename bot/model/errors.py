"""The errors of the conversation.

* BotError
  - ListeningError          the server's address cannot be used
  - ModelUnavailableError   the language model chose nothing; `kind` says why
  - ReindexError            the documents could not be indexed
  - GoldenFileError         a file of golden questions cannot be used
  - TextFileError           a text to answer from cannot be read
  - RecordsError            stored answers cannot be read or written
  - AuditError              the audit log cannot be read or written
  - ManifestError           a platform's manifest cannot be made or written
  - ChannelsError           the channels' settings cannot be read or written
  - KeysError               the API keys cannot be read or written
    - KeyNameError            … because another key has this name
  - InboxError              accepted questions cannot be read or written
  - InstallationsError      the workspaces that installed the bot cannot be read or written
  - BackupError             a backup cannot be made or restored
  - StoresError             the file of the stores cannot be used
  - RuleError               a rule that somebody wrote cannot be taken (`bot.model.rules`)
  - PackageMissingError     a setting needs a package that is not installed

A question that cannot be answered is no error but a Verdict.
"""

from collections.abc import Mapping
from enum import StrEnum


class BotError(Exception):
    """The bot cannot do what was asked."""


class ModelTrouble(StrEnum):
    """Why a language model chose nothing."""

    TIMEOUT = "timeout"
    RATE = "rate"
    """Too many requests, or no money left."""
    AUTH = "auth"
    CONFIG = "config"
    """The settings are wrong: an unknown model, a wrong address."""
    REFUSED = "refused"
    BAD_OUTPUT = "bad_output"
    """It answered, but not with a choice."""
    OUT_OF_TOKENS = "out_of_tokens"
    """It was stopped at the limit of tokens before its choice was whole, mostly while thinking."""
    CONTEXT = "context"
    """The request is longer than the server lets the model read."""
    DOWN = "down"
    RESTS = "rests"
    """It was not asked, because it failed too often just now."""
    QUOTA = "quota"
    """It was not asked, because today's calls are used up."""
    WORSE = "worse"
    """It is off, because it answered known questions worse than the documents alone."""


MODEL_CURES: Mapping[ModelTrouble, str] = {
    ModelTrouble.AUTH: "Check OPENAI_API_KEY.",
    ModelTrouble.CONFIG: "Check OPENAI_CHAT_MODEL and OPENAI_BASE_URL.",
    ModelTrouble.CONTEXT: (
        "Give the model a context of 8,192 tokens or more (Ollama: OLLAMA_CONTEXT_LENGTH, "
        "llama.cpp: -c, vLLM: --max-model-len)."
    ),
    ModelTrouble.OUT_OF_TOKENS: (
        "It ran out of tokens while thinking: raise OPENAI_MAX_OUTPUT_TOKENS, or let it think less "
        "with OPENAI_REASONING_EFFORT."
    ),
    ModelTrouble.RATE: "Too many requests, or no credit: check the account's limits.",
    ModelTrouble.QUOTA: "Today's calls are used up: raise OPENAI_DAILY_CALLS or wait a day.",
    ModelTrouble.DOWN: "Check the network, the proxy and the server at OPENAI_BASE_URL.",
    ModelTrouble.WORSE: (
        "It answers worse than the documents alone, and is off until tomorrow's trial: choose a "
        "better model in OPENAI_CHAT_MODEL."
    ),
    ModelTrouble.TIMEOUT: "It is too slow: choose a faster model, or raise OPENAI_CHAT_BUDGET_S.",
}
"""What an operator does about it; nothing for what waits or passes by itself."""


class ModelUnavailableError(BotError):
    """The language model chose nothing."""

    def __init__(self, kind: ModelTrouble, said: str = "") -> None:
        """`said` has the server's own words, fit for the log; "" if it said nothing."""
        super().__init__(kind.value)
        self.kind = kind
        self.said = said


class ListeningError(BotError):
    """The server's address cannot be used; the message says why and names the setting."""


class ReindexError(BotError):
    """The documents could not be indexed; the old index stays."""


class GoldenFileError(BotError):
    """A file of golden questions cannot be used; the message says which one and what it needs."""


class TextFileError(BotError):
    """A text to answer from cannot be read; the message says which one."""


class RecordsError(BotError):
    """Stored answers cannot be read or written now."""


class AuditError(BotError):
    """The audit log cannot be read or written now; the message says which file and what to do."""


class ManifestError(BotError):
    """A platform's manifest cannot be made or written; the message says why."""


class ChannelsError(BotError):
    """The channels' settings cannot be read or written; the message says which file and the fix."""


class KeysError(BotError):
    """The API keys cannot be read or written; the message says which file and what to do."""


class KeyNameError(KeysError):
    """A valid key already has this name."""


class InboxError(BotError):
    """Accepted questions cannot be read or written now; the message says which file and the fix."""


class InstallationsError(BotError):
    """The tokens of workspaces cannot be read or written now; the message says what to do."""


class BackupError(BotError):
    """A backup cannot be made or restored; the message says why and what to do."""


class StoresError(BotError):
    """The file of the stores cannot be used; the message says which store and what it needs."""


class PackageMissingError(BotError):
    """A setting needs a package that is not installed; the message says how to install it."""


class NotAskedAgainError(BotError):
    """A stored question has no answer now because something fails."""
