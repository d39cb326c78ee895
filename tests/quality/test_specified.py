"""The questions of the specifications, asked of documents as each of them describes its own."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Scope, Verdict
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from tests.quality.specified import (
    book,
    catalogue,
    operations,
    policies_as_csv,
    policies_as_json,
)
from tests.sample_bot import sample_settings

TODAY = date(2026, 11, 21)
Ask = Callable[..., Reply]
_CORPORA: Mapping[str, Callable[[Path], None]] = {
    "csv": policies_as_csv,
    "json": policies_as_json,
    "operations": operations,
    "catalogue": catalogue,
    "book": book,
}

RETURNS = "Electronics can be returned for a full refund."
WARRANTY = "Every electronic device has a limited warranty against defects."
SHIPPING = "Standard shipping is free for orders over $50."
POLICIES = {
    "What is the return policy for electronics?": RETURNS,
    "What is the return policy?": RETURNS,
    "Return policy?": RETURNS,
    "return policy info": RETURNS,
    "warranty info?": WARRANTY,
    "information on the warranty": WARRANTY,
    "can I return opened software?": "Opened software cannot be returned.",
    "Can I return opened software?": "Opened software cannot be returned.",
    "What is the shipping policy?": SHIPPING,
    "tell me about the shipping policy": SHIPPING,
    "what is the latest shipping policy?": SHIPPING,
    "explain the shipping policy": SHIPPING,
    "WHAT IS THE SHIPPING POLICY": SHIPPING,
}
SEVEN_DAYS, SEVEN_DAYS_KO = "within 7 days of purchase", "구매일로부터 7일 이내"
MEMBERS, MEMBERS_KO = "applies to members who pay with the app", "앱으로 결제한 회원에게만 적용"
OPERATIONS = {
    "환불 가능한 기간은?": SEVEN_DAYS_KO,
    "환불 규정 알려줘": SEVEN_DAYS_KO,
    "최신 환불 규정 알려줘": SEVEN_DAYS_KO,
    "현재 환불 규정이 뭐예요?": SEVEN_DAYS_KO,
    "환불 관련 규정 알려줘": SEVEN_DAYS_KO,
    "what is the latest refund policy?": SEVEN_DAYS,
    "latest refund policy": SEVEN_DAYS,
    "이번 주 프로모션 적용 조건은?": MEMBERS_KO,
    "현재 진행 중인 프로모션 알려줘": MEMBERS_KO,
    "이번 주 프로모션 뭐 있어요?": MEMBERS_KO,
    "what promotions are on this week?": MEMBERS,
    "what are the current promotions?": MEMBERS,
    "최신 규정이 무엇인지": "재고 실사 규정",
    "what is the latest rule?": "November Coffee Promotion",
    "정책 버전별 차이": "**14일 → 7일**",
}
FOURTEEN_DAYS = "within 14 days of purchase with the receipt"
OFFERS = "30% off bakery items after 19:00"
SAMPLE_ASKED = {
    "what is the latest refund policy?": FOURTEEN_DAYS,
    "최신 환불 규정 알려줘": "구매일로부터 14일 이내",
    "환불 규정 알려줘": "구매일로부터 14일 이내",
    "환불 가능한 기간은?": "구매일로부터 14일 이내",
    "explain the refund policy in detail": FOURTEEN_DAYS,
    "what promotions are on this week?": OFFERS,
    "이번 주 프로모션 적용 조건은?": "19:00 이후 베이커리 30% 할인",
    "최신 규정이 무엇인지": "2026년 10월 1일",
    "what is the latest rule?": "1 October 2026",
    "정책 버전별 차이": "7일 → 14일",
    "warranty info?": "12 months from purchase",
    "refund info pls": FOURTEEN_DAYS,
    "tell me everything about refunds": FOURTEEN_DAYS,
    "환불에 관한 내용 알려 주세요": "구매일로부터 14일 이내",
    "현재 적용되는 환불 규정이 뭔가요?": "구매일로부터 14일 이내",
    "what offers do we have right now?": OFFERS,
    "what is the staff discount?": "The staff discount is 20% off regular prices",
    "WHAT TIME DOES THE CAFE CLOSE ON SUNDAY": "Saturday and Sunday: 09:00–22:00",
    "What products do you sell?": "3 of 25 products",
    "무슨 규정이 있어요?": "환불 정책",
}
HEADPHONES, SPEAKER = "Aurora Neural Headphones (Audio): ₩249.99", "Echo Conference Speaker (Audio)"
DESK = "Atlas Standing Desk (Furniture): ₩599"
PRODUCTS = {
    "What headphones do you have?": HEADPHONES,
    "headphones": HEADPHONES,
    "Aurora Neural Headphones": HEADPHONES,
    "Tell me about desks": DESK,
    "what desks do you have?": DESK,
    "desk": DESK,
    "speaker": SPEAKER,
    "audio products": SPEAKER,
    "audio": SPEAKER,
    "What products do you sell?": "3 of 4 products:",
}
CONTENTS = {
    "무슨 규정이 있어요?": ("operations", "**refund** — 환불 정책, Refund Policy"),
    "what rules are there?": ("operations", "**refund** — Refund Policy, 환불 정책"),
    "무슨 내용이 있어요?": ("book", "모두의 물리학, Physics for Everyone"),
    "what documents do you have?": ("book", "Physics for Everyone, 모두의 물리학"),
}
ENERGY, ENERGY_KO = "Energy is never created or destroyed", "에너지는 새로 생기거나 없어지지 않고"
CHAPTERS = {
    "What is the main theme of Chapter 3?": ENERGY,
    "what is chapter 3 about": ENERGY,
    "Summarize chapter three, please": ENERGY,
    "tell me about Chapter 2": "Motion is a change of position over time.",
    "3장의 주제는 무엇인가요?": ENERGY_KO,
    "제3장 내용을 요약해 주세요": ENERGY_KO,
}
OTHER_CHAPTERS = ("measurement", "Motion", "Light", "측정", "위치")


@pytest.fixture(scope="module")
def ask(own_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Asks a question of one of the corpora; each is indexed once."""
    apps = {"sample": build(sample_settings(own_sample))}

    def asked(corpus: str, question: str, selected: str | None = None) -> Reply:
        if corpus not in apps:
            apps[corpus] = asyncio.run(_indexed(corpus, tmp_path_factory.mktemp(corpus)))
        scope = Scope(as_of=TODAY)
        message = Message(Platform.WEB, "", "me", question, scope=scope, selected_text=selected)
        return asyncio.run(apps[corpus].conversation.handle(message))

    yield asked
    for app in apps.values():
        app.close()


async def _indexed(corpus: str, folder: Path) -> App:
    source = folder / "documents"
    _CORPORA[corpus](source)
    store = StoreSettings(source=source, data=folder / "data")
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    app = build(Settings(slack=slack, openai=openai, store=store))
    await app.indexer.rebuild()
    return app


def _is_answered(ask: Ask, corpus: str, question: str, wanted: str) -> None:
    reply = ask(corpus, question)

    assert reply.verdict is Verdict.PASS, reply.text
    assert wanted in reply.text
    assert reply.sources


@pytest.mark.parametrize("corpus", ["csv", "json"])
@pytest.mark.parametrize("question", POLICIES)
def test_a_policy_is_answered_from_its_record(ask: Ask, corpus: str, question: str) -> None:
    _is_answered(ask, corpus, question, POLICIES[question])


@pytest.mark.parametrize("question", OPERATIONS)
def test_the_rule_in_force_is_the_latest_one(ask: Ask, question: str) -> None:
    _is_answered(ask, "operations", question, OPERATIONS[question])


@pytest.mark.parametrize("question", PRODUCTS)
def test_products_are_answered_from_the_catalogue(ask: Ask, question: str) -> None:
    _is_answered(ask, "catalogue", question, PRODUCTS[question])


@pytest.mark.parametrize("question", CONTENTS)
def test_a_question_for_everything_is_answered_with_the_titles(ask: Ask, question: str) -> None:
    corpus, titles = CONTENTS[question]

    _is_answered(ask, corpus, question, titles)


@pytest.mark.parametrize("question", SAMPLE_ASKED)
def test_the_same_holds_for_the_sample(ask: Ask, question: str) -> None:
    _is_answered(ask, "sample", question, SAMPLE_ASKED[question])


@pytest.mark.parametrize(
    ("question", "first", "further"),
    [
        (
            "explain the refund policy in detail",
            SEVEN_DAYS,
            "Used or damaged items are not refunded.",
        ),
        ("환불 규정 자세히 설명해 주세요", SEVEN_DAYS_KO, "훼손한 상품은 환불이 제한됩니다."),
    ],
)
def test_in_detail_says_more_of_the_document(
    ask: Ask, question: str, first: str, further: str
) -> None:
    text = ask("operations", question).text

    assert 0 <= text.find(first) < text.find(further)


@pytest.mark.parametrize("question", CHAPTERS)
def test_a_chapter_is_answered_from_its_own_sentences(ask: Ask, question: str) -> None:
    reply = ask("book", question)

    assert reply.verdict is Verdict.PASS, reply.text
    assert CHAPTERS[question] in reply.text
    if CHAPTERS[question] in (ENERGY, ENERGY_KO):
        assert not any(word in reply.text for word in OTHER_CHAPTERS)


@pytest.mark.parametrize(
    ("corpus", "question"),
    [
        ("book", "What is the main theme of Chapter 9?"),
        ("book", "9장의 주제는 무엇인가요?"),
        ("book", "What's the weather today?"),
        ("book", "How do I bake a cake?"),
        ("csv", "What's the weather today?"),
        ("csv", "what is the latest parking policy?"),
        ("csv", "parking info?"),
        ("operations", "최신 주차 규정 알려줘"),
        ("operations", "이번 주 날씨 알려줘"),
        ("operations", "explain the parking policy in detail"),
        ("catalogue", "Do you sell flying cars?"),
        ("catalogue", "flying car"),
        ("sample", "How do I bake a cake?"),
        ("sample", "What's the weather today?"),
    ],
)
def test_what_the_documents_do_not_say_is_refused(ask: Ask, corpus: str, question: str) -> None:
    reply = ask(corpus, question)

    assert reply.verdict in (Verdict.OFF_TOPIC, Verdict.INSUFFICIENT), reply.text


_SELECTED = "Velocity is the rate of change of position. It has a direction as well as a size."


@pytest.mark.parametrize(
    "question",
    [
        "What does this passage mean?",
        "Explain this concept",
        "이 글은 무슨 뜻인가요?",
        "이 개념 설명해줘",
    ],
)
def test_a_selected_text_is_explained_by_its_own_sentences(ask: Ask, question: str) -> None:
    reply = ask("book", question, _SELECTED)

    assert reply.verdict is Verdict.PASS
    assert "Velocity is the rate of change of position." in reply.text


@pytest.mark.parametrize("question", ["How long is the warranty?", "환불은 며칠 안에 되나요?"])
def test_what_a_selected_text_does_not_say_is_refused(ask: Ask, question: str) -> None:
    reply = ask("book", question, _SELECTED)

    assert reply.verdict is Verdict.INSUFFICIENT
    assert not reply.sources


@pytest.mark.parametrize(
    "question",
    ["@storewise can you answer this?", "위에 질문 좀 답해줘", "그거 돼요?", "", "?"],
)
def test_a_message_without_a_question_is_asked_for_one(ask: Ask, question: str) -> None:
    reply = ask("sample", question)

    assert reply.verdict is None
    assert not reply.sources


def test_the_specified_words_of_a_refusal(ask: Ask) -> None:
    english, korean = ask("book", "How do I bake a cake?"), ask("book", "케이크는 어떻게 굽나요?")

    assert english.text.startswith("This information is not available in the store documents")
    assert korean.text.startswith("매장 문서에서 확인할 수 없는 내용입니다")


@pytest.mark.parametrize("question", ["what is 1588-0000 for?", "1588-0000은 어디 번호예요?"])
def test_the_stores_own_number_is_looked_up(ask: Ask, question: str) -> None:
    reply = ask("sample", question)

    assert "1588-0000" in reply.text
    assert not reply.notice
