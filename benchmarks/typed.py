"""Checks that answers do not depend on how a question is typed.

    python -m benchmarks.typed [all]

Asks the golden questions of the sample handbook without a key: as written, in decomposed letters
(NFD), in capitals, in small letters and without the mark at the end. Prints for each way the shares
of answerable questions answered rightly and wrongly and of other questions refused, and how many
answers differ from the first way in verdict, citations and text; `all` lists them. Takes two
minutes on two cores.
"""

import asyncio
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.sets import TODAY
from bot.main.app import build
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden, Outcome
from knowledge.language.asked import without_mark

_QUALITY = Path(__file__).parent.parent / "tests/quality"
_LISTS = ("golden", "held_out", "blind")

AS_IT_STANDS = "as it stands"
WAYS: Mapping[str, Callable[[str], str]] = {
    AS_IT_STANDS: lambda text: text,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "in capitals": str.upper,
    "in small letters": str.lower,
    "without its mark": without_mark,
}
"""The ways to type a question."""


def main(arguments: Sequence[str]) -> None:
    """Asks in every way, and prints the table; with an argument also the answers that differ."""
    with tempfile.TemporaryDirectory() as data:
        came = asyncio.run(_asked(Path(data)))
    print(f"{'':18}{'right':>8}{'wrong':>8}{'refused':>9}{'verdict':>9}{'cited':>7}{'text':>6}")
    usual = came[AS_IT_STANDS]
    for way, outcomes in came.items():
        figures = evaluation.scores(outcomes)
        shares = (figures[one] for one in ("right_rate", "wrong_answer_rate", "refusal_recall"))
        right, wrong, refused = shares
        differ = [sum(map(differs, usual, outcomes)) for differs in (_verdicts, _cited, _texts)]
        print(
            f"{way:18}{right:8.3f}{wrong:8.3f}{refused:9.3f}{differ[0]:9}{differ[1]:7}{differ[2]:6}"
        )
        if arguments:
            _print_differing(usual, outcomes)


async def _asked(data: Path) -> dict[str, list[Outcome]]:
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(data=data),
    )
    app = build(settings)
    await app.indexer.rebuild()
    goldens = [one for name in _LISTS for one in evaluation.load(_QUALITY / f"{name}.jsonl")]
    came = {
        way: await evaluation.run(app.ways.past_cache, [_typed(one, how) for one in goldens], TODAY)
        for way, how in WAYS.items()
    }
    app.close()
    return came


def _typed(golden: Golden, how: Callable[[str], str]) -> Golden:
    return replace(golden, question=how(golden.question))


def _verdicts(one: Outcome, other: Outcome) -> bool:
    return one.answer.verdict is not other.answer.verdict


def _cited(one: Outcome, other: Outcome) -> bool:
    ids = [[each.passage.passage_id for each in some.answer.citations] for some in (one, other)]
    return ids[0] != ids[1]


def _texts(one: Outcome, other: Outcome) -> bool:
    return one.answer.text != other.answer.text


def _print_differing(usual: Sequence[Outcome], outcomes: Sequence[Outcome]) -> None:
    for one, other in zip(usual, outcomes, strict=True):
        if _texts(one, other):
            print("   ", one.golden.id, one.came, other.came, repr(other.golden.question))


if __name__ == "__main__":
    main(sys.argv[1:])
