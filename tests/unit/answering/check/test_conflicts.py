from datetime import date

import pytest

from bot.answering.check.conflicts import disagreeing, with_conflicts, with_others
from bot.model import Checked, Nearest, Sentence, Verdict
from tests.fakes import FakeSearch
from tests.unit import given

KEPT_30 = "Lost property is kept in the store for 30 days."
KEPT_14 = "Lost property is kept in the store for 14 days."


def said(text: str, doc_id: str) -> Sentence:
    return given.verbatim(text, given.passage(text, doc_id=doc_id))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (KEPT_30, KEPT_14),
        (
            "상품권은 액면가의 60% 이상을 쓰면 환불합니다.",
            "상품권은 액면가의 80% 이상을 쓰면 환불합니다.",
        ),
        ("The deposit for an umbrella is ₩5,000.", "The deposit for an umbrella is 3,000 won."),
        ("우산 보증금은 한 개에 3만 원입니다.", "우산 보증금은 한 개에 5천 원입니다."),
        ("Cafés open from 07:30 to 22:00.", "Cafés open from 08:00 to 21:00."),
        ("Gift cards can be used online.", "Gift cards cannot be used online."),
        ("Perfume may be exchanged.", "Perfume may not be exchanged."),
        ("개봉한 향수는 교환할 수 있습니다.", "개봉한 향수는 교환할 수 없습니다."),
    ],
)
def test_two_documents_with_another_value_for_the_same_disagree(one: str, other: str) -> None:
    sentences = (said(one, "a"), said(other, "b"))

    assert disagreeing(given.question("?"), sentences) == sentences


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (KEPT_30, KEPT_30),
        (KEPT_30, "Gift cards are valid for 5 years from their date of issue."),
        ("The deposit for an umbrella is ₩5,000.", "The deposit for an umbrella is 5,000 won."),
        (KEPT_30, "분실물은 매장에서 14일 보관합니다."),
        ("분실물은 매장에서 2주 동안 보관합니다.", "분실물은 매장에서 14일 동안 보관합니다."),
        ("우산 보증금은 한 개에 3만 원입니다.", "우산 보증금은 한 개에 30,000원입니다."),
        ("Refunds take 7 days to arrive.", "Refunds take 7 business days to arrive."),
        ("Gold members earn 3% of the price.", "Silver members earn 2% of the price."),
        ("Gift cards can be used online.", "Coupons cannot be used online."),
        ("Perfume can be exchanged.", "Perfume cannot be exchanged once it is opened."),
        ("Unopened perfume can be exchanged.", "Opened perfume cannot be exchanged."),
        ("미개봉 향수는 교환할 수 있습니다.", "개봉한 향수는 교환할 수 없습니다."),
        ("Gift cards can be used online.", "상품권은 온라인에서 쓸 수 없습니다."),
        ("Grade: Gold; Earning rate: 3%", "Grade: Silver; Earning rate: 2%"),
        ("등급: 골드; 포인트 적립률: 3%", "등급: 실버; 포인트 적립률: 2%"),
        (
            "Bronze members: ask for the date, goods can be returned within the last 90 days or "
            "with the receipt or in the original packaging.",
            "Silver members: ask for the date, goods can be returned within the last 6 months or "
            "with the receipt or in the original packaging.",
        ),
        (
            "직원이 '인턴'인 경우: 구매한 상품은 영수증과 포장이 있으면 30일 이내에 환불합니다.",
            "직원이 '정규'인 경우: 구매한 상품은 영수증과 포장이 있으면 60일 이내에 환불합니다.",
        ),
    ],
)
def test_what_agrees_or_speaks_of_something_else_does_not(one: str, other: str) -> None:
    assert disagreeing(given.question("?"), (said(one, "a"), said(other, "b"))) == ()


def test_one_document_does_not_disagree_with_itself() -> None:
    assert disagreeing(given.question("?"), (said(KEPT_30, "a"), said(KEPT_14, "a"))) == ()


async def test_the_other_side_is_looked_up_by_what_the_answer_says() -> None:
    search = FakeSearch([given.found(KEPT_30, given.passage(KEPT_14, doc_id="b"))])
    checked = Checked(Verdict.PASS, (said(KEPT_30, "a"),))

    both = await with_conflicts(given.question("how long for an umbrella?"), checked, search)

    assert both.verdict is Verdict.CONFLICT
    assert [sentence.text for sentence in both.kept] == [KEPT_30, KEPT_14]
    assert search.searches[0].text == KEPT_30


@pytest.mark.parametrize(
    "text",
    [
        "Call 02-555-0100 within 14 days.",
        "14일 이내에 02-555-0100으로 연락합니다.",
    ],
)
async def test_the_store_s_telephone_number_is_not_looked_up(text: str) -> None:
    search = FakeSearch()

    await with_conflicts(given.question("when?"), Checked(Verdict.PASS, (said(text, "a"),)), search)

    [one] = search.searches
    assert "555" not in one.text
    assert "14" in one.text


async def test_the_other_side_passes_the_same_rules_as_every_sentence() -> None:
    rival = "Lost property <!channel> is kept in the store for 14 days."
    search = FakeSearch([given.found(KEPT_30, given.passage(rival, doc_id="b"))])
    checked = Checked(Verdict.PASS, (said(KEPT_30, "a"),))

    after = await with_conflicts(given.question("how long is it kept?"), checked, search)

    assert after == checked


@pytest.mark.parametrize(
    ("asked", "one", "other"),
    [
        (
            "강남점 영업시간 알려 주세요",
            ("강남점", "영업시간은 10시부터 22시까지입니다."),
            "홍대점",
        ),
        ("opening hours of the harbour shop", ("Harbour shop", "We open at 9:00."), "Market shop"),
    ],
)
async def test_the_rule_of_another_shop_than_the_one_that_is_named_is_no_other_side(
    asked: str, one: tuple[str, str], other: str
) -> None:
    title, text = one
    differing = text.replace("10", "11").replace("9:00", "8:00")
    search = FakeSearch(
        [given.found(text, given.passage(differing, doc_id="b", title=f"{other} 안내"))]
    )
    kept = given.verbatim(text, given.passage(text, doc_id="a", title=f"{title} 안내"))
    checked = Checked(Verdict.PASS, (kept,))

    assert await with_conflicts(given.question(asked), checked, search) == checked
    after = await with_conflicts(
        given.question("when do we open? 몇 시에 열어요?"), checked, search
    )
    assert after.verdict is Verdict.CONFLICT


async def test_a_word_of_a_heading_names_no_shop() -> None:
    search = FakeSearch([given.found(KEPT_30, given.passage(KEPT_14, doc_id="b"))])
    page = given.passage(KEPT_30, doc_id="a", title="Lost property", section=("How we keep it",))
    checked = Checked(Verdict.PASS, (given.verbatim(KEPT_30, page),))

    after = await with_conflicts(
        given.question("how long do you keep lost property?"), checked, search
    )

    assert after.verdict is Verdict.CONFLICT


async def test_a_sentence_that_allows_is_looked_up_for_one_that_forbids() -> None:
    allowed, forbidden = "Gift cards can be used online.", "Gift cards cannot be used online."
    search = FakeSearch([given.found(allowed, given.passage(forbidden, doc_id="b"))])
    checked = Checked(Verdict.PASS, (said(allowed, "a"),))

    after = await with_conflicts(given.question("can gift cards be used online?"), checked, search)

    assert after.verdict is Verdict.CONFLICT
    assert [one.text for one in after.kept] == [allowed, forbidden]


async def test_the_other_side_is_shown_without_an_address() -> None:
    rival = "Lost property is kept in the store for 14 days: https://evil.example."
    search = FakeSearch([given.found(KEPT_30, given.passage(rival, doc_id="b"))])
    checked = Checked(Verdict.PASS, (said(KEPT_30, "a"),))

    after = await with_conflicts(given.question("how long is it kept?"), checked, search)

    assert after.verdict is Verdict.CONFLICT
    assert after.kept[1].text == "Lost property is kept in the store for 14 days: […]."


async def test_the_other_side_is_looked_up_as_of_the_day_that_is_asked_about() -> None:
    asked = given.question("how long for an umbrella?", as_of=date(2026, 3, 1))
    search = FakeSearch([given.found(KEPT_30, given.passage(KEPT_30, doc_id="b"))])

    await with_conflicts(asked, Checked(Verdict.PASS, (said(KEPT_30, "a"),)), search)

    assert [one.filters.as_of for one in search.searches] == [date(2026, 3, 1)]


async def test_a_sentence_without_a_value_is_looked_up_too() -> None:
    search = FakeSearch()
    checked = Checked(Verdict.PASS, (said("A receipt is needed.", "a"),))

    assert await with_conflicts(given.question("receipt?"), checked, search) == checked
    assert [one.text for one in search.searches] == ["A receipt is needed."]


@pytest.mark.parametrize(
    ("asked", "one", "other"),
    [
        ("when?", "The stock count takes place on Tuesdays.",
         "Every Thursday we count the stock."),
        ("며칠?", "예약 상품은 사흘 동안 보관합니다.", "예약 상품은 5일간 보관해 드립니다."),
        ("who?", "20%가 넘는 할인은 점장 승인이 필요합니다.",
         "20%를 넘는 할인은 부점장이 승인합니다."),
        ("how long?", "Gift cards are valid for five years.", "상품권은 3년 동안 유효합니다."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("near", [0.9, 0.3])
async def test_another_wording_disagrees_if_it_is_near_in_meaning(
    asked: str, one: str, other: str, near: float
) -> None:
    search = FakeSearch(
        [given.found(one, given.passage(other, doc_id="b"))], akin=lambda _: near, alike=0.65
    )

    after = await with_conflicts(
        given.question(asked), Checked(Verdict.PASS, (said(one, "a"),)), search
    )

    assert (after.verdict is Verdict.CONFLICT) is (near > 0.5)


@pytest.mark.parametrize(
    ("kept", "other", "verdict"),
    [
        (
            "예약한 카약 보관 시간은 7시간입니다.",
            "예약한 타자기 보관 시간은 67시간입니다.",
            Verdict.PASS,
        ),
        (
            "예약한 카약 보관 시간은 7시간입니다.",
            "예약한 카약 보관 시간은 67시간입니다.",
            Verdict.CONFLICT,
        ),
    ],
)
async def test_what_is_said_of_another_thing_than_was_asked_about_is_no_conflict(
    kept: str, other: str, verdict: Verdict
) -> None:
    search = FakeSearch([given.found(other, given.passage(other, doc_id="b"))])
    asked = given.question("예약한 카약 보관 시간은?")

    checked = await with_conflicts(asked, Checked(Verdict.PASS, (said(kept, "a"),)), search)

    assert checked.verdict is verdict


async def test_beside_the_nearest_other_documents_are_looked_up_too() -> None:
    search = FakeSearch([given.found(KEPT_30, given.passage(KEPT_14, doc_id="b"))])
    nearest = Nearest(said(KEPT_30, "a"))

    both = await with_others(given.question("how long for an umbrella?"), nearest, search)

    assert [one.text for one in both.against] == [KEPT_14]


async def test_what_is_to_come_is_no_disagreement() -> None:
    search = FakeSearch([given.found(KEPT_30, given.passage(KEPT_14, doc_id="b"))])
    to_come = given.passage(KEPT_30, doc_id="a", effective_from=date(2030, 1, 1))
    nearest = Nearest(given.verbatim(KEPT_30, to_come))

    assert (await with_others(given.question("how long?"), nearest, search)).against == ()


@pytest.mark.parametrize(
    ("text", "values", "one", "other"),
    [
        ("A monthly fee of {} is due below the minimum balance.", ("$5", "$9"),
         "Silver Account: fees", "Silver Plus Account: fees"),
        ("가구의 총자산이 {} 이하이어야 합니다.", ("1억 5천만 원", "2억 4,000만 원"),
         "청년 월세지원 안내", "한부모 월세지원 안내"),
        ("The card {} be used online.", ("can", "cannot"), "Blue Card", "Gold Card"),
    ],
)  # fmt: skip
def test_two_products_do_not_disagree(
    text: str, values: tuple[str, str], one: str, other: str
) -> None:
    sentences = tuple(
        given.verbatim(said, given.passage(said, doc_id=title, title=title))
        for title, said in zip((one, other), map(text.format, values), strict=True)
    )

    assert disagreeing(given.question("?"), sentences) == ()


@pytest.mark.parametrize(
    ("text", "values", "one", "other"),
    [
        ("A monthly fee of {} is due below the minimum balance.", ("$5", "$9"),
         "Silver Account: fees", "FAQ: Silver Account"),
        ("가구의 총자산이 {} 이하이어야 합니다.", ("1억 5천만 원", "2억 4,000만 원"),
         "청년 월세지원 안내", "청년월세지원 변경 공지"),
    ],
)  # fmt: skip
def test_two_documents_about_one_product_disagree(
    text: str, values: tuple[str, str], one: str, other: str
) -> None:
    sentences = tuple(
        given.verbatim(said, given.passage(said, doc_id=title, title=title))
        for title, said in zip((one, other), map(text.format, values), strict=True)
    )

    assert disagreeing(given.question("?"), sentences) == sentences


def _in_one(text: str, number: int, heading: str) -> Sentence:
    return given.verbatim(
        text, given.passage(text, doc_id="book", number=number, section=(heading,))
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sound travels in air at about 331 m/s.", "Sound travels in air at about 343 m/s."),
        ("소리는 공기에서 약 331m를 갑니다.", "소리는 공기에서 약 343m를 갑니다."),
    ],
)
def test_two_sections_of_one_document_with_another_value_disagree(one: str, other: str) -> None:
    sentences = (_in_one(one, 1, "Motion"), _in_one(other, 2, "Waves"))

    assert disagreeing(given.question("?"), sentences) == sentences


@pytest.mark.parametrize(
    ("one", "other", "headings"),
    [
        ("The deposit is ₩5,000.", "The deposit is ₩3,000.", ("Umbrellas", "Wheelchairs")),
        (
            "Members get a free drink of up to ₩6,000 a month.",
            "Members get a free drink of up to ₩5,000 a month.",
            ("Gold members", "Silver members"),
        ),
        (
            "Sound travels in air at about 340 m/s.",
            "Sound travels in air at about 343 m/s.",
            ("Motion", "Waves"),
        ),
        ("Sound travels in air at 331 m/s.", "Sound travels in air at 343 m/s.", ("One", "One")),
    ],
)
def test_a_section_may_have_a_value_of_its_own(
    one: str, other: str, headings: tuple[str, str]
) -> None:
    sentences = (_in_one(one, 1, headings[0]), _in_one(other, 2, headings[1]))

    assert disagreeing(given.question("?"), sentences) == ()


_SWAPS = [
    ("when is stock counted?", "Stock is counted every {}.", ("Monday", "Wednesday")),
    ("is stock counted on monday?", "Stock is counted every {}.", ("Monday", "Wednesday")),
    ("where do deliveries come?", "Deliveries come to the {}.", ("back door", "front entrance")),
    ("what do servers wear?", "Servers wear a {} apron.", ("green", "black")),
    (
        "who approves refunds?",
        "Refunds are approved by the {} manager.",
        ("assistant", "store"),
    ),
    ("재고 조사는 언제 하나요?", "재고 조사는 매주 {}에 합니다.", ("월요일", "수요일")),
    ("납품은 후문으로 받나요?", "납품은 매장 {}으로 받습니다.", ("후문", "정문")),
    ("취소는 누가 승인하나요?", "결제 취소는 {}이 승인합니다.", ("부점장", "점장")),
    # three words
    ("what do drivers show?", "Drivers show the {} at the gate.",
     ("order number", "delivery text message")),
    ("택배 기사는 뭘 보여 주나요?", "택배 기사는 입구에서 {}를 보여 줍니다.",
     ("주문 번호", "배송 안내 문자")),
    # who does it, as the subject
    ("who wipes the mats?", "{} wipe the mats after class.", ("Coaches", "Senior trainees")),
    ("whose job are the mats?", "The {} wipes the mats after class.", ("coach", "night cleaner")),
    ("고양이 밥은 누가 주나요?", "{}가 고양이에게 밥을 줍니다.", ("수습 미용사", "담당 수의사")),
    # who has to agree, and when, in a condition
    ("can the deposit be waived?", "The deposit can be waived if the {} manager agrees.",
     ("duty", "front office")),
    ("보증금 면제되나요?", "{} 책임자가 동의하면 보증금을 면제합니다.", ("야간", "객실")),
    ("when are towels changed?", "Towels are changed when the last guest leaves on {}.",
     ("Sunday", "Friday")),
    ("수건은 언제 바꾸나요?", "수건은 {} 마지막 손님이 나갈 때 바꿉니다.", ("일요일", "금요일")),
    ("which door do deliveries use?", "Deliveries go to door {}.", ("3", "5")),
    ("what about leftover bread?", "Leftover bread is {}.", ("thrown away", "donated")),
    ("남은 빵은 어떻게 해요?", "남은 빵은 {}합니다.", ("폐기", "기부")),
]  # fmt: skip
_NO_SWAPS = [
    ("who gets a free class?", "{} members get a free class.", ("Gold", "Silver")),
    ("who may use the pool?", "{} may use the pool.", ("Guests", "Neighbours")),
    ("who approves overtime?", "Overtime on {} is approved by the lead.", ("Sundays", "holidays")),
    ("can kayaks be rented?", "Kayaks can be rented if they are {}.", ("dry", "insured")),
    # the same in other words
    ("when is a leak reported?", "A leak is reported {}.", ("promptly", "immediately")),
    ("누수는 언제 알려요?", "누수는 점장에게 {} 알립니다.", ("즉시", "바로")),
    ("what if a child is late?", "If a child is {} the teacher calls home.", ("late", "ill")),
    ("수업은 누가 무료로 듣나요?", "{} 회원은 수업을 무료로 듣습니다.", ("골드", "실버")),
    ("카약 빌릴 수 있나요?", "카약이 {} 빌릴 수 있습니다.", ("마르면", "비어 있으면")),
    ("아이가 늦으면 어떻게 해요?", "아이가 {} 교사가 전화합니다.", ("늦으면", "아프면")),
]


@pytest.mark.parametrize(("asked", "text", "words"), _NO_SWAPS)
async def test_other_cases_and_what_several_are_allowed_do_not_disagree(
    asked: str, text: str, words: tuple[str, str]
) -> None:
    one, other = (text.format(word) for word in words)
    found = given.found(one, given.passage(other, doc_id="b", title="Newer"))
    checked = Checked(Verdict.PASS, (said(one, "a"),))

    after = await with_conflicts(given.question(asked), checked, FakeSearch(), found)

    assert after == checked


@pytest.mark.parametrize(("asked", "text", "words"), _SWAPS)
async def test_two_documents_with_another_word_in_one_place_disagree(
    asked: str, text: str, words: tuple[str, str]
) -> None:
    one, other = (text.format(word) for word in words)
    search = FakeSearch()
    found = given.found(one, given.passage(other, doc_id="b", title="Newer"))
    checked = Checked(Verdict.PASS, (said(one, "a"),))

    after = await with_conflicts(given.question(asked), checked, search, found)

    assert after.verdict is Verdict.CONFLICT
    assert [sentence.text for sentence in after.kept] == [one, other]


@pytest.mark.parametrize(
    ("asked", "one", "other", "titles"),
    [
        # the question is about one of two things
        ("how do we take back cameras and for how long?", "We take back cameras at the desk.",
         "We take back phones at the desk.", ("Cameras", "Phones")),
        # things of one series
        ("when is the fee due?", "The fee is due in January.", "The fee is due in June.",
         ("Blue Card fees", "Gold Card fees")),
    ],
)  # fmt: skip
async def test_a_word_that_names_the_thing_is_no_disagreement(
    asked: str, one: str, other: str, titles: tuple[str, str]
) -> None:
    kept = given.verbatim(one, given.passage(one, doc_id="a", title=titles[0]))
    found = given.found(one, given.passage(other, doc_id="b", title=titles[1]))
    checked = Checked(Verdict.PASS, (kept,))

    assert await with_conflicts(given.question(asked), checked, FakeSearch(), found) == checked


async def test_the_items_of_a_list_do_not_disagree_with_another_document() -> None:
    own = "Wash the knives by hand. Wash the pans by hand."
    kept = given.verbatim("Wash the knives by hand.", given.passage(own, doc_id="a"))
    found = given.found(
        own,
        given.passage(own, doc_id="a"),
        given.passage("Wash the lids by hand.", doc_id="b"),
    )
    checked = Checked(Verdict.PASS, (kept,))

    after = await with_conflicts(given.question("what is washed?"), checked, FakeSearch(), found)

    assert after == checked
