"""What can go wrong in a conversation.

* BotError
  - ModelUnavailableError   the language model gave no draft; `kind` says why
  - ReindexError            the documents could not be indexed
  - GoldenFileError         a file of the evaluation cannot be used
  - TextFileError           a text to answer from cannot be read
  - RecordsError            the answers that were given cannot be read or kept
  - AuditError              the audit log cannot be read or written now
  - ManifestError           a platform's manifest cannot be made, or not be written there
  - ChannelsError           the settings of channels cannot be read or kept
  - KeysError               the keys of programs cannot be read or kept
    - KeyNameError            … because another key has this name

A question that cannot be answered is no error: it is a Verdict.
"""

from enum import StrEnum


class BotError(Exception):
    """The bot cannot do what was asked."""


class ModelTrouble(StrEnum):
    """Why a language model gave no draft."""

    TIMEOUT = "timeout"
    RATE = "rate"
    """Too many requests, or no money left."""
    AUTH = "auth"
    CONFIG = "config"
    """It does not take what the settings ask for: an unknown model, a wrong address."""
    REFUSED = "refused"
    BAD_OUTPUT = "bad_output"
    """It answered, and not with a draft."""
    DOWN = "down"
    RESTS = "rests"
    """It failed so often just now that it was not asked."""
    QUOTA = "quota"
    """It was asked as often today as the settings allow."""


class ModelUnavailableError(BotError):
    """The language model gave no draft."""

    def __init__(self, kind: ModelTrouble) -> None:
        super().__init__(kind.value)
        self.kind = kind


class ReindexError(BotError):
    """The documents could not be indexed; the earlier index stays."""


class GoldenFileError(BotError):
    """A file of the evaluation cannot be used; says which and what it needs."""


class TextFileError(BotError):
    """A text to answer from cannot be read; says which."""


class RecordsError(BotError):
    """The answers that were given cannot be read or kept now."""


class AuditError(BotError):
    """The audit log cannot be read or written now; says which file and what to do."""


class ManifestError(BotError):
    """A platform's manifest cannot be made, or not be written there; says why."""


class ChannelsError(BotError):
    """The settings of channels cannot be read or kept; says which file and what to do."""


class KeysError(BotError):
    """The keys of programs cannot be read or kept; says which file and what to do."""


class KeyNameError(KeysError):
    """A key of this name is valid already."""
