"""With a day in the question the version of that day answers, and no version is a conflict."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Message, Platform, Verdict
from tests.flow.stand_in.editions import settings

_PAGE = """---
doc_id: {doc_id}
version: {version}
title: {title}
effective_from: {since}
{more}---
{text}
"""
_LOCKERS = "The deposit for a staff locker is {won} won."
_PARKING = "직원 주차 요금은 한 달에 {won}원입니다."
_PAGES = {
    # One name for both versions, and another name for the second.
    "lockers.v1.md": ("lockers", 1, "Staff lockers", "2025-01-01", "", _LOCKERS, 5000),
    "lockers.v2.md": ("lockers", 2, "Staff lockers", "2026-06-01", "", _LOCKERS, 7000),
    "parking.md": ("parking", 1, "직원 주차", "2025-01-01", "", _PARKING, 3000),
    "parking-2026.md": (
        "parking-2026",
        1,
        "직원 주차",
        "2026-06-01",
        "supersedes: parking@1\n",
        _PARKING,
        9000,
    ),
}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    source = tmp_path / "documents"
    source.mkdir()
    for name, (doc_id, version, title, since, more, text, won) in _PAGES.items():
        page = _PAGE.format(
            doc_id=doc_id,
            version=version,
            title=title,
            since=since,
            more=more,
            text=text.format(won=won),
        )
        (source / name).write_text(page, encoding="utf-8")
    app = build(settings(source, tmp_path / "data"))
    await app.indexer.rebuild()
    yield app
    app.close()


@pytest.mark.parametrize(
    ("asked", "first", "holds"),
    [
        ("how much is the deposit for a staff locker?", "The deposit", "7000"),
        (
            "as of 1 March 2026, how much is the deposit for a staff locker?",
            "As of 1 March 2026:",
            "5000",
        ),
        ("직원 주차 요금은 한 달에 얼마인가요?", "직원 주차", "9000"),
        (
            "2026년 3월 1일 기준 직원 주차 요금은 한 달에 얼마인가요?",
            "2026년 3월 1일 기준:",
            "3000",
        ),
    ],
)
async def test_the_version_of_the_day_answers_alone(
    app: App, asked: str, first: str, holds: str
) -> None:
    reply = await app.conversation.handle(Message(Platform.CONSOLE, "", "test", asked))

    assert reply.answer is not None
    assert reply.answer.verdict is Verdict.PASS
    assert reply.text.startswith(first)
    assert [won for won in ("3000", "5000", "7000", "9000") if won in reply.text] == [holds]
