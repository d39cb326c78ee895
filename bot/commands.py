"""What administrators may do from a chat: /reindex."""

import logging

from bot import texts
from bot.errors import ReindexError
from bot.model import Message, Reply
from bot.ports import Indexer, Notify
from knowledge.errors import AlreadyIndexingError, KnowledgeError
from knowledge.model import Language
from knowledge.report import IndexReport, Run

logger = logging.getLogger(__name__)

_MOST_SKIPPED = 10
"""Skipped files that are named; the rest are counted."""


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
        if self._indexer.running:
            return Reply(texts.ALREADY_INDEXING[language], private=True)
        if notify is not None:
            await notify(Reply(texts.INDEXING[language], language=language, private=True))
        return await self._reindex(language)

    async def _reindex(self, language: Language) -> Reply:
        try:
            report = await self._indexer.rebuild(Run(), lambda _: None)
        except AlreadyIndexingError:
            return Reply(texts.ALREADY_INDEXING[language], private=True)
        except KnowledgeError as error:
            raise ReindexError from error
        return Reply("\n".join(report_lines(report, language)), private=True)


def report_lines(report: IndexReport, language: Language) -> list[str]:
    """What an indexing run did, line by line."""
    lines = [
        texts.INDEXED[language].format(
            documents=report.documents,
            passages=report.passages,
            seconds=report.seconds,
            embedded=report.embedded,
        )
    ]
    if report.words_only:
        lines.append(texts.WORDS_ONLY[language])
    if report.assumed:
        lines.append(texts.ASSUMED[language].format(count=report.assumed))
    if report.skipped:
        lines.append(texts.SKIPPED[language])
        lines += [f"- {skipped.reason}" for skipped in report.skipped[:_MOST_SKIPPED]]
    if len(report.skipped) > _MOST_SKIPPED:
        count = len(report.skipped) - _MOST_SKIPPED
        lines.append(texts.AND_MORE[language].format(count=count))
    return lines
