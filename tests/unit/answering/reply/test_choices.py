"""The replies that may be tapped where the bot asks back."""

from datetime import date

import pytest

from bot import texts
from bot.answering.criteria.condition.of_rule import which_grade
from bot.answering.listed_names import one_of
from bot.answering.reply.question_back.worth import choices
from bot.model import Answer, Question, SafeText, Verdict
from knowledge.model.documents import Audience, Filters, Language

HEADPHONES: dict[Language, str] = {
    "en": "how long do customers have to return headphones?",
    "ko": "헤드폰 환불 기간은?",
}


def offered(asked: str | None, language: Language, verdict: Verdict = Verdict.PASS) -> list[str]:
    """The labels under an answer, each with the question that it asks."""
    filters = Filters(date(2026, 11, 27), Audience.STAFF, language=language)
    question = Question(SafeText(HEADPHONES[language]), language, filters)
    back = SafeText(asked) if asked else None
    answer = Answer(question, verdict, SafeText("14 days [1]."), follow_up=back)
    return [f"{one.label} → {one.question}" for one in choices(answer)]


@pytest.mark.parametrize(
    ("asked", "language", "replies"),
    [
        (
            texts.ASK_OPENED["en"],
            "en",
            [
                "Opened → how long do customers have to return headphones, it has been opened?",
                "Unopened → how long do customers have to return headphones, it is unopened?",
            ],
        ),
        (
            texts.ASK_OPENED["ko"],
            "ko",
            [
                "개봉 → 개봉한 상품인데 헤드폰 환불 기간은?",
                "미개봉 → 미개봉 상품인데 헤드폰 환불 기간은?",
            ],
        ),
        (
            texts.ASK_RECEIPT["ko"],
            "ko",
            [
                "영수증 있음 → 영수증이 있는데 헤드폰 환불 기간은?",
                "영수증 없음 → 영수증이 없는데 헤드폰 환불 기간은?",
            ],
        ),
        (
            "Is there a fault?",
            "en",
            [
                "Yes → how long do customers have to return headphones, there is a fault?",
                "No → how long do customers have to return headphones, there is not a fault?",
            ],
        ),
    ],
)
def test_a_yes_or_no_is_a_case_of_the_question(
    asked: str, language: Language, replies: list[str]
) -> None:
    assert offered(asked, language) == replies


@pytest.mark.parametrize(
    ("asked", "language", "labels"),
    [
        (which_grade(["Silver", "Gold", "VIP"], "en"), "en", ["Silver", "Gold", "VIP"]),
        (which_grade(["실버", "골드"], "ko"), "ko", ["실버", "골드"]),
        (texts.ASK_STORE_OF["ko"].format(names="강남점, 부산점"), "ko", ["강남점", "부산점"]),
        (texts.ASK_STORE_TYPE["en"].format(stores="café, apparel"), "en", ["café", "apparel"]),
        (
            texts.ASK_STORE_OF["en"].format(names=one_of(["Leeds, North", "York"], "en")),
            "en",
            ["Leeds, North", "York"],
        ),
        (
            texts.ASK_WHICH_OF["en"].format(
                names=one_of(["lost or stolen", "worn", "wet or hot"], "en")
            ),
            "en",
            ["lost or stolen", "worn", "wet or hot"],
        ),
        (
            texts.ASK_WHICH_OF["ko"].format(names=one_of(["분실 또는 도난", "훼손"], "ko")),
            "ko",
            ["분실 또는 도난", "훼손"],
        ),
        (texts.ASK_CHANNEL["ko"], "ko", ["매장에서 구매", "온라인에서 구매"]),
        (
            texts.ASK_WHICH_OF["en"].format(names="bikes, prams or toys"),
            "en",
            ["bikes", "prams", "toys"],
        ),
    ],
)
def test_what_the_question_names_is_tapped(
    asked: str, language: Language, labels: list[str]
) -> None:
    replies = offered(asked, language)

    assert [one.partition(" → ")[0] for one in replies] == labels
    assert all(HEADPHONES[language].rstrip("?") in one for one in replies)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        (texts.ASK_BOUGHT["en"], "en"),
        (texts.ASK_STORE["ko"], "ko"),
        (texts.ASK_WHICH_COUNTS["en"].format(owners="Finance or Customer Care"), "en"),
        (texts.ASK_STORE_OF["en"].format(names="Ely, Hull, Leeds, Bath, York, Ware"), "en"),
        (None, "ko"),
    ],
)
def test_what_only_the_person_knows_is_typed(asked: str | None, language: Language) -> None:
    assert offered(asked, language) == []


def test_nothing_is_tapped_under_what_no_document_is_about() -> None:
    assert offered(texts.ASK_OPENED["en"], "en", Verdict.OFF_TOPIC) == []
