"""Names in the environment or .env that look like a setting and are none."""

import os
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from dotenv import dotenv_values

_OURS = (
    *("STOREWISE_", "SLACK_", "TEAMS_", "OPENAI_", "CHROMA_"),
    *("REINDEX_", "RECORDS_", "PRIVACY_", "DIGEST_"),
)
"""Beginnings that other programs on the machine hardly use."""
_OTHERS = frozenset({"OPENAI_ORG_ID", "OPENAI_ORGANIZATION", "OPENAI_PROJECT_ID", "OPENAI_LOG"})
"""Names that libraries read themselves."""
_NEAR = 0.85
"""Share of equal letters: SLACK_BOT_TOKN and SLCK_BOT_TOKEN are near SLACK_BOT_TOKEN."""
_FAR = 0.6
"""For a name that begins like ours."""


def unknown_names(known: Iterable[str], env_file: Path = Path(".env")) -> list[tuple[str, str]]:
    """Returns each name that is no setting, with the nearest that is one; "" if none is near."""
    known = list(known)
    return list(_unknown(known, sorted(_given(env_file) - {*known, *_OTHERS})))


def _unknown(known: list[str], names: list[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        is_ours = name.startswith(_OURS)
        near = get_close_matches(name, known, 1, _FAR if is_ours else _NEAR)
        if near or is_ours:
            yield name, near[0] if near else ""


def _given(env_file: Path) -> set[str]:
    """The names with a value, as pydantic reads them: in capitals or not."""
    try:
        in_file = dotenv_values(env_file, interpolate=False)
    except (OSError, ValueError):
        in_file = {}
    both = (*os.environ.items(), *in_file.items())  # noqa: TID251 - this is bot/settings
    return {name.upper() for name, value in both if value}
