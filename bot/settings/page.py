"""Makes docs/SETTINGS.md: `python -m bot.settings.page > docs/SETTINGS.md`."""

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from pydantic.fields import FieldInfo

from bot.settings import (
    AnswerSettings,
    ApiSettings,
    AuditSettings,
    CacheSettings,
    ChromaSettings,
    DatabaseSettings,
    DigestSettings,
    EmergencySettings,
    LimitsSettings,
    MemorySettings,
    OpenAISettings,
    PrivacySettings,
    RecordsSettings,
    ReindexSettings,
    RulesSettings,
    ServerSettings,
    SlackSettings,
    SourcesSettings,
    StoreSettings,
    SuggestionsSettings,
    TeamsSettings,
)
from bot.settings.group import Group

GROUPS: tuple[tuple[str, type[Group]], ...] = (
    ("The store and its documents", StoreSettings),
    ("The store and its documents", ReindexSettings),
    ("Rules that people write", RulesSettings),
    ("Documents elsewhere", SourcesSettings),
    ("Answers, and what is kept of them", AnswerSettings),
    ("Answers, and what is kept of them", SuggestionsSettings),
    ("Answers, and what is kept of them", EmergencySettings),
    ("Answers, and what is kept of them", MemorySettings),
    ("Answers, and what is kept of them", CacheSettings),
    ("Answers, and what is kept of them", RecordsSettings),
    ("Answers, and what is kept of them", AuditSettings),
    ("Limits", LimitsSettings),
    ("Personal data", PrivacySettings),
    ("Web server, programs and assistants", ServerSettings),
    ("Web server, programs and assistants", ApiSettings),
    ("Digest", DigestSettings),
    ("Slack", SlackSettings),
    ("Microsoft Teams", TeamsSettings),
    ("OpenAI", OpenAISettings),
    ("Database and Chroma", DatabaseSettings),
    ("Database and Chroma", ChromaSettings),
)
"""Each group below its heading; neighbours of one heading share a table."""
_HEAD = """\
# Settings

storewise reads its settings from the environment or from a file `.env` in the folder where it
starts; the environment wins. Every setting has a default that works without a network. A list is
written with commas: `a,b`. A dash stands for a setting that is empty. A wrong value stops the
start and is named.

[`.env.example`](../.env.example) has them all, ready to copy. This page is made from the code:
`python -m bot.settings.page > docs/SETTINGS.md`.
"""


def page() -> str:
    """The whole page."""
    sections = groupby(GROUPS, key=itemgetter(0))
    lines = (
        line for title, some in sections for line in _section(title, [group for _, group in some])
    )
    return "\n".join((_HEAD, *lines))


def names() -> list[str]:
    """The name of every setting in the environment."""
    return [name_of(group, field) for _, group in GROUPS for field in group.model_fields]


def _section(title: str, groups: Sequence[type[Group]]) -> Iterator[str]:
    yield f"## {title}\n"
    if len(groups) == 1:
        yield f"{_said(groups[0].__doc__)}\n"
    yield "| setting | default | |\n|---|---|---|"
    for group in groups:
        sentences = _sentences(group)
        for name, field in group.model_fields.items():
            yield f"| `{name_of(group, name)}` | {_default(field)} | {sentences[name]} |"
    yield ""


def name_of(group: type[Group], field: str) -> str:
    """The name of a setting in the environment."""
    return f"{group.model_config.get('env_prefix', '')}{field}".upper()


def _sentences(group: type[Group]) -> dict[str, str]:
    """The docstring below each field."""
    tree = ast.parse(inspect.getsource(group))
    [defined] = [one for one in tree.body if isinstance(one, ast.ClassDef)]
    found = {}
    for field, below in zip(defined.body, defined.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            said = ast.literal_eval(below.value) if isinstance(below, ast.Expr) else ""
            found[field.target.id] = _said(said)
    return found


def _said(docstring: str | None) -> str:
    return " ".join((docstring or "").split())


def _default(field: FieldInfo) -> str:
    shown = written(field.default)
    return f"`{shown}`" if shown else "–"


def written(value: Any) -> str:
    """A value as you would set it; "" if it is not set."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, timedelta):
        return _time(value)
    if isinstance(value, frozenset | tuple):
        return ",".join(sorted(map(str, value)))
    return str(value)


def _time(value: timedelta) -> str:
    minutes = round(value.total_seconds() / 60)
    for unit, size in (("d", 24 * 60), ("h", 60)):
        if minutes % size == 0:
            return f"{minutes // size}{unit}"
    return f"{minutes}m"


if __name__ == "__main__":
    sys.stdout.write(page())
