"""Questions in Japanese, which the bot speaks, and in languages that it does not."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Message, Platform, Reply
from bot.settings import SAMPLE
from tests.flow.stand_in.editions import settings


@pytest.fixture(scope="module")
def app(own_sample: Path) -> Iterator[App]:
    with closing(build(settings(SAMPLE, own_sample))) as app:
        yield app


def asked(app: App, text: str) -> Reply:
    return asyncio.run(app.conversation.handle(Message(Platform.SLACK, "", "U1", text)))


@pytest.mark.parametrize(
    ("question", "language", "lead", "quote"),
    [
        (
            "ギフトカードの有効期限は何年ですか？",
            "ja",
            "英語の文書の内容です。",
            "A Haneul gift card is valid for 5 years from the date of issue",
        ),
        (
            "宅配便は何時までに受け付ければ当日発送されますか？",
            "ja",
            "韓国語の文書の内容です。",
            "택배는 18:00까지 접수하면 당일에 발송됩니다.",
        ),
        (
            "¿En cuántos días se pueden devolver unos auriculares sin abrir?",
            "en",
            "The documents say this in English:",
            "Unopened headphones can be returned within 14 days of purchase",
        ),
        (
            "Nhân viên được giảm giá bao nhiêu phần trăm?",
            "en",
            "The documents say this in English:",
            "The staff discount is 20% off regular prices",
        ),
    ],
    ids=["ja-en", "ja-ko", "es", "vi"],
)
def test_a_question_is_answered_with_the_unit_in_its_own_language(
    app: App, question: str, language: str, lead: str, quote: str
) -> None:
    reply = asked(app, question)

    assert (reply.outcome, reply.language) == ("answer", language)
    assert lead in reply.text
    assert quote in reply.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("ワールドカップで優勝した国はどこですか？", "店舗の文書では確認できない内容です。"),
        ("こんにちは", "こんにちは! 店舗の文書について何でも聞いてください。"),
        ("ありがとうございます！", "どういたしまして! いつでも質問してください。"),
        (
            "¿Cuál es la montaña más alta de América?",
            "This information is not available in the store documents.",
        ),
    ],
    ids=["world", "hello", "thanks", "es"],
)
def test_the_bots_own_sentences_are_in_the_askers_language_or_in_english(
    app: App, question: str, said: str
) -> None:
    reply = asked(app, question)

    assert reply.text.startswith(said)
    assert not reply.sources


def test_a_danger_told_in_japanese_gets_the_first_steps(app: App) -> None:
    reply = asked(app, "火事です！")

    assert reply.outcome == "answer"
    assert reply.sources


def test_a_japanese_day_is_the_day_asked_about(app: App) -> None:
    reply = asked(app, "2026年3月5日の時点でスタッフ割引は何パーセントでしたか？")

    assert reply.scope is not None
    assert str(reply.scope.as_of) == "2026-03-05"
