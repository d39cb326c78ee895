"""Measures which true and false rewordings of answers pass the check, and how long it takes.

    python -m benchmarks.check [--show] [GOLDEN.jsonl[:CORPUS] ...]

Asks golden questions (by default those of tests/quality, on the sample handbook) and takes the
extractive answers. `paraphrase` rewords each sentence without changing its meaning; `distortion`
changes one value, name or permission. Goals: nine in ten of the former pass, none of the latter,
5 ms an answer. `--show` lists the sentences that miss a goal.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.distortion import changed_name, changed_polarity, changed_subject, changed_value
from benchmarks.paraphrase import paraphrases
from benchmarks.sets import TODAY, GoldenSet, golden_set
from bot.answering.check import check
from bot.answering.check.claim import claimed
from bot.answering.check.words.novelty import share
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.app import build
from bot.model import Draft, Evidence, Issue, Question, Sentence
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from knowledge.language.sentences import normalised
from knowledge.language.terms import language_of

GOLDENS = [
    Path(__file__).parent.parent / "tests/quality" / f"{name}.jsonl"
    for name in ("golden", "held_out")
]
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Drafted:
    """An answer before the check."""

    question: Question
    evidence: Evidence
    draft: Draft


@dataclass
class Keeping:
    """The extractive model; records its drafts."""

    kept: list[Drafted] = field(default_factory=list)
    name = "extractive"

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        """Returns and records the extractive draft."""
        drafted = Drafted(question, evidence, await Extractive().draft(question, evidence))
        self.kept.append(drafted)
        return drafted.draft


@dataclass
class Tried:
    """Counts the wordings of a kind: all, passed, and the reasons of the others."""

    all: int = 0
    passed: int = 0
    codes: Counter[str] = field(default_factory=Counter)


Wordings = Callable[[Drafted, Sentence], Iterator[tuple[str, str]]]
"""Yields other wordings of a sentence of an answer, each after its kind."""


def main() -> None:
    """Prints the shares that pass, and the time of the check."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check")
    parser.add_argument("sets", nargs="*", metavar="GOLDEN[:CORPUS]")
    parser.add_argument("--show", action="store_true", help="list what went the wrong way")
    given = parser.parse_args()
    sets = [golden_set(one) for one in given.sets] or [GoldenSet(path) for path in GOLDENS]
    drafted = [one for each in sets for one in asyncio.run(_drafted(each))]
    print(f"{len(drafted)} answers, {sum(len(one.draft.sentences) for one in drafted)} sentences")
    _print("as they stand", _tried(drafted, _as_they_stand, passing=True, show=given.show))
    _print("in other words", _tried(drafted, paraphrases_of, passing=True, show=given.show))
    _print("with one thing changed", _tried(drafted, changes_of, passing=False, show=given.show))
    _print_novelty(drafted)
    _print_time(drafted)


async def _drafted(one: GoldenSet) -> list[Drafted]:
    with tempfile.TemporaryDirectory() as data:
        store = StoreSettings(source=one.corpus, data=Path(data))
        app = build(
            Settings(
                slack=SlackSettings(bot_token=None),
                openai=OpenAISettings(api_key=None),
                store=store,
            )
        )
        await app.indexer.rebuild()
        model = Keeping()
        answering = Answering(app.search, model, {"en": "documents", "ko": "문서"})
        await evaluation.run(answering, one.questions(), TODAY)
        app.close()
    return list({drafted.question.text: drafted for drafted in model.kept}.values())


def _as_they_stand(_: Drafted, sentence: Sentence) -> Iterator[tuple[str, str]]:
    yield "", sentence.text


def paraphrases_of(_: Drafted, sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yields rewordings of the sentence, after the name of their rule."""
    yield from paraphrases(sentence.text)


def changes_of(drafted: Drafted, sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yields the sentence with one thing changed, after the kind of change."""
    quotes = " ".join(citation.quote for citation in sentence.citations)
    titles = " ".join(one.passage.header.title for one in sentence.citations)
    known = f"{quotes} {titles} {drafted.question.text}"
    yield from (("value", one) for one in changed_value(sentence.text, known))
    yield from (("name", one) for one in changed_name(sentence.text))
    yield from (("subject", one) for one in changed_subject(sentence.text, known))
    yield from (("polarity", one) for one in changed_polarity(sentence.text))


def _tried(
    drafted: Iterable[Drafted], wordings: Wordings, *, passing: bool, show: bool
) -> dict[tuple[str, str], Tried]:
    """Checks every wording of every sentence; counts by language and kind."""
    found: dict[tuple[str, str], Tried] = defaultdict(Tried)
    for one in drafted:
        for number, sentence in enumerate(one.draft.sentences):
            # A model answers in the question's language; in the other one it may only quote.
            if language_of(sentence.text) != one.question.language:
                continue
            for kind, text in wordings(one, sentence):
                code = _code(one, number, text)
                tried = found[language_of(sentence.text), kind]
                tried.all += 1
                tried.passed += not code
                tried.codes[code] += 1
                if show and passing is bool(code):
                    print(f"  {kind} {code}: {text!r} of {sentence.text!r}")
    return found


def _code(drafted: Drafted, number: int, text: str) -> str:
    """Returns why the check drops a sentence with this text; "" if it passes."""
    sentences = list(drafted.draft.sentences)
    sentences[number] = replace(sentences[number], text=text)
    checked = check(Draft(tuple(sentences)), drafted.question, drafted.evidence)
    return next((issue.code for issue in checked.issues if issue.sentence == number), "")


def _print(title: str, tried: dict[tuple[str, str], Tried]) -> None:
    for language in ("en", "ko"):
        rows = {kind: one for (spoken, kind), one in tried.items() if spoken == language}
        every = sum(one.all for one in rows.values())
        passed = sum(one.passed for one in rows.values())
        if every:
            print(f"\n{title}, {language}: {passed} of {every} pass, {passed / every:.3f}")
        for kind, one in rows.items():
            codes = ", ".join(f"{code} {n}" for code, n in one.codes.most_common() if code)
            print(f"  {kind:20} {one.passed:4} of {one.all:4}  {codes}")


def _print_novelty(drafted: Sequence[Drafted]) -> None:
    """Prints the share of new words: in rewordings, and in sentences of another answer."""
    print("\nshare of new words: at most .25, at most .30, at most .45")
    strangers = [*drafted[1:], drafted[0]]
    for language in ("en", "ko"):
        same = [
            _novelty(one, sentence, text)
            for one in drafted
            for sentence in one.draft.sentences
            for kind, text in paraphrases(sentence.text)
            if kind == "all at once" and one.question.language == language == language_of(text)
        ]
        other = [
            _novelty(one, sentence, stranger.text)
            for one, beside in zip(drafted, strangers, strict=True)
            for sentence, stranger in zip(one.draft.sentences, beside.draft.sentences, strict=False)
            if one.question.language == language == language_of(stranger.text)
        ]
        for title, shares in (("in other words, all at once", same), ("of another answer", other)):
            below = [
                f"{sum(x <= most for x in shares) / len(shares):.3f}" for most in (0.25, 0.3, 0.45)
            ]
            print(f"  {language} {title:28} {'  '.join(below)}  of {len(shares)}")


def _novelty(drafted: Drafted, sentence: Sentence, text: str) -> float:
    known = {hit.passage.passage_id: hit.passage for hit in drafted.evidence.found.hits}
    return share(claimed(replace(sentence, text=text), drafted.question, known))


def _print_time(drafted: Sequence[Drafted]) -> None:
    """Prints the CPU milliseconds of checking an answer, the best of some rounds."""
    for title, drafts in (
        ("as it stands", [one.draft for one in drafted]),
        ("in other words", [_reworded(one.draft) for one in drafted]),
    ):
        rounds = [
            [_took(one, draft) for one, draft in zip(drafted, drafts, strict=True)]
            for _ in range(ROUNDS)
        ]
        took = [min(times) for times in zip(*rounds, strict=True)]
        p95 = statistics.quantiles(took, n=20)[-1]
        print(
            f"\nan answer {title}: p50 {statistics.median(took):.2f} ms, p95 {p95:.2f}, "
            f"at most {max(took):.2f}"
        )


def _took(drafted: Drafted, draft: Draft) -> float:
    # In production, too, a passage is new.
    normalised.cache_clear()
    start = time.thread_time()
    check(draft, drafted.question, drafted.evidence)
    return (time.thread_time() - start) * 1000


def _reworded(draft: Draft) -> Draft:
    return Draft(
        tuple(
            replace(
                one, text=next((text for *_, text in reversed([*paraphrases(one.text)])), one.text)
            )
            for one in draft.sentences
        )
    )


if __name__ == "__main__":
    main()
