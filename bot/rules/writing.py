"""Takes the rules that people write: drafts them, shows them, and puts them into force."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from bot.model.access import may_read
from bot.model.kept import EntryKind, Outcome
from bot.model.rules import (
    LONGEST_RULE,
    LONGEST_TITLE,
    Author,
    Fault,
    Rule,
    RuleError,
    State,
    WrittenRule,
    is_doc_id,
    new_rule_id,
)
from bot.model.text import whole
from bot.ports import Index, RulesKept, Search
from bot.privacy import Redactor
from bot.rules.preview import Preview, Previews
from bot.stores import Stores
from bot.upkeep.history.trail import Trail
from knowledge.language.hidden import seen
from knowledge.model.documents import Audience, Filters, Header
from knowledge.model.versions import in_force, natural, version_after


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may write rules, as the settings say."""

    writers: Audience = Audience.MANAGER
    """The least role that writes; owners always write about their own documents."""
    needs_second: bool = False
    """Whether a second person has to approve each rule."""

    def may_write(self, author: Author, owner: str | None) -> bool:
        """Whether somebody may write a rule of an owner."""
        return may_read(author.role, self.writers) or author.is_owner(owner)


@dataclass(frozen=True, slots=True)
class Drafted:
    """A rule that is kept but does not count yet, and what it would change."""

    written: WrittenRule
    preview: Preview


class Writing:
    """Every step of a rule, whichever way it comes in. Methods raise RuleError, RecordsError."""

    def __init__(
        self,
        kept: RulesKept,
        previews: Previews,
        index: Index,
        redactor: Redactor,
        stores: Stores,
        today: Callable[[], date],
        rights: Rights,
        trail: Trail,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`changed` is called once a rule came into force or was withdrawn."""
        self._kept = kept
        self._previews = previews
        self._index = index
        self._redactor = redactor
        self._stores = stores
        self._today = today
        self.rights = rights
        self._trail = trail
        self._changed = changed

    async def draft(self, rule: Rule, author: Author) -> Drafted:
        """Keeps a rule without putting it into force, and says what that would change.

        A document of the same id gets a new version; without an id it is a new document.
        """
        drafted = await self.previewed(rule, author)
        await self._kept.keep(drafted.written)
        return drafted

    async def previewed(self, rule: Rule, author: Author) -> Drafted:
        """Says what a rule would change, and keeps nothing."""
        rule_id = new_rule_id()
        rule = self._clean(rule)
        if not rule.doc_id:
            rule = replace(rule, doc_id=f"answer-{rule_id}")
        self._check(rule)
        async with self._index.pinned() as search:
            rule = await self._next_version(rule, author, search)
        preview = await self._previews.of(rule, author.role)
        written = WrittenRule(rule_id, rule, State.DRAFT, author.person, datetime.now(UTC))
        return Drafted(written, preview)

    async def drafted(self, rule_id: str) -> Drafted:
        """Returns a draft, or a rule that waits, as it would be indexed now.

        Beside it stands what all readers of the rule may read.
        """
        written = await self.found(rule_id, State.DRAFT, State.WAITING)
        return Drafted(written, await self._previews.of(written.rule, written.rule.audience))

    async def found(self, rule_id: str, *states: State) -> WrittenRule:
        """Returns a rule as it is now, if it is in one of these states, or in any without."""
        found = await self._kept.find(rule_id)
        if found is None or (states and found.state not in states):
            raise RuleError(Fault.GONE)
        return found

    async def confirm(self, rule_id: str, author: Author) -> WrittenRule:
        """Puts a draft into force, or has it wait for a second person; only its author may."""
        draft = await self.found(rule_id, State.DRAFT, State.WAITING, State.IN_FORCE)
        if draft.written_by != author.person:
            raise RuleError(Fault.NOT_ALLOWED)
        if draft.state is not State.DRAFT:
            return draft  # tapped twice
        await self._check_version(draft.rule)
        state = State.WAITING if self.rights.needs_second else State.IN_FORCE
        return await self._decide(draft, state, author, "write_rule")

    async def approve(self, rule_id: str, author: Author) -> WrittenRule:
        """Puts a rule that waits into force; its author may not."""
        return await self._second(rule_id, State.IN_FORCE, author, "approve_rule")

    async def refuse(self, rule_id: str, author: Author) -> WrittenRule:
        """Refuses a rule that waits."""
        return await self._second(rule_id, State.REFUSED, author, "refuse_rule")

    async def withdraw(self, doc_id: str, author: Author) -> WrittenRule:
        """Ends a rule that was written here, from today on; past days keep it.

        If it is a version of a file's document, the file's own version counts again.
        """
        versions = [one for one in await self._kept.counting() if one.rule.doc_id == doc_id]
        newest = max(versions, key=lambda one: natural(one.rule.version), default=None)
        if newest is None:
            async with self._index.pinned() as search:
                known = await _versions(doc_id, search)
            raise RuleError(Fault.NOT_WRITTEN_HERE if known else Fault.UNKNOWN_DOCUMENT, doc_id)
        self._allow(author, newest.rule)
        if newest.state is State.WITHDRAWN:
            return newest
        for one in versions:
            if one.state is State.IN_FORCE and one is not newest:
                await self._decide(one, State.WITHDRAWN, author, "withdraw_rule")
        return await self._decide(newest, State.WITHDRAWN, author, "withdraw_rule")

    async def waiting(self, author: Author) -> list[WrittenRule]:
        """Returns the rules that somebody may approve or refuse."""
        return [
            one
            for one in await self._kept.waiting()
            if one.written_by != author.person and self._may(author, one.rule)
        ]

    async def counting(self, author: Author) -> list[WrittenRule]:
        """Returns the rules written here that somebody may read, those withdrawn too."""
        found = await self._kept.counting()
        return [one for one in found if may_read(author.role, one.rule.audience)]

    async def _second(self, rule_id: str, state: State, author: Author, what: str) -> WrittenRule:
        waiting = await self.found(rule_id, State.WAITING, state)
        if waiting.state is state:
            return waiting  # tapped twice
        if waiting.written_by == author.person:
            raise RuleError(Fault.SECOND_PERSON)
        self._allow(author, waiting.rule)
        if state is State.IN_FORCE:
            await self._check_version(waiting.rule)
        return await self._decide(waiting, state, author, what)

    async def _decide(
        self, written: WrittenRule, state: State, author: Author, what: str
    ) -> WrittenRule:
        now = replace(
            written,
            state=state,
            decided_by=author.person,
            decided_at=datetime.now(UTC),
            indexed_at=None,
        )
        if not await self._kept.decide(written.rule_id, written.state, now):
            raise RuleError(Fault.STALE)
        rule = written.rule
        about = {"rule": written.rule_id, "document": f"{rule.doc_id}@{rule.version}"}
        await self._trail.note(EntryKind.COMMAND, author.person, what, Outcome.DONE, about)
        if state in (State.IN_FORCE, State.WITHDRAWN):
            self._changed()
        return now

    async def _next_version(self, rule: Rule, author: Author, search: Search) -> Rule:
        """The rule with its version; checks that its author may change that document."""
        known = await _versions(rule.doc_id, search)
        here = [one.rule for one in await self._kept.counting() if one.rule.doc_id == rule.doc_id]
        everything: list[Header | Rule] = [*known, *here]
        if not everything:
            self._allow(author, rule)
            return rule
        newest = max(everything, key=lambda one: natural(one.version))
        now = in_force(known, self._today()) or newest
        for audience in (rule.audience, now.audience, newest.audience):
            self._allow(author, replace(rule, audience=audience, owner=newest.owner))
        return replace(rule, version=version_after(newest.version))

    async def _check_version(self, rule: Rule) -> None:
        """Raises RuleError if a file has brought this version, or a later one, since."""
        async with self._index.pinned() as search:
            known = await _versions(rule.doc_id, search)
        if any(natural(one.version) >= natural(rule.version) for one in known):
            raise RuleError(Fault.STALE)

    def _allow(self, author: Author, rule: Rule) -> None:
        if not self._may(author, rule):
            raise RuleError(Fault.NOT_ALLOWED)

    def _may(self, author: Author, rule: Rule) -> bool:
        """Whether somebody may write a rule: nobody writes what they may not read."""
        readable = may_read(author.role, rule.audience) or author.is_owner(rule.owner)
        return readable and self.rights.may_write(author, rule.owner)

    def _clean(self, rule: Rule) -> Rule:
        def clean(text: str) -> str:
            return self._redactor.published(_seen(text)).strip()

        return replace(
            rule,
            doc_id=clean(rule.doc_id),
            title=" ".join(clean(rule.title).split()),
            text=clean(rule.text),
            owner=clean(rule.owner) or None if rule.owner else None,
            category=clean(rule.category) or "general",
            question=self._redactor.safe(rule.question) if rule.question else "",
        )

    def _check(self, rule: Rule) -> None:
        if not (rule.title and rule.text) or not is_doc_id(rule.doc_id):
            raise RuleError(Fault.EMPTY)
        if len(rule.title) > LONGEST_TITLE or len(rule.text) > LONGEST_RULE:
            raise RuleError(Fault.TOO_LONG)
        ends = filter(None, (rule.effective_until, rule.review_by))
        if any(day < rule.effective_from for day in ends):
            raise RuleError(Fault.DAYS)
        for store in rule.stores:
            if self._stores.get(store) is None:
                raise RuleError(Fault.UNKNOWN_STORE, store)


def _seen(text: str) -> str:
    """A text as people see it; signs of other widths stay."""
    return unicodedata.normalize("NFC", seen(whole(text)).replace("\r\n", "\n"))


async def _versions(doc_id: str, search: Search) -> Sequence[Header]:
    """Every version of a document in the index, the latest first."""
    everything = Filters(as_of=date.max, audience=Audience.ADMIN)
    headers = await search.history.starting(date.min, everything)
    return [one for one in headers if one.doc_id == doc_id]
