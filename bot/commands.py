"""What administrators may do from a chat: /reindex, with status, full and rollback."""

import logging

from bot import texts
from bot.errors import ReindexError
from bot.index_report import report_lines, rolled_back_line, status_lines
from bot.index_texts import NOTHING_TO_ROLL_BACK, WORDS
from bot.model import Message, Reply
from bot.ports import Indexer, Notify
from knowledge.errors import (
    AlreadyIndexingError,
    IndexMissingError,
    KnowledgeError,
    NothingToRollBackError,
)
from knowledge.model import Language
from knowledge.report import Run

logger = logging.getLogger(__name__)

_RUNS = {"": Run(), "full": Run(full=True), "force": Run(accept_worse=True)}
_WORDS = {
    "다시 색인": "",
    "상태": "status",
    "전체": "full",
    "강제": "force",
    "되돌리기": "rollback",
}
"""What may stand after /reindex in Korean."""


class Commands:
    """Runs the commands of a chat for those who may."""

    def __init__(self, indexer: Indexer, admins: frozenset[str]) -> None:
        self._indexer = indexer
        self._admins = admins

    async def run(self, message: Message, language: Language, notify: Notify | None) -> Reply:
        """Run a command and return what to say. Raises ReindexError."""
        if message.command != "reindex":
            return Reply(texts.UNKNOWN_COMMAND[language], private=True)
        if message.sender_id not in self._admins:
            logger.warning("command refused", extra={"command": message.command})
            return Reply(texts.ADMINS_ONLY[language], private=True)
        word = message.text.strip().casefold()
        try:
            lines = await self._lines(_WORDS.get(word, word), language, notify)
        except AlreadyIndexingError:
            lines = [texts.ALREADY_INDEXING[language]]
        except NothingToRollBackError:
            lines = [NOTHING_TO_ROLL_BACK[language]]
        except IndexMissingError:
            lines = [texts.NOT_INDEXED[language]]
        except KnowledgeError as error:
            raise ReindexError from error
        return Reply("\n".join(lines), private=True)

    async def _lines(self, wanted: str, language: Language, notify: Notify | None) -> list[str]:
        if wanted == "status":
            return status_lines(self._indexer.status(), language)
        if wanted == "rollback":
            return [rolled_back_line(await self._indexer.roll_back(), language)]
        if wanted in _RUNS:
            return await self._reindexed(_RUNS[wanted], language, notify)
        # A run would publish what was rolled back: no word that is misspelt may begin one.
        return [WORDS[language]]

    async def _reindexed(self, run: Run, language: Language, notify: Notify | None) -> list[str]:
        if self._indexer.running:
            raise AlreadyIndexingError
        if notify is not None:
            await notify(Reply(texts.INDEXING[language], language=language, private=True))
        return report_lines(await self._indexer.rebuild(run, lambda _: None), language)
