"""The whole questions that a follow-up may mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import pytest

from bot.answering.find.passages import about
from bot.answering.understand.follow_up.meanings import leans, meanings, needs_before, part_of
from bot.model import ClosestPlace, Turn
from bot.privacy import safe
from knowledge.model.documents import Language
from tests.fakes import FakeSearch
from tests.unit import given

EN = Turn(
    safe("how long can customers return headphones?"),
    {"long": 0.5, "custom": 1.0, "return": 2.0, "headphon": 6.0},
    shown="Refund policy Unopened headphones can be returned within 14 days.",
)
KO = Turn(
    safe("헤드폰은 며칠 안에 환불할 수 있나요?"),
    {"헤드": 5.0, "드폰": 5.5, "환불": 2.0},
    shown="환불 정책 개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다.",
)


@dataclass
class Alike(FakeSearch):
    """Finds a few words like others."""

    cosines: Mapping[tuple[str, str], float] = field(default_factory=dict)

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        return [self.cosines.get((text, one), 0.1) for one in others]


async def meant(
    said: str, before: Turn | None, cosines: Mapping[tuple[str, str], float] | None = None
) -> list[str]:
    asked = given.question(said)
    return [one.text for one in await meanings(asked, before, Alike([], cosines=cosines or {}))]


@pytest.mark.parametrize(
    ("before", "said", "whole"),
    [
        (EN, "and the money?", "return headphones: how much is the money?"),
        (KO, "돈은요?", "헤드폰 환불 돈 얼마예요?"),
    ],
)
async def test_money_is_asked_for_and_takes_no_place_in_the_question_before(
    before: Turn, said: str, whole: str
) -> None:
    assert whole in await meant(said, before)
    assert len(await meant(said, before)) == 2


@pytest.mark.parametrize(
    ("before", "said", "like", "whole"),
    [
        (
            "what do hosts wear?",
            "no, I meant servers",
            ("servers", "hosts"),
            "what do servers wear?",
        ),
        (
            "is there free parking for a check-up?",
            "and for dialysis?",
            ("dialysis", "check-up"),
            "is there free parking for a dialysis?",
        ),
        (
            "which form for an injured employee?",
            "and an injured customer?",
            ("injured customer", "injured employee"),
            "which form for an injured customer?",
        ),
        (
            "what is a city bike a day?",
            "an e-bike?",
            ("e-bike", "city bike"),
            "what is a e-bike a day?",
        ),
        (
            "바이올린 월 대여료 얼마예요?",
            "첼로는요?",
            ("첼로", "바이올린"),
            "첼로 월 대여료 얼마예요?",
        ),
        (
            "개인실 한 시간에 얼마예요?",
            "아니 연주홀이요",
            ("연주홀", "개인실"),
            "연주홀 한 시간에 얼마예요?",
        ),
        (
            "ICU visits on weekdays?",
            "신생아실은?",
            ("신생아실", "ICU"),
            "신생아실 visits on weekdays?",
        ),
    ],
)
async def test_a_named_thing_takes_the_place_of_what_is_most_like_it(
    before: str, said: str, like: tuple[str, str], whole: str
) -> None:
    assert whole in await meant(said, Turn(safe(before)), {like: 0.6})


@pytest.mark.parametrize(
    ("before", "said", "whole"),
    [
        ("3 cars, how much?", "and 4?", "4 cars, how much?"),
        ("free parking with a receipt of 12,000 won?", "and 75,000 won?", "75,000 won"),
        ("목표 107% 달성하면 성과급 얼마예요?", "112%면요?", "목표 112% 달성하면 성과급 얼마예요?"),
        ("8시간 근무면 휴게 몇 분이에요?", "6시간은요?", "6시간 근무면 휴게 몇 분이에요?"),
    ],
)
async def test_a_value_takes_the_place_of_one_of_its_kind(
    before: str, said: str, whole: str
) -> None:
    first, *_ = await meant(said, Turn(safe(before)))

    assert whole in first


async def test_the_answer_need_not_hold_the_value_itself() -> None:
    asked = given.question("and 75,000 won?")
    turn = Turn(safe("free parking with a receipt of 12,000 won?"))

    first, *_ = await meanings(asked, turn, Alike([]))

    assert first.must_hold == ""


@pytest.mark.parametrize(
    ("said", "before", "whole"),
    [
        ("and the money?", EN, "return headphones: how much is the money?"),
        ("how long does it take?", EN, "how long does return headphones take?"),
        ("who approves it?", EN, "who approves return headphones?"),
        ("보증금은 얼마예요?", KO, "헤드폰 환불 보증금은 얼마예요?"),
        ("며칠 걸려요?", KO, "헤드폰 환불 며칠 걸려요?"),
        ("what changed?", EN, f"{EN.question[:-1]}: what changed?"),
    ],
)
async def test_another_question_is_asked_about_the_same_subject(
    said: str, before: Turn, whole: str
) -> None:
    assert whole in await meant(said, before)


@pytest.mark.parametrize(
    ("said", "before", "whole"),
    [
        ("and if they lost the receipt?", EN, f"{EN.question[:-1]} if they lost the receipt?"),
        ("and without the box?", EN, f"{EN.question[:-1]} without the box?"),
        ("카드로 샀으면?", KO, f"카드로 샀으면 {KO.question}"),
        ("and in Leeds?", Turn(safe("is there parking?")), "is there parking in Leeds?"),
    ],
)
async def test_a_case_is_added_to_the_question_before(said: str, before: Turn, whole: str) -> None:
    assert whole in await meant(said, before)


async def test_two_messages_are_never_glued_together() -> None:
    said = ("and opened ones?", "what about clothes?", "그럼 식품은?", "and if it is wet?")

    each = [one for text, turn in product(said, (EN, KO)) for one in await meant(text, turn)]

    assert not [one for one in each if "? " in one]


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("what changed in the staff discount policy?", EN),
        ("and what changed in the lost property guide?", EN),
        ("그럼 직원 할인은 무엇이 바뀌었나요?", KO),
    ],
)
async def test_what_changed_in_something_else_is_asked_alone(said: str, before: Turn) -> None:
    assert await meant(said, before) == [said]


async def test_a_korean_noun_that_ends_like_a_verb_is_a_subject() -> None:
    shown = safe("금고 비밀번호는 17일마다 바꿉니다.")

    asked = await meant(
        "그게 얼마 동안인가요?", Turn(safe("금고 비밀번호는 며칠마다 바꾸나요?"), shown=shown)
    )

    assert "금고 비밀번호 얼마 동안인가요?" in asked


@pytest.mark.parametrize("said", ["where do I put deliveries?", "직원 할인은 얼마예요?"])
async def test_a_whole_question_is_first_asked_alone(said: str) -> None:
    first, *others = await meant(said, EN)

    assert first == said
    assert len(others) <= 2


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("how long can unopened headphones be returned without a receipt?", EN),
        ("what about clothes?", None),
        ("그럼 식품은?", None),
        ("???", EN),
    ],
)
async def test_other_messages_stand_alone(said: str, before: Turn | None) -> None:
    assert await meant(said, before) == []


async def test_no_more_than_three_meanings_are_tried() -> None:
    said = ("and 4?", "and opened ones?", "how much is it for 2?", "what if it's opened?")

    each = [await meant(one, turn) for one, turn in product(said, (EN, KO))]

    assert max(map(len, each)) <= 3


@pytest.mark.parametrize("said", ["it is brand new", "never used", "새거예요", "안뜯었대요"])
def test_a_state_alone_is_a_follow_up(said: str) -> None:
    assert leans(said, EN)


@pytest.mark.parametrize(
    ("said", "leaning"),
    [
        ("what about gift cards?", True),
        ("how much is it?", True),
        ("골드는요?", True),
        ("What is the staff discount?", False),
        ("직원 할인은 얼마예요?", False),
    ],
)
def test_a_suggestion_that_would_be_read_as_a_follow_up_is_known(said: str, leaning: bool) -> None:
    assert needs_before(said) is leaning


async def test_a_long_thread_is_cut_to_a_limited_length() -> None:
    long = Turn(safe("how long can customers return headphones " * 40))

    each = await meant("and if they lost the receipt?", long)

    assert max(map(len, each)) < 700


def test_a_statement_has_the_follow_ups_own_words_and_not_only_its_heading() -> None:
    leave = given.passage(
        "Annual leave is requested 14 days ahead.", section=("Leave and sickness",)
    )
    sick = given.passage("A sickness of 3 days needs a note.", section=("Leave and sickness",))
    evidence = given.evidence(
        given.candidate(leave, "Annual leave"), given.candidate(sick, "A sickness")
    )
    evidence = replace(evidence, found=replace(evidence.found, rarity={"sick": 1.0}))
    asked = replace(
        given.question("sickness?"),
        must_hold=safe("sickness"),
        just_cited=(ClosestPlace(leave.header, leave.section),),
    )

    kept = about(asked, evidence).candidates

    assert [one.hit.passage.text for one in kept] == [sick.text]


def cited(before: Turn, language: Language, title: str, section: str) -> Turn:
    header = replace(given.passage("A rule.").header, title=title, language=language)
    return replace(before, places=(ClosestPlace(header, (section,)),))


@pytest.mark.parametrize(
    ("before", "said", "there"),
    [
        (
            cited(EN, "en", "Apparel Repairs", "Faulty clothing"),
            "can she get money back instead?",
            [
                "Faulty clothing: can she get money back instead?",
                "Apparel Repairs: can she get money back instead?",
            ],
        ),
        (
            cited(EN, "en", "Apparel Repairs", "Faulty clothing"),
            "but this is already the second time she has brought the same skirt",
            [
                "Faulty clothing: this is already the second time she has brought the same skirt?",
                "Apparel Repairs: this is already the second time she has brought the same skirt?",
            ],
        ),
        (
            cited(KO, "ko", "재고 관리", "재고 실사"),
            "혼자 해도 돼요?",
            ["재고 실사: 혼자 해도 돼요?", "재고 관리: 혼자 해도 돼요?"],
        ),
    ],
)
async def test_a_message_is_also_read_below_the_heading_and_the_title_just_cited(
    before: Turn, said: str, there: list[str]
) -> None:
    asked = await meanings(given.question(said), before, Alike([]))

    assert [one.text for one in asked if one.only_there] == there


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (
            cited(EN, "en", "Refund policy", "Headphones"),
            "how much is a hot chocolate in the café?",
        ),
        (cited(KO, "ko", "환불 정책", "헤드폰"), "수습기간 급여는 얼마예요?"),
    ],
)
async def test_a_question_of_its_own_is_never_put_together_with_the_one_before(
    before: Turn, said: str
) -> None:
    asked = await meanings(given.question(said), before, Alike([]))

    assert [one.text for one in asked if not one.only_there] == [said]


@pytest.mark.parametrize(
    ("said", "part"), [("and for apparel?", "apparel"), ("and a mask?", "mask")]
)
def test_an_article_is_no_beginning_of_a_word(said: str, part: str) -> None:
    assert part_of(said) == part
