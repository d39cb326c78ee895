"""Without a key the statements that rank best are the answer."""

from dataclasses import replace

import pytest

from bot.answering.choose.extractive import Extractive
from bot.model import Candidate, Chosen, Question
from knowledge.split.statements import statements
from tests.unit import given

FIRST = "Unopened headphones can be returned within 14 days."
SECOND = "Opened headphones can be returned only when they are faulty."
PASSAGE = given.passage()
ASKED = given.question("how long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")


async def said(question: Question, *units: Candidate) -> list[str]:
    """The words of the statements that are chosen, in their order."""
    chosen = await Extractive().choose(question, units)
    return [units[place].statement.text for place in chosen.places]


async def test_without_statements_none_is_chosen_and_nothing_is_denied() -> None:
    assert await Extractive().choose(ASKED, ()) == Chosen()


@pytest.mark.parametrize(
    ("asked", "expected"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)]
)
async def test_of_two_that_fit_as_well_the_one_in_the_question_s_language_is_said(
    asked: Question, expected: str
) -> None:
    english, korean = given.passage(), given.passage(given.REFUND_KO, doc_id="ko")
    units = (given.candidate(korean, given.REFUND_KO), given.candidate(english, given.REFUND))

    shown = await said(asked, *units)

    assert shown == [expected]


SHIPPING, SHIPPING_KO = "Shipping takes 3 days.", "배송은 3일 걸립니다."


@pytest.mark.parametrize(
    ("asked", "expected", "other"),
    [(ASKED, given.REFUND_KO, SHIPPING), (ASKED_KO, given.REFUND, SHIPPING_KO)],
)
async def test_the_other_language_is_said_when_it_fits_clearly_better(
    asked: Question, expected: str, other: str
) -> None:
    units = (
        given.candidate(given.passage(expected), expected, 1.0),
        given.candidate(given.passage(other, doc_id="shipping"), other, 0.4),
    )

    shown = await said(asked, *units)

    assert shown == [expected]


@pytest.mark.parametrize(
    ("asked", "best", "expected", "further"),
    [
        (ASKED, given.REFUND_KO, given.REFUND, SHIPPING),
        (ASKED_KO, given.REFUND, given.REFUND_KO, SHIPPING_KO),
    ],
)
@pytest.mark.parametrize("twin", [True, False])
async def test_what_says_the_same_in_the_question_s_language_is_said_instead(
    asked: Question, best: str, expected: str, further: str, twin: bool
) -> None:
    own = given.candidate(given.passage(expected, doc_id="guide"), expected, -2.5)
    units = (
        given.candidate(given.passage(best), best, 1.0),
        given.candidate(given.passage(further, doc_id="shipping"), further, -2.3),
        replace(own, is_translation=twin),
    )

    shown = await said(asked, *units)

    assert shown == [expected if twin else best]


@pytest.mark.parametrize(
    ("asked", "one", "same", "more"),
    [
        (ASKED, FIRST, "Within 14 days, an unopened headphone can be returned.",
         "Unopened headphones can be returned within 14 days if the box is whole."),
        (ASKED_KO, "헤드폰은 14일 이내에 환불됩니다.", "14일 이내에 헤드폰이 환불됩니다.",
         "헤드폰은 영수증이 있으면 14일 이내에 환불됩니다."),
    ],
)  # fmt: skip
async def test_what_two_documents_say_alike_is_said_once(
    asked: Question, one: str, same: str, more: str
) -> None:
    policy, guide, memo = (given.passage(text, doc_id=text) for text in (one, same, more))
    best = given.candidate(policy, one)

    for passage, text in ((guide, same), (memo, more)):
        assert await said(asked, best, given.candidate(passage, text, 0.95)) == [one]


@pytest.mark.parametrize(
    ("asked", "one", "other"),
    [
        (
            given.question("how long is lost property kept?"),
            "Lost property is kept in the store for 30 days.",
            "Lost property is kept in the store for 14 days.",
        ),
        (
            given.question("상품권 잔액은 언제 환불돼요?"),
            "액면가의 60% 이상을 사용하면 잔액을 환불합니다.",
            "액면가의 80% 이상을 사용하면 잔액을 환불합니다.",
        ),
    ],
)
async def test_what_differs_in_a_number_is_not_the_same(
    asked: Question, one: str, other: str
) -> None:
    policy, guide = given.passage(one), given.passage(other, doc_id="service-desk")
    units = (given.candidate(policy, one), given.candidate(guide, other, 0.95))

    shown = await said(asked, *units)

    assert shown == [one, other]


async def test_what_one_document_says_twice_is_said_once() -> None:
    again = given.passage(FIRST, number=2)
    units = (given.candidate(PASSAGE, FIRST), given.candidate(again, FIRST, 0.95))

    shown = await said(ASKED, *units)

    assert shown == [FIRST]


async def test_no_more_than_three_sentences_are_said() -> None:
    texts = [
        "Bring the receipt with you.",
        "Opened boxes need a manager.",
        "Refunds go to the same card.",
        "Swimwear must keep its sticker.",
        "Gift wrapping costs extra money.",
    ]
    passage = given.passage("\n\n".join(texts))
    units = [given.candidate(passage, text) for text in texts]

    shown = await said(ASKED, *units)

    assert shown == texts[:3]


LONG = "The box, the cable, the adapter, the manual and the warranty card must be there. " * 5
LONG_KO = (
    "상자와 선과 어댑터와 설명서와 보증서가 모두 있어야 하고 겉면에 흠집이 없어야 합니다. " * 9
)


@pytest.mark.parametrize(
    ("asked", "rules", "long"),
    [
        (ASKED, (FIRST, SECOND), LONG),
        (
            ASKED_KO,
            (
                "개봉하지 않은 헤드폰은 14일 이내에 환불됩니다.",
                "개봉한 헤드폰은 불량일 때만 됩니다.",
            ),
            LONG_KO,
        ),
    ],
)
async def test_a_short_paragraph_is_said_as_one_rule(
    asked: Question, rules: tuple[str, str], long: str
) -> None:
    async def shown(text: str, behind: float) -> list[str]:
        passage = given.passage(text)
        first, second = rules
        units = (
            given.candidate(passage, first, 1.0),
            given.candidate(passage, second, 1.0 - behind),
        )
        return await said(asked, *units)

    assert await shown(" ".join(rules), 2.5) == list(rules)
    assert await shown(" ".join(rules), 3.5) == list(rules[:1])
    assert await shown("\n\n".join(rules), 2.5) == list(rules[:1])
    assert await shown(" ".join([*rules, long]), 2.5) == list(rules[:1])


async def test_what_fits_much_worse_is_not_said() -> None:
    other = given.passage(SECOND, doc_id="service-desk")
    units = (given.candidate(PASSAGE, FIRST, 1.0), given.candidate(other, SECOND, -0.3))

    shown = await said(ASKED, *units)

    assert shown == [FIRST]


async def test_sentences_stand_in_the_order_of_their_passage() -> None:
    units = (given.candidate(PASSAGE, SECOND, 1.0), given.candidate(PASSAGE, FIRST, 0.95))

    shown = await said(ASKED, *units)

    assert shown == [FIRST, SECOND]


async def test_the_passage_of_the_best_sentence_comes_first() -> None:
    texts = ["The till prints a receipt.", "Managers approve large refunds."]
    other = given.passage(" ".join(texts), doc_id="till-guide")
    units = (
        given.candidate(other, texts[1], 1.0),
        given.candidate(PASSAGE, FIRST, 0.95),
        given.candidate(other, texts[0], 0.9),
    )

    shown = await said(ASKED, *units)

    assert shown == [*texts, FIRST]


NO_PROOF = (
    "Customers without proof get no money back. In that case the manager may give store credit."
)
NO_PROOF_KO = "증빙이 없으면 환불할 수 없습니다. 다만 점장은 적립금을 줄 수 있습니다."
CANCEL = "An order is cancelled when it was a mistake. Other reasons are not acceptable."
CANCEL_KO = "실수로 주문한 경우에만 취소합니다. 그 밖의 사유는 인정하지 않습니다."


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("no proof, can I get money back?", NO_PROOF),
        ("증빙이 없으면 환불되나요?", NO_PROOF_KO),
        ("which reasons are acceptable?", CANCEL),
        ("어떤 사유를 인정하나요?", CANCEL_KO),
        ("when must it be taken?", "Paternity leave is 2 weeks. It must be taken in 52 weeks."),
        ("언제까지 써야 하나요?", "출산휴가는 10일입니다. 이는 90일 안에 써야 합니다."),
    ],
)
async def test_a_rule_is_said_with_what_qualifies_it_and_that_with_the_rule(
    asked: str, text: str, place: int
) -> None:
    passage = given.passage(text)
    both = [one.text for one in statements(passage)]
    scores = [-9.0, -9.0]
    scores[place] = 4.0
    units = [given.candidate(passage, one, score) for one, score in zip(both, scores, strict=True)]

    shown = await said(given.question(asked), *units)

    assert shown == both


async def test_what_stands_beside_a_rule_and_does_not_qualify_it_is_not_said_with_it() -> None:
    units = [given.candidate(PASSAGE, FIRST, 4.0), given.candidate(PASSAGE, SECOND, -9.0)]

    shown = await said(ASKED, *units)

    assert shown == [FIRST]
