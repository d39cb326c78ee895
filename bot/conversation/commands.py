"""Runs the commands of administrators in a chat: /reindex with its options, and reports."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, tzinfo
from itertools import accumulate

from bot import texts
from bot.model import Message, Reply
from bot.model.errors import ReindexError
from bot.model.kept import person_of
from bot.ports import Comparison, Indexer, Notify
from bot.telemetry import current, note
from bot.upkeep.comparing import Refused, difference_lines, sorry
from bot.upkeep.history.trail import Trail, outcome_of
from bot.upkeep.indexing.index_report import (
    changes_lines,
    report_lines,
    rolled_back_line,
    status_lines,
)
from bot.upkeep.indexing.index_texts import NOTHING_TO_ROLL_BACK, WORDS
from bot.upkeep.indexing.review_report import more_lines
from bot.upkeep.reports import Reports, Wanted
from bot.upkeep.reports.in_chat import EXAMPLE, REPORT_WORDS, Asked, asked_for, chat_lines
from knowledge.language.terms import language_of
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
_OWN = "storewise"
"""Slack's command for everything without a command of its own: its first word says which."""
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
        reports: Reports | None = None,
    ) -> None:
        """`zone` is the store's time zone; without `reports` there are none."""
        self._zone = zone
        self._reports = reports
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
        """Runs a command and returns the reply. Raises BotError, KnowledgeError."""
        command, text = _parted(message)
        if command not in ("reindex", "report", _OWN):
            return Reply(texts.UNKNOWN_COMMAND[language], private=True)
        if not message.admin:
            logger.warning("command refused", extra={"command": command})
            await self._trail.refused(person_of(message), _named(command, text))
            return Reply(texts.ADMINS_ONLY[language], private=True)
        language = _spoken(message.text.strip(), language)
        if command == _OWN:
            return Reply(texts.OWN_COMMAND[language], private=True)
        if command == "report":
            return await self._report(message, text, language)
        return await self._reindex(message, text, language, notify, show)

    async def _report(self, message: Message, text: str, language: Language) -> Reply:
        asked = asked_for(text)
        if self._reports is None or not isinstance(asked, Asked):
            slash = f"/{_OWN} " if message.command == _OWN else ""
            which = texts.UNKNOWN_COMMAND if isinstance(asked, Asked) else asked
            said = which[language].format(example=f"{slash}{EXAMPLE[language]}")
            return Reply(said, private=True)
        async with self._trail.following(person_of(message), _named("report", text)):
            report = await self._reports.made(asked.kind, asked.period, Wanted())
        text = "\n".join(chat_lines(report, asked.period, language))
        return Reply(text, private=True, waiting=report.waiting(language))

    async def _reindex(
        self,
        message: Message,
        text: str,
        language: Language,
        notify: Notify | None,
        show: Show | None,
    ) -> Reply:
        try:
            async with self._trail.following(person_of(message), _named("reindex", text)) as doing:
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


def _parted(message: Message) -> tuple[str | None, str]:
    """Returns the name of a command and the words after it."""
    text = message.text.strip()
    first, _, rest = text.partition(" ")
    if message.command == _OWN and first.casefold() in REPORT_WORDS:
        return "report", rest.strip()
    return message.command, text


def _spoken(text: str, language: Language) -> Language:
    """Returns the language of a command word: "비교 refund-policy-ko" is mostly Latin letters."""
    first = text.partition(" ")[0]
    is_word = not first.isascii() and (first in _WORDS or first in REPORT_WORDS)
    return language_of(first) if is_word else language


def _wanted(text: str) -> str:
    word = text.casefold()
    return _WORDS.get(word, word)


def _named(command: str, text: str) -> str:
    """Names a command in English for the audit log; leaves out all other words."""
    if command == _OWN:
        return _OWN
    if command == "report":
        asked = asked_for(text)
        return f"report {asked.kind}" if isinstance(asked, Asked) else "report other"
    wanted, first = _wanted(text), _wanted(text.partition(" ")[0])
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
