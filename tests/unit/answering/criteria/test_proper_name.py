"""A passage without a name of the question moves back."""

import pytest

from bot.answering.criteria.proper_name import names_in
from bot.answering.find.evidence import weigh
from knowledge.model.documents import Passage
from tests.fakes import FakeSearch
from tests.unit import given


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("Can the Halden be returned?", 1),
        ("When was it banned in Egypt by the Brotherhood?", 2),
        ("손님이 TrekStar 샌들을 신고 물에 들어가도 되나요?", 1),
        ("TrekStar는 방수예요?", 1),
        ("Returns take how long?", 0),
        ("Are we open on Saturdays in December?", 0),
        ("how do I restart the POS?", 0),
        ("what does my dad pay", 0),
        ("헤드폰은 며칠 안에 환불돼요?", 0),
        ("QR 결제는 되나요?", 0),
        ("What Is The Return Policy Today?", 0),
        ("Hi Team, when do we open on Sat?", 0),
        ("hello, my name is Dana, can I take leave?", 0),
    ],
)
def test_names_begin_with_a_capital(asked: str, names: int) -> None:
    assert len(names_in(asked)) == names


@pytest.mark.parametrize(
    ("asked", "has", "lacks"),
    [
        (
            "can I wash the Halden pads?",
            "The pads of the Halden are washed by hand.",
            "The pads of the Brisa are washed by hand.",
        ),
        (
            "Halden 패드는 빨아도 돼요?",
            "Halden 패드는 손으로 빱니다.",
            "Brisa 패드는 손으로 빱니다.",
        ),
    ],
)
async def test_a_passage_with_the_name_beats_one_without(asked: str, has: str, lacks: str) -> None:
    passages = [given.passage(text, doc_id=text) for text in (lacks, has)]
    question = given.question(asked)

    evidence = await weigh(question, given.found(asked, *passages), FakeSearch(alike=0.5))

    scores = {one.statement.text: one.score for one in evidence.candidates}
    assert scores[has] > scores[lacks] + 1


async def test_the_name_may_be_in_the_title_or_spelled_differently_in_another_language() -> None:
    text = "The pads are washed by hand."
    passages = [
        given.passage(text, doc_id="halden", title="Halden 70"),
        given.passage(text, doc_id="brisa", title="Brisa Go"),
        given.passage("할덴 패드는 손으로 빱니다.", doc_id="korean"),
    ]

    named, unnamed = [
        await _scores(asked, passages)
        for asked in ("can I wash the Halden pads?", "can I wash the halden pads?")
    ]

    assert named["halden"] == unnamed["halden"]
    assert named["brisa"] < unnamed["brisa"] - 1
    assert named["korean"] == unnamed["korean"]


async def _scores(asked: str, passages: list[Passage]) -> dict[str, float]:
    found = given.found(asked, *passages)
    evidence = await weigh(given.question(asked), found, FakeSearch(alike=0.5))
    return {one.hit.passage.header.doc_id: one.score for one in evidence.candidates}
