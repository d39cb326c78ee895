"""A verdict that a number decides is the first line: too late, too young, too heavy."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.notes.denied import with_denial
from bot.answering.reply.notes.last_day import with_last_day
from bot.answering.reply.notes.limit import with_limit
from bot.model import Answer, SafeText, Verdict
from bot.model.understood import Understood
from bot.model.written import sentence_of
from knowledge.model.documents import Filters
from knowledge.split.statements import statements
from tests.unit import given

WINDOW = "Unopened goods can be returned within 14 days of purchase."
WINDOW_KO = "미개봉 상품은 구매일로부터 14일 이내에 환불할 수 있습니다."
AGES = "| Product | Minimum age |\n|---|---|\n| Beer | 19 |\n| Energy drinks | 14 |"
AGES_KO = "| 상품 | 구매 가능 나이 |\n|---|---|\n| 맥주 | 만 19세 |\n| 에너지음료 | 만 14세 |"


def first_line(asked: str, text: str, bought: date | None = None) -> str:
    """The first line of the answer that says the first statement of a text."""
    question = replace(
        given.question(asked),
        filters=Filters(as_of=date(2026, 11, 29)),
        about=Understood(bought=bought),
    )
    passage = given.passage(text)
    of_list = statements(passage)[1:2] if "- " in text else ()
    rule = sentence_of(passage, (of_list or statements(passage))[0])
    answer = Answer(question, Verdict.PASS, SafeText(rule.text), sentences=(rule,))
    for note in (with_last_day, with_limit, with_denial):
        answer = note(answer, question)
    return answer.text.split("\n")[0]


@pytest.mark.parametrize(
    ("asked", "text", "line"),
    [
        (
            "bought on 3 October, can it be returned?",
            WINDOW,
            "No: the last day was 17 October 2026.",
        ),
        (
            "10월 3일에 샀는데 환불되나요?",
            WINDOW_KO,
            "아니요. 마지막 날은 2026년 10월 17일이었습니다.",
        ),
        (
            "bought on 3 October, is it too late to return it?",
            WINDOW,
            "Too late: the last day was 17 October 2026.",
        ),
        (
            "10월 3일에 샀는데 언제까지 환불돼요?",
            WINDOW_KO,
            "기한이 지났습니다. 마지막 날은 2026년 10월 17일이었습니다.",
        ),
    ],
)
def test_a_time_limit_that_has_passed_is_said_first(asked: str, text: str, line: str) -> None:
    assert first_line(asked, text, bought=date(2026, 10, 3)) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [("bought yesterday, can it be returned?", WINDOW), ("어제 샀는데 환불되나요?", WINDOW_KO)],
)
def test_a_time_limit_that_runs_is_told_behind_its_rule(asked: str, text: str) -> None:
    assert first_line(asked, text, bought=date(2026, 11, 28)) == text


@pytest.mark.parametrize(
    ("asked", "text", "line"),
    [
        ("can a 17 year old buy beer?", AGES, "No: the limit is 19."),
        ("17살인데 맥주 살 수 있어요?", AGES_KO, "아니요. 기준은 만 19세입니다."),
        (
            "can a child of 5 years get a card?",
            "Children under 7 years cannot get a card.",
            "No: the limit is 7 years.",
        ),
        (
            "can a 13 year old buy an energy drink?",
            "Energy drinks are not sold to children under 14, and customers aged 14 to 18 can "
            "buy 2 cans.",
            "No: the limit is 14.",
        ),
        (
            "can I leave a parcel of 8 kg?",
            "Parcels up to 5 kg can be left at the desk.",
            "No: the limit is 5 kg.",
        ),
        (
            "30kg 택배 보낼 수 있나요?",
            "무게는 20kg을 넘을 수 없습니다.",
            "아니요. 기준은 20kg입니다.",
        ),
    ],
)
def test_a_number_that_breaks_the_limit_of_its_rule_is_a_no(
    asked: str, text: str, line: str
) -> None:
    assert first_line(asked, text) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("can a 20 year old buy beer?", AGES),
        ("20살인데 맥주 살 수 있어요?", AGES_KO),
        ("can I leave a parcel of 4 kg?", "Parcels up to 5 kg can be left at the desk."),
        # It says what is needed from a number on, not what may be.
        ("can I lend 5 things?", "Loans of 10 things or more need the approval of the manager."),
        # The next sentence is for the number.
        (
            "can I lend 5 things?",
            "Up to 3 things can be lent at the desk. More than 3 things can be lent online.",
        ),
        ("how old must you be at 17 years?", "Beer is sold to customers of 19 years or older."),
    ],
)
def test_no_verdict_is_made_of_a_limit_that_holds_or_of_another_rule(asked: str, text: str) -> None:
    assert not first_line(asked, text).startswith(("No", "아니요"))


DENIED = [
    ("may visitors go up to the dorms?", "Visitors may not go up to the dorms."),
    ("may I take my dog in a kayak?", "Dogs may come along in boats, but not in kayaks."),
    ("may I wear rings at work?", "Necklaces and rings may not be allowed at work."),
    ("may I smoke in the lounge?", "Smoking is allowed only on the roof terrace."),
    ("may I leave the bike in the hall?", "Bikes are only allowed in the yard."),
    ("can I swim from the boat?", "Hirers must not:\n\n- swim from the boat\n- tie up anywhere"),
    ("can I pay by cheque?", "Cheques are not accepted."),
    ("격리실 면회 가능해요?", "격리실은 면회할 수 없습니다."),
    ("처방약 안 뜯었는데 반품돼요?", "처방약은 뜯지 않았어도 반품할 수 없습니다."),
    ("라운지에서 흡연해도 되나요?", "흡연은 옥상에서만 할 수 있습니다."),
    (
        "입원실에 유리 그릇 가져가도 돼요?",
        "다음 물건은 입원실에 가지고 들어갈 수 없습니다.\n\n- 유리 그릇\n- 방석",
    ),
    ("수표로 결제돼요?", "수표는 받지 않습니다."),
]


@pytest.mark.parametrize(("asked", "text"), DENIED)
def test_a_rule_that_forbids_the_very_thing_is_a_no(asked: str, text: str) -> None:
    line = "아니요. 규정상 안 됩니다." if "요" in asked else "No: the rule does not allow it."

    assert first_line(asked, text) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("may visitors go up to the dorms?", "Visitors may not go up to the dorms after 22:00."),
        ("may visitors go up to the dorms?", "Visitors may not go up unless a guest is with them."),
        ("is a dog allowed in a canoe?", "Dogs may come along in canoes, but not in kayaks."),
        ("may I smoke on the roof terrace?", "Smoking is allowed only on the roof terrace."),
        ("can headphones be returned?", "Opened headphones cannot be returned unless faulty."),
        ("can food be refunded?", "Opened food cannot be refunded."),
        ("식품 환불되나요?", "개봉한 식품은 환불할 수 없습니다."),
        ("옥상에서 흡연해도 되나요?", "흡연은 옥상에서만 할 수 있습니다."),
        ("can my guide dog come in?", "Dogs cannot come in. Guide dogs can come in."),
        ("is it forbidden to swim?", "You must not swim."),
        ("can staff use the lift?", "Customers must not use the lift."),
    ],
)
def test_a_rule_for_another_case_or_with_an_exception_is_no_no(asked: str, text: str) -> None:
    assert first_line(asked, text) == given.statement_of(given.passage(text)).text


@pytest.mark.parametrize(
    ("asked", "text", "is_no"),
    [
        (
            "can I cancel free of charge 3 hours before?",
            "It can be cancelled until 48 hours before.",
            True,
        ),
        (
            "can I cancel free of charge 3 days before?",
            "It can be cancelled until 48 hours before.",
            False,
        ),
        ("하루 전에 무료로 취소할 수 있어요?", "이틀 전까지 무료로 취소할 수 있습니다.", True),
        ("사흘 전에 무료로 취소할 수 있어요?", "이틀 전까지 무료로 취소할 수 있습니다.", False),
        ("can a 16 year old sign it?", "Whoever signs it must be at least 18 years old.", True),
        ("한 방에 4마리 맡길 수 있어요?", "한 방에는 최대 3마리까지 둡니다.", True),
    ],
)
def test_a_limit_counts_back_from_an_event_and_holds_for_ages_and_animals(
    asked: str, text: str, is_no: bool
) -> None:
    assert first_line(asked, text).startswith(("No", "아니요")) is is_no


@pytest.mark.parametrize(
    ("asked", "text", "line"),
    [
        (
            "can they buy gift cards for 600,000 won today?",
            "One customer can buy gift cards worth up to ₩500,000 a day.",
            "No: the limit is ₩500,000.",
        ),
        (
            "택배 22kg 접수 되나",
            "택배 한 상자의 무게는 20kg을 넘을 수 없습니다.",
            "아니요. 기준은 20kg입니다.",
        ),
        (
            "can i take a photo of the injured person for the report?",
            "Do not take photos of the injured person.",
            "No: the rule does not allow it.",
        ),
        (
            "can i use my staff discount with a coupon?",
            "The staff discount cannot be combined with coupons.",
            "No: the rule does not allow it.",
        ),
    ],
)
def test_sums_and_a_ban_in_other_words_are_a_no(asked: str, text: str, line: str) -> None:
    assert first_line(asked, text) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            "can they buy gift cards for 400,000 won today?",
            "One customer can buy gift cards worth up to ₩500,000 a day.",
        ),
        ("do you deliver for ₩20,000?", "Delivery is free from ₩30,000."),
        (
            "can i give a coupon of ₩6,000?",
            "Employees can give a coupon of up to ₩5,000. Larger sums need Customer Care.",
        ),
        (
            "6천원 쿠폰 드려도 되나요?",
            "직원은 최대 5,000원 쿠폰을 드릴 수 있습니다. 그보다 큰 보상은 승인이 필요합니다.",
        ),
        ("can alcohol be sold to customers?", "Alcohol must not be sold to drunk customers."),
        ("can gift cards be used?", "Gift cards cannot be refunded."),
    ],
)
def test_a_smaller_sum_a_rule_for_more_and_another_ban_are_no_no(asked: str, text: str) -> None:
    assert not first_line(asked, text).startswith(("No", "아니요"))


OUTSIDE = [
    (
        "truck is 20 minutes late, who do I ring?",
        "Ring the depot if a delivery is more than 60 minutes late.",
        "more than 60 minutes",
    ),
    (
        "배송차가 20분 늦는데 어디에 전화해요?",
        "배송이 60분 넘게 늦으면 물류센터에 전화합니다.",
        "60분 초과",
    ),
    (
        "my girl is 9 years old, can she come alone?",
        "Children under 8 years must have someone with them.",
        "under 8 years",
    ),
    ("아홉 살인데 혼자 와도 돼요?", "8세 미만 어린이는 보호자와 함께 와야 합니다.", "8세 미만"),
    (
        "do they get 20% off, there are 12 of them, 12 people?",
        "Groups of 20 people or more get 20% off.",
        "20 people or more",
    ),
    ("12명인데 할인돼요?", "20명 이상 단체는 요금을 깎아 드립니다.", "20명 이상"),
    ("do you deliver for ₩20,000?", "Delivery is free from ₩30,000 or more.", "₩30,000 or more"),
    (
        "found it two weeks later, she asks for money",
        "A fault that shows within 3 days is refunded.",
        "up to 3 days",
    ),
    (
        "the pack is 2 weeks old, write it off?",
        "After 30 days a pack is written off.",
        "30 days or more",
    ),
    ("맡긴 지 2주 됐는데 버려도 되나요?", "30일이 지난 물건은 버립니다.", "30일 이상"),
    (
        "two months late, who writes to them?",
        "The manager writes a letter when rent is at least 90 days late.",
        "90 days or more",
    ),
    (
        "how long is the break in a shift of 4 hours?",
        "Shifts longer than 6 hours have a break of 45 minutes.",
        "more than 6 hours",
    ),
    (
        "what do I give for 15 years of service?",
        "| Service | Gift |\n|---|---|\n| 5 to 10 years | Watch |",
        "5 to 10 years",
    ),
    (
        "근속 15년이면 뭘 줘요?",
        "| 근속 | 선물 |\n|---|---|\n| 5~10년 | 시계 |",
        "5~10년",
    ),
    (
        "order of 40,000 won, is there a gift?",
        "For orders of ₩50,000 or more:\n\n- a gift bag\n- a card",
        "₩50,000 or more",
    ),
]


@pytest.mark.parametrize(("asked", "text", "limit"), OUTSIDE)
def test_a_rule_for_other_numbers_says_that_it_does_not_apply(
    asked: str, text: str, limit: str
) -> None:
    line = (
        f"이 규정은 적용되지 않습니다. 기준은 {limit}입니다."
        if given.question(asked).language == "ko"
        else f"This rule does not apply here: its limit is {limit}."
    )

    assert first_line(asked, text) == line


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("truck is 90 minutes late?", "Ring the depot if a delivery is more than 60 minutes late."),
        ("배송차가 90분 늦어요", "배송이 60분 넘게 늦으면 물류센터에 전화합니다."),
        ("truck is late, who do I ring?", "Ring the depot if it is more than 60 minutes late."),
        # It says what is beyond, too, or what is if it is not so.
        ("5 bags, what do I do?", "Up to 3 bags are kept here, more go to the back room."),
        ("bag left here for 2 hours", "A bag not picked up within an hour is thrown away."),
        ("24시간 지났는데요", "2시간 안에 찾아가지 않으면 다음 분께 넘어갑니다."),
        # Another value is nearer, or the limit is that of another sentence part.
        ("drawer has £141", "The float is £150, and a difference up to £2 is noted."),
        (
            "이틀 늦으면 얼마예요?",
            "늦으면 하루에 1,000원씩 받고, 열흘 넘게 늦으면 빌릴 수 없습니다.",
        ),
        ("six hours, when is my break?", "The lead may move a break by 30 minutes at most."),
        (
            "parcel of 5 kg?",
            "| Zone | Up to 1 kg | Up to 5 kg |\n|---|---|---|\n| Asia | 19 | 44 |",
        ),
        # What is not opened is no ban.
        (
            "sealed, bought three days ago, has the receipt, money back?",
            "Goods that are not opened are refunded within 7 days.",
        ),
        ("안 뜯었고 사흘 됐어요. 환불돼요?", "뜯지 않은 물건은 영수증이 있으면 7일 안에 환불한다."),
        (
            "does a 4th microphone cost extra, we have 2 of them, 2 items?",
            "Up to 2 items are free.",
        ),
    ],
)
def test_no_verdict_is_made_of_a_rule_for_the_number_or_for_what_is_beyond(
    asked: str, text: str
) -> None:
    assert not first_line(asked, text).startswith(("No", "아니요", "This rule", "이 규정은 적용"))
