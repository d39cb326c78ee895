"""Builds the parts that copy, index, compare and publish documents."""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.main.app.answers import Ways
from bot.main.app.finding import Finding, builder_of
from bot.main.app.kept import Given, Kept
from bot.main.app.replica import Replica, replica_of
from bot.settings import Settings
from bot.upkeep.history.trail import Trail
from bot.upkeep.indexing.golden_gate import GoldenGate
from knowledge.index import Indexer, Reviews
from knowledge.model.places import COPIES
from knowledge.search.comparison import Comparison

if TYPE_CHECKING:
    from adapters.sources.copies import Copies


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The parts that copy, index, compare and publish documents."""

    indexer: Indexer
    comparison: Comparison
    copies: "Copies"
    """Copies documents that lie elsewhere."""
    replica: Replica | None
    """What makes it one of several; None without others."""
    trail: Trail
    """Writes the audit log."""

    @property
    def leads(self) -> bool:
        """Whether this process does what one of all replicas does; true without others."""
        return self.replica is None or self.replica.leadership.leads


def upkeep_of(given: Given, kept: Kept, finding: Finding, ways: Ways) -> Upkeep:
    """Builds the upkeep of the index; the ways to answer judge a new one."""
    settings, generations = given.settings, finding.generations
    golden, margin = settings.store.golden, settings.reindex.margin
    copies, replica = _copies(settings), replica_of(given, kept, finding)
    indexer = Indexer(
        finding.source,
        builder_of(given, finding),
        generations,
        finding.store,
        Reviews(generations, given.today),
        GoldenGate(ways.in_own_words, given.today, golden, margin),
        finding.readers,
        copies,
        replica.sharing if replica else None,
        replica.alone if replica else nullcontext,
        finding.written,
    )
    trail = Trail(kept.audit, ways.rules)
    return Upkeep(indexer, Comparison(generations), copies, replica, trail)


def _copies(settings: Settings) -> "Copies":
    from adapters.sources.copier import Limits
    from adapters.sources.copies import Copies
    from adapters.sources.opening import Opening

    def is_wanted(path: str, size: int | None) -> bool:
        # 0.2 s that questions do not wait.
        from knowledge.read import source

        return source.is_wanted(path, size)

    sources = settings.sources
    limits = Limits(sources.sources_max_files, sources.sources_max_mb, sources.sources_grace)
    opens = Opening(sources, settings.teams)
    return Copies(settings.store.data / COPIES, opens, is_wanted, limits)
