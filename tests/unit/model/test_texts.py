"""Every sentence of the bot's own exists in both languages."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from adapters.slack import texts as slack_texts
from bot import texts
from bot.texts import Text
from bot.upkeep.indexing import index_texts

_EITHER = re.compile(
    r"[은는이가을를과와]\([은는이가을를과와]\)|\(으\)로|\}(?:은|는|이|가|을|를|과|와|으로|로)\s"
)
"""정책은(는), {title}을: a title may end in a letter, a digit or a bracket, too."""


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


@pytest.mark.parametrize("name", TEXTS)
def test_no_particle_hangs_on_how_a_filled_in_word_ends(name: str) -> None:
    assert not _EITHER.search(TEXTS[name]["ko"])


def test_nothing_is_left_out() -> None:
    assert len(TEXTS) > 60


def places(text: str) -> set[tuple[str, str]]:
    """The names between braces, with how they are written."""
    return {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name}
