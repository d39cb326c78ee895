"""Runs the commands of administrators in a chat: /reindex, with status, diff, full, rollback."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, tzinfo
from itertools import accumulate

from bot import texts
from bot.model import Message, Reply
from bot.model.errors import ReindexError
from bot.model.records import person_of
from bot.ports import Comparison, Indexer, Notify
from bot.telemetry import current, note
from bot.upkeep.comparing import Refused, difference_lines, sorry
from bot.upkeep.history.trail import Trail, outcome_of
from bot.upkeep.index_report import changes_lines, report_lines, rolled_back_line, status_lines
from bot.upkeep.index_texts import NOTHING_TO_ROLL_BACK, WORDS
from bot.upkeep.review_report import more_lines
from knowledge.model.documents import Language
from knowledge.model.errors import (
    AlreadyIndexingError,
    IndexMissingError,
    KnowledgeError,
    NothingToRollBackError,
)
from knowledge.model.report import Run, Show

logger = logging.getLogger(__name__)

_RUNS = {"": Run(), "full": Run(full=True), "force": Run(accept_worse=True)}
_WORDS = {
    "다시 색인": "",
    "상태": "status",
    "전체": "full",
    "강제": "force",
    "되돌리기": "rollback",
    "비교": "diff",
}
"""Korean words after /reindex."""
_MOST_NAMES = 3
"""Names after diff: a document and two of its versions."""
_MOST_CHARACTERS = 2500
"""Characters of a difference: Slack allows little more in a message."""


class Commands:
    """Runs the commands of a chat, for administrators only."""

    def __init__(
        self,
        indexer: Indexer,
        comparison: Comparison,
        trail: Trail | None = None,
        zone: tzinfo = UTC,
    ) -> None:
        """`zone` is the store's time zone."""
        self._zone = zone
        self._indexer = indexer
        self._comparison = comparison
        self._trail = trail or Trail()

    async def run(
        self,
        message: Message,
        language: Language,
        notify: Notify | None = None,
        show: Show | None = None,
    ) -> Reply:
        """Runs a command and returns the reply. Raises ReindexError."""
        if message.command != "reindex":
            return Reply(texts.UNKNOWN_COMMAND[language], private=True)
        if not message.admin:
            logger.warning("command refused", extra={"command": message.command})
            await self._trail.refused(person_of(message), _named(message.text))
            return Reply(texts.ADMINS_ONLY[language], private=True)
        text = message.text.strip()
        language = _spoken(text, language)
        try:
            async with self._trail.following(person_of(message), _named(text)) as doing:
                lines = await self._lines(text, language, notify, show)
                doing.about |= current().outcome
        except AlreadyIndexingError:
            lines = [texts.ALREADY_INDEXING[language]]
        except NothingToRollBackError:
            lines = [NOTHING_TO_ROLL_BACK[language]]
        except IndexMissingError:
            lines = [texts.NOT_INDEXED[language]]
        except Refused as error:
            lines = [sorry(error, language)]
        except KnowledgeError as error:
            raise ReindexError from error
        return Reply("\n".join(lines), private=True)

    async def _lines(
        self, text: str, language: Language, notify: Notify | None, show: Show | None
    ) -> list[str]:
        wanted = _wanted(text)
        first, *names = text.split() or [""]
        if _wanted(first) == "diff":
            return await self._compared(names, language)
        if wanted == "status":
            status = await asyncio.to_thread(self._indexer.status)
            return status_lines(status, language, self._zone)
        if wanted == "rollback":
            back = await self._indexer.roll_back()
            note(generation=back.number)
            return [rolled_back_line(back, language, self._zone)]
        if wanted in _RUNS:
            return await self._reindexed(_RUNS[wanted], language, notify, show)
        # An unknown word starts no run: a run could publish what was rolled back.
        return [WORDS[language]]

    async def _reindexed(
        self, run: Run, language: Language, notify: Notify | None, show: Show | None
    ) -> list[str]:
        if self._indexer.running:
            raise AlreadyIndexingError
        if notify is not None:
            await notify(Reply(texts.INDEXING[language], language=language, private=True))
        report = await self._indexer.rebuild(run, show or (lambda _: None))
        note(**outcome_of(report))
        return report_lines(report, language, short=True)

    async def _compared(self, names: Sequence[str], language: Language) -> list[str]:
        if not names:
            return changes_lines(await self._indexer.changes(), language)
        shown = await difference_lines(self._comparison, names[:_MOST_NAMES], language)
        return ["```", *_fitting(shown, language), "```"]


def knows(text: str) -> bool:
    """Whether this text is a known word after /reindex."""
    first = text.partition(" ")[0]
    return _wanted(text) in (*_RUNS, "status", "rollback") or _wanted(first) == "diff"


def _spoken(text: str, language: Language) -> Language:
    """Returns "ko" for a Korean command word: "비교 refund-policy-ko" is mostly Latin letters."""
    return "ko" if text.partition(" ")[0] in _WORDS else language


def _wanted(text: str) -> str:
    word = text.casefold()
    return _WORDS.get(word, word)


def _named(text: str) -> str:
    """Names the command in English for the audit log; leaves out all other words."""
    wanted, first = _wanted(text.strip()), _wanted(text.strip().partition(" ")[0])
    if wanted in _RUNS:
        return f"reindex {wanted}".strip()
    return next((one for one in ("diff", "status", "rollback") if one in (wanted, first)), "other")


def _fitting(lines: Sequence[str], language: Language) -> list[str]:
    """Returns as many lines as fit into one message, and counts the rest."""
    # Three backticks in a document would end the code block around the lines.
    lines = [line.replace("```", "'''") for line in lines]
    sizes = accumulate(len(line) + 1 for line in lines)
    fitting = sum(1 for size in sizes if size <= _MOST_CHARACTERS)
    return lines[:fitting] + more_lines(len(lines) - fitting, language)
