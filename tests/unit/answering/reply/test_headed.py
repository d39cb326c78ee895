"""A sentence whose subject, or whose no, stands only in its heading comes behind it."""

import pytest

from bot.answering.reply.answer import headed
from knowledge.split.statements import statements
from tests.unit import given


def told(asked: str, heading: str, text: str, *places: int) -> list[str]:
    passage = given.passage(text, section=(heading,) if heading else (), title="Guide")
    kept = [given.statement_of(passage, place) for place in places or (0,)]
    evidence = given.evidence(given.candidate(passage, statements(passage)[0].text))
    return [one.text for one in headed(kept, given.question(asked), evidence)]


@pytest.mark.parametrize(
    ("asked", "heading", "text", "said"),
    [
        (
            "what does the sauna cost?",
            "Sauna",
            "Free for members, €8 for others.",
            "Sauna: Free for members, €8 for others.",
        ),
        (
            "사우나 이용료는요?",
            "사우나",
            "회원은 무료이고 다른 고객은 8,000원입니다.",
            "사우나: 회원은 무료이고 다른 고객은 8,000원입니다.",
        ),
        (
            "how long is the registry open?",
            "Gift registry",
            "It is open until 20:00.",
            "Gift registry: It is open until 20:00.",
        ),
        (
            "can I bring flowers?",
            "Not admitted to the ward",
            "- Children under 14.\n- Visitors with flowers.",
            "Not admitted to the ward: Visitors with flowers.",
        ),
        (
            "may I bring a large suitcase?",
            "Please leave at home",
            "- jewellery of any kind\n- large suitcases",
            "Please leave at home: large suitcases",
        ),
        (
            "유리병을 가져와도 되나요?",
            "집에 두고 오세요",
            "- 반려동물과 새\n- 유리병과 캔",
            "집에 두고 오세요: 유리병과 캔",
        ),
    ],
)
def test_what_is_unclear_alone_comes_behind_its_heading(
    asked: str, heading: str, text: str, said: str
) -> None:
    last = 1 if text.startswith("-") else 0

    assert told(asked, heading, text, last) == [said]


@pytest.mark.parametrize(
    ("asked", "heading", "text"),
    [
        ("how many towels do I need?", "Sauna", "Bring two towels to the sauna."),
        ("when is the pool open?", "Opening hours", "The pool is open from 10:00."),
        ("수영장은 언제 열어요?", "이용 시간", "수영장은 10시에 엽니다."),
        ("what does the sauna cost?", "Prices", "Free for members, €8 for others."),
    ],
)
def test_a_sentence_that_is_clear_alone_stays_as_it_is(asked: str, heading: str, text: str) -> None:
    assert told(asked, heading, text) == [text]


def test_the_heading_is_said_once() -> None:
    text = "It is open until 20:00. It is closed on Sundays."

    said = told("when is the registry open?", "Gift registry", text, 0, 1)

    assert said == ["Gift registry: It is open until 20:00.", "It is closed on Sundays."]
