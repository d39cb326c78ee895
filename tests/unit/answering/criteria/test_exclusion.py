"""What is excluded: asked for, or said of the case that is asked about."""

import pytest

from bot.answering.criteria.answer_kind import demanded
from bot.answering.criteria.answer_kind.exclusion import exclusion
from bot.answering.criteria.criterion import Asked
from bot.model import Checked, Verdict
from bot.model.found import Seen
from knowledge.model.documents import Hit
from knowledge.split.statements import statements
from tests.unit import given

ENDS = "The staff discount ends on the last working day."
EXCLUDES = "The staff discount does not apply to tobacco."
ENDS_KO = "직원 할인은 마지막 근무일에 끝납니다."
EXCLUDES_KO = "담배는 직원 할인에서 제외합니다."
DAILY = "Shops open from 10:30 to 21:00 every day except public holidays."
DAILY_KO = "매장은 공휴일을 제외하고 10:30부터 엽니다."


def _turns(
    asked: str, *texts: str, section: tuple[str, ...] = (), cover: float = 0.5
) -> list[float]:
    hits = [Hit(given.passage(text, section=section), 1.0) for text in texts]
    seen = [
        Seen(hit, statement, place, cover, 0.5, 0.5, 0.5, 0.0)
        for hit in hits
        for place, statement in enumerate(statements(hit.passage))
    ]
    adjust = exclusion(Asked(given.question(asked), seen, given.found(asked)))
    return list(adjust([0.0] * len(seen)))


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("when is the staff discount not allowed", (ENDS, EXCLUDES)),
        ("where can't I use the staff discount?", (ENDS, EXCLUDES)),
        ("what is excluded from the staff discount?", (ENDS, EXCLUDES)),
        ("직원 할인 안 되는 상품이 뭐예요?", (ENDS_KO, EXCLUDES_KO)),
        ("어떤 상품이 직원 할인에서 제외되나요?", (ENDS_KO, EXCLUDES_KO)),
    ],
)
def test_a_question_for_what_is_excluded_wants_a_rule_that_excludes(
    asked: str, texts: tuple[str, str]
) -> None:
    other, excluding = _turns(asked, *texts)

    assert excluding > other == 0


def test_a_rule_below_a_heading_that_excludes_gains_more() -> None:
    asked = "when is the staff discount not allowed"

    assert _turns(asked, EXCLUDES, section=("What is excluded",)) > _turns(asked, EXCLUDES)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("which goods can't be exchanged?", "Sale goods cannot be refunded but can be exchanged."),
        ("교환 안 되는 상품은 뭐예요?", "할인 상품은 환불할 수 없으며, 한 번 교환할 수 있습니다."),
    ],
)
def test_a_rule_that_excludes_something_else_gains_nothing(asked: str, text: str) -> None:
    checked = Checked(Verdict.PASS, (given.verbatim(text, given.passage(text)),))

    assert _turns(asked, text) == [0.0]
    assert demanded(given.question(asked), checked).verdict is Verdict.INSUFFICIENT


def test_a_rule_that_excludes_and_says_nothing_of_the_question_gains_nothing() -> None:
    assert _turns("what can't be exchanged?", "Opened food cannot go back.", cover=0.0) == [0.0]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("when does the staff discount end?", EXCLUDES),
        ("is tobacco excluded?", EXCLUDES),
        ("what if I cannot find the tobacco?", EXCLUDES),
        ("직원 할인은 언제 끝나나요?", EXCLUDES_KO),
        ("are shops open on public holidays?", DAILY),
        ("what are the hours on sundays?", DAILY),
        ("public holiday hours?", "Every day except public holidays 10:00 to 21:00, then 11:00."),
    ],
)
def test_another_question_changes_nothing(asked: str, text: str) -> None:
    assert _turns(asked, text) == [0.0]


@pytest.mark.parametrize(
    ("asked", "text"),
    [("what are the hours on public holidays?", DAILY), ("공휴일 영업시간 알려줘", DAILY_KO)],
)
def test_a_rule_that_excepts_the_case_asked_about_moves_back(asked: str, text: str) -> None:
    [turn] = _turns(asked, text.replace(" from 10:30 to 21:00", " as usual"))

    assert turn < 0
