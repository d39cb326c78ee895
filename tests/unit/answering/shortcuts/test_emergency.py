"""A danger told in a few words: what the documents say to do first."""

from collections.abc import Sequence

import pytest

from bot.answering.check.relevance import of_unsaid_danger
from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.answering.shortcuts import emergency
from bot.answering.shortcuts.emergency import ASKED, above, first_steps
from bot.answering.understand import danger_in
from bot.answering.understand.kinds import Danger
from bot.model import Answer, Verdict
from bot.model.said import Corpus
from knowledge.model.documents import Found, Passage
from knowledge.models.e5.adapted import AdaptedE5
from knowledge.models.embedder import RememberedVectors
from knowledge.models.reader import Pair
from knowledge.models.use.answers import AnswerEncoder
from tests.fakes import FakeSearch
from tests.unit import given

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


class ReadSearch(FakeSearch):
    """Compares with the models of the product: what a danger is, no word of its rule tells."""

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        return await RememberedVectors().likeness(AnswerEncoder(), text, others)

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        return await AdaptedE5().relevance(question, pairs)


async def told(text: str, *passages: Passage) -> Answer | None:
    danger = danger_in(text)
    if danger is None:
        return None
    question = given.question(text)
    asked = ASKED[danger.kind][question.language]
    search = ReadSearch([given.found(asked, *passages) if passages else Found()])
    return await first_steps(danger, question, search)


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
    assert first in answer.text.splitlines()
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
        "영어 문서 내용입니다:",
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


DRILLS = "Fire drills are held on the first Monday of the month. The fire officer is appointed."
DRILLS_KO = "화재 대피 훈련은 매월 첫째 월요일에 합니다. 화재 담당자는 해마다 정합니다."


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("there is a fire in the stockroom", DRILLS),
        ("there is a fire in the stockroom", "Fire exits are kept clear. Keep fire doors free."),
        ("창고에 불났어요", DRILLS_KO),
        ("가스 냄새가 나요", "가스통과 라이터는 선물 포장을 하지 않습니다."),
    ],
)
async def test_what_is_done_at_other_times_helps_nobody_now(said: str, text: str) -> None:
    in_text = given.passage(text, section=("Safety",))
    in_section = given.passage(text, number=2, section=("Fire safety",))

    assert await told(said, in_text) is None
    assert await told(said, in_section) is None


@pytest.mark.parametrize(
    ("said", "text", "steps"),
    [
        (
            "there is a fire in the stockroom",
            f"{DRILLS} In a fire leave by the nearest exit.",
            ["In a fire leave by the nearest exit."],
        ),
        (
            "창고에 불났어요",
            f"{DRILLS_KO} 불이 나면 119에 신고합니다.",
            ["불이 나면 119에 신고합니다."],
        ),
    ],
)
async def test_what_to_do_is_told_beside_when_drills_are_held(
    said: str, text: str, steps: list[str]
) -> None:
    answer = await told(said, given.passage(text, section=("Fire safety",)))

    assert answer is not None
    assert [one.text for one in answer.sentences] == steps


@pytest.mark.parametrize(
    ("said", "text", "section", "first"),
    [
        (
            "robbery!",
            "Take the safe code from nobody. In a robbery, hand over the money.",
            "Safe and robbery",
            "In a robbery, hand over the money.",
        ),
        (
            "강도가 들었어요",
            "금고는 문을 잠근 사무실에서만 연다. 강도가 들면 달라는 돈을 준다.",
            "금고와 강도",
            "강도가 들면 달라는 돈을 준다.",
        ),
    ],
)
async def test_of_a_section_that_begins_with_something_else_its_own_steps_are_told(
    said: str, text: str, section: str, first: str
) -> None:
    answer = await told(said, given.passage(text, section=(section,)))

    assert answer is not None
    assert answer.sentences[0].text == first


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


async def test_a_theft_is_not_answered_by_the_rule_of_a_robbery() -> None:
    asked = given.question("saw someone putting stuff in her bag, do i stop her at the door?")
    robbery = given.passage(
        "Hand over the money. Lock the door after the robber has left.", section=("In a robbery",)
    )
    told = given.verbatim("Lock the door after the robber has left.", robbery)

    assert of_unsaid_danger(told, asked)
    assert not of_unsaid_danger(told, given.question("what do we do after a robbery?"))


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("earthquake!", "Is anyone in danger? Call 112 now, then tell the manager."),
        ("지진이에요!!", "위험한 상황이면 바로 112에 신고하고 점장에게 알리세요."),
    ],
)
async def test_without_a_rule_the_number_that_is_set_and_the_manager_are_named(
    said: str, line: str
) -> None:
    corpus: Corpus = {"en": "store documents", "ko": "매장 문서"}
    answering = Answering(FakeSearch(), Extractive(), corpus, emergency_number="112")

    answer = await answering.answer(given.question(said))

    assert answer.text == line


@pytest.mark.parametrize("likelihood", [0.3, 0.8])
@pytest.mark.parametrize("said", ["was there a fire last year?", "작년에 불이 났었나요?"])
async def test_without_a_rule_only_a_likely_danger_is_told_to_call_for_help(
    said: str, likelihood: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus: Corpus = {"en": "store documents", "ko": "매장 문서"}
    answering = Answering(FakeSearch(), Extractive(), corpus, emergency_number="112")
    monkeypatch.setattr(emergency, "danger_in", lambda _: Danger("fire", likelihood))

    answer = await answering.answer(given.question(said))

    assert ("112" in answer.text) is (likelihood > 0.5)


async def test_what_may_be_a_danger_gets_its_rule_above_the_answer() -> None:
    asked = given.question("is that a real fire or does the alarm only test itself")
    first, others = await told("fire!", FIRE), await told("customer fainted", FIRST_AID)
    assert first is not None
    assert others is not None

    whole = above(first, others, asked)

    lines = whole.text.splitlines()
    assert lines.index("**If this is an emergency**") < lines.index("**Otherwise**")
    assert lines[1] == "Press the alarm and call 119. [1]"
    assert above(first, first, asked) is first


@pytest.mark.parametrize("lead", ["", "If somebody is hurt:\n\n"])
async def test_the_step_for_the_very_danger_leads_a_list_for_all_accidents(lead: str) -> None:
    steps = (
        "- Make the area safe and stop the machine.\n- Send a colleague for the first-aid box.\n"
        "- Cool a burn under running water for 20 minutes.\n- Press a clean cloth on a wound."
    )

    answer = await told("burned my hand on the fryer", given.passage(f"{lead}{steps}"))

    assert answer is not None
    said = [one.text for one in answer.sentences if not one.text.endswith(":")]
    assert said[0] == "Cool a burn under running water for 20 minutes."
    assert said[1:3] == [
        "Make the area safe and stop the machine.",
        "Send a colleague for the first-aid box.",
    ]
    assert len(said) == 4
