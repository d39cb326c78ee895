"""Questions to begin with: only what the index at hand really answers."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.conversation.examples import Examples
from bot.upkeep.indexing.golden_gate import GOLDEN
from knowledge.model.documents import Filters, Found, Generation, Header, Language, Passage
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Places
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

ENGLISH = "Can unopened headphones be returned?"
KOREAN = "개봉하지 않은 헤드폰은 환불할 수 있나요?"
REFUND = given.passage(given.REFUND)
REFUND_KO = given.passage(given.REFUND_KO, doc_id="refund-policy-ko")
TALLER = given.passage(
    "The shelves of the store are 180 cm tall.",
    doc_id="shelves",
    title="Shelves",
    section=("How tall shelves are",),
)
TALL = "Shelves: can you tell me how tall shelves are?"
TALLER_KO = given.passage(
    "매장 선반의 높이는 180cm입니다.", doc_id="shelves-ko", title="선반", section=("선반 높이",)
)


@dataclass
class _Index(FakeSearch):
    """Finds what it knows for a question."""

    known: Mapping[str, Sequence[Passage]] = field(default_factory=dict)
    alike: float = 0.9

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        await super().find(text, filters, limit)
        return given.found(text, *self.known.get(text, ()))


@dataclass
class _Sections(FakeHistory):
    """Documents with passages of their own."""

    sections: Sequence[Passage] = ()

    async def starting(self, since: date, filters: Filters) -> list[Header]:
        return [one.header for one in self.sections]

    async def passages(self, header: Header) -> list[Passage]:
        return [one for one in self.sections if one.header.key == header.key]


def golden(question: str, answer: str = "14", **more: Any) -> dict[str, Any]:
    usual = {"answerable": True, "gold_docs": [question], "answers": [answer]}
    return {"id": question, "question": question, **usual, **more}


def index(
    folder: Path,
    known: Mapping[str, Sequence[Passage]],
    goldens: Sequence[Mapping[str, Any]] = (),
    sections: Sequence[Passage] = (),
) -> _Index:
    lines = (json.dumps(one, ensure_ascii=False) for one in goldens)
    (folder / GOLDEN).write_text("\n".join(lines), encoding="utf-8")
    generation = Generation(1, None, rules="1", source=Places.of(folder).lines)
    return _Index(known=known, generation=generation, history=_Sections(sections=sections))


def examples(index: _Index, golden: Path | None = None) -> Examples:
    def answering(generation: Generation) -> Answering:
        return Answering(index, Extractive(), {"en": "store documents", "ko": "매장 문서"})

    return Examples(index, answering, lambda: given.TODAY, golden)


async def asked(index: _Index, language: Language = "en") -> list[str]:
    return [one.question for one in await examples(index).of(language)]


@pytest.mark.parametrize(("language", "question"), [("en", ENGLISH), ("ko", KOREAN)])
async def test_golden_questions_in_the_person_s_language_are_examples(
    language: Language, question: str, tmp_path: Path
) -> None:
    known = {ENGLISH: [REFUND], KOREAN: [REFUND_KO]}

    found = await asked(index(tmp_path, known, [golden(ENGLISH), golden(KOREAN)]), language)

    assert found == [question]


@pytest.mark.parametrize(
    "unfit",
    [
        golden(ENGLISH, answerable=False),
        golden(ENGLISH, answer="30 days"),
        golden(ENGLISH, thread=["And the price?"]),
        golden(ENGLISH, expected_failure="tables"),
        golden(ENGLISH, filters={"store_type": "cafe"}),
        golden(ENGLISH, filters={"category": "refund"}),
        golden(ENGLISH, filters={"audience": "manager"}),
        golden("Where do bicycles stand?"),
    ],
    ids=["refused", "wrong", "in a thread", "known trouble", "a store's", "a category's",
         "managers'", "not found"],
)  # fmt: skip
async def test_what_is_not_answered_as_it_stands_is_no_example(
    unfit: Mapping[str, Any], tmp_path: Path
) -> None:
    assert await asked(index(tmp_path, {ENGLISH: [REFUND]}, [unfit])) == []


async def test_a_golden_question_of_another_day_is_asked_as_of_today(tmp_path: Path) -> None:
    searched = index(
        tmp_path, {ENGLISH: [REFUND]}, [golden(ENGLISH, filters={"as_of": "2020-01-01"})]
    )

    assert await asked(searched) == [ENGLISH]
    assert {one.filters.as_of for one in searched.searches} == {given.TODAY}


async def test_four_are_enough_and_each_document_has_its_turn_first(tmp_path: Path) -> None:
    questions = [f"Can unopened headphones {n} be returned?" for n in range(6)]
    goldens = [
        golden(question, gold_docs=["a" if n < 4 else f"b{n}"])
        for n, question in enumerate(questions)
    ]

    found = await asked(index(tmp_path, {one: [REFUND] for one in questions}, goldens))

    assert found == [questions[n] for n in (0, 4, 5, 1)]


async def test_one_alone_is_found_without_the_others(tmp_path: Path) -> None:
    questions = [f"Can unopened headphones {n} be returned?" for n in range(4)]
    searched = index(
        tmp_path, {one: [REFUND] for one in questions}, [golden(one) for one in questions]
    )

    found = await examples(searched).of("en", most=1)

    assert [one.question for one in found] == questions[:1]
    assert not {one.text for one in searched.searches} & set(questions[1:])


async def test_personal_data_in_a_golden_question_is_not_shown(tmp_path: Path) -> None:
    question = f"{ENGLISH} 010-1234-5678"
    known = {f"{ENGLISH} [REDACTED_PHONE]": [REFUND]}

    assert await asked(index(tmp_path, known, [golden(question)])) == [
        f"{ENGLISH} [REDACTED_PHONE]"
    ]


@pytest.mark.parametrize(
    ("language", "heading", "section"),
    [
        ("en", TALL, TALLER),
        ("ko", "선반: 선반 높이 알려 주세요", TALLER_KO),
    ],
)
async def test_headings_that_are_answered_make_up_for_missing_golden_questions(
    language: Language, heading: str, section: Passage, tmp_path: Path
) -> None:
    searched = index(tmp_path, {heading: [section]}, sections=[REFUND, TALLER, TALLER_KO])

    assert await asked(searched, language) == [heading]


async def test_a_heading_that_another_document_answers_is_no_example(tmp_path: Path) -> None:
    known = {TALL: [replace(TALLER, header=REFUND.header)]}

    assert await asked(index(tmp_path, known, sections=[TALLER])) == []


async def test_a_document_that_is_not_in_force_yet_gives_no_example(tmp_path: Path) -> None:
    later = replace(TALLER.header, effective_from=date(2027, 1, 1))
    section = replace(TALLER, header=later)
    known = {TALL: [section]}

    assert await asked(index(tmp_path, known, sections=[section])) == []


async def test_a_golden_file_that_cannot_be_read_gives_no_examples(tmp_path: Path) -> None:
    searched = index(tmp_path, {ENGLISH: [REFUND]}, sections=[REFUND])
    (tmp_path / GOLDEN).write_text("{", encoding="utf-8")

    assert await asked(searched) == []


async def test_a_golden_file_that_is_set_counts_instead(tmp_path: Path) -> None:
    searched = index(tmp_path, {ENGLISH: [REFUND]})
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(golden(ENGLISH)), encoding="utf-8")

    found = await examples(searched, other).of("en")

    assert [one.question for one in found] == [ENGLISH]


async def test_they_are_found_once_for_each_index_and_language(tmp_path: Path) -> None:
    searched = index(tmp_path, {ENGLISH: [REFUND]}, [golden(ENGLISH)])
    known = examples(searched)
    first = await known.of("en")
    searches = len(searched.searches)

    assert await known.of("en") == first
    assert len(searched.searches) == searches
    searched.generation = replace(searched.generation, number=2)
    assert [one.key.rpartition(":")[0] for one in await known.of("en")] == ["2:en"]
    assert len(searched.searches) > searches


@pytest.mark.parametrize(("language", "question"), [("en", ENGLISH), ("ko", KOREAN)])
async def test_a_button_s_key_gives_its_question_back_while_its_index_answers(
    language: Language, question: str, tmp_path: Path
) -> None:
    known = {ENGLISH: [REFUND], KOREAN: [REFUND_KO]}
    searched = index(tmp_path, known, [golden(ENGLISH), golden(KOREAN)])
    [shown] = await examples(searched).of(language)

    assert await examples(searched).question(shown.key) == question
    for key in (shown.key.replace("1:", "0:", 1), f"1:{language}:9", "x"):
        assert await examples(searched).question(key) is None


async def test_a_replica_with_other_examples_asks_no_other_question(tmp_path: Path) -> None:
    both = index(tmp_path, {ENGLISH: [REFUND]}, [golden(ENGLISH)])
    [shown] = await examples(both).of("en")
    none = index(tmp_path, {KOREAN: [REFUND_KO]}, [golden(KOREAN)])
    [other] = await examples(none).of("ko")

    assert shown.key != other.key.replace(":ko:", ":en:")
    assert await examples(none).question(shown.key) is None


async def test_trouble_of_the_index_is_raised_and_not_remembered(tmp_path: Path) -> None:
    searched = index(tmp_path, {ENGLISH: [REFUND]}, [golden(ENGLISH)])
    known = examples(searched)
    searched.error = KnowledgeError("down")

    with pytest.raises(KnowledgeError):
        await known.of("en")
    searched.error = None
    assert len(await known.of("en")) == 1
