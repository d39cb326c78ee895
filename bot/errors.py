"""What can go wrong in a conversation.

* BotError
  - ModelUnavailableError   the language model did not answer in time
  - ReindexError            the documents could not be indexed
  - GoldenFileError         a file of the evaluation cannot be used

A question that cannot be answered is no error: it is a Verdict.
"""


class BotError(Exception):
    """The bot cannot do what was asked."""


class ModelUnavailableError(BotError):
    """The language model did not answer in time."""


class ReindexError(BotError):
    """The documents could not be indexed; the earlier index stays."""


class GoldenFileError(BotError):
    """A file of the evaluation cannot be used; says which and what it needs."""
