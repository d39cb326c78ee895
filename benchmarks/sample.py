"""Scores all golden questions of the sample handbook, by list and by kind.

    python -m benchmarks.sample

Asks every list of `tests/quality` without a key, as of the day they were written for. Prints for
each list and for all: the shares of answerable questions answered, rightly and wrongly; of other
questions refused; of answers cited and quoted word for word. Then the right ones of each kind, and
the conflicts that were shown as such.
"""

import asyncio
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.sets import TODAY
from bot.main.app import build
from bot.model import Verdict
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Outcome
from bot.upkeep.evaluation.scores import by_kind, grouped

_QUALITY = Path(__file__).parent.parent / "tests/quality"
_LISTS = ("golden", "held_out", "blind", "rules")
_FIGURES = (
    *("questions", "answered_rate", "right_rate", "helped_rate", "wrong_answer_rate"),
    *("refusal_recall", "plain_refusal_rate", "citation_rate", "quote_validity"),
)


def main() -> None:
    """Asks, and prints both tables."""
    with tempfile.TemporaryDirectory() as data:
        came = asyncio.run(asked(Path(data)))
    print(f"{'':10}" + "".join(f"{name.removesuffix('_rate'):>16}" for name in _FIGURES))
    for name, outcomes in (*came.items(), ("together", together(came.values()))):
        figures = evaluation.scores(outcomes)
        print(f"{name:10}" + "".join(f"{figures[one]:16.3f}" for one in _FIGURES))
    _print_kinds(together(came.values()))


async def asked(data: Path) -> dict[str, list[Outcome]]:
    """Asks the questions of each list as users do; returns their outcomes."""
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(data=data),
    )
    app = build(settings)
    await app.indexer.rebuild()
    lists = {name: evaluation.load(_QUALITY / f"{name}.jsonl") for name in _LISTS}
    came = {
        name: await evaluation.run(app.ways.past_cache, questions, TODAY)
        for name, questions in lists.items()
    }
    app.close()
    return came


def together(came: Iterable[Sequence[Outcome]]) -> list[Outcome]:
    """Joins the outcomes of all lists."""
    return [one for outcomes in came for one in outcomes]


def _print_kinds(outcomes: Sequence[Outcome]) -> None:
    groups = grouped(outcomes, by_kind)
    for kind, some in groups.items():
        right = sum(one.right if one.golden.answerable else not one.answered for one in some)
        print(f"{kind:16}{right:4} of {len(some)}")
    shown = [one.answer.verdict is Verdict.CONFLICT for one in groups["conflict"]]
    print(f"{'shown as one':16}{sum(shown):4} of {len(shown)}")


if __name__ == "__main__":
    main()
