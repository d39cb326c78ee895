"""Every sentence of the bot's own exists in both languages."""

from collections.abc import Iterator
from string import Formatter

import pytest

from adapters.slack import texts as slack_texts
from bot import index_texts, texts
from bot.texts import Text


def every_text() -> Iterator[tuple[str, Text]]:
    modules = (texts, index_texts, slack_texts)
    for name, value in (item for module in modules for item in vars(module).items()):
        if not name.isupper():
            continue
        if all(isinstance(said, str) for said in value.values()):
            yield name, value
        else:
            yield from ((f"{name}[{key}]", text) for key, text in value.items())


TEXTS = dict(every_text())


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_exists_in_both_languages_with_the_same_places_to_fill(name: str) -> None:
    text = TEXTS[name]

    assert set(text) == {"en", "ko"}
    assert all(text.values())
    assert places(text["en"]) == places(text["ko"])


@pytest.mark.parametrize("name", TEXTS)
def test_the_korean_text_is_korean_and_the_english_is_not(name: str) -> None:
    text = TEXTS[name]

    assert not any("가" <= char <= "힣" for char in text["en"])
    assert any("가" <= char <= "힣" for char in text["ko"])


def test_nothing_is_left_out() -> None:
    assert len(TEXTS) > 60


def places(text: str) -> set[tuple[str, str]]:
    """The names between braces, with how they are written."""
    return {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name}
