"""What the days of a question call for, beside its answer."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.notes.last_day import with_last_day
from bot.answering.shortcuts.whats_new import compare_versions, list_news
from bot.answering.understand import classify
from bot.model import Answer, Verdict
from bot.model.understood import Understood
from bot.privacy import safe
from knowledge.model.documents import Document, Header, Language
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

BOUGHT = date(2026, 11, 20)
NO_RECEIPT = "Unopened goods without a receipt can be exchanged for store credit."
REPRINT = "A lost receipt can be reprinted within 90 days of purchase."
NO_RECEIPT_KO = "영수증이 없는 미개봉 상품은 적립금으로 교환할 수 있습니다."
REPRINT_KO = "잃어버린 영수증은 구매일로부터 90일 이내에 다시 출력할 수 있습니다."


def answer_of(asked: str, *rules: str, since: date | None = None) -> Answer:
    """The answer to a question about what was bought, in the words of some rules."""
    question = replace(given.question(asked), about=Understood(bought=BOUGHT))
    passage = given.passage(" ".join(rules), effective_from=since)
    sentences = tuple(given.verbatim(rule, passage) for rule in rules)
    answer = Answer(question, Verdict.PASS, safe("Said."), sentences=sentences)
    return with_last_day(answer, question)


@pytest.mark.parametrize(
    ("asked", "beside", "answers"),
    [
        ("bought yesterday, unopened, no receipt", NO_RECEIPT, REPRINT),
        ("어제 산 미개봉 상품, 영수증 없음", NO_RECEIPT_KO, REPRINT_KO),
    ],
)
def test_only_a_limit_for_returns_is_counted_beside_what_answers(
    asked: str, beside: str, answers: str
) -> None:
    assert answer_of(asked, beside, answers).text == "Said."
    assert "2027" in answer_of(asked, answers).text


@pytest.mark.parametrize(
    ("asked", "rule", "newer"),
    [
        (
            "can it be returned?",
            "Goods can be returned within 14 days of purchase.",
            "This rule has applied since 21 November 2026. An earlier rule may apply to "
            "anything bought on or before 20 November 2026.",
        ),
        (
            "반품되나요?",
            "구매일로부터 14일 이내에 반품할 수 있습니다.",
            "이 규정은 2026년 11월 21일부터 시행되었습니다. 2026년 11월 20일까지 구매한 "
            "상품에는 이전 규정이 적용될 수 있습니다.",
        ),
    ],
)
def test_a_limit_that_was_not_in_force_yet_on_the_day_of_the_purchase_is_not_counted(
    asked: str, rule: str, newer: str
) -> None:
    assert answer_of(asked, rule, since=date(2026, 11, 21)).text == f"Said.\n{newer}"
    assert "14" in answer_of(asked, rule, since=BOUGHT).text


TODAY = date(2026, 11, 25)
RETURNS = {
    ("4", date(2025, 1, 1)): "Goods can be returned within 7 days.",
    ("5", date(2026, 9, 1)): "Goods can be returned within 14 days.",
    ("6", date(2027, 1, 1)): "Goods can be returned within 30 days.",
}
RETURNS_KO = {
    ("4", date(2025, 1, 1)): "7일 이내에 반품할 수 있습니다.",
    ("5", date(2026, 9, 1)): "14일 이내에 반품할 수 있습니다.",
    ("6", date(2027, 1, 1)): "30일 이내에 반품할 수 있습니다.",
}


async def changes(asked: str) -> str:
    """What is said of changes in a policy that has another version soon, among other documents."""
    korean = "반품" in asked
    language: Language = "ko" if korean else "en"
    title = "반품 정책" if korean else "Returns Policy"
    headers = {
        Header("returns", title, "r.md", version, language, effective_from=since): text
        for (version, since), text in (RETURNS_KO if korean else RETURNS).items()
    }
    other = Header(
        "uniforms", "유니폼 안내" if korean else "Uniforms", "u.md", language=language,
        effective_from=date(2027, 2, 1),
    )  # fmt: skip
    worn = "유니폼은 남색입니다." if korean else "Uniforms are navy blue."
    documents = [Document(header, text) for header, text in {**headers, other: worn}.items()]
    passage = given.passage(documents[1].text, doc_id="returns", version="5", title=title)
    search = FakeSearch([given.found(asked, passage)], history=FakeHistory(documents))
    question = given.question(asked, as_of=TODAY)
    question = replace(question, about=classify(asked, TODAY))
    answer = await compare_versions(question, search) or await list_news(question, search)
    assert answer is not None
    return answer.text


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("What will change in the returns policy in January?", [
            "Returns Policy changes on 1 January 2027 (version 5 → 6):",
            "",
            "**14 days → 30 days**",
            "Before: Goods can be returned within 14 days. [1]",
            "After: Goods can be returned within 30 days. [2]",
        ]),
        ("1월에 반품 정책 뭐가 바뀌어요?", [
            "“반품 정책” 문서가 2027년 1월 1일에 바뀝니다 (버전 5 → 6).",
            "",
            "**14일 → 30일**",
            "변경 전: 14일 이내에 반품할 수 있습니다. [1]",
            "변경 후: 30일 이내에 반품할 수 있습니다. [2]",
        ]),
        ("What will change in the returns policy in February?", [
            "I found no changes to Returns Policy from 1 February 2027 to 28 February 2027.",
        ]),
        ("내년 2월에 바뀌는 반품 정책 있어요?", [
            "“반품 정책” 문서에서 2027년 2월 1일부터 2027년 2월 28일까지 바뀐 내용을 찾지 "
"못했습니다.",
        ]),
        ("What will change in March?", [
            "I found no changes from 1 March 2027 to 31 March 2027.",
        ]),
    ],
)  # fmt: skip
async def test_what_changes_in_a_named_document_is_told_of_that_time_and_of_it_alone(
    asked: str, lines: list[str]
) -> None:
    assert (await changes(asked)).splitlines() == lines


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what is new in version 5 of the returns policy?", "**7 days → 14 days**"),
        ("what is new in the returns policy, version 6?", "**14 days → 30 days**"),
        ("반품 정책 5버전에서 새로 바뀐 게 뭐예요?", "**7일 → 14일**"),
        ("반품 정책 버전 6에서 새로 바뀐 게 뭐예요?", "**14일 → 30일**"),
    ],
)
async def test_what_is_new_in_a_version_is_what_it_changed(asked: str, told: str) -> None:
    assert told in await changes(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what's new in the returns policy?", ("14 days", "30 days")),
        ("반품 정책 새로 바뀐 내용 있어요?", ("14일", "30일")),
    ],
)
async def test_of_a_named_document_each_new_version_is_told(
    asked: str, told: tuple[str, str]
) -> None:
    text = await changes(asked)

    assert all(one in text for one in told)
    assert "navy" not in text
    assert "남색" not in text
