"""Measures how long answers are, and whether how-to questions get steps.

    python -m benchmarks.length

Asks the lists of the sample handbook and of the seven stores held out, offline. Prints for each
group the share of answers by number of sentences and of citations, how many answer a how-to
question, and the share of these that only repeat the question or a heading, or show a whole list.
Ten minutes on two cores.
"""

import asyncio
from collections.abc import Sequence

from benchmarks.criteria import asked_of, built
from benchmarks.invented import HELD_OUT
from benchmarks.remembered import remember_models
from bot.answering.criteria.answer_kind.steps import asks_how
from bot.answering.reply.length.additions import repeats
from bot.model import Answer, Verdict
from bot.upkeep.evaluation import Outcome

_SENTENCES, _CITATIONS = range(1, 6), range(1, 4)
"""The columns; the last one also has those with more."""


def main() -> None:
    """Ask, and print a row for each group of lists."""
    remember_models()
    outcomes: dict[str, list[Outcome]] = {}
    for name in ("", *HELD_OUT):
        for group, some in asyncio.run(_asked(name)).items():
            outcomes.setdefault(group, []).extend(some)
    heads = [f"{n}s" for n in _SENTENCES] + [f"{n}c" for n in _CITATIONS]
    print(
        f"{'':16}{'answers':>8}" + "".join(f"{one:>6}" for one in heads) + "  how-to repeats list"
    )
    for group, some in outcomes.items():
        print(f"{group:16}{_row([one.answer for one in some])}")


async def _asked(name: str) -> dict[str, list[Outcome]]:
    return await asked_of(await built(name))


def _row(every: Sequence[Answer]) -> str:
    answers = [one for one in every if one.verdict is Verdict.PASS and one.sentences]
    sentences = [len(one.sentences) for one in answers]
    citations = [len(one.citations) for one in answers]
    how = [one for one in answers if asks_how(one.question.text)]
    repeating = [all(repeats(each, one.question) for each in one.sentences) for one in how]
    listed = [any(each.mark for each in one.sentences) for one in how]
    shares = [*_shares(sentences, _SENTENCES), *_shares(citations, _CITATIONS)]
    cells = "".join(f"{one:>6}" for one in shares)
    return f"{len(answers):8}{cells}{len(how):8}{_share(repeating):>8}{_share(listed):>5}"


def _shares(counts: Sequence[int], columns: range) -> list[str]:
    return [_share([min(count, columns[-1]) == n for count in counts]) for n in columns]


def _share(truths: Sequence[bool]) -> str:
    return f"{sum(truths) / len(truths):.2f}".removeprefix("0") if truths else "-"


if __name__ == "__main__":
    main()
