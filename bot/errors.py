"""What can go wrong in a conversation.

* BotError
  - ModelUnavailableError   the language model did not answer in time
  - ReindexError            the documents could not be indexed
  - GoldenFileError         the golden questions cannot be read

A question that cannot be answered is no error: it is a Verdict.
"""


class BotError(Exception):
    """The bot cannot do what was asked."""


class ModelUnavailableError(BotError):
    """The language model did not answer in time."""


class ReindexError(BotError):
    """The documents could not be indexed; the earlier index stays."""


class GoldenFileError(BotError):
    """The golden questions cannot be read; says where and what a line needs."""
