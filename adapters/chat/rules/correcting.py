"""Offers to correct the earlier answers that quote what a rule no longer says."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from adapters.chat.rules.texts import CORRECT_AGAIN, CORRECTED, CORRECTED_IN_PART, OUTDATED
from adapters.chat.rules.writing import Sheets, Writer, safe
from bot.model.kept import EntryKind, Outcome
from bot.model.rules import Fault, RuleError, State, WrittenRule
from bot.rules.forms import fault_line
from bot.rules.rules import Rules
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Language

_CORRECTED_FOR = timedelta(days=30)
_MOST_SHOWN = 3
"""Corrections that are read before they are posted."""
_LOOK_S = 2.0
_MOST_LOOKS = 450
"""Looks at a rule until it is in the index: 15 minutes."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Corrections of earlier answers, ready to be posted."""

    token: str
    lines: tuple[str, ...]


class Correcting:
    """Prepares corrections once a rule answers, and posts them."""

    def __init__(
        self,
        rules: Rules,
        sheets: Sheets,
        trail: Trail,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._rules = rules
        self._sheets = sheets
        self._trail = trail
        self._sleep = sleep

    async def offer(self, rule_id: str, language: Language) -> Offer | None:
        """Waits until a rule is in the index; None if no answer has to be corrected for it."""
        for _ in range(_MOST_LOOKS):
            written = await self._rules.writing.found(rule_id)
            if written.state is not State.IN_FORCE:
                return None
            if written.indexed_at is not None:
                return await self._outdated(written, language)
            await self._sleep(_LOOK_S)
        return None

    async def posted(self, token: str, writer: Writer) -> str:
        """Posts the corrections of an offer; returns what the person reads."""
        rule_id, _, shown = token.partition(":")
        try:
            written = await self._rules.writing.found(rule_id)
        except RuleError as error:
            return fault_line(error, writer.language)
        if not self._sheets.may_write(writer.author, (written.rule.owner,)):
            return fault_line(RuleError(Fault.NOT_ALLOWED), writer.language)
        result = await self._rules.corrections.run({"token": shown})
        outcome = Outcome.FAILED if result.code else Outcome.DONE
        who = writer.author.person
        await self._trail.note(EntryKind.COMMAND, who, "correct", outcome, dict(result.noted))
        if result.value is None:
            return CORRECT_AGAIN[writer.language]
        count, failed = sum(result.value["posted"].values()), len(result.value["failed"])
        said = CORRECTED_IN_PART if failed else CORRECTED
        return said[writer.language].format(count=count, failed=failed)

    async def _outdated(self, written: WrittenRule, language: Language) -> Offer | None:
        asked = {"rule": written.rule.doc_id, "since_s": _CORRECTED_FOR.total_seconds()}
        prepared = (await self._rules.corrections.run(asked)).value
        if prepared is None or not prepared["corrections"]:
            return None
        count = sum(prepared["threads"].values())
        said = OUTDATED[language].format(count=count, title=written.rule.title)
        shown = [one["text"] for one in prepared["corrections"][:_MOST_SHOWN]]
        return Offer(f"{written.rule_id}:{prepared['token']}", safe([said, *shown]))
