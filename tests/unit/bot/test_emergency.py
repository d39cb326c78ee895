"""An emergency told in a few words, and what only speaks of one."""

import pytest

from bot.answering.emergency import in_emergency
from bot.model import Answer, Verdict
from knowledge.model import Found, Passage
from tests.fakes import FakeSearch
from tests.unit.bot import given

FIRE = given.passage(
    "Press the alarm and call 119. Never use the lift. Nobody goes back in. Drills are in May.",
    doc_id="accidents",
    section=("Accidents", "Fire and evacuation"),
)
FIRST_AID = given.passage(
    "Make the area safe. Call 119 at once for heavy bleeding or unconsciousness. "
    "Cool a burn under running water for 20 minutes.",
    doc_id="accidents",
    number=2,
    section=("Accidents", "First minutes"),
)
LIPS_KO = given.passage(
    "입술이 붓거나 숨쉬기 힘든 고객이 있으면 119에 신고합니다.", doc_id="allergens"
)


async def told(text: str, *passages: Passage) -> Answer | None:
    search = FakeSearch([given.found(text, *passages) if passages else Found()])
    return await in_emergency(given.question(text), search)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("fire!", "Press the alarm and call 119. [1]"),
        ("there is a fire in the stockroom, what do I do?", "Press the alarm and call 119. [1]"),
        ("a customer just fainted", "Call 119 at once for heavy bleeding or unconsciousness. [1]"),
        ("the fryer is on fire", "Press the alarm and call 119. [1]"),
        ("there is smoke in the kitchen", "Press the alarm and call 119. [1]"),
        ("my manager fainted", "Call 119 at once for heavy bleeding or unconsciousness. [1]"),
        (
            "a pregnant woman collapsed",
            "Call 119 at once for heavy bleeding or unconsciousness. [1]",
        ),
        ("she is bleeding badly", "Call 119 at once for heavy bleeding or unconsciousness. [1]"),
        ("he burnt his hand on hot oil", "Cool a burn under running water for 20 minutes. [1]"),
        ("손님이 피를 흘려요", "Call 119 at once for heavy bleeding or unconsciousness. [1]"),
        ("손님 입술이 부었어요", "입술이 붓거나 숨쉬기 힘든 고객이 있으면 119에 신고합니다. [1]"),
    ],
)
async def test_what_to_do_first_is_quoted(said: str, first: str) -> None:
    answer = await told(said, FIRST_AID, FIRE, LIPS_KO)

    assert answer is not None
    assert answer.verdict is Verdict.PASS
    assert first in answer.text.splitlines()[:2]
    assert answer.follow_up is None


@pytest.mark.parametrize(
    "said",
    [
        "화재 났어요",
        "불 났을 때 어떻게 해요?",
        "불이야",
        "튀김기에 불이 붙었어요",
        "화재 발생!",
        "커피 머신에서 연기가 나요",
    ],
)
async def test_it_is_found_in_the_other_language_and_said_to_be(said: str) -> None:
    answer = await told(said, LIPS_KO, FIRE)

    assert answer is not None
    assert answer.text.splitlines()[:2] == [
        "문서에는 영어로 다음과 같이 나와 있습니다.",
        "Press the alarm and call 119. [1]",
    ]


async def test_of_the_section_that_is_named_after_it_the_first_sentences_are_told() -> None:
    answer = await told("fire in the kitchen", FIRST_AID, FIRE)

    assert answer is not None
    assert [one.text for one in answer.sentences] == [
        "Press the alarm and call 119.",
        "Never use the lift.",
        "Nobody goes back in.",
    ]


@pytest.mark.parametrize(
    "said",
    [
        "how often is the fire drill?",
        "who checks the fire extinguishers?",
        "is the bread burnt?",
        "Can I fire staff?",
        "when was the fire in the store?",
        "coffee is burnt",
        "the staff burned out",
        "the counter collapsed",
        "the kitchen has a knife",
        "주방 불이 나가면 어떻게 해요?",
        "which form is for an allergic reaction?",
        "화재경보기 점검은 누가 해요?",
        "화상 연고는 어디에 있어요?",
        "can headphones be returned?",
    ],
)
async def test_a_question_that_only_speaks_of_one_is_no_emergency(said: str) -> None:
    assert await told(said, FIRST_AID, FIRE, LIPS_KO) is None


async def test_where_the_documents_say_nothing_nothing_is_made_up() -> None:
    assert await told("earthquake!", FIRST_AID, FIRE, LIPS_KO) is None
    assert await told("fire!") is None
