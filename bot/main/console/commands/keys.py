"""Commands about API keys: make, list and revoke them."""

import argparse
import asyncio
import json
import sys
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.main.app import open_kept
from bot.model.kept import CONSOLE, Key, new_key_id, new_secret
from bot.settings import Settings
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Audience


def add_key(settings: Settings, arguments: argparse.Namespace) -> int:
    """Makes a key and shows it once; returns 2 if its last day has passed."""
    key = Key(
        new_key_id(),
        arguments.name,
        Audience(arguments.role),
        datetime.now(UTC),
        arguments.store,
        _last_day(arguments.expires, _today(settings)),
    )
    if not key.is_valid(_today(settings)):
        print(f"storewise: {key.expires_on} is in the past; choose a later day", file=sys.stderr)
        return 2
    secret = new_secret()
    with open_kept(settings) as kept:
        asyncio.run(kept.keys.add(key, secret))
    asyncio.run(_noted(settings, "keys add", key))
    if arguments.json:
        print(json.dumps({**_shown(key), "key": secret}, ensure_ascii=False, indent=2))
        return 0
    print(secret)
    print(
        f"storewise: this is the key of {key.name} ({key.role}). Save it now: it is not shown "
        "again",
        file=sys.stderr,
    )
    return 0


def list_keys(settings: Settings, arguments: argparse.Namespace) -> int:
    """Lists the keys by id and name, never a key itself."""
    with open_kept(settings) as kept:
        keys = asyncio.run(kept.keys.all())
    if arguments.json:
        print(json.dumps([_shown(key) for key in keys], ensure_ascii=False, indent=2))
        return 0
    today = _today(settings)
    for key in keys:
        print(f"{key.key_id}  {key.name}  {key.role}  {_standing(key, today)}")
    if not keys:
        print("no keys yet; create one with `storewise keys add NAME --role staff`")
    return 0


def revoke_key(settings: Settings, arguments: argparse.Namespace) -> int:
    """Revokes a key; returns 1 if there is no valid one of this name."""
    with open_kept(settings) as kept:
        key = asyncio.run(kept.keys.revoke(arguments.name, datetime.now(UTC)))
    if key is None:
        print(f"storewise: there is no valid key named {arguments.name}", file=sys.stderr)
        return 1
    asyncio.run(_noted(settings, "keys revoke", key))
    print(f"{key.key_id}  {key.name}: revoked")
    return 0


async def _noted(settings: Settings, command: str, key: Key) -> None:
    # Only the id goes into the log: the name may be a person's.
    about = {
        "key": key.key_id,
        "role": key.role,
        "store_type": key.store_type,
        "expires_on": key.expires_on and key.expires_on.isoformat(),
    }
    with open_kept(settings) as kept:
        await Trail(kept.audit).command(CONSOLE, command, about)


def _last_day(expires: date | timedelta | None, today: date) -> date | None:
    return today + expires if isinstance(expires, timedelta) else expires


def _today(settings: Settings) -> date:
    return datetime.now(ZoneInfo(settings.store.timezone)).date()


def _standing(key: Key, today: date) -> str:
    store = f"store {key.store_type}, " if key.store_type else ""
    if key.revoked_at:
        return f"{store}revoked on {key.revoked_at.date()}"
    if key.expires_on:
        expired = "expired" if key.expires_on < today else "valid until"
        return f"{store}{expired} {key.expires_on}"
    return f"{store}valid"


def _shown(key: Key) -> dict[str, Any]:
    return {
        "id": key.key_id,
        "name": key.name,
        "role": key.role,
        "store_type": key.store_type,
        "made_at": key.made_at.isoformat(),
        "expires_on": key.expires_on and key.expires_on.isoformat(),
        "revoked_at": key.revoked_at and key.revoked_at.isoformat(),
    }
