"""True sentences that are no answer: for another state of the goods, or about another code."""

import pytest

from bot.answering.check.relevance import fits_state, has_the_code, names_another_code
from bot.model import Checked, Verdict
from tests.unit import given

SEALED = "Unopened food can be returned."
OPENED = "Opened food cannot be refunded."
SEALED_KO = "미개봉 식품은 환불할 수 있습니다."


def _checked(*texts: str) -> Checked:
    return Checked(Verdict.PASS, tuple(given.verbatim(text, given.passage(text)) for text in texts))


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("can opened food be refunded?", SEALED),
        ("개봉한 식품도 환불되나요?", SEALED_KO),
        ("미개봉 이어폰 환불", "개봉한 이어폰은 환불할 수 없습니다."),
        ("paid for my order, how long is it kept?", "Unpaid orders are kept for 2 days."),
        ("unpaid order, still here?", "A paid order is held for 7 days."),
        ("he lost the ticket, hand it over?", "With the ticket, hand the order over."),
        ("she has the ticket, what else?", "Without the ticket, ask for a photo ID."),
        ("영수증 있는데 환불돼요?", "영수증이 없으면 교환만 해 드립니다."),
        ("사진 없이 등록되나요?", "사진이 있으면 바로 등록합니다."),
    ],
)
def test_a_sentence_for_the_other_state_is_only_the_closest_match(asked: str, text: str) -> None:
    checked = _checked(text)

    rejected = fits_state(given.question(asked), checked)

    assert (rejected.verdict, rejected.nearest) == (Verdict.INSUFFICIENT, checked.kept)
    assert [issue.code for issue in rejected.issues] == ["other_state"]


def test_beside_one_for_the_asked_state_it_is_dropped() -> None:
    question, checked = given.question("can opened food be refunded?"), _checked(SEALED, OPENED)

    assert [one.text for one in fits_state(question, checked).kept] == [OPENED]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("can food be refunded?", SEALED),
        ("can opened food be refunded?", OPENED),
        ("식품 환불되나요?", SEALED_KO),
        ("never paid for it, what happens?", "Unpaid orders are sold after 90 days."),
        ("used boxes back?", "Unused boxes are taken back, used ones are not."),
        ("he lost the ticket", "With the ticket, hand it over; if not, ask for a photo ID."),
        ("no receipt", "Recalled goods go back without a receipt."),
        ("의뢰서 없는데요", "의뢰서가 있으면 2번 창구로, 없으면 1번 창구로 갑니다."),
        ("영수증 없이 환불돼요?", "영수증이 없으면 교환만 해 드립니다."),
    ],
)
def test_a_sentence_for_the_asked_state_stays(asked: str, text: str) -> None:
    checked = _checked(text)

    assert fits_state(given.question(asked), checked) is checked


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("what is form DM-99 for?", "A damaged tool is reported on form DM-22."),
        ("P-18 코드 나오면 어떻게 해요?", "P-17 코드가 나오면 다시 시도하지 않습니다."),
        ("what is form DM-99 for?", "Forms are kept for two years."),
    ],
)
def test_another_code_is_no_answer(asked: str, text: str) -> None:
    rejected = has_the_code(given.question(asked), _checked(text))

    assert rejected.verdict is Verdict.INSUFFICIENT
    assert [issue.code for issue in rejected.issues] == ["other_code"]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("what is form DM-22 for?", "A damaged tool is reported on form DM-22."),
        ("what is dm-22 for?", "A damaged tool is reported on form DM-22."),
        ("P-17 코드 나오면 어떻게 해요?", "P-17 코드가 나오면 다시 시도하지 않습니다."),
        ("which form is for a damaged tool?", "A damaged tool is reported on form DM-22."),
        ("what is sold on 2026-11-21?", "Bread is sold."),
        ("Can a 15-year-old buy bread?", "Bread is sold to everybody."),
        ("3-in-1 커피 환불 되나요?", "커피는 환불하지 않습니다."),
        ("is the 2-for-1 offer on bread over?", "Bread is sold until form DM-22 says so."),
    ],
)
def test_the_code_asked_about_or_none_stays(asked: str, text: str) -> None:
    checked = _checked(text)

    assert has_the_code(given.question(asked), checked) is checked
    assert not names_another_code(given.question(asked), checked.kept[0])


def test_a_sentence_below_the_code_may_answer() -> None:
    passage = given.passage("Report a damaged tool within 2 days.", section=("Form DM-22",))
    checked = Checked(Verdict.PASS, (given.verbatim(passage.text, passage),))

    assert has_the_code(given.question("when is DM-22 due?"), checked) is checked
