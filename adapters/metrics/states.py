"""Shows the state of the server at the moment of a look: queue, inbox, index, loop, troubles."""

from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Gauge
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from bot.model.health import State


class Counted(Collector):
    """Figures that another part of the program counts."""

    def __init__(self, name: str, about: str, label: str, counts: Mapping[str, int]) -> None:
        """`counts` has the figures by the values of the label."""
        self._family = f"storewise_{name}", about
        self._label = label
        self._counts = counts

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Returns the figures as they are now."""
        family = CounterMetricFamily(*self._family, labels=(self._label,))
        for value, count in dict(self._counts).items():
            family.add_metric((value,), count)
        return (family,)


class StateMetrics:
    """The gauges of the state; each look sets them anew."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, about: str, *labels: str) -> Gauge:
            return Gauge(f"storewise_{name}", about, labels, registry=registry)

        self._inbox = gauge("inbox_open", "Accepted questions without a reply.")
        self._oldest = gauge("inbox_oldest_seconds", "Age of the oldest of them.")
        self._running = gauge("jobs_running", "Questions of the chats that are being answered.")
        self._waiting = gauge("jobs_waiting", "Questions of the chats that wait for their turn.")
        self._blocks = gauge("loop_blocks", "Times that the event loop was held up.")
        self._longest = gauge("loop_longest_block_seconds", "The longest of them.")
        self._number = gauge("index_number", "Number of the published index.")
        self._documents = gauge("index_documents", "Documents of the published index.")
        self._passages = gauge("index_passages", "Passages of the published index.")
        self._made_at = gauge("index_made_timestamp_seconds", "When the index was made.")
        self._indexing = gauge("indexing", "Whether documents are being indexed.")
        self._leads = gauge("leads", "Whether it does what one of all replicas does.")
        self._database = gauge("database_answers", "Whether the database answers.")
        self._troubles = gauge(
            "trouble", "Parts that do not work, as in /readyz.", "part", "reason"
        )

    def show(self, state: State) -> None:
        """Sets all gauges."""
        if state.inbox is not None:
            self._inbox.set(state.inbox.count)
            self._oldest.set(state.oldest_s)
        self._running.set(state.running)
        self._waiting.set(state.waiting)
        self._blocks.set(state.loop_blocks)
        self._longest.set(state.longest_block_s)
        if state.index is not None:
            self._number.set(state.index.number)
            self._documents.set(state.index.documents)
            self._passages.set(state.index.passages)
            self._made_at.set(state.index.made_at_s)
        self._indexing.set(state.is_indexing)
        self._leads.set(state.leads)
        self._database.set(state.inbox is not None)
        self._troubles.clear()
        for part, trouble in state.troubles.items():
            self._troubles.labels(part, trouble.reason).set(1)
