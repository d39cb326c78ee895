"""Measures the score from which `POST /api/v1/search` shows a passage.

    python -m benchmarks.near

Prints for each threshold the share of answerable questions with a right document among the first
five, and the share of others that would see anything: off-topic questions, and near misses.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.sets import TODAY
from bot.main.app import build
from bot.settings import OpenAISettings, Settings, StoreSettings
from bot.upkeep import evaluation
from knowledge.language.terms import language_of
from knowledge.model.documents import Filters

_QUALITY = Path(__file__).parent.parent / "tests/quality"
_LISTS = ("golden", "held_out", "blind")
_THRESHOLDS = tuple(n / 20 for n in range(4, 13))
_FIRST = 5


def main() -> None:
    """Searches, and prints the table."""
    with tempfile.TemporaryDirectory() as data:
        right, off_topic, near = asyncio.run(_scores(Path(data)))
    print(f"{'score':>6}{'right kept':>12}{'off topic shown':>17}{'near shown':>12}")
    for threshold in _THRESHOLDS:
        shares = (_share(each, threshold) for each in (right, off_topic, near))
        print("{:6.2f}{:12.3f}{:17.3f}{:12.3f}".format(threshold, *shares))


async def _scores(data: Path) -> tuple[list[float], list[float], list[float]]:
    """Returns the best scores: of right documents, and of anything for unanswerable questions."""
    settings = Settings(openai=OpenAISettings(api_key=None), store=StoreSettings(data=data))
    app = build(settings)
    await app.indexer.rebuild()
    right: list[float] = []
    off_topic: list[float] = []
    near: list[float] = []
    for golden in (one for name in _LISTS for one in evaluation.load(_QUALITY / f"{name}.jsonl")):
        filters = Filters(as_of=TODAY, language=language_of(golden.question))
        found = await app.search.find(golden.question, filters, _FIRST)
        scores = [
            hit.score
            for hit in found.hits
            if not golden.answerable or hit.passage.header.doc_id in golden.gold_docs
        ]
        kind = off_topic if golden.kind == "off_topic" else near
        (right if golden.answerable else kind).append(max(scores, default=0.0))
    app.close()
    return right, off_topic, near


def _share(scores: Sequence[float], threshold: float) -> float:
    return sum(score >= threshold for score in scores) / len(scores)


if __name__ == "__main__":
    main()
