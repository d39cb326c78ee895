"""How an answer's way is printed."""

from typing import Any

import pytest

from bot.model.reason import IN_WORDS, Reason
from bot.upkeep.history.replay import replay_lines

_TOLD: dict[str, Any] = {
    "id": "r1",
    "at": "2026-11-22T09:00:00+00:00",
    "who": "slack:T1:U1",
    "question": "금고는 누가 여나요?",
    "answer": "점장입니다 [1].",
    "verdict": "pass",
    "closest": [],
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


_MADE: dict[str, Any] = {
    **_TOLD,
    "searched": {},
    "understood": {},
    "index": None,
    "selected_text": True,
    "passages": [],
    "model": "extractive",
    "model_calls": 0,
    "drafts": 1,
    "attempts": 1,
    "likelihood": 0.9,
    "confidence": "high",
    "cached": False,
    "dropped": [],
    "rejected": [],
    "troubles": [],
    "redactions": {},
    "rules": {},
    "ms": 9,
    "steps": {},
    "spent": {},
}


@pytest.mark.parametrize("reason", Reason)
def test_why_a_sentence_was_dropped_is_said_in_words_and_by_its_code(reason: Reason) -> None:
    shown = "\n".join(replay_lines({**_MADE, "dropped": [f"sentence 2: {reason}"]}))

    assert f"sentence 2: {IN_WORDS[reason]} ({reason.value})" in shown


def test_a_code_of_an_older_log_is_shown_as_it_is() -> None:
    shown = "\n".join(replay_lines({**_MADE, "rejected": ["sentence 1: no_longer_known"]}))

    assert "sentence 1: no_longer_known" in shown


def test_the_criteria_that_moved_the_best_statement_are_shown() -> None:
    shown = "\n".join(replay_lines({**_MADE, "moved": {"condition": 4.0, "day": -1.5}}))

    assert "condition +4.00" in shown
    assert "day -1.50" in shown
