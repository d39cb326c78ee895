"""`report` in a chat: what is asked for, and the lines that a phone shows."""

import re
from datetime import UTC, timedelta

import pytest

from bot.model.kept import REPORTS
from bot.texts import Text
from bot.upkeep.reports import Report, Table, Wanted
from bot.upkeep.reports.asked import feedback, usage
from bot.upkeep.reports.damage import contradictions, damage
from bot.upkeep.reports.in_chat import WHICH, WHICH_PERIOD, Asked, asked_for, chat_lines, is_meant
from bot.upkeep.reports.receipts import READERS, RECEIPTS
from bot.upkeep.reports.table import Cell
from knowledge.model.documents import Language

MONTH = timedelta(days=30)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("gaps", Asked("gaps", MONTH)),
        ("gaps 7d", Asked("gaps", timedelta(days=7))),
        ("GAPS --since 12h", Asked("gaps", timedelta(hours=12))),
        ("usage last 4w", Asked("usage", timedelta(days=28))),
        ("보고 빠진 규정 30일", Asked("gaps", MONTH)),
        ("리포트 미답변 최근 2주", Asked("gaps", timedelta(days=14))),
        ("사용 현황 24시간", Asked("usage", timedelta(hours=24))),
        ("7일 피드백", Asked("feedback", timedelta(days=7))),
        ("불일치 보고서", Asked("contradictions", MONTH)),
        ("잘못된 안내 3개월", Asked("damage", timedelta(days=90))),
        ("보고 gaps 7d", Asked("gaps", timedelta(days=7))),
        ("", WHICH),
        ("gapz", WHICH),
        ("매출 30일", WHICH),
        ("gaps 30x", WHICH_PERIOD),
        ("gaps 0d", WHICH_PERIOD),
        ("gaps 7d 8d", WHICH_PERIOD),
        ("평가 30분", WHICH_PERIOD),
    ],
)
def test_a_report_is_asked_for_in_either_language(text: str, asked: Asked | Text) -> None:
    assert asked_for(text) == asked


@pytest.mark.parametrize(
    ("text", "is_report"),
    [
        ("", True),
        ("gaps 30d", True),
        ("gaps 30x", True),
        ("gapz", True),
        ("빠진 규정", True),
        ("보고", True),
        ("a theft to whom?", False),
        ("damage to the fridge", False),
        ("싶은 직원은 누구에게 말해요?", False),
        ("3 missing bags", False),
    ],
)
def test_staff_ask_how_to_report_something(text: str, is_report: bool) -> None:
    assert is_meant(text) is is_report


GAPS = Report(
    "gaps",
    "200 questions since 2026-10-22 09:00.",
    (
        Table(
            "gaps",
            ("people", "times", "question", "wordings", "asked as", "shown", "nearest", "owner",
             "last"),
            [(9 - n, 10 - n, f"question {n}?", 1, "staff", "refusal", None, "Customer Care",
              "2026-11-20") for n in range(8)],
        ),
    ),
    questions=200,
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Missing rules, last 30 days: 200 questions",
                "",
                "Unanswered questions:",
                "- question 0? (people 9 · times 10 · owner Customer Care)",
            ],
        ),
        (
            "ko",
            [
                "빠진 규정, 최근 30일: 질문 200건",
                "",
                "답하지 못한 질문:",
                "- question 0? (사람 9 · 횟수 10 · 담당 Customer Care)",
            ],
        ),
    ],
)
def test_the_first_rows_are_lines_in_the_readers_language(
    language: Language, lines: list[str]
) -> None:
    said = chat_lines(GAPS, MONTH, language)

    assert said[:4] == lines
    assert len([one for one in said if one.startswith("- ")]) == 5
    assert "3" in said[-3]
    assert said[-1].endswith("storewise report gaps --since 30d")


@pytest.mark.parametrize("kind", REPORTS)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_report_fits_a_phone_and_has_no_word_of_the_other_language(
    kind: str, language: Language
) -> None:
    said = chat_lines(_filled(kind), timedelta(hours=36), language)

    own, how = said[:-1], said[-1]
    assert len(said) <= 45
    assert max(map(len, said)) <= 400
    assert how.endswith(f"storewise report {kind} --since 36h")
    if language == "ko":
        text = re.sub(r"X+|Slack|AI", "", "\n".join(own))
        assert re.findall("[A-Za-z]{2,}", text) == []
    else:
        assert re.findall("[가-힣]", "\n".join(own)) == []


def _filled(kind: str) -> Report:
    """A report with the tables that it really has, their cells filled in."""
    tables = {
        "usage": usage([], [], {}, UTC),
        "feedback": feedback([], [], {}, UTC),
        "contradictions": contradictions([], {}, Wanted()),
        "gaps": GAPS.tables,
        "damage": damage([], UTC),
        "receipts": (Table("receipts", RECEIPTS, []), Table("readers", READERS, [])),
    }[kind]
    words: dict[str, Cell] = {"now": "changed in version 2", "platform": "slack", "language": "ko",
             "role": "manager", "store": "cafe", "last outcome": "refusal",
             "reason": "incomplete", "answered": 0.5, "closest": 0.25, "refused": 0.25}  # fmt: skip
    numbers = "questions people times answers good bad conflicts".split()
    numbers += ["read"]
    numbers += ["rated good", "rated bad", "times told"]
    rows = [
        tuple(words.get(one, 3 if one in numbers else "X" * 3000) for one in table.columns)
        for table in tables
    ]
    filled = tuple(
        Table(table.name, table.columns, [row] * 9) for table, row in zip(tables, rows, strict=True)
    )
    return Report(kind, "", filled, questions=None if kind == "contradictions" else 7)
