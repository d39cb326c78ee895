"""The golden gate: a new index answers the golden questions of its documents no worse."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.upkeep.indexing.golden_gate import GOLDEN, GoldenGate
from knowledge.model.documents import Filters, Found, Generation, Passage
from knowledge.model.places import Places
from knowledge.model.report import Judgement, Loss, Progress
from tests.fakes import FakeSearch
from tests.unit import given

Known = Mapping[str, Sequence[Passage]]
"""The passages that an index finds for each question."""

ENGLISH = "Can unopened headphones be returned?"
KOREAN = "개봉하지 않은 헤드폰은 환불할 수 있나요?"
OFF = "누가 어제 경기에서 이겼나요?"
QUESTIONS: list[dict[str, Any]] = [
    {"id": "en", "question": ENGLISH, "gold_docs": ["refund-policy"], "answers": ["14 days"]},
    {"id": "ko", "question": KOREAN, "gold_docs": ["refund-policy-ko"], "answers": ["14일"]},
    {"id": "off", "question": OFF, "answerable": False},
]
REFUND = given.passage(given.REFUND)
REFUND_KO = given.passage(given.REFUND_KO, doc_id="refund-policy-ko")
ELSEWHERE = given.passage(given.REFUND, doc_id="another-policy")
SHORTER = given.passage(given.REFUND.replace("14 days", "7 days"))
EMPTIED = given.passage("Ask the store manager about this.")
GOOD: Known = {ENGLISH: [REFUND], KOREAN: [REFUND_KO]}
NEW, PUBLISHED = 2, 1


@dataclass
class _Index(FakeSearch):
    """Finds what it knows for a question."""

    known: Known = field(default_factory=dict)
    alike: float = 0.9

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        await super().find(text, filters, limit)
        return given.found(text, *self.known.get(text, ()))


def generation(number: int, *paths: Path) -> Generation:
    return Generation(number, "fake/6", rules="1", source=Places.of(*paths).lines)


def written(folder: Path, questions: Sequence[Mapping[str, Any]] = QUESTIONS) -> Path:
    """A golden file, beside the documents of a folder."""
    path = folder / GOLDEN
    lines = (json.dumps({"answerable": True, **one}, ensure_ascii=False) for one in questions)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def gate(
    before: Known = GOOD, after: Known = GOOD, golden: Path | None = None, margin: float = 0.0
) -> GoldenGate:
    indexes = {PUBLISHED: _Index(known=before), NEW: _Index(known=after)}

    def answering(one: Generation) -> Answering:
        return Answering(indexes[one.number], Extractive(), {"en": "documents", "ko": "문서"})

    return GoldenGate(answering, lambda: given.TODAY, golden, margin)


async def judged(
    *paths: Path,
    before: Known = GOOD,
    after: Known = GOOD,
    golden: Path | None = None,
    margin: float = 0.0,
) -> Judgement:
    new, published = generation(NEW, *paths), generation(PUBLISHED, *paths)
    return await gate(before, after, golden, margin).judged(new, published, lambda _: None)


async def test_an_index_that_answers_alike_passes(tmp_path: Path) -> None:
    written(tmp_path)

    assert await judged(tmp_path) == Judgement(asked=3)


@pytest.mark.parametrize(
    ("question", "found", "lost"),
    [
        (ENGLISH, [], ["found", "answered", "cited"]),
        (ENGLISH, [SHORTER], ["answered"]),
        (ENGLISH, [ELSEWHERE, EMPTIED], ["cited"]),
        (ENGLISH, [ELSEWHERE], ["found", "cited"]),
        (KOREAN, [], ["found", "answered", "cited"]),
        (OFF, [given.passage("어제 경기에서 하늘 팀이 이겼습니다.")], ["refused"]),
    ],
)
async def test_each_property_that_a_question_lost_is_named(
    question: str, found: list[Passage], lost: list[str], tmp_path: Path
) -> None:
    written(tmp_path)

    judgement = await judged(tmp_path, after={**GOOD, question: found})

    name = next(one["id"] for one in QUESTIONS if one["question"] == question)
    assert judgement.lost == tuple(Loss(name, question, what) for what in lost)
    assert judgement.worse
    assert judgement.problem is None


async def test_what_was_never_right_cannot_be_lost(tmp_path: Path) -> None:
    written(tmp_path)

    assert await judged(tmp_path, before={}, after={}) == Judgement(asked=3)


async def test_an_index_that_answers_more_passes(tmp_path: Path) -> None:
    written(tmp_path)

    assert await judged(tmp_path, before={ENGLISH: [REFUND]}) == Judgement(asked=3)


async def test_a_question_gained_makes_up_for_a_question_lost_and_both_are_known(
    tmp_path: Path,
) -> None:
    written(tmp_path)

    judgement = await judged(tmp_path, before={ENGLISH: [REFUND]}, after={KOREAN: [REFUND_KO]})

    assert {loss.question_id for loss in judgement.lost} == {"en"}
    assert not judgement.worse


@pytest.mark.parametrize(("margin", "worse"), [(0.0, True), (0.019, True), (0.02, False)])
async def test_few_questions_may_be_lost_within_the_margin(
    margin: float, worse: bool, tmp_path: Path
) -> None:
    """Of fifty questions one is 0.02."""
    asked = [f"{ENGLISH} ({number})" for number in range(50)]
    written(
        tmp_path,
        [
            {"id": str(number), "question": one, "gold_docs": ["refund-policy"]}
            for number, one in enumerate(asked)
        ],
    )
    known = {one: [REFUND] for one in asked}

    judgement = await judged(tmp_path, before=known, after={**known, asked[7]: []}, margin=margin)

    assert (judgement.asked, judgement.worse) == (50, worse)
    assert {loss.question_id for loss in judgement.lost} == {"7"}


async def test_documents_without_golden_questions_pass(tmp_path: Path) -> None:
    assert await judged(tmp_path, after={}) == Judgement()


async def test_an_empty_golden_file_asks_nothing(tmp_path: Path) -> None:
    written(tmp_path, [])

    assert await judged(tmp_path, after={}) == Judgement()


@pytest.mark.parametrize("line", ["", '{"question": "왜?"}', "{", "[]"])
async def test_a_broken_golden_file_publishes_nothing_and_is_named_without_its_folder(
    line: str, tmp_path: Path
) -> None:
    written(tmp_path).write_bytes(b"\xff" if not line else f"\n{line}\n".encode())

    judgement = await judged(tmp_path)

    assert judgement.worse
    assert judgement.problem is not None
    assert judgement.problem.startswith("_golden.jsonl")
    assert not line or "_golden.jsonl:2: a line needs" in judgement.problem
    assert str(tmp_path) not in judgement.problem


async def test_golden_questions_of_another_place_are_asked_instead(tmp_path: Path) -> None:
    documents, others = tmp_path / "documents", tmp_path / "others"
    documents.mkdir()
    others.mkdir()
    written(documents)
    one = written(others, QUESTIONS[:1])

    assert await judged(documents, golden=one) == Judgement(asked=1)


async def test_golden_questions_that_are_set_and_not_there_publish_nothing(tmp_path: Path) -> None:
    judgement = await judged(tmp_path, golden=tmp_path / "mine.jsonl")

    assert (judgement.worse, judgement.problem) == (True, "mine.jsonl cannot be read")


async def test_one_file_of_documents_has_its_questions_beside_it(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("", encoding="utf-8")
    written(tmp_path)

    judgement = await judged(corpus, after={})

    assert (judgement.asked, judgement.worse) == (3, True)


def two_folders(tmp_path: Path) -> list[Path]:
    folders = [tmp_path / "handbook", tmp_path / "자주 묻는 질문"]
    for folder in folders:
        folder.mkdir()
    return folders


async def test_of_several_folders_the_questions_of_each_are_asked(tmp_path: Path) -> None:
    one, other = two_folders(tmp_path)
    written(one, QUESTIONS[:1])
    written(other, QUESTIONS[1:])
    (one / "prices.csv").write_text("", encoding="utf-8")

    judgement = await judged(one, one / "prices.csv", other, after={})

    assert judgement.asked == 3
    assert {loss.question_id for loss in judgement.lost} == {"en", "ko"}


async def test_an_id_that_two_files_use_publishes_nothing_and_is_named(tmp_path: Path) -> None:
    one, other = two_folders(tmp_path)
    written(one, QUESTIONS[:2])
    written(other, [{**QUESTIONS[2], "id": "ko"}])

    judgement = await judged(one, other)

    assert judgement.worse
    assert judgement.problem == (
        "자주 묻는 질문/_golden.jsonl: the id ko is also in handbook/_golden.jsonl; "
        "give one question another id"
    )


async def test_of_several_broken_files_the_folder_is_named_and_not_where_it_lies(
    tmp_path: Path,
) -> None:
    one, other = two_folders(tmp_path)
    written(one, QUESTIONS[:1])
    written(other).write_text("{", encoding="utf-8")

    judgement = await judged(one, other)

    assert judgement.problem is not None
    assert judgement.problem.startswith("자주 묻는 질문/_golden.jsonl:1: a line needs")


def test_the_questions_of_every_folder_are_part_of_the_standard(tmp_path: Path) -> None:
    one, other = two_folders(tmp_path)
    written(one, QUESTIONS[:1])
    before = gate().standard(Places.of(one, other))

    written(other, QUESTIONS[1:])

    assert gate().standard(Places.of(one, other)) != before


async def test_it_says_how_far_it_is_and_how_long_it_will_take(tmp_path: Path) -> None:
    written(tmp_path)
    told: list[Progress] = []

    await gate().judged(generation(NEW, tmp_path), generation(PUBLISHED, tmp_path), told.append)

    assert [(far.counted, far.done, far.total) for far in told] == [
        ("questions", number, 6) for number in range(1, 7)
    ]
    assert told[-1].seconds_left == 0.0


def test_other_questions_or_another_margin_are_another_standard(tmp_path: Path) -> None:
    none = gate().standard(Places.of(tmp_path))
    written(tmp_path, QUESTIONS[:2])
    two = gate().standard(Places.of(tmp_path))
    written(tmp_path)
    three = gate().standard(Places.of(tmp_path))

    assert gate().standard(Places.of(tmp_path)) == three
    assert len({none, two, three, gate(margin=0.5).standard(Places.of(tmp_path))}) == 4
