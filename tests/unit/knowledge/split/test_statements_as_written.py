"""What passages say that are written as shops write: notices, outlines, price lists, notes."""

import pytest

from knowledge.split.statements import statements
from tests.unit.knowledge.texts import passage


def _said(text: str, *section: str) -> list[str]:
    found = statements(passage(text, section=section))
    assert all(quote in text for one in found for quote in one.quotes)
    return [one.text for one in found]


def test_a_line_without_a_mark_leads_the_items_below_it_and_ends_those_above() -> None:
    assert _said("11월 공지\n환불\n- 구매 후 14일 이내\n교환\n- 구매 후 30일 이내") == [
        "11월 공지 환불: 구매 후 14일 이내",
        "교환: 구매 후 30일 이내",
    ]
    assert _said("Payday: 25th\nSick pay\n- First 3 days: none\n- Day 4 on: 70%") == [
        "Payday: 25th",
        "Sick pay: First 3 days: none",
        "Sick pay: Day 4 on: 70%",
    ]
    assert _said("**골드**\n- 적립 3%\n**실버**\n- 적립 2%") == ["골드: 적립 3%", "실버: 적립 2%"]


def test_an_outline_is_read_by_its_marks_where_nothing_is_indented() -> None:
    assert _said("가. 냉장고\n- 온도: 0~5℃\n나. 냉동고\n- 온도: -18℃ 이하") == [
        "냉장고: 온도: 0~5℃",
        "냉동고: 온도: -18℃ 이하",
    ]
    assert _said("1. 환불\n가. 기간: 14일\n1) 영수증 필요\n2. 교환\n가. 기간: 30일") == [
        "환불: 기간: 14일",
        "환불: 기간: 14일: 영수증 필요",
        "교환: 기간: 30일",
    ]
    assert _said("1. Fridge\na. Dairy: 4°C\nb. Fish: 2°C\n2. Freezer\n(a) Bread: -18°C") == [
        "Fridge: Dairy: 4°C",
        "Fridge: Fish: 2°C",
        "Freezer: Bread: -18°C",
    ]


def test_a_sign_leads_what_stands_behind_it() -> None:
    assert _said("■ 환불\n① 기간 : 14일 이내\n② 개봉 상품 : 불가\n■ 교환\n① 기간 : 30일 이내") == [
        "환불: 기간 : 14일 이내",
        "환불: 개봉 상품 : 불가",
        "교환: 기간 : 30일 이내",
    ]
    assert _said("▷ 흡연은 지정 장소에서만\n▷ 직원 할인 15%") == [
        "흡연은 지정 장소에서만",
        "직원 할인 15%",
    ]
    assert _said("★ Party\n- When: 12 December\n★ Closed on 25 December") == [
        "Party: When: 12 December",
        "Closed on 25 December",
    ]


def test_an_article_of_a_rule_begins_anew() -> None:
    article = "제{}조({}) {}은 다음 각 호에 따른다."

    said = _said(
        "\n".join(
            (
                article.format(3, "반품", "반품"),
                "1. 14일 이내에 신청한다.",
                article.format(4, "교환", "교환"),
                "1. 30일 이내에 신청한다.",
            )
        )
    )

    assert f"{article.format(3, '반품', '반품')} 14일 이내에 신청한다." in said
    assert not any("반품" in one and "30일" in one for one in said)


def test_lines_that_were_ended_on_purpose_are_said_one_by_one() -> None:
    assert _said("Latte - £3.40\nFlat white - £3.60\nMocha - £3.90") == [
        "Latte - £3.40",
        "Flat white - £3.60",
        "Mocha - £3.90",
    ]
    assert _said("CAFE HOURS\nMon-Fri: 8am-5pm\nSat: 9am-4pm") == [
        "CAFE HOURS: Mon-Fri: 8am-5pm",
        "CAFE HOURS: Sat: 9am-4pm",
    ]
    assert _said("Hemming ....... £10\nZip repair ....... £14") == [
        "Hemming ....... £10",
        "Zip repair ....... £14",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The refund is paid within 5 days of the return to the\noriginal card by the bank.",
        "환불은 구매일로부터 14일 이내에 영수증을 가지고 오면\n처음 결제한 수단으로 합니다.",
        "Staff may park in the\nRear yard of the shop.",
        "Points expire after\n24 months without a purchase.",
        "Damaged parcels are reported within\n48 hours to the depot.",
        "14 Quay Street\nBristol BS1 4RN",
        "서울시 강남구 테헤란로 123\n하늘빌딩 2층",
        "- Tags have to be attached, and the box has to be there for the\nRefund to be paid.",
    ],
)
def test_a_line_that_was_only_wrapped_goes_on(text: str) -> None:
    assert _said(text) == [text.removeprefix("- ").replace("\n", " ")]


def test_what_holds_in_a_case_is_said_with_it_and_other_sentences_stand_alone() -> None:
    assert _said("가. 화재 발생 시\n1) 고객을 대피시킨다.\n나. 소화기는 매월 점검한다.") == [
        "화재 발생 시: 고객을 대피시킨다.",
        "소화기는 매월 점검한다.",
    ]
    assert _said("GIFT CARDS\nMinimum load £5.\nGift cards are valid for 24 months.") == [
        "GIFT CARDS: Minimum load £5.",
        "Gift cards are valid for 24 months.",
    ]


def test_a_sentence_above_a_list_is_not_said_with_items_that_have_labels() -> None:
    assert _said("일반배송은 무료입니다.\n\n- 당일배송: 오후 4시 마감\n- 해외") == [
        "일반배송은 무료입니다.",
        "당일배송: 오후 4시 마감",
        "일반배송은 무료입니다. 해외",
    ]


def test_steps_are_said_as_a_whole() -> None:
    assert _said("If the parcel can't be found:\n1. Check the shelf.\n2. Ask the driver.") == [
        "If the parcel can't be found: Check the shelf; Ask the driver."
    ]


@pytest.mark.parametrize(
    ("heading", "text", "said"),
    [
        ("Never", "- lend your badge", "Never: lend your badge"),
        ("What young workers may not do", "- use the forklift", None),
        ("환불 불가", "- 귀걸이", "환불 불가: 귀걸이"),
        ("Not refundable", "| Item | Since |\n|---|---|\n| Earrings | 2024 |", None),
        ("Never", "- Do not lend your badge", "Do not lend your badge"),
        ("Opening", "- lend your badge", "lend your badge"),
        ("Never", "You lend your badge.", "You lend your badge."),
    ],
)
def test_a_heading_that_forbids_is_said_with_what_it_forbids(
    heading: str, text: str, said: str | None
) -> None:
    [one] = _said(text, heading)

    assert one == said or (said is None and one.startswith(f"{heading}: "))


def test_a_question_in_two_sentences_is_one() -> None:
    text = "Q: My key is lost. What now?\nA: Go to the People desk. Bring ID."

    assert _said(text) == ["My key is lost. What now? Go to the People desk. Bring ID."]


@pytest.mark.parametrize(
    "text",
    ["■", "■ \n■", "가.", "1.1", "①", "(1)", "※\n※", "■ a\n\n■ b\n# c\n- d", "o O", "\ufe0f"],
)
def test_odd_signs_break_nothing(text: str) -> None:
    _said(text)


def test_a_line_about_the_document_is_not_about_the_outline_below_it() -> None:
    text = (
        "Version 1.4, March 2026\n\n1. TILL FLOATS\n1.1 Each till starts with £150.\n1.2 Max: £300"
    )

    assert _said(text) == [
        "Version 1.4, March 2026",
        "Each till starts with £150.",
        "TILL FLOATS: Max: £300",
    ]


def test_steps_below_a_step_are_said_as_a_whole_too() -> None:
    text = "1. Scan it.\n2. If it can't be found:\n   1. Check the cage.\n   2. Call the hub."

    assert _said(text) == ["Scan it.", "If it can't be found: Check the cage; Call the hub."]


def test_a_polite_sentence_above_a_list_is_not_said_with_items_that_have_labels() -> None:
    text = "아래와 같이 안내드립니다.\n- 난방 : 20도 유지\n- 제설 장비"

    assert _said(text)[2:] == ["난방 : 20도 유지", "아래와 같이 안내드립니다. 제설 장비"]


def test_what_a_list_is_introduced_for_is_one_of_it_whatever_stands_below() -> None:
    text = "These cannot be returned:\n- Food, unless faulty\n  - Wine within 7 days\n- Earrings"

    assert _said(text) == [
        "These cannot be returned: Food, unless faulty",
        "These cannot be returned: Food, unless faulty: Wine within 7 days",
        "These cannot be returned: Earrings",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2. 다음 상품은 환불되지 않습니다.\n   - 속옷", "다음 상품은 환불되지 않습니다. 속옷"),
        ("2. We take nothing back.\n   - Earrings", "We take nothing back. Earrings"),
    ],
)
def test_notes_below_an_item_are_said_with_it(text: str, said: str) -> None:
    assert said in _said(text)


@pytest.mark.parametrize("lead", ["The following are refunded.", "We refund the following."])
def test_a_list_is_introduced_wherever_its_sentence_says_so(lead: str) -> None:
    text = f"{lead}\n\n- Lenses: 7 days\n- Frames: 14 days"

    assert _said(text)[1] == f"{lead} Lenses: 7 days; Frames: 14 days."


def test_the_next_day_introduces_no_list() -> None:
    assert _said("다음 날은 쉽니다.\n\n- 당직: 점장\n- 청소: 직원") == [
        "다음 날은 쉽니다.",
        "당직: 점장",
        "청소: 직원",
    ]


def test_a_title_in_capitals_and_lines_that_underline_are_said_with_nothing() -> None:
    text = "TILL GUIDE\n\nThe float is 100.\n\nOpening the till\n----------------\n1. Log in."

    assert _said(text)[0] == "The float is 100."
    assert not any("---" in one for one in _said(text))


def test_the_last_item_of_a_list_with_signs_is_said() -> None:
    assert _said(
        "■ 유니폼\n ○ 동복 상의 2벌 지급\n ○ 기존 유니폼은 반납\n\n■ 주차\n ○ 지하 2층"
    ) == [
        "유니폼: 동복 상의 2벌 지급",
        "유니폼: 기존 유니폼은 반납",
        "주차: 지하 2층",
    ]
    assert "분실물은 안내데스크로" in _said(
        "▶ 환불은 계산대로\n▶ 분실물은 안내데스크로\n\n끝입니다."
    )


def test_a_line_before_a_blank_one_is_said_by_itself() -> None:
    assert "검정 바지 착용" in _said("다. 복장\n검정 바지 착용\n\n* 문의: 내선 100")


def test_the_title_of_an_article_leads_its_paragraphs() -> None:
    assert "제10조 (연차)" not in _said(
        "제10조 (연차)\n① 15일의 연차를 준다.\n② 3일 전에 신청한다."
    )
