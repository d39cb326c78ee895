"""A rule for a special case answers only who says or implies the case."""

import pytest

from bot.answering.check.relevance.own_case import fits_own_case
from bot.model import Checked, Verdict
from tests.unit import given

NO_PROOF = "A customer with no proof of purchase cannot receive a cash or card refund."
NO_PROOF_KO = "구매 증빙이 없는 고객은 현금이나 카드로 환불받을 수 없습니다."
CANCELLED = (
    "A card refund needs the same card; if that card has been cancelled, complete form HM-RF-02."
)
CANCELLED_KO = "결제한 카드가 해지된 경우에는 HM-RF-02 양식을 작성합니다."
OVER = "Customers under 16 cannot buy energy drinks."


def _checked(asked: str, *rules: str) -> Checked:
    kept = tuple(given.verbatim(one, given.passage(one, doc_id=one)) for one in rules)
    checked = Checked(Verdict.PASS, kept)
    return fits_own_case(given.question(asked), checked, given.found(asked))


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("he paid by card but wants the refund in cash", NO_PROOF),
        ("카드로 결제했는데 현금으로 달래요", NO_PROOF_KO),
        ("card machine said declined but money left her account", CANCELLED),
        ("단말기에 오류가 떴는데 돈이 빠져나갔대요", CANCELLED_KO),
        ("how many energy drinks can a customer buy?", OVER),
        ("where are the leftovers?", "If the fridge has failed, throw the milk away."),
    ],
)
def test_a_rule_for_a_case_that_nobody_mentions_is_at_most_the_closest(
    asked: str, rule: str
) -> None:
    checked = _checked(asked, rule)

    assert (checked.verdict, checked.kept) == (Verdict.INSUFFICIENT, ())
    assert [one.text for one in checked.nearest] == [rule]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("he has no receipt, can he get cash?", NO_PROOF),
        ("can they get cash without proof?", NO_PROOF),
        ("영수증이 없는데 현금으로 환불되나요?", NO_PROOF_KO),
        ("her card was cancelled, how do we refund it?", CANCELLED),
        ("카드가 해지됐다는데 환불은요?", CANCELLED_KO),
        ("can a 15 year old buy an energy drink?", OVER),
        # the rule itself is asked for
        ("what is code P-17?", "If the receipt has been used, the till shows code P-17."),
        ("P-17 코드는 뭐예요?", "이미 쓴 영수증이면 계산대에 P-17 코드가 나옵니다."),
        ("what is a near miss?", "A near miss without an injury is reported within 3 days."),
        # a condition for what a rule says, an exception
        ("how long can headphones be returned?", "Headphones can be returned with the receipt."),
        ("can clothes be exchanged?", "Clothes can be exchanged if the tags are attached."),
        ("환불 기간은요?", "개봉하지 않은 상품은 14일 이내에 환불할 수 있습니다."),
        ("이어폰 환불돼요?", "개봉한 이어폰은 불량이 아니면 환불할 수 없습니다."),
        ("이어폰 환불돼요?", "이어폰은 영수증이 있으면 14일 이내에 환불할 수 있습니다."),
        # words of two languages cannot be compared
        ("I am ill, what do I do?", "몸이 아픈 경우에는 매장에 전화합니다."),
    ],
)
def test_a_rule_for_no_special_case_or_for_the_asker_s_stays(asked: str, rule: str) -> None:
    assert [one.text for one in _checked(asked, rule).kept] == [rule]


def test_beside_an_answer_the_rule_for_others_is_left_out_with_what_goes_on_with_it() -> None:
    answer, goes_on = "Refunds go back to the card.", "In this case store credit is possible."
    asked = "he paid by card but wants the refund in cash"

    assert [one.text for one in _checked(asked, answer, NO_PROOF, goes_on).kept] == [answer]
    assert [one.text for one in _checked("no receipt, cash?", answer, NO_PROOF, goes_on).kept] == [
        answer, NO_PROOF, goes_on
    ]  # fmt: skip
