"""Who of how many has read each rule that asks for it, by store and role."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from bot.model.kept import StoredAnswer
from bot.model.rules import Receipt, State, WrittenRule
from bot.ports import ReceiptsKept, RulesKept
from bot.upkeep.reports.table import Cell, Table
from knowledge.model.documents import Audience

RECEIPTS = ("rule", "store", "role", "read", "people", "understood")
READERS = ("rule", "store", "person", "day")


@dataclass(frozen=True, slots=True)
class Readings:
    """Where that is kept, and whether readers may be named."""

    rules: RulesKept
    receipts: ReceiptsKept
    named: bool = False


@dataclass(slots=True)
class _Group:
    """The people of a store with one role."""

    people: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    understood: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)


async def receipts(
    readings: Readings, answers: Sequence[StoredAnswer], zone: tzinfo
) -> tuple[Table, ...]:
    """Returns the tables of the report.

    The people of a store are those who asked the bot there in the period, and its readers.
    """
    rules = [one for one in await readings.rules.counting() if _asks(one)]
    given = await readings.receipts.all()
    roles, stores = _roles(answers), _stores(answers)
    rows: list[tuple[Cell, ...]] = []
    for rule in rules:
        own = [one for one in given if one.rule_id == rule.rule_id]
        limits = rule.rule.stores
        here = {who: one for who, one in stores.items() if not limits or one in limits}
        groups = _groups(own, here, roles)
        rows += [(rule.rule.title, *_row(place, groups[place])) for place in sorted(groups)]
    tables = [Table("receipts", RECEIPTS, rows)]
    if readings.named:
        tables.append(_named(rules, given, zone))
    return tuple(tables)


def _asks(written: WrittenRule) -> bool:
    return written.rule.receipt and written.state is State.IN_FORCE


def _who(person: str) -> str:
    """A person of the records as receipts name them: platform and id, without the workspace."""
    platform, _, rest = person.partition(":")
    return f"{platform}:{rest.rpartition(':')[2]}"


def _roles(answers: Iterable[StoredAnswer]) -> Mapping[str, str]:
    """The role of each person, as it was when they asked last."""
    return {
        _who(one.person): str(one.reply.scope.audience if one.reply.scope else Audience.STAFF)
        for one in answers
    }


def _stores(answers: Iterable[StoredAnswer]) -> Mapping[str, str]:
    """The store of each person who asked in one."""
    return {
        _who(one.person): one.reply.scope.store
        for one in answers
        if one.reply.scope and one.reply.scope.store
    }


def _groups(
    given: Iterable[Receipt], stores: Mapping[str, str], roles: Mapping[str, str]
) -> dict[tuple[str, str], _Group]:
    groups: dict[tuple[str, str], _Group] = {}

    def group(person: str, store: str) -> _Group:
        return groups.setdefault((store, roles.get(person, str(Audience.STAFF))), _Group())

    for person, store in stores.items():
        group(person, store).people.add(person)
    for one in given:
        there = group(one.person, one.store)
        there.people.add(one.person)
        there.read.add(one.person)
        if one.understood is not None:
            there.asked.add(one.person)
        if one.understood:
            there.understood.add(one.person)
    return groups


def _row(place: tuple[str, str], group: _Group) -> tuple[Cell, ...]:
    share = len(group.understood) / len(group.asked) if group.asked else None
    return (*place, len(group.read), len(group.people), share)


def _named(rules: Sequence[WrittenRule], given: Sequence[Receipt], zone: tzinfo) -> Table:
    titles = {one.rule_id: one.rule.title for one in rules}
    rows = [
        (titles[one.rule_id], one.store, one.person, one.at.astimezone(zone).date().isoformat())
        for one in given
        if one.rule_id in titles
    ]
    return Table("readers", READERS, rows)
