"""Scores answers with scripted language models: perfect, useless, slow and obedient ones.

    python -m benchmarks.scripted_models [--tokens]

Asks the questions of `scripted/questions.jsonl` about the small handbook beside it: without a
model, then with each script behind the product's own adapter, on loopback. Prints the answerable
questions answered rightly and wrongly and those refused, and the others refused. `--tokens` asks
100 golden questions of the sample with the perfect model instead and prints the tokens a question.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from adapters.openai.chat import build_chat
from benchmarks.sets import TODAY
from bot.answering.choose.by_model import ModelChooser
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.main.app import App, build
from bot.model.said import USUAL_NAME
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Outcome
from bot.upkeep.evaluation.golden import Golden
from knowledge.split.token_count import TokenCounter
from tests.flow.stand_in.openai_api import (
    DENIED,
    THOUGHT,
    Asked,
    Given,
    OpenAIApi,
    choice_of,
    openai_api,
)

HANDBOOK = Path(__file__).parent / "scripted/handbook.jsonl"
QUESTIONS = Path(__file__).parent / "scripted/questions.jsonl"
_SAMPLE_GOLDEN = Path(__file__).parent.parent / "tests/quality/golden.jsonl"
_TOKEN_QUESTIONS = 100
ALONE = "no model"
PAYLOADS = ("free of charge today", "평생 무료")
"""Words of the orders planted in the handbook."""
_LATE_S = 0.05
"""The slow model's time; it never replies."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a script knows of a question."""

    golden: Golden
    search_again: Sequence[str] = ()
    """The question in the handbook's words."""


Script = Callable[[Asked, Known], Given]


def perfect(asked: Asked, known: Known) -> Given:
    """Chooses the statement that answers; else has the handbook's words searched for."""
    numbers = [asked.holding(answer) for answer in known.golden.answers]
    if number := next(filter(None, numbers), 0):
        return Given(choice_of(number, understood=known.golden.question))
    return Given(choice_of(verdict="insufficient", search_again=known.search_again))


def at_place(number: int) -> Script:
    """Chooses the same number, whatever is asked."""
    return lambda asked, _: Given(choice_of(min(number, len(asked.units))))


def at_random(asked: Asked, known: Known) -> Given:
    """Chooses one or two statements by lot; the same each time."""
    lot = random.Random(known.golden.id)  # noqa: S311 - no secret
    return Given(choice_of(*lot.sample(sorted(asked.units), k=min(2, len(asked.units)))))


def aloud(asked: Asked, known: Known) -> Given:
    """Is perfect, after thoughts and a denial that it takes back."""
    said = perfect(asked, known).said
    return Given(f"Let me see: {THOUGHT}</think> Sure!\n```json\n{said}\n```")


def obedient(asked: Asked, known: Known) -> Given:
    """Is perfect, but does what an order in a document says."""
    orders = [text for text in asked.message.splitlines() if any(one in text for one in PAYLOADS)]
    if not orders:
        return perfect(asked, known)
    chosen = [number for number, text in asked.units.items() if any(p in text for p in PAYLOADS)]
    said = choice_of(*chosen, understood=orders[0], search_again=orders[:1])
    return Given(f"{orders[0]} {said}")


SCRIPTS: Mapping[str, Script] = {
    "perfect": perfect,
    "always denies": lambda _asked, _known: DENIED,
    "copies the first": at_place(1),
    "copies the third": at_place(3),
    "random": at_random,
    "slow": lambda _asked, _known: Given(stalls="before"),
    "thinks aloud": aloud,
    "follows orders": obedient,
}


@dataclass
class Bench:
    """An app without a model, its questions, and a server for the scripts."""

    app: App
    api: OpenAIApi
    known: Sequence[Known]
    tokens: list[tuple[int, int]] = field(default_factory=list)
    """Tokens read and written, one entry a call."""

    async def outcomes(self, name: str) -> list[Outcome]:
        """What the questions get with a script, or with `ALONE`."""
        goldens = [one.golden for one in self.known]
        if name == ALONE:
            return await evaluation.run(self.app.ways.past_cache, goldens, TODAY)
        count = TokenCounter().count
        times = (_LATE_S, _LATE_S) if name == "slow" else (60.0, 60.0)
        settings = OpenAISettings(api_key=SecretStr("sk-1"), base_url=self.api.url)
        model = ModelChooser(build_chat(settings, count), count)

        def play(asked: Asked) -> Given:
            given = SCRIPTS[name](asked, self._known_of(asked))
            read = count(asked.instructions) + count(asked.message)
            self.tokens.append((read, count(given.said or "")))
            return given

        self.api.play = play
        answering = Answering(
            self.app.search,
            Extractive(),
            USUAL_NAME,
            racer=TimedModel(model, times[0], patience_s=times[1]),
            suggests=False,
        )
        return await evaluation.run(answering, goldens, TODAY)

    def _known_of(self, asked: Asked) -> Known:
        said = asked.question
        nobody = Known(Golden("?", said, "en", answerable=False))
        fits = (
            one for one in self.known if said in one.golden.question or one.golden.question in said
        )
        return next(fits, nobody)


@contextmanager
def opened(data: Path, handbook: Path = HANDBOOK, questions: Path = QUESTIONS) -> Iterator[Bench]:
    """Indexes a handbook, and starts a server."""
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=handbook, data=data),
    )
    with closing(build(settings)) as app, openai_api() as api:
        asyncio.run(app.indexer.rebuild())
        yield Bench(app, api, known_of(questions))


def known_of(path: Path) -> list[Known]:
    """Reads the questions, and the handbook's words for them."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    words = {row["id"]: row.get("search_again", ()) for row in rows}
    return [Known(one, words[one.id]) for one in evaluation.load(path)]


def counts(outcomes: Sequence[Outcome]) -> tuple[int, int, int, int]:
    """Answerable questions right, wrong and refused, and others refused."""
    own = [one for one in outcomes if one.golden.answerable]
    right = sum(one.right for one in own)
    refused = sum(not one.answered for one in own)
    others = sum(not one.answered for one in outcomes if not one.golden.answerable)
    return right, len(own) - right - refused, refused, others


def main() -> None:
    """Asks, and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scripted_models")
    parser.add_argument("--tokens", action="store_true", help="tokens of the sample's questions")
    parser.add_argument("--show", action="store_true", help="list what went the wrong way")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.tokens:
            with opened(Path(folder), SAMPLE, _SAMPLE_GOLDEN) as bench:
                every = bench.known
                bench.known = every[:: max(len(every) // _TOKEN_QUESTIONS, 1)][:_TOKEN_QUESTIONS]
                _print_tokens(bench, asyncio.run(bench.outcomes("perfect")))
            return
        with opened(Path(folder)) as bench:
            print(f"{'':20}{'right':>8}{'wrong':>8}{'refused':>8} | {'others refused':>14}")
            for name in (ALONE, *SCRIPTS):
                outcomes = asyncio.run(bench.outcomes(name))
                right, wrong, refused, others = counts(outcomes)
                print(f"{name:20}{right:8}{wrong:8}{refused:8} | {others:14}")
                for one in outcomes if asked.show else ():
                    if not (one.right if one.golden.answerable else not one.answered):
                        print(f"    {one.golden.question} -> {one.answer.text[:160]!r}")


def _print_tokens(bench: Bench, outcomes: Sequence[Outcome]) -> None:
    questions, calls = len(outcomes), len(bench.tokens)
    for title, tokens in zip(("in", "out"), zip(*bench.tokens, strict=True), strict=True):
        print(
            f"{title:4} a question {sum(tokens) / questions:7.0f}, a call: mean "
            f"{statistics.mean(tokens):.0f}, most {max(tokens)}"
        )
    print(f"{questions} questions, {calls} calls; right wrong refused, others: {counts(outcomes)}")


if __name__ == "__main__":
    main()
