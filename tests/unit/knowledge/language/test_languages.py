"""The language of a text, and what is read of Japanese: words, figures and days."""

from datetime import date
from decimal import Decimal

import pytest

from knowledge.language.calendar.named_days import named_days
from knowledge.language.terms import language_of, query_terms
from knowledge.language.values import Bound, ValueKind, values
from knowledge.model.documents import Language

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ギフトカードの有効期限は？", "ja"),
        ("SNSの投稿は誰が確認しますか", "ja"),
        ("what does 返品 mean on the label?", "en"),
        ("HM-RF-02 양식은 어디에 있나요?", "ko"),
        ("what time does the café open?", "en"),
        ("café", "en"),
        ("Cafés open at 7:30 each day.", "en"),
        ("Wie lange ist eine Geschenkkarte gültig?", "und"),
        ("¿Cuántos años es válida una tarjeta regalo?", "und"),
        ("Thẻ quà tặng có giá trị trong bao lâu?", "und"),
        ("Сколько дней на возврат?", "und"),
        ("退货期限是多少天", "und"),
        ("", "en"),
    ],
)
def test_a_language_is_told_by_its_script_or_its_small_words(text: str, language: Language) -> None:
    assert language_of(text) == language


def test_the_terms_of_a_japanese_question_are_its_kanji_and_katakana() -> None:
    assert query_terms("返品は何日以内ですか") == ["返品", "以内"]


@pytest.mark.parametrize(
    ("text", "kind", "amount", "unit", "bound"),
    [
        ("14日以内", ValueKind.DURATION, "1209600", "second", Bound.AT_MOST),
        ("2時間30分", ValueKind.DURATION, "9000", "second", Bound.EXACTLY),
        ("3か月", ValueKind.DURATION, "3", "month", Bound.EXACTLY),
        ("5万ウォン以上", ValueKind.MONEY, "50000", "KRW", Bound.AT_LEAST),
        ("10,000円", ValueKind.MONEY, "10000", "JPY", Bound.EXACTLY),
        ("午後6時まで", ValueKind.TIME, "1080", "minute", Bound.AT_MOST),
        ("3月5日", ValueKind.MONTH_DAY, "305", "day", Bound.EXACTLY),
        ("2026年3月5日", ValueKind.DATE, "20260305", "day", Bound.EXACTLY),
    ],
)
def test_a_japanese_figure_is_read(
    text: str, kind: ValueKind, amount: str, unit: str, bound: Bound
) -> None:
    [value] = values(f"それは{text}です")

    assert (value.kind, value.amount, value.unit) == (kind, Decimal(amount), unit)
    assert value.bound is bound


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("昨日の規定", date(2026, 11, 29), date(2026, 11, 29)),
        ("先月の割引", date(2026, 10, 1), date(2026, 10, 31)),
        ("来週の金曜日", date(2026, 12, 11), date(2026, 12, 11)),
        ("去年の12月", date(2025, 12, 1), date(2025, 12, 31)),
        ("3月5日の時点", date(2026, 3, 5), date(2026, 3, 5)),
    ],
)
def test_a_japanese_day_is_read(text: str, first: date, last: date) -> None:
    [named] = named_days(text, TODAY)

    assert tuple(named.period) == (first, last)
