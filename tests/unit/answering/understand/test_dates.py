"""The days of questions and their purpose; today is Saturday 21 November 2026."""

from datetime import date

import pytest

from bot.answering.understand import classify
from bot.model.understood import Intent

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026년 3월 3일 기준 환불 기한은 며칠인가요?", "2026-03-03"),
        ("2026년 3월 3일에는 며칠까지 반품됐나요?", "2026-03-03"),
        ("2026-03-03 기준 직원 할인율은?", "2026-03-03"),
        ("3월 3일 기준 실버 적립률 알려줘", "2026-03-03"),
        ("12월 3일 기준 실버 적립률 알려줘", "2026-12-03"),
        ("12월 3일 당시 실버 적립률은 얼마였나요?", "2025-12-03"),
        ("어제는 반품이 됐나요?", "2026-11-20"),
        ("그제 기준 할인율", "2026-11-19"),
        ("지난주 직원 할인은 몇 퍼센트였어요?", "2026-11-15"),
        ("지난달 말에는 반품 기한이 며칠이었나요?", "2026-10-31"),
        ("지난달 25일에는 반품 기한이 며칠이었나요?", "2026-10-25"),
        ("작년 12월 실버 적립률은 얼마였나요?", "2025-12-31"),
        ("한 달 전에는 반품 기한이 며칠이었나요?", "2026-10-21"),
        ("5월 1일 전에는 직원 할인이 얼마였나요?", "2026-04-30"),
        ("다음 주부터 컵 보증금은 얼마인가요?", "2026-11-23"),
        ("내년 1월 15일에는 컵 보증금이 얼마예요?", "2027-01-15"),
        ("12월 25일에 문 여나요?", "2026-12-25"),
        ("오늘 반품 되나요?", "2026-11-21"),
        ("12월 프로모션 조건 (2025-12-10)", "2025-12-10"),
        ("2025-12-10 12월 프로모션 조건", "2025-12-10"),
        ("12월 10일 프로모션 조건 (2025-12-10)", "2025-12-10"),
        ("12월 프로모션은 2025년 12월 10일 기준으로 얼마예요?", "2025-12-10"),
        ("12월 프로모션 조건 (2025-11-10 기준)", "2025-11-10"),
        ("12월 프로모션 조건은?", "2026-12-01"),
    ],
)
def test_a_korean_question_may_name_the_day_of_its_rules(said: str, day: str) -> None:
    assert classify(said, TODAY).as_of == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("As of 3 March, how long is the return period?", "2026-03-03"),
        ("as of 3 march how long is the return period", "2026-03-03"),
        ("What was the staff discount as of 2026-03-03?", "2026-03-03"),
        ("December promotion terms (2025-12-10)", "2025-12-10"),
        ("What are the promotion terms in December, on 2025-12-10?", "2025-12-10"),
        ("is the store closed on 1 may?", "2027-05-01"),
        ("is the store open may 1", "2027-05-01"),
        ("Is the store open on the 1st of may?", "2027-05-01"),
        ("what is the refund window on march 3, 2026?", "2026-03-03"),
        ("what was the rule in may 2026?", "2026-05-31"),
        ("how high was the discount before 1 may 2026?", "2026-04-30"),
        ("How many days did customers have on March 3?", "2026-03-03"),
        ("What is the refund window on March 3, 2026?", "2026-03-03"),
        ("What was the rule in March?", "2026-03-31"),
        ("What was the discount last month?", "2026-10-31"),
        ("What was the price match limit at the beginning of last month?", "2026-10-01"),
        ("What was the price match limit at the end of February?", "2026-02-28"),
        ("what was the limit yesterday", "2026-11-20"),
        ("Last Friday, what was the limit?", "2026-11-20"),
        ("How many days did they have a year ago?", "2025-11-21"),
        ("In 2025, how many stamps were needed for a free drink?", "2025-12-31"),
        ("How high was the discount before 1 May 2026?", "2026-04-30"),
        ("Before March, how many days did customers have?", "2026-02-28"),
        ("Silver points rate before July 2026?", "2026-06-30"),
        ("What will the cup deposit be next week?", "2026-11-23"),
        ("From 1 January 2027 what is the cup deposit?", "2027-01-01"),
        ("what's the rule from tomorrow", "2026-11-22"),
        ("Is the store open on 25 December?", "2026-12-25"),
        ("What is the deposit today?", "2026-11-21"),
    ],
)
def test_an_english_question_may_name_the_day_of_its_rules(said: str, day: str) -> None:
    assert classify(said, TODAY).as_of == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("10월 3일에 산 이어폰 환불되나요?", "2026-10-03"),
        ("3월 3일에 산 이어폰 환불되나요?", "2026-03-03"),
        ("earphones bought on 3 December 2025, return?", "2025-12-03"),
        ("10/3에 샀는데 환불되나요?", "2026-10-03"),
        ("어제 구매한 우유가 상했어요. 환불되나요?", "2026-11-20"),
        ("2주 전에 카드로 결제한 상품 취소되나요?", "2026-11-07"),
        ("영수증 날짜가 10월 3일인데 반품 가능한가요?", "2026-10-03"),
        ("I bought headphones on 3 October, can I still return them?", "2026-10-03"),
        ("headphones bought yesterday, opened, return ok?", "2026-11-20"),
        ("Customer purchased a jumper two weeks ago. Can she swap it?", "2026-11-07"),
        ("The receipt is dated 3 October 2026, is it too late for a refund?", "2026-10-03"),
        ("yesterday's purchase, can it be refunded?", "2026-11-20"),
    ],
)
def test_the_day_of_a_purchase_is_not_the_day_of_the_rules(said: str, day: str) -> None:
    understood = classify(said, TODAY)

    assert (understood.bought, understood.as_of) == (date.fromisoformat(day), None)


@pytest.mark.parametrize(
    ("said", "bought", "delivered"),
    [
        ("bought online on 5 November, delivered 12 November, return?", "11-05", "11-12"),
        ("ordered on 1 November, arrived on 13 November, can it be returned?", "11-01", "11-13"),
        ("delivered on 12 November, ordered on 5 November, can it go back?", "11-05", "11-12"),
        ("received on the 12th, can the online order be returned?", None, "11-12"),
        ("bought on 5 October and delivered on the 12th, return?", "10-05", "10-12"),
        ("온라인으로 11월 5일에 주문해서 12일에 받았는데 매장 반품돼요?", "11-05", "11-12"),
        ("10월 28일에 주문한 상품이 3일에 도착했는데 반품돼요?", "10-28", "11-03"),
        ("배송일이 11월 12일인데 반품되나요?", None, "11-12"),
        ("어제 배송받은 옷 반품되나요?", None, "11-20"),
        ("지난 금요일에 산 미개봉 상품 환불돼요?", "11-20", None),
        ("bought last Friday, unopened, return?", "11-20", None),
        ("bought on Friday, unopened, can it go back?", "11-20", None),
        ("bought on Monday, delivered on Wednesday, return?", "11-16", "11-18"),
        ("금요일에 산 미개봉 상품 환불돼요?", "11-20", None),
        ("bought on 5 November, the customer comes on Friday, return?", "11-05", None),
        ("bought on the 10th, unopened, with receipt", "11-10", None),
        ("bought on 25/10, unopened, with receipt", "10-25", None),
        ("bought on 10/25, unopened, with receipt", "10-25", None),
        ("11/10 구매 상품 환불되나요?", "11-10", None),
        ("11월 3일(화)에 샀는데 환불돼요?", "11-03", None),
        ("11/3(화)에 샀는데 환불돼요?", "11-03", None),
        ("11월 3일 구매 건 환불돼요?", "11-03", None),
        ("11월 3일자 구매분 반품돼요?", "11-03", None),
        ("3주 전에 산 거 환불돼요?", "10-31", None),
        ("산 지 3주 됐는데 환불돼요?", "10-31", None),
        ("구매한 지 10일 정도 된 옷 반품돼요?", "11-11", None),
        ("받은 지 3일 됐는데 반품되나요?", None, "11-18"),
        ("It's been 3 weeks since she bought it, return?", "10-31", None),
        ("3 weeks since delivery, can it be returned?", None, "10-31"),
        ("bought on 20.10.2026, can it be returned?", "10-20", None),
        ("bought 15/10/2026, can it be returned?", "10-15", None),
        ("bought 10/25.", "10-25", None),
        ("collected an order on 20 October, can it be returned?", None, "10-20"),
        ("She picked her order up on 20 October. Can it go back?", None, "10-20"),
        ("10월 20일에 픽업했는데 반품돼요?", None, "10-20"),
        ("10월 20일에 찾아간 옷 반품돼요?", None, "10-20"),
    ],
)
def test_the_day_of_a_delivery_is_not_the_day_of_the_purchase(
    said: str, bought: str | None, delivered: str | None
) -> None:
    understood = classify(said, TODAY)

    days = [day and date.fromisoformat(f"2026-{day}") for day in (bought, delivered)]
    assert [understood.bought, understood.delivered] == days
    assert understood.as_of is None


@pytest.mark.parametrize(
    "said",
    [
        "bought on 3 December, unopened, can it be returned?",
        "bought on 28 November 2026, can it be returned?",
        "12월 3일에 산 이어폰 환불되나요?",
        "11월 28일에 구매했는데 반품되나요?",
        "bought last month, can it be returned?",
        "지난주에 산 옷 환불되나요?",
        "the customer bought it on 10/11, unopened with receipt",
        "bought on 31 February, return?",
        "2월 31일에 산 상품 환불되나요?",
        "delivered on 3 December, can it be returned?",
        "bought on Saturday, can it be returned?",  # today, or a week ago
        "토요일에 산 옷 환불되나요?",
        "bought a few days ago, unopened, can it be returned?",
        "she ordered it a couple of weeks ago, return?",
        "며칠 전에 산 이어폰 환불되나요?",
        "몇 주 전에 구매했는데 반품되나요?",
        "bought 3/11, can it be returned?",  # in March or in November
        "bought on 3/4/2026, can it be returned?",
        "산 지 3주 넘었는데 환불돼요?",
        "It's been more than 3 weeks since he bought it, return?",
    ],
)
def test_a_future_day_or_a_longer_period_is_no_day_of_a_purchase(said: str) -> None:
    understood = classify(said, TODAY)

    assert understood.inexact
    assert (understood.bought, understood.delivered) == (None, None)


@pytest.mark.parametrize(
    "said",
    [
        "Are goods delivered on 25 December?",
        "Is the store closed on the 10th floor?",
        "Is 1/2 of the shelf life enough?",
        "When are wages paid, on the 10th?",
        "Are we open on Friday?",
        "When is stock delivered on Monday?",
        "급여는 10일에 들어오나요?",
        "금요일에 배송 와요?",
        "영수증은 30일 보관하나요?",
        "구매한 지 14일이 지나면 환불이 안 되나요?",
        "구매한 지 14일이 지난 상품도 환불되나요?",
        "산 지 3주 이내면 환불돼요?",
        "입사한 지 3개월 됐는데 할인 돼요?",
        "11월 3일에 찾은 지갑은 어디에 둬요?",
        "Can it be returned within 14 days since purchase?",
        "Is waste collected on 10 November?",
    ],
)
def test_a_day_of_anything_else_is_no_day_of_a_purchase_or_a_delivery(said: str) -> None:
    understood = classify(said, TODAY)

    assert (understood.bought, understood.delivered) == (None, None)


@pytest.mark.parametrize(
    "said",
    [
        "14일 이내에 반품해야 하나요?",
        "유통기한 3일 전에 빼야 하나요?",
        "12월 31일까지 반품 되나요?",
        "2월 31일 기준 환불 기한은?",
        "어제 손님이 지갑을 잃어버렸는데 어디에 보관해요?",
        "지난주에 들어온 물건 반품 되나요?",
        "내일 손님이 오면 환불해도 되나요?",
        "다음 주에 휴가 쓰고 싶은데 며칠 전에 말해야 해요?",
        "다음 주문은 어떻게 넣나요?",
        "12월 20일부터 31일까지 행사 상품은 반품되나요?",
        "Can it be returned within 14 days?",
        "Can they return it by 31 December?",
        "On 31 February, what was the rule?",
        "My till was short yesterday, what do I do?",
        "A customer came in last week with a broken lamp, can she return it?",
        "Who do I call about the accident that happened yesterday?",
        "Can a customer return a shirt from last month?",
        "Where are the shops that opened in 2024?",
        "2024년 매장은 어디에서 열렸나요?",
        "Can 5 people march in at once?",
        "may I return it?",
        "may 2 people share a locker?",
        "staff over 18 may work nights?",
        "in aisle 3 may I park the trolley?",
        "customers older than 18 may have a beer?",
        "12월에 잃어버린 지갑 (2025-12-10)",
        "A customer lost a wallet in December (2025-12-10)",
        "1000000 days, is that long?",
    ],
)
def test_durations_deadlines_and_days_of_a_story_are_no_days_of_rules(said: str) -> None:
    understood = classify(said, TODAY)

    assert (understood.as_of, understood.bought) == (None, None)


@pytest.mark.parametrize("said", ["2026년 7월 이전 실버 적립률은?", "7월 전 카페 영업시간은?"])
def test_a_korean_rule_before_a_day_is_the_rule_of_the_day_before(said: str) -> None:
    assert classify(said, TODAY).as_of == date(2026, 6, 30)


@pytest.mark.parametrize(
    "said",
    [
        "Goods bought before July 2026?",
        "7월 이전 구매 상품 환불 기간은?",
        "7월 이전에 잃어버린 우산",
    ],
)
def test_an_event_before_a_day_does_not_ask_for_its_rules(said: str) -> None:
    assert classify(said, TODAY).as_of is None


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("Before the new rule, how long was the return window?", True),
        ("How long was it under the old refund policy?", True),
        ("새 규정 전에는 반품 기한이 며칠이었나요?", True),
        ("개정 전 할인율은 얼마였나요?", True),
        ("How long is the return window?", False),
        ("반품 기한은 며칠인가요?", False),
        ("예전에는 며칠이었어요?", True),
        ("전에는 반품 기한이 며칠이었나요?", True),
        ("할인율이 이전에는 얼마였어요?", True),
        ("퇴근은 전에는 몇 시였어요?", True),
        ("How long was the return window before?", True),
        ("How much did it use to be?", True),
        ("What was it previously?", True),
        ("예전에 산 옷은 환불됐나요?", False),
        ("What is this form used to record?", False),
        ("매장 오픈 전에는 몇 시였나요?", False),
        ("퇴근 전에는 뭘 해야 하나요?", False),
        ("How long before closing is the till counted?", False),
    ],
)
def test_the_rules_before_the_last_change_are_asked_for_without_a_day(
    said: str, before: bool
) -> None:
    understood = classify(said, TODAY)

    assert (understood.before_newest, understood.as_of) == (before, None)


@pytest.mark.parametrize(
    ("said", "intent", "since", "as_of"),
    [
        ("What is in force from next week?", Intent.WHAT_IS_NEW, "2026-11-23", None),
        ("What's new since 1 March 2026?", Intent.WHAT_IS_NEW, "2026-03-01", None),
        ("What changed since last month?", Intent.WHAT_IS_NEW, "2026-10-01", None),
        ("which rules changed this month", Intent.WHAT_IS_NEW, "2026-11-01", None),
        ("10월 이후로 뭐가 바뀌었어요?", Intent.WHAT_IS_NEW, "2026-10-01", None),
        ("지난달에 바뀐 규정이 뭐가 있어요?", Intent.WHAT_IS_NEW, "2026-10-01", None),
        ("What changed for refunds since March?", Intent.COMPARE_VERSIONS, "2026-03-01", None),
        ("환불 정책 3월 이후 뭐가 바뀌었어요?", Intent.COMPARE_VERSIONS, "2026-03-01", None),
        ("다음 주부터 시행되는 것은 뭐예요?", Intent.WHAT_IS_NEW, "2026-11-23", None),
        ("How have refunds changed since 1 March?", Intent.COMPARE_VERSIONS, "2026-03-01", None),
        (
            "How much was the staff discount before 1 May 2026 and what is it now?",
            Intent.COMPARE_VERSIONS,
            "2026-04-30",
            "2026-11-21",
        ),
        (
            "2026년 2월이랑 지금 환불 기간이 어떻게 달라졌나요?",
            Intent.COMPARE_VERSIONS,
            "2026-02-28",
            "2026-11-21",
        ),
    ],
)  # fmt: skip
def test_a_comparison_has_two_ends(
    said: str, intent: Intent, since: str, as_of: str | None
) -> None:
    understood = classify(said, TODAY)

    assert understood.intent is intent
    assert understood.since == date.fromisoformat(since)
    assert understood.as_of == (date.fromisoformat(as_of) if as_of else None)


@pytest.mark.parametrize("day", [date(2024, 2, 29), date(2026, 1, 31), date(2026, 12, 31)])
@pytest.mark.parametrize(
    "said",
    [
        "9999년 전 2월 30일 기준",
        "지난달 31일 기준",
        "29 February next year",
        "99999999 days ago, what was it?",
        "작년 이맘때",
    ],
)
def test_odd_days_raise_no_error(said: str, day: date) -> None:
    classify(said, day)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("as of 10 February 2026, how many days do they have?", "how many days do they have?"),
        ("What was the rate in March 2026?", "What was the rate?"),
        ("2026년 2월 10일 기준으로 환불 기간은?", "환불 기간은?"),
        ("10월 3일에 산 헤드폰 환불되나요?", "산 헤드폰 환불되나요?"),
        ("10월 3일에 산 거 환불돼요?", "구매한 상품 환불돼요?"),
        ("10월 3일에 산 건데 환불돼요?", "구매한 상품 환불돼요?"),
        ("손님이 10월 3일에 산 것도 교환되나요?", "구매한 상품 교환되나요?"),
        ("10월 3일(토)에 샀는데요 반품돼요?", "구매한 상품 반품돼요?"),
        ("산 거 환불돼요?", "구매한 상품 환불돼요?"),
        ("산 게 고장 났어요", "산 게 고장 났어요"),
        ("10월 3일에 이어폰 산 거 환불돼요?", "이어폰 산 거 환불돼요?"),
        ("산 지 3주 됐는데 환불돼요?", "산 지 3주 됐는데 환불돼요?"),
        ("Can it be returned within 14 days?", "Can it be returned within 14 days?"),
        ("미개봉 상품은 14일 이내에 환불되나요?", "미개봉 상품은 14일 이내에 환불되나요?"),
        # Documents have rules for Sundays.
        ("are we open this Sunday?", "are we open Sunday?"),
        ("이번 주 일요일에 쉬어요?", "일요일 쉬어요?"),
        ("지난주 금요일 기준으로 얼마였나요?", "얼마였나요?"),
    ],
)
def test_the_search_words_leave_out_the_day(text: str, words: str) -> None:
    assert classify(text, TODAY).words == words


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("what do we clean today?", TODAY),
        ("are we open tomorrow?", date(2026, 11, 22)),
        ("다음 주 화요일에 뭐 청소해요?", date(2026, 11, 24)),
        ("11월 15일 영업해요?", date(2026, 11, 15)),
        ("12월 24일 몇 시에 닫아요?", date(2026, 12, 24)),
        ("what are the opening hours?", None),
        ("are we open on Sundays?", None),
        ("10월 3일에 산 헤드폰 환불되나요?", None),
    ],
)
def test_a_question_may_be_about_a_day(text: str, day: date | None) -> None:
    assert classify(text, TODAY).day == day


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("what changed in June 2026?", date(2026, 6, 30)),
        ("what changed on 1 July 2026?", date(2026, 7, 1)),
        ("what changed since June 2026?", None),
        ("what is new from 1 July 2026?", None),
        ("2026년 6월에 뭐가 바뀌었어요?", date(2026, 6, 30)),
        ("2026년 6월부터 뭐가 바뀌었어요?", None),
        ("2026년 6월 이후 바뀐 규정은?", None),
    ],
)
def test_changes_in_a_period_end_with_it_and_changes_since_it_do_not(
    text: str, last: date | None
) -> None:
    assert classify(text, date(2026, 11, 21)).until == last


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("What will change in the returns policy in January?", (2027, 1, 1), (2027, 1, 31)),
        ("What is going to change in July?", (2027, 7, 1), (2027, 7, 31)),
        ("what changes in the returns policy in July?", (2027, 7, 1), (2027, 7, 31)),
        ("1월에 반품 정책 뭐가 바뀌어요?", (2027, 1, 1), (2027, 1, 31)),
        ("7월에 바뀔 규정 알려주세요", (2027, 7, 1), (2027, 7, 31)),
        ("다음 달에 바뀌는 반품 정책 있어요?", (2026, 12, 1), (2026, 12, 31)),
        ("What changed in January?", (2026, 1, 1), (2026, 1, 31)),
        ("1월에 뭐가 바뀌었어요?", (2026, 1, 1), (2026, 1, 31)),
    ],
)
def test_future_changes_in_a_month_without_a_year_are_in_the_next_one(
    text: str, since: tuple[int, int, int], until: tuple[int, int, int]
) -> None:
    understood = classify(text, date(2026, 11, 25))

    assert (understood.since, understood.until) == (date(*since), date(*until))


@pytest.mark.parametrize("text", ["what will change in the returns policy?", "뭐가 바뀌나요?"])
def test_future_changes_begin_tomorrow(text: str) -> None:
    assert classify(text, date(2026, 11, 25)).since == date(2026, 11, 26)
