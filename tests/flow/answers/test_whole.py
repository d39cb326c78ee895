"""A question for all of something gets the whole of it, from documents as people write them."""

from pathlib import Path

import pytest

from bot.main.app import build
from bot.model import Message, Platform
from tests.flow.stand_in.editions import settings


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        (
            "Bronze members earn 1% of the price. Silver members earn 2% of the price. "
            "Gold members earn 3% of the price.",
            "what do members of each grade earn?",
        ),
        (
            "브론즈 회원은 결제 금액의 1%를 적립합니다. 실버 회원은 결제 금액의 2%를 적립합니다. "
            "골드 회원은 결제 금액의 3%를 적립합니다. 다이아 회원은 결제 금액의 5%를 적립합니다.",
            "회원 등급별 적립률이 어떻게 돼요?",
        ),
    ],
)
async def test_a_paragraph_whose_sentences_all_answer_is_shown_whole(
    tmp_path: Path, rules: str, asked: str
) -> None:
    source = tmp_path / "docs"
    source.mkdir()
    (source / "points.md").write_text(f"# Points\n\n## Grades\n\n{rules}\n\nCall 02-555-0142.\n")
    app = build(settings(source, tmp_path / "data"))
    await app.indexer.rebuild()

    reply = await app.conversation.handle(Message(Platform.CONSOLE, "", "test", asked))

    app.close()
    assert all(f"{one}." in reply.text for one in rules.rstrip(".").split(". "))
