"""What becomes of rules in a chat: saved, approved, refused, withdrawn, and the list of them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from adapters.chat.rules.texts import NO_LIST, NOTHING_LISTED, STATES, TO_DECIDE
from adapters.chat.rules.writing import Sheets, Writer, safe
from bot.model import Platform
from bot.model.rules import Author, Fault, RuleError, State, WrittenRule
from bot.rules.forms import days_of, decided_line, fault_line, preview_lines
from bot.rules.rules import Rules
from knowledge.model.documents import Language
from knowledge.model.versions import natural

_MOST_LISTED = 25


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of a rule."""

    written: WrittenRule
    line: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A rule in the list, and what its reader may do with it."""

    written: WrittenRule
    line: str
    withdraws: bool = False
    decides: bool = False


class Decisions:
    """Decides about rules; where a method returns a sentence, the person reads that.

    Methods raise RecordsError and KnowledgeError.
    """

    def __init__(self, rules: Rules, sheets: Sheets, platform: Platform) -> None:
        self._writing = rules.writing
        self._sheets = sheets
        self._platform = platform

    async def confirmed(self, rule_id: str, writer: Writer) -> Decided | str:
        """Saves a draft; a second time, too, it is saved once."""
        return await self._decided(self._writing.confirm, rule_id, writer)

    async def approved(self, rule_id: str, writer: Writer) -> Decided | str:
        """Puts a rule that waits into force."""
        return await self._decided(self._writing.approve, rule_id, writer)

    async def refused(self, rule_id: str, writer: Writer) -> Decided | str:
        """Refuses a rule that waits."""
        return await self._decided(self._writing.refuse, rule_id, writer)

    async def withdrawn(self, doc_id: str, writer: Writer) -> Decided | str:
        """Ends a rule that was written here."""
        return await self._decided(self._writing.withdraw, doc_id, writer)

    def deciders(self, written: WrittenRule) -> tuple[str, ...]:
        """Returns the addresses of the document's owner; administrators may decide, too."""
        owner = self._sheets.stores.owner(written.rule.owner)
        return owner.people.get(self._platform, ()) if owner else ()

    async def waiting(self, rule_id: str, language: Language) -> tuple[str, ...] | None:
        """Returns what somebody who may decide about a rule reads; None if it no longer waits."""
        try:
            drafted = await self._writing.drafted(rule_id)
        except RuleError:
            return None
        return safe([TO_DECIDE[language], *preview_lines(drafted, language)])

    async def listed(self, writer: Writer) -> list[Listed] | str:
        """Returns the rules that somebody may read: those that wait for them, then the newest."""
        author, language = writer.author, writer.language
        if not self._sheets.is_writer(author):
            return NO_LIST[language]
        latest: dict[str, WrittenRule] = {}
        for one in await self._writing.counting(author):
            before = latest.get(one.rule.doc_id)
            if before is None or natural(before.rule.version) < natural(one.rule.version):
                latest[one.rule.doc_id] = one
        newest = sorted(latest.values(), key=lambda one: one.written_at, reverse=True)
        waiting = [
            Listed(one, _line(one, language), decides=True)
            for one in await self._writing.waiting(author)
        ]
        known = [Listed(one, _line(one, language), self._may_end(one, author)) for one in newest]
        return [*waiting, *known][:_MOST_LISTED] or NOTHING_LISTED[language]

    def _may_end(self, written: WrittenRule, author: Author) -> bool:
        is_counting = written.state is State.IN_FORCE
        return is_counting and self._sheets.may_write(author, (written.rule.owner,))

    async def _decided(
        self,
        decide: Callable[[str, Author], Awaitable[WrittenRule]],
        about: str,
        writer: Writer,
    ) -> Decided | str:
        try:
            written = await decide(about, writer.author)
        except RuleError as error:
            return await self._why_not(error, about, writer.language)
        return Decided(written, _became(written, writer.language))

    async def _why_not(self, error: RuleError, about: str, language: Language) -> str:
        """Says what became of a rule that somebody else decided about; else what is wrong."""
        try:
            now = await self._writing.found(about) if error.fault is Fault.GONE else None
        except RuleError:
            now = None
        if now is None or now.state is State.DRAFT:
            return fault_line(error, language)
        return _became(now, language)


def _became(written: WrittenRule, language: Language) -> str:
    return safe([decided_line(written, language)])[0]


def _line(written: WrittenRule, language: Language) -> str:
    rule = written.rule
    parts = [STATES[written.state][language], days_of(rule, language), rule.owner or ""]
    return safe([f"**{rule.title}**\n{' · '.join(filter(None, parts))}"])[0]
