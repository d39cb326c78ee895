"""The bot's own sentences by key, a file for each language.

`REFUSAL[language]` is a sentence, `TALK[Talk.GREETING]` one of a table. Nothing is read before a
sentence is wanted. `tests/unit/model/test_texts.py` looks up every name that the code uses.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_args

from knowledge.model.documents import Language, Spoken

Text = Mapping[Language, str]
LANGUAGES: tuple[Spoken, ...] = get_args(Spoken)
_USUAL: Spoken = "en"


class _Sentence(Text):
    """One sentence in each language."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __getitem__(self, language: Language) -> str:
        return catalogue(spoken(language))[self._key]

    def __iter__(self) -> Iterator[Spoken]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


class Section(Mapping[str, Text]):
    """The sentences of a part of the bot, or of a table, by name."""

    def __init__(self, name: str) -> None:
        self._start = f"{name}." if name else ""

    def __getitem__(self, name: str) -> Text:
        if f"{self._start}{name}" not in catalogue(_USUAL):
            raise KeyError(name)
        return _Sentence(f"{self._start}{name}")

    def __getattr__(self, name: str) -> Text:
        if not name.isupper():
            raise AttributeError(name)
        return _Sentence(f"{self._start}{name}")

    def __iter__(self) -> Iterator[str]:
        below = [key for key in catalogue(_USUAL) if key.startswith(self._start)]
        return (key.removeprefix(self._start) for key in below)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def table(self, name: str) -> "Section":
        """Returns a table of this part."""
        return Section(f"{self._start}{name}")


def spoken(language: str | None) -> Spoken:
    """Returns the bot's language for another one, or for a locale such as `ko-KR`; else English."""
    begun = (language or "").casefold().partition("-")[0]
    return next((one for one in LANGUAGES if one == begun), _USUAL)


@cache
def catalogue(language: Spoken) -> Mapping[str, str]:
    """Returns all sentences of a language by key, such as `slack.SHARED`."""
    written = Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(written)))


def _flat(table: Mapping[str, object], start: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{start}{name}.")
        else:
            yield f"{start}{name}", str(value)


_TEXTS = Section("")
TALK = _TEXTS.table("TALK")
NTH = _TEXTS.table("NTH")
MONTHS = _TEXTS.table("MONTHS")
SHORT_MONTHS = _TEXTS.table("SHORT_MONTHS")
WEEKDAYS = _TEXTS.table("WEEKDAYS")
NEAR_DAYS = _TEXTS.table("NEAR_DAYS")
NOT_FOUND = _TEXTS.table("NOT_FOUND")
LANGUAGE_NAMES = _TEXTS.table("LANGUAGE_NAMES")
STORE_TYPES = _TEXTS.table("STORE_TYPES")
PERSONAL_DATA = _TEXTS.table("PERSONAL_DATA")
PARTS = _TEXTS.table("PARTS")
NOTICED = _TEXTS.table("NOTICED")


def __getattr__(name: str) -> Text:
    return _TEXTS.__getattr__(name)
