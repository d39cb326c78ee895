"""Scores answers with and without a language model, and the check of the model's sentences.

    python -m benchmarks.replies [--show]

`replies.jsonl` contains the replies of a large language model to the product's own instructions and
passages, for questions of the held-out stores and of the sample handbook; and false versions of its
sentences, each written by another model to mislead in one point. Asks the questions without a model
and with these replies. Prints the shares of answerable questions answered rightly and wrongly and
of others refused, then how many true and false sentences pass the check. `--show` lists the wrong
answers, the true sentences that are dropped and the false ones that pass.
"""

import argparse
import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from benchmarks.invented import STORES
from benchmarks.sets import TODAY
from bot.answering.check import check
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.prompt import MOST_PASSAGES
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.app import build
from bot.model import Citation, Draft, Evidence, Issue, Question, Sentence
from bot.model.said import Corpus
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Outcome
from knowledge.language.terms import language_of
from knowledge.model.documents import Passage

REPLIES = Path(__file__).parent / "replies.jsonl"
_QUALITY = Path(__file__).parent.parent / "tests/quality"
_SAMPLE = "sample"
_TRUE = "as it was written"
_CORPUS: Corpus = {"en": "documents", "ko": "문서"}


@dataclass(frozen=True, slots=True)
class Reply:
    """The model's reply to one question; without sentences if it found no answer."""

    set: str
    """The store and the list of questions: `cinema/near`."""
    id: str
    sentences: Sequence[Mapping[str, Any]]
    """Each with its text, its quote and false versions of the text."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """Reads a line of the file."""
        return cls(row["set"], row["id"], row["sentences"])


@dataclass
class Recorded:
    """A ChatModel that repeats recorded replies, as far as their passages were found."""

    replies: Mapping[str, Reply]
    """The replies by question."""
    seen: dict[str, tuple[Question, Evidence, Draft]] = field(default_factory=dict)
    name = "recorded"

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        """Returns the recorded reply; nothing after the check dropped sentences of it."""
        reply = self.replies.get(question.text)
        if feedback or reply is None:
            return Draft()
        passages = [one.hit.passage for one in evidence.candidates]
        passages += [hit.passage for hit in evidence.found.hits]
        sentences = tuple(_sentences(reply, list(dict.fromkeys(passages))[:MOST_PASSAGES]))
        draft = Draft(sentences, denies=not sentences)
        self.seen.setdefault(question.text, (question, evidence, draft))
        return draft


def _sentences(reply: Reply, passages: Sequence[Passage]) -> Iterator[Sentence]:
    for one in reply.sentences:
        source = next((each for each in passages if one["quote"] in each.text), None)
        if source:
            yield Sentence(one["text"], (Citation(source, one["quote"]),))


@dataclass(frozen=True, slots=True)
class Came:
    """The outcomes of one list of questions."""

    alone: Sequence[Outcome]
    read: Sequence[Outcome]
    """The outcomes with the model."""
    model: Recorded


def main() -> None:
    """Asks, and prints both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replies")
    parser.add_argument("--show", action="store_true", help="list what went the wrong way")
    show = parser.parse_args().show
    lists: dict[str, list[Reply]] = defaultdict(list)
    for line in REPLIES.read_text(encoding="utf-8").splitlines():
        reply = Reply.of(json.loads(line))
        lists[reply.set].append(reply)
    came = {name: asyncio.run(_came(name, replies)) for name, replies in lists.items()}
    _print_answers(came, show=show)
    _print_check([one.model for one in came.values()], show=show)


async def _came(name: str, replies: Sequence[Reply]) -> Came:
    store, kind = name.split("/")
    golden = (_QUALITY if store == _SAMPLE else STORES / store) / f"{kind}.jsonl"
    ids = {one.id: one for one in replies}
    questions = [one for one in evaluation.load(golden) if one.id in ids]
    corpus = SAMPLE if store == _SAMPLE else STORES / store / "corpus.jsonl"
    with tempfile.TemporaryDirectory() as data:
        app = build(
            Settings(
                slack=SlackSettings(bot_token=None),
                openai=OpenAISettings(api_key=None),
                store=StoreSettings(source=corpus, data=Path(data)),
            )
        )
        await app.indexer.rebuild()
        alone = await evaluation.run(app.answering, questions, TODAY)
        # The product removes words that name a day or a type of store from a question.
        asked = {one.answer.question.text: ids[one.golden.id] for one in alone}
        model = Recorded(asked | {one.question: ids[one.id] for one in questions})
        reading = Answering(
            app.search, Extractive(), _CORPUS, racer=TimedModel(model, budget_s=60.0)
        )
        read = await evaluation.run(reading, questions, TODAY)
        app.close()
    return Came(alone, read, model)


def _print_answers(came: Mapping[str, Came], *, show: bool) -> None:
    groups: dict[str, list[Came]] = defaultdict(list)
    for name, one in came.items():
        store, kind = name.split("/")
        groups[_SAMPLE if store == _SAMPLE else f"stores {kind}"].append(one)
    print(f"{'right wrong / refused':26}{'without a model':>20}{'with one':>20}")
    for title, some in groups.items():
        alone = [outcome for one in some for outcome in one.alone]
        read = [outcome for one in some for outcome in one.read]
        own = sum(one.golden.answerable for one in read)
        row = f"{title} ({own} + {len(read) - own})"
        print(f"{row:26}{_shares(alone):>20}{_shares(read):>20}")
        for outcome in read if show else ():
            if not _is_right(outcome):
                golden = outcome.golden
                print(f"  {golden.id} {golden.question!r}: {outcome.answer.text!r}")


def _is_right(outcome: Outcome) -> bool:
    """Whether the answer or one of its quotes contains a golden answer: a model rewords."""
    said = (outcome.answer.text, *(one.quote for one in outcome.answer.citations))
    says_it = any(answer in text for answer in outcome.golden.answers for text in said)
    return outcome.right or (outcome.answered and outcome.golden.answerable and says_it)


def _shares(outcomes: Sequence[Outcome]) -> str:
    own = [one for one in outcomes if one.golden.answerable]
    others = [one for one in outcomes if not one.golden.answerable]
    right = _share(sum(map(_is_right, own)), len(own))
    wrong = _share(sum(one.answered and not _is_right(one) for one in own), len(own))
    return f"{right} {wrong} / {_share(sum(not one.answered for one in others), len(others))}"


def _print_check(models: Iterable[Recorded], *, show: bool) -> None:
    passed: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for model in models:
        for text, (question, evidence, draft) in model.seen.items():
            for number, kind, said in _wordings(model.replies[text], draft):
                code = _code(question, evidence, draft, number, said)
                passed[language_of(said), kind].append(not code)
                if show and (kind == _TRUE) is bool(code):
                    quote = draft.sentences[number].citations[0].quote
                    print(f"  {kind} {code}: {said!r} of {quote!r}")
    for (language, kind), some in sorted(passed.items()):
        print(f"{language} {kind:20} {sum(some):4} of {len(some):4} pass, {_share_of(some)}")


def _wordings(reply: Reply, draft: Draft) -> Iterator[tuple[int, str, str]]:
    """Yields place, kind and text of each true and false version of the draft's sentences."""
    written = {one["text"]: one for one in reply.sentences}
    for number, sentence in enumerate(draft.sentences):
        yield number, _TRUE, sentence.text
        for false in written[sentence.text]["flawed"]:
            yield number, false["kind"], false["text"]


def _code(question: Question, evidence: Evidence, draft: Draft, number: int, said: str) -> str:
    """Returns why the check drops the sentence with this text; "" if it passes."""
    sentences = list(draft.sentences)
    sentences[number] = replace(sentences[number], text=said)
    checked = check(Draft(tuple(sentences)), question, evidence)
    return next((issue.code for issue in checked.issues if issue.sentence == number), "")


def _share_of(some: Sequence[bool]) -> str:
    return _share(sum(some), len(some))


def _share(some: int, of: int) -> str:
    return f"{some / of:.3f}".removeprefix("0") if of else "-"


if __name__ == "__main__":
    main()
