"""Reads `stores.yaml`; an error names the store and the field."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import time
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot.model import Platform
from bot.model.errors import StoresError
from bot.stores.store import Owner, Store, Stores, key_of
from bot.texts import LANGUAGES
from knowledge.model.documents import Spoken

_MOST_CHARACTERS = 5_000_000
"""Ten thousand stores have three million."""


def read_stores(path: Path | None) -> Stores:
    """Reads the stores of a file; none without a path. Raises StoresError."""
    if path is None:
        return Stores()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StoresError(f"{path} cannot be read; it is the file of STOREWISE_STORES") from error
    if len(text) > _MOST_CHARACTERS:
        raise StoresError(f"{path} is longer than {_MOST_CHARACTERS:,} characters")
    try:
        # Only text: a store's id may be 0012, which YAML takes for the number 10.
        written = yaml.load(text, yaml.BaseLoader)  # noqa: S506 - makes nothing but text
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f":{mark.line + 1}" if mark else ""
        raise StoresError(f"{path}{where} is not valid YAML") from error
    try:
        described = _File.model_validate(written or {})
    except ValidationError as error:
        raise StoresError(f"{path}: {_said(error)}") from error
    stores = [_store(store_id, one) for store_id, one in described.stores.items()]
    for what, twice in _twice(stores):
        raise StoresError(f"{path}: {what} `{twice}` belongs to more than one store")
    return Stores(stores, [_owner(name, one) for name, one in described.owners.items()])


def _folded(value: object) -> object:
    return value.strip().casefold() if isinstance(value, str) else value


def _zone(value: object) -> object:
    try:
        return ZoneInfo(value) if isinstance(value, str) else value
    except (KeyError, ValueError) as error:
        raise ValueError("no such time zone; use a name such as Asia/Seoul") from error


def _in_both(value: object) -> object:
    return dict.fromkeys(LANGUAGES, value) if isinstance(value, str) else value


def _or_none(value: object) -> object:
    return value or {}


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _from_to(value: object) -> object:
    if not isinstance(value, str):
        return value
    opens, _, closes = value.replace("-", "–").partition("–")
    try:
        return _time(opens), _time(closes)
    except ValueError as error:
        raise ValueError("write opening hours as 09:00–22:00") from error


def _time(written: str) -> time:
    # A day ends at 24:00, which no `time` is.
    return time.fromisoformat("23:59" if written.strip() == "24:00" else written.strip())


_Folded = Annotated[str, BeforeValidator(_folded), Field(min_length=1, max_length=100)]
_Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
_Names = Annotated[tuple[_Name, ...], BeforeValidator(_listed)]
_Hours = Annotated[tuple[time, time], BeforeValidator(_from_to)]


class _Ids(BaseModel):
    model_config = ConfigDict(extra="forbid")

    slack: _Names = ()
    teams: _Names = ()


class _Described(BaseModel):
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    name: Annotated[dict[Spoken, _Name], BeforeValidator(_in_both), Field(min_length=1)]
    also: _Names = ()
    region: _Folded | None = None
    brand: _Folded | None = None
    type: _Folded | None = None
    language: Spoken | None = None
    timezone: Annotated[ZoneInfo | None, BeforeValidator(_zone)] = None
    hours: _Hours | None = None
    owner: _Name | None = None
    channels: _Ids = _Ids()


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    owners: Annotated[dict[_Name, _Ids], BeforeValidator(_or_none)] = Field(default_factory=dict)

    stores: Annotated[dict[_Folded, _Described], BeforeValidator(_or_none)] = Field(
        default_factory=dict
    )


def _store(store_id: str, described: _Described) -> Store:
    opens, closes = described.hours or (None, None)
    return Store(
        store_id=store_id,
        names=described.name,
        also=described.also,
        region=described.region,
        brand=described.brand,
        store_type=described.type,
        language=described.language,
        timezone=described.timezone,
        opens=opens,
        closes=closes,
        owner=described.owner,
        channels={
            Platform.SLACK: described.channels.slack,
            Platform.TEAMS: described.channels.teams,
        },
    )


def _owner(name: str, people: _Ids) -> Owner:
    # Entra writes object ids in small letters; the id of a channel keeps its own.
    teams = tuple(one if one.startswith("19:") else one.lower() for one in people.teams)
    return Owner(name, {Platform.SLACK: people.slack, Platform.TEAMS: teams})


def _twice(stores: Iterable[Store]) -> Iterable[tuple[str, str]]:
    """Yields names and channels that several stores have."""
    names: Counter[str] = Counter()
    channels: Counter[str] = Counter()
    for one in stores:
        names.update({key_of(name) for name in (*one.names.values(), *one.also)})
        channels.update({channel for some in one.channels.values() for channel in some})
    for what, counted in (("the name", names), ("the channel", channels)):
        yield from ((what, name) for name, times in counted.items() if times > 1)


def _said(error: ValidationError) -> str:
    """The first problem, with the way to it: `gangnam.timezone: no such time zone`."""
    first: Mapping[str, Any] = error.errors(include_url=False, include_input=False)[0]
    way = ".".join(str(part) for part in first["loc"] if part != "[key]")
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{way.removeprefix('stores.')}: {said}" if way else said
