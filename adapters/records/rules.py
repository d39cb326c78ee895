"""Keeps the rules that people write, with each version and who decided about it."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import cached_property

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, exists, or_, select, update

from adapters.database import Database
from adapters.database.engine import insert, locked
from adapters.database.tables import rules as table
from bot.model.errors import RecordsError
from bot.model.rules import Rule, State, WrittenRule

_DRAFTS = timedelta(days=7)
"""Then a draft that nobody confirmed is forgotten."""
_COUNTING = (State.IN_FORCE, State.WITHDRAWN)


class SqlRules:
    """Keeps them in the database. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._results = database.raising(RecordsError)

    @cached_property
    def _body(self) -> TypeAdapter[Rule]:
        return TypeAdapter(Rule)

    async def keep(self, written: WrittenRule) -> None:
        """Keeps a new draft. Drafts that nobody confirmed in a week are forgotten."""
        old = delete(table).where(
            table.c.state == State.DRAFT, table.c.written_at < datetime.now(UTC) - _DRAFTS
        )

        def write(db: Connection) -> int:
            db.execute(old)
            given = insert(db, table).values(self._row(written))
            return db.execute(given.on_conflict_do_nothing()).rowcount

        await self._results.write(write, lasting=True)

    async def find(self, rule_id: str) -> WrittenRule | None:
        """Returns a rule by the id of its writing; None if it is not kept."""
        found = await self._found(table.c.rule_id == rule_id)
        return found[0] if found else None

    async def decide(self, rule_id: str, was: State, now: WrittenRule) -> bool:
        """Changes how far a rule is, and its days; False if it is not as it was.

        False, too, if another one of its document and version counts.
        """
        row = self._row(now)
        other = table.alias()
        counts = exists().where(
            other.c.doc_id == now.rule.doc_id,
            other.c.version == now.rule.version,
            other.c.rule_id != rule_id,
            other.c.state.in_(_COUNTING),
        )
        # This very work may have been done before its connection was lost.
        done = and_(table.c.state == now.state, table.c.decided_at == now.decided_at)
        as_it_was = or_(table.c.state == was, done)
        put = update(table).where(table.c.rule_id == rule_id, as_it_was, ~counts).values(row)

        def write(db: Connection) -> bool:
            locked(db, f"rule {now.rule.doc_id}")
            return db.execute(put).rowcount == 1

        return await self._results.write(write, lasting=True)

    async def counting(self) -> list[WrittenRule]:
        """Returns the rules that are or were in force, the earliest decided first."""
        # Each indexing run asks, also where nothing is kept but the index.
        if not self._database.is_there:
            return []
        return await self._found(table.c.state.in_(_COUNTING))

    async def waiting(self) -> list[WrittenRule]:
        """Returns the rules that wait for approval, the earliest first."""
        return await self._found(table.c.state == State.WAITING)

    async def note_indexed(self, rules: Sequence[WrittenRule], at: datetime) -> None:
        """Notes that the index has these rules, unless they were decided about since."""
        puts = [
            update(table)
            .where(table.c.rule_id == one.rule_id, table.c.decided_at == one.decided_at)
            .values(indexed_at=at)
            for one in rules
        ]
        await self._results.write(lambda db: sum(db.execute(put).rowcount for put in puts))

    async def note_told(self, rule_id: str, at: datetime) -> None:
        """Notes that those who had asked in vain were told of a rule."""
        put = update(table).where(table.c.rule_id == rule_id).values(told_at=at)
        await self._results.write(lambda db: db.execute(put).rowcount)

    async def _found(self, wanted: ColumnElement[bool]) -> list[WrittenRule]:
        rows = select(table).where(wanted).order_by(table.c.decided_at, table.c.number)
        found = await self._results.read(lambda db: db.execute(rows).all())
        return [self._written(row) for row in found]

    def _row(self, written: WrittenRule) -> dict[str, object]:
        values = asdict(written)
        values |= {"body": self._body.dump_json(written.rule).decode(), "state": written.state}
        values |= {"doc_id": written.rule.doc_id, "version": written.rule.version}
        del values["rule"]
        return values

    def _written(self, row: Row[tuple[object, ...]]) -> WrittenRule:
        values = dict(row._mapping)
        rule = self._body.validate_json(values.pop("body"))
        for name in ("number", "doc_id", "version"):
            del values[name]
        return WrittenRule(rule=rule, **{**values, "state": State(values["state"])})
