"""A question for a time or an amount needs an answer with one."""

from dataclasses import replace
from datetime import date

import pytest

from bot import texts
from bot.answering.criteria.answer_kind import Slot, demanded, fills, slot_of
from bot.model import Checked, Issue, Verdict
from bot.model.reason import Reason
from bot.model.understood import Understood
from tests.unit import given


@pytest.mark.parametrize(
    ("question", "slot"),
    [
        ("How long can headphones be returned?", Slot.DURATION),
        ("how many days do they get?", Slot.DURATION),
        ("do gift cards expire?", Slot.DURATION),
        ("does the milk run out?", Slot.DURATION),
        ("상품권 만료되나요?", Slot.DURATION),
        ("포인트도 소멸되나요?", Slot.DURATION),
        ("is there a deadline for exchanges?", Slot.DURATION),
        ("쿠폰 기한 있어요?", Slot.DURATION),
        ("빵에 유통기한이 있나요?", Slot.YES_NO),
        ("며칠 안에 환불되나요?", Slot.DURATION),
        ("교환은 몇 개월까지 되나요?", Slot.DURATION),
        ("배송은 얼마나 걸려요?", Slot.DURATION),
        ("How much does hemming cost?", Slot.MONEY),
        ("what's the price of the mug", Slot.MONEY),
        ("what is the price match?", None),
        ("야간수당 얼마?", Slot.MONEY),
        ("불고기 도시락 얼마예요?", Slot.MONEY),
        ("What percentage do Gold members earn?", Slot.PERCENT),
        ("적립률은 몇 퍼센트예요?", Slot.PERCENT),
        ("how much is kept of the deposit", Slot.AMOUNT),
        ("현금은 얼마까지 둘 수 있나요?", Slot.AMOUNT),
        ("오븐 용량이 얼마예요?", Slot.AMOUNT),
        ("포장 무게는 얼마인가요?", Slot.AMOUNT),
        ("수선 시간은 얼마나 걸려요?", Slot.DURATION),
        ("What time do the cafés open?", Slot.TIME),
        ("카페는 몇 시에 열어요?", Slot.TIME),
        ("When are deliveries?", Slot.DATE),
        ("and when do deliveries arrive?", Slot.DATE),
        ("납품은 언제 와요?", Slot.DATE),
        ("마네킹 옷은 무슨 요일에 갈아입혀요?", Slot.WEEKDAY),
        ("How many items may they try on?", Slot.COUNT),
        ("옷은 몇 벌까지 입어 보나요?", Slot.COUNT),
        ("How close must the other shop be?", Slot.DISTANCE),
        ("how far away may it be", Slot.DISTANCE),
        ("How far in advance must they order?", Slot.DURATION),
        ("경쟁 매장은 몇 km 안에 있어야 해요?", Slot.DISTANCE),
        ("거리가 얼마나 떨어져 있어야 하나요?", Slot.DISTANCE),
        ("What temperature is the hot drinks cabinet set to?", Slot.TEMPERATURE),
        ("냉장고는 몇 도로 맞춰요?", Slot.TEMPERATURE),
        ("몇 도움 버튼이 있나요?", Slot.YES_NO),
        ("How long may a dog's lead be?", Slot.AMOUNT),
        ("how far can I go with a discount?", Slot.AMOUNT),
        ("Within what time must damage be reported?", Slot.DURATION),
        ("how often is perfume counted?", Slot.FREQUENCY),
        ("향수는 얼마나 자주 세나요?", Slot.FREQUENCY),
        ("스키 대여는 몇 월 며칠까지 하나요?", Slot.DATE),
        ("급여일은 며칠이에요?", Slot.DATE),
        ("환불 기간은 며칠이에요?", Slot.DURATION),
        ("워크숍은 며칠이에요?", Slot.DAYS),
        ("재고 조사는 며칠인가요?", Slot.DAYS),
        ("연차는 며칠이죠?", Slot.DAYS),
        ("워크숍은 며칠 동안이에요?", Slot.DURATION),
        ("워크숍은 며칠간 해요?", Slot.DURATION),
        ("반품은 며칠 이내예요?", Slot.DURATION),
        ("환불은 며칠이나 걸려요?", Slot.DURATION),
        ("며칠이 걸려요?", Slot.DURATION),
        ("파손 확인서는 몇 번 서식인가요?", Slot.FORM),
        ("볼트 몇 개만 달라는데 주문하나요?", Slot.YES_NO),
        ("산 지 얼마 안 됐는데 환불하나요?", Slot.YES_NO),
        ("Where do I note how cold the coolers are?", None),
        ("who decides how much they get?", None),
        ("Which colour is the sticker?", Slot.COLOUR),
        ("소형 봉투 색깔이 뭐예요?", Slot.COLOUR),
        ("what form do I use for lost cards", Slot.FORM),
        ("지갑을 주웠는데 어느 양식에 적어요?", Slot.FORM),
        ("What is the extension of the safety desk?", Slot.EXTENSION),
        ("급여팀 내선 번호가 뭐예요?", Slot.EXTENSION),
        ("which roastery supplies our coffee beans?", Slot.COMPANY),
        ("Which courier company picks up the parcels?", Slot.COMPANY),
        ("우편 반품은 어느 택배사로 보내라고 하나요?", Slot.COMPANY),
        ("보안 배송은 어느 업체가 하나요?", Slot.COMPANY),
        ("which brand is better for colic?", None),
        ("which bank holidays are we closed", None),
        ("What company benefits do I get?", None),
        ("어느 은행 카드 받아요?", None),
        ("Which courier collects the returns?", Slot.COMPANY),
        ("customer disputes the price", None),
        ("emergency outside opening hours", None),
        ("How many vacation days do I get?", Slot.DURATION),
        ("How many euros can I keep in the till?", Slot.MONEY),
        ("which carrier bag is free", None),
        ("the price on the shelf is wrong", None),
        ("유통기한", None),
        ("what do suppliers wear", None),
        ("How long is the extension of the contract?", Slot.DURATION),
        ("Gold member pays late. do they get an extension?", None),
        ("what is the returns desk extension?", Slot.EXTENSION),
        ("이 텐트는 몇 인용이에요?", Slot.COUNT),
        ("fee for a lost card", Slot.MONEY),
        ("휠체어 대여 요금", Slot.MONEY),
        ("price match distance", None),
        ("duration of an evacuation drill", Slot.DURATION),
        ("선물 영수증 유효기간", Slot.DATE),
        ("lounge opening hours", Slot.TIME),
        ("라운지 운영 시간은?", Slot.TIME),
        ("How many Sundays a month are free?", Slot.COUNT),
        ("how many more days do they have?", Slot.DURATION),
        ("nobody at the stand, how many min before we close it", Slot.DURATION),
        ("수습은 몇 개월인가요?", Slot.DURATION),
        ("깨진 형광등이면 창문을 몇 분 여나요?", Slot.AMOUNT),
        ("소주 도수가 몇 도예요?", None),
        ("How heavy may a parcel be?", Slot.WEIGHT),
        ("택배는 몇 킬로까지 받아요?", Slot.WEIGHT),
        ("when do the clothes shops shut at night", Slot.TIME),
        ("When does the list close?", Slot.DATE),
        ("Can opened toys be returned?", Slot.YES_NO),
        ("bikini, seal broken, can I take it back?", Slot.YES_NO),
        ("is it allowed to bring a dog?", Slot.YES_NO),
        ("개봉한 장난감도 환불되나요?", Slot.YES_NO),
        ("상품권으로 결제 가능한가요?", Slot.YES_NO),
        ("What do I do when the till shows P-17?", None),
        ("till shows P-17 when I add points", None),
        ("Who approves refunds?", None),
        ("계산대에 P-17이 뜨면 어떻게 하죠?", None),
        ("배송 시간표", None),
    ],
)
def test_a_question_asks_for_one_kind_of_value_or_none(question: str, slot: Slot | None) -> None:
    assert slot_of(question) is slot


@pytest.mark.parametrize(
    ("slot", "filling", "empty"),
    [
        (Slot.DURATION, "It takes two weeks.", "It costs ₩500."),
        (Slot.DURATION, "환불은 14일 이내입니다.", "환불은 계산대에서 합니다."),
        (Slot.DURATION, "Guests may stay until closing.", "Guests may stay."),
        (Slot.DURATION, "Hire is open from 1 to 31 March.", "Hire opens on 1 March."),
        (Slot.DURATION, "12월 1일~3월 10일입니다.", "4월과 10월에 합니다."),
        (Slot.DURATION, "They may try it for 100 nights.", "They may try it at home."),
        (Slot.DAYS, "워크숍은 12월 8일입니다.", "워크숍은 본사에서 합니다."),
        (Slot.DAYS, "연차는 15일입니다.", "연차는 점장이 승인합니다."),
        (Slot.DAYS, "The workshop is on 8 December.", "The workshop is at 9:00."),
        (Slot.MONEY, "Wedding couples pay nothing.", "Wedding couples come in pairs."),
        (Slot.MONEY, "더 싼 금액을 받습니다.", "가격표를 봅니다."),
        (Slot.MONEY, "Hemming is ₩5,000.", "Hemming is done in two weeks."),
        (Slot.MONEY, "Hemming is free of charge.", "Hemming is done by a tailor."),
        (Slot.MONEY, "수선은 무료입니다.", "수선은 3일 걸립니다."),
        (Slot.PERCENT, "Gold members earn 3%.", "Gold members earn 3 points."),
        (Slot.PERCENT, "골드 회원은 3%를 적립합니다.", "골드 회원은 3점을 적립합니다."),
        (Slot.AMOUNT, "Up to ₩300,000 is kept.", "The safe keeps the cash."),
        (Slot.DURATION, "일요일까지 됩니다.", "쿠폰은 3장까지 씁니다."),
        (Slot.DATE, "금요일까지 됩니다.", "하루에 5만 원까지 됩니다."),
        (Slot.AMOUNT, "300만 원까지 보관합니다.", "금고에 현금을 보관합니다."),
        (Slot.TIME, "They open at 9.30 am.", "They wait for two hours."),
        (Slot.TIME, "They end at closing.", "They end early."),
        (Slot.TIME, "21:00까지 받습니다.", "보리차 500 ml입니다."),
        (Slot.TIME, "근무 1시간 전까지 전화합니다.", "5월 첫 토요일에 합니다."),
        (Slot.TIME, "Phone one hour before the shift.", "It is on 1 May."),
        (Slot.DATE, "Drills are in April and October.", "Drills are at the gate."),
        (Slot.DATE, "A note is due on day 3.", "A note is due at the desk."),
        (Slot.DATE, "젖은 옷은 그날 버립니다.", "젖은 옷은 상자에 버립니다."),
        (Slot.DATE, "They arrive on Tuesdays.", "They arrive at the back door."),
        (Slot.DATE, "매주 수요일에 바꿉니다.", "창고에서 꺼내 바꿉니다."),
        (Slot.FREQUENCY, "Razors are counted daily.", "Razors are counted at the till."),
        (Slot.COUNT, "상자는 다섯 단까지 쌓습니다.", "상자는 창고에 쌓습니다."),
        (Slot.COMPANY, "The parcels are fetched by Blue Arrow.", "Parcels wait behind the till."),
        (Slot.COMPANY, "The carrier fetches them.", "They are fetched on Mondays."),
        (Slot.COMPANY, "한솔택배가 가져갑니다.", "택하지 않은 상자는 창고에 둡니다."),
        (Slot.COUNT, "Up to 6 items.", "Items stay in the shop."),
        (Slot.COUNT, "Twelve seats.", "Seats are held free until 15 minutes before the start."),
        (Slot.COUNT, "여섯 자루까지 쌓습니다.", "자루는 15분 안에 옮깁니다."),
        (Slot.FREQUENCY, "매달 닦습니다.", "깨끗이 닦습니다."),
        (Slot.DATE, "분기마다 점검합니다.", "점검합니다."),
        (Slot.WEEKDAY, "Sent on Mondays.", "A refund takes 7 days."),
        (Slot.WEEKDAY, "월요일에 보냅니다.", "환불에 7일이 걸립니다."),
        (Slot.MONEY, "Battery: size 10; price: 5.90", "Battery: size 10; lasts: 4 days"),
        (Slot.MONEY, "요금의 두 배입니다.", "두 번 배송합니다."),
        (Slot.DATE, "Counted at closing time.", "Counted in pairs."),
        (Slot.DATE, "본 경우에만 말을 겁니다.", "말을 겁니다."),
        (Slot.MONEY, "There is no restocking fee.", "Restocking is done at night."),
        (Slot.MONEY, "배송비는 고객이 부담합니다.", "배송은 고객이 신청합니다."),
        (Slot.TIME, "Mon-Fri 9-18", "We are closed at Christmas."),
        (Slot.TIME, "연중무휴 24시간 엽니다.", "자동문입니다."),
        (Slot.COMPANY, "Parcels go out with DHL.", "Parcels go out at night."),
        (Slot.COMPANY, "원두는 프릳츠에서 받습니다.", "원두는 창고에 둡니다."),
        (Slot.COUNT, "You may take a bag.", "Bags stay outside."),
        (Slot.MONEY, "Fee: None", "Reprinted once, on showing the passport."),
        (Slot.COUNT, "A tent for 8 people.", "Tent, price $250."),
        (Slot.COUNT, "8인용입니다.", "텐트 가격은 250,000원입니다."),
        (
            Slot.TEMPERATURE,
            "Temperature rating: 20F to 60F (-6C to 15C).",
            "Rated for three seasons.",
        ),
        (Slot.COUNT, "6벌까지입니다.", "옷은 매장에 둡니다."),
        (Slot.DISTANCE, "It is within 3 km.", "It is within 3 days."),
        (Slot.DISTANCE, "같은 건물에 있어야 합니다.", "영수증이 있어야 합니다."),
        (Slot.TEMPERATURE, "Freezers are at -18 °C.", "Freezers are checked 3 times."),
        (Slot.TEMPERATURE, "온장고는 55도로 맞춥니다.", "온장고는 2주마다 닦습니다."),
        (Slot.WEIGHT, "Up to 20 kg.", "Up to 20 boxes."),
        (Slot.WEIGHT, "20kg까지 받습니다.", "20개까지 받습니다."),
        (Slot.COLOUR, "The sticker is pink.", "The sticker is in drawer 7."),
        (Slot.COLOUR, "봉투는 흰색입니다.", "봉투는 서랍에 있습니다."),
        (Slot.FORM, "Write it on HM-LP-01.", "The shift leader cancels it."),
        (Slot.FORM, "습득물 양식에 적습니다.", "조장이 취소합니다."),
        (Slot.EXTENSION, "Call the desk, ext. 201.", "The desk is next to gate 12."),
        (Slot.EXTENSION, "급여팀 내선은 330입니다.", "급여팀은 2층에 있습니다."),
        (Slot.YES_NO, "Opened toys can be returned.", "Toys: shelf, window"),
        (Slot.YES_NO, "개봉한 장난감은 환불 불가.", "장난감: 진열대"),
    ],
)
def test_a_slot_is_filled_by_a_value_or_by_words_that_stand_for_one(
    slot: Slot, filling: str, empty: str
) -> None:
    assert fills(slot, ["Nothing here", filling])
    assert not fills(slot, [empty])


@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (
            "How long can headphones be returned?",
            "Unopened headphones can be returned at any till.",
        ),
        ("헤드폰은 며칠 안에 환불되나요?", "개봉하지 않은 헤드폰은 계산대에서 환불합니다."),
        ("How long can headphones be returned?", "Opened headphones cannot be returned."),
        ("영수증이 없으면 며칠 안에 환불되나요?", "복권은 환불할 수 없습니다."),
        ("워크숍은 며칠이에요?", "워크숍은 본사 강당에서 합니다."),
        ("워크숍은 며칠 동안 해요?", "워크숍은 12월 8일입니다."),
        ("개봉한 헤드폰은 며칠 안에 교환되나요?", "개봉한 상품은 다시 진열할 수 없습니다."),
        ("How long for opened toys?", "Opened toys cannot be sold again."),
        ("Who checks the first-aid box?", "The box is checked on Monday, 7 December."),
        ("구급상자는 누가 점검해요?", "구급상자는 격주 금요일에 점검합니다."),
        ("Where are the keys kept?", "The keys are counted twice, and never lent."),
        ("치수 카드는 어디에 보관해요?", "치수 카드는 연보라색이며 8개월 보관합니다."),
    ],
)
def test_an_answer_without_the_kind_of_value_asked_for_becomes_the_closest_match(
    asked: str, quote: str
) -> None:
    sentence = given.verbatim(quote, given.passage(quote))
    checked = Checked(Verdict.PASS, (sentence,), (Issue(Reason.TOO_LONG, 1),))

    rejected = demanded(given.question(asked), checked)

    assert (rejected.verdict, rejected.kept, rejected.nearest) == (
        Verdict.INSUFFICIENT,
        (),
        (sentence,),
    )
    assert rejected.issues == (Issue(Reason.TOO_LONG, 1), Issue(Reason.SLOT_EMPTY, 0))


@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        ("How long can headphones be returned?", "Headphones: 14 days."),
        ("헤드폰은 며칠 안에 환불되나요?", "헤드폰: 14일."),
        ("워크숍은 며칠이에요?", "워크숍은 12월 8일입니다."),
        ("워크숍은 며칠인가요?", "워크숍은 사흘입니다."),
        ("Who takes headphones back?", "Any colleague at a till takes headphones back."),
        ("Who checks the first-aid box?", "The box is checked by the shift leader."),
        ("Who signs?", "It is signed at Customer Care."),
        ("Who explained the effect?", "Einstein explained the effect in 1905."),
        ("누가 효과를 설명했나요?", "아인슈타인이 1905년에 효과를 설명했다."),
        ("구급상자는 누가 점검해요?", "구급상자는 안전 담당자가 점검합니다."),
        ("Where do headphones go back?", "Headphones go back at any till."),
        ("헤드폰은 어디에서 환불해요?", "헤드폰은 계산대에서 환불합니다."),
        ("상품권은 어디서 팔아요?", "상품권을 파는 곳은 안내데스크뿐이며, 팔지 않는 매장도 있다."),
        ("Does the cookie have egg in it?", "The cookie contains wheat and egg."),
        ("쿠키에 달걀이 있나요?", "쿠키 재료: 밀, 달걀."),
        ("no receipt: how long for a refund?", "Customers with no receipt cannot have a refund."),
        ("뜯었으면 며칠 안에 환불되나요?", "개봉한 상품은 환불할 수 없습니다."),
        ("What time does it open on Sundays?", "On Sundays the canteen is closed."),
        ("일요일에 몇 시에 열어요?", "구내식당은 일요일에 쉽니다."),
    ],
)
def test_any_other_answer_stays_as_it_is(asked: str, quote: str) -> None:
    checked = Checked(Verdict.PASS, (given.verbatim(quote, given.passage(quote)),))

    assert demanded(given.question(asked), checked) is checked


@pytest.mark.parametrize(
    ("day", "rule", "is_shut"),
    [
        (date(2026, 11, 22), "매월 둘째·넷째 일요일은 의무휴업일입니다.", True),
        (date(2026, 11, 29), "매월 둘째·넷째 일요일은 의무휴업일입니다.", False),
        (date(2026, 11, 29), "일요일은 휴업입니다.", True),
        (date(2026, 11, 30), "일요일은 휴업입니다.", False),
    ],
)
def test_closed_on_that_day_answers_a_question_for_hours(
    day: date, rule: str, is_shut: bool
) -> None:
    question = replace(given.question("몇 시에 열어요?"), about=Understood(day=day))
    checked = Checked(Verdict.PASS, (given.verbatim(rule, given.passage(rule)),))

    assert (demanded(question, checked) is checked) is is_shut


def test_a_refusal_stays_as_it_is() -> None:
    checked = Checked(Verdict.INSUFFICIENT)

    assert demanded(given.question("How long?"), checked) is checked


@pytest.mark.parametrize("slot", Slot)
def test_a_refusal_can_name_every_kind_of_missing_value(slot: Slot) -> None:
    assert all(texts.NOT_FOUND[slot][language] for language in ("ko", "en"))
