"""Contradictions between documents in force, as tasks of their owners."""

from collections.abc import Sequence

from bot.upkeep.reports.asked import Documents, Wanted
from bot.upkeep.reports.table import Table
from knowledge.model.documents import Header
from knowledge.model.report import NotedClash, Quoted


def contradictions(
    clashes: Sequence[NotedClash], documents: Documents, wanted: Wanted
) -> tuple[Table, ...]:
    """Returns the open ones: one that the documents no longer have is closed by itself."""
    rows = []
    for clash in clashes:
        both = [_header(one, documents) for one in (clash.left, clash.right)]
        if wanted and not any(one and wanted.takes_document(one) for one in both):
            continue
        owners = dict.fromkeys(one.owner for one in both if one and one.owner)
        rows.append(
            (
                ", ".join(owners) or None,
                f"{clash.left.value} ≠ {clash.right.value}",
                *(_said(one) for one in (clash.left, clash.right)),
                clash.first.isoformat() if clash.first.year > 1 else None,
            )
        )
    columns = ("owner", "values", "one says", "the other says", "both in force since")
    return (Table("open contradictions", columns, rows),)


def _header(quoted: Quoted, documents: Documents) -> Header | None:
    return documents.get(quoted.key.rpartition("@")[0])


def _said(quoted: Quoted) -> str:
    place = " › ".join(one for one in (quoted.title, quoted.section) if one)
    return f"{place} ({quoted.key}): {quoted.sentence}"
