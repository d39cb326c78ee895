"""What kind of message a text is, where the encoder is away for a while."""

import pytest

from knowledge.models import kinds


@pytest.mark.parametrize("said", ["thanks so much, that was all", "정말 고마워요, 그거면 돼요"])
def test_a_text_is_read_once_an_encoder_can_be_used(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setattr(kinds, "encoders", list)
        assert kinds.message_kinds(said) == {}

    assert "thanks" in kinds.message_kinds(said)
