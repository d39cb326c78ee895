"""Examples, sample answers, blank forms and contents pages are never quoted as a rule."""

from pathlib import Path

import pytest

from knowledge.split.statements import statements
from tests.unit.knowledge.texts import passage, read


def _said(text: str, *section: str) -> list[str]:
    return [one.text for one in statements(passage(text, section=section))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Returns take 14 days.\n\nExample: a coat bought on 3 March comes back by 17 March.",
         ["Returns take 14 days."]),
        ("반품은 14일 이내입니다.\n\n예시: 3월 3일에 산 코트는 3월 17일까지 반품합니다.",
         ["반품은 14일 이내입니다."]),
        ("Be polite.\n\n**Sample answer**: Return it any time. Just come in.\n\nBe quick.",
         ["Be polite.", "Be quick."]),
        ("친절하게 답합니다.\n\n답변 예시) 1년 동안 환불됩니다. 매장으로 오세요.\n\n빨리 답합니다.",
         ["친절하게 답합니다.", "빨리 답합니다."]),
        ("Shifts are posted.\n\nFor example:\n\n- Monday is 10 hours.\n- Friday is off.\n\nAsk me.",
         ["Shifts are posted.", "Ask me."]),
        ("- Returns take 14 days.\n- Example 1: Coats take a year.\n- Bags take 7 days.",
         ["Returns take 14 days.", "Bags take 7 days."]),
        ("Sign here.\n\nName: ____________ Date: ________", ["Sign here."]),
        ("아래에 서명합니다.\n\n성명: ____________ (인)", ["아래에 서명합니다."]),
        ("Returns .......... 3\n\nGifts .......... 5\n\n카드 ………… 9\n\nAsk the desk.",
         ["Ask the desk."]),
        ("- [반품](#반품)\n- [교환](#교환)\n- [Gifts](#gifts)\n\nAsk the desk.", ["Ask the desk."]),
    ],
)  # fmt: skip
def test_what_is_no_rule_is_no_statement(text: str, said: list[str]) -> None:
    assert _said(text) == said


@pytest.mark.parametrize(
    "heading",
    [
        "Sample answer",
        "Example: a coat",
        "Example 2",
        "답변 예시",
        "예시",
        "작성 예",
        "목차",
        "Contents",
    ],
)
def test_nothing_below_the_heading_of_a_sample_is_quoted(heading: str) -> None:
    assert _said("You can return it for a year.", "Returns", heading) == []


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Examples: swimwear, earrings.", "Hygiene"),
        ("예시: 수영복, 귀걸이", "위생용품"),
        ("Example: John Smith → jsmith1", "User names"),
        ("Form: HM-CA-04.", "Forms"),
        ("Gifts above ₩50,000 are not allowed.", "Examples of gifts that are not allowed"),
        ("Ask the desk ... it is open.", "Sample sizes"),
        ("Returns .......... 3", "Phone list"),
    ],
)
def test_what_only_looks_like_a_sample_is_a_statement(text: str, heading: str) -> None:
    assert len(_said(text, heading)) == 1


def test_the_report_names_what_is_never_quoted(tmp_path: Path) -> None:
    text = (
        "# A\n\nRule one.\n\nExample: it is so.\n\nName: ________\n\n## 예시\n\n규칙이 아닙니다.\n"
    )

    [stated] = read(tmp_path, {"a.md": text}).stated

    assert stated.fields == ("never quoted: example × 1, blank form × 1, sample section × 1",)
