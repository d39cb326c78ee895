"""Measures what questions get from a language model that takes seconds.

    python -m benchmarks.slow_model [--seconds 3] [--sets baby/golden cinema/golden]

Asks the questions of `benchmarks.replies` with its recorded replies, each after so many seconds:
once with the budget alone (1.2 s for every question), once with the product's times. Prints for the
questions that the gate doubts and for the others how many are answered rightly and wrongly, how
many answers are replaced by a better wording afterwards, and the median seconds to the reply.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.invented import STORES
from benchmarks.replies import REPLIES, Recorded, Reply
from benchmarks.sets import TODAY
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.find.gate.gate import ENOUGH
from bot.answering.pipeline import Answering
from bot.app import App, build
from bot.model import Answer, Draft, Evidence, Issue, Question, Verdict, Wait
from bot.model.said import USUAL_NAME
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation.golden import Golden

_TIMES = OpenAISettings(api_key=None)


@dataclass
class Slow:
    """A ChatModel that repeats recorded replies after some seconds."""

    model: Recorded
    seconds: float
    name = "slow"

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        """Returns the recorded reply, late."""
        await asyncio.sleep(self.seconds)
        return await self.model.draft(question, evidence, feedback)


@dataclass(frozen=True, slots=True)
class Got:
    """What one question got."""

    golden: Golden
    answer: Answer
    seconds: float
    better: Answer | None = None

    @property
    def answered(self) -> bool:
        """Whether it is an answer, not the closest rules or a refusal."""
        return self.answer.verdict in (Verdict.PASS, Verdict.CONFLICT)

    @property
    def is_right(self) -> bool:
        """Whether the answer or one of its quotes contains a golden answer."""
        said = (self.answer.text, *(one.quote for one in self.answer.citations))
        return self.answered and any(one in text for one in self.golden.answers for text in said)


def main() -> None:
    """Asks, and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slow_model")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--sets", nargs="+", default=["baby/golden", "cinema/golden"])
    given = parser.parse_args()
    asyncio.run(_measured(given.sets, given.seconds))


async def _measured(sets: Sequence[str], seconds: float) -> None:
    doubted: set[str] = set()
    rows: dict[str, list[Got]] = {"budget alone": [], "with patience": []}
    for name in sets:
        replies = [Reply.of(json.loads(line)) for line in REPLIES.read_text("utf-8").splitlines()]
        known = {one.id: one for one in replies if one.set == name}
        store, kind = name.split("/")
        questions = [
            one for one in evaluation.load(STORES / store / f"{kind}.jsonl") if one.id in known
        ]
        with tempfile.TemporaryDirectory() as data, closing(_app(store, Path(data))) as app:
            await app.indexer.rebuild()
            alone = await evaluation.run(app.answering, questions, TODAY)
            doubted |= {one.golden.id for one in alone if one.answer.judged.likelihood < ENOUGH}
            asked = {one.answer.question.text: known[one.golden.id] for one in alone}
            model = Slow(
                Recorded(asked | {one.question: known[one.id] for one in questions}), seconds
            )
            for title, patience_s in zip(rows, (0.0, _TIMES.patience_s), strict=True):
                answering = Answering(
                    app.search,
                    Extractive(),
                    USUAL_NAME,
                    racer=TimedModel(model, _TIMES.chat_budget_s, patience_s=patience_s),
                )
                wait = Wait.EDITABLE if patience_s else Wait.PATIENT
                rows[title] += [await _asked(answering, one, wait) for one in questions]
    for title, got in rows.items():
        _print(title, "doubted", [one for one in got if one.golden.id in doubted])
        _print(title, "sure", [one for one in got if one.golden.id not in doubted])


def _app(store: str, data: Path) -> App:
    return build(
        Settings(
            slack=SlackSettings(bot_token=None),
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=STORES / store / "corpus.jsonl", data=data),
        )
    )


async def _asked(answering: Answering, golden: Golden, wait: Wait) -> Got:
    question = replace(evaluation.asked(golden, TODAY), wait=wait)
    start = time.perf_counter()
    answer = await answering.answer(question)
    seconds = time.perf_counter() - start
    late = any(call.late for call in answer.calls)
    better = await answering.reworded(answer, question) if late else None
    return Got(golden, answer, seconds, better)


def _print(title: str, kind: str, got: Sequence[Got]) -> None:
    own = [one for one in got if one.golden.answerable]
    right = sum(one.is_right for one in own)
    wrong = sum(one.answered and not one.is_right for one in own)
    refused = sum(not one.answered for one in got if not one.golden.answerable)
    later = sum(one.better is not None for one in got)
    median = statistics.median([one.seconds for one in got]) if got else 0.0
    print(
        f"{title:14} {kind:8} answerable {len(own):3}: right {right:3} wrong {wrong:3}; "
        f"others {len(got) - len(own):3}: refused {refused:3}; "
        f"reworded later {later:3}; median {median:.1f} s"
    )


if __name__ == "__main__":
    main()
