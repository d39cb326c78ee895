"""How an answer's way is printed."""

from typing import Any

from bot.replay_report import replay_lines

_TOLD: dict[str, Any] = {
    "id": "r1",
    "at": "2026-11-22T09:00:00+00:00",
    "who": "slack:T1:U1",
    "question": "금고는 누가 여나요?",
    "answer": "점장입니다 [1].",
    "verdict": "pass",
    "rated": [],
    "again": None,
}


def test_what_a_person_wrote_gives_a_terminal_no_orders() -> None:
    comment = "틀렸어요 \x1b[2J\x9b31m\u202e"
    rated = [{"good": False, "who": "slack:T1:U2", "reason": "wrong", "comment": comment}]

    shown = "\n".join(replay_lines({**_TOLD, "rated": rated}))

    assert "틀렸어요" in shown
    assert "slack:T1:U2" in shown
    assert not {"\x1b", "\x9b", "\u202e"} & set(shown)
