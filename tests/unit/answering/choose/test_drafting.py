"""An answer has the chosen statements' own words, each with its sources."""

import pytest

from bot.answering.choose.drafting import draft_of
from bot.model import Draft
from tests.unit import given

FIRST = "Unopened headphones can be returned within 14 days."
FIRST_KO = "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다."
ALIKE = pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIRST, "Within 14 days, an unopened headphone can be returned."),
        (FIRST_KO, "14일 이내에 개봉하지 않은 헤드폰은 환불할 수 있습니다."),
    ],
)


@pytest.mark.parametrize(("first", "text"), [(FIRST, given.REFUND), (FIRST_KO, given.REFUND_KO)])
def test_a_statement_is_its_own_quote(first: str, text: str) -> None:
    passage = given.passage(text)
    unit = given.candidate(passage, first)

    draft = draft_of([unit], [unit])

    assert draft == given.draft(given.verbatim(first, passage))
    assert draft.sentences[0].citations[0].quote in passage.text


def test_nothing_chosen_is_nothing_said() -> None:
    assert draft_of([], [given.candidate(given.passage(), FIRST)]) == Draft()


def test_statements_are_said_in_the_order_in_which_they_were_chosen() -> None:
    second = given.REFUND.partition(". ")[2]
    units = [given.candidate(given.passage(), one) for one in (FIRST, second)]

    draft = draft_of(units[::-1], units)

    assert [one.text for one in draft.sentences] == [second, FIRST]


@ALIKE
def test_a_statement_that_another_document_repeats_has_both_as_its_sources(
    one: str, other: str
) -> None:
    policy, guide = given.passage(one), given.passage(other, doc_id="service-desk")
    units = [given.candidate(policy, one), given.candidate(guide, other, -4.0)]

    draft = draft_of(units[:1], units)

    assert draft == given.draft(given.sentence(one, (policy, one), (guide, other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIRST, "Unopened headphones can be returned within 14 days at any store."),
        (FIRST_KO, "개봉하지 않은 헤드폰은 모두 14일 이내에 환불할 수 있습니다."),
    ],
)
def test_a_document_that_says_more_is_no_second_source(one: str, other: str) -> None:
    units = [
        given.candidate(given.passage(one), one),
        given.candidate(given.passage(other, doc_id="service-desk"), other),
    ]

    draft = draft_of(units[:1], units)

    assert draft == given.draft(given.sentence(one, (given.passage(one), one)))


@ALIKE
def test_a_document_is_no_second_source_of_itself(one: str, other: str) -> None:
    units = [
        given.candidate(given.passage(text, number=n), text) for n, text in enumerate((one, other))
    ]

    draft = draft_of(units[:1], units)

    assert draft == given.draft(given.verbatim(one, units[0].hit.passage))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FIRST, FIRST.replace("14", "30")),
        (FIRST, FIRST.replace("can", "cannot")),
        (FIRST_KO, FIRST_KO.replace("14", "30")),
        (FIRST_KO, FIRST_KO.replace("환불할 수 있습니다", "환불할 수 없습니다")),
        (FIRST, FIRST_KO),
    ],
    ids=["days", "not", "days in Korean", "not in Korean", "another language"],
)
def test_what_says_something_else_is_no_second_source(one: str, other: str) -> None:
    mine, theirs = given.passage(one), given.passage(other, doc_id="service-desk")
    units = [given.candidate(mine, one), given.candidate(theirs, other)]

    draft = draft_of(units[:1], units)

    assert [len(said.citations) for said in draft.sentences] == [1]
