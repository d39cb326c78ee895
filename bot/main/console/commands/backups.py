"""Commands that copy the data directory into one file, and back."""

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Generator
from pathlib import Path
from typing import IO, Any

from bot.main.app import open_kept
from bot.main.console.remote_commands import shown
from bot.main.console.wrong_input import STREAM
from bot.model.errors import BackupError
from bot.model.kept import CONSOLE
from bot.settings import Settings
from bot.upkeep.backup import Manifest, back_up, restore
from bot.upkeep.backup.making import megabytes
from bot.upkeep.history.trail import Trail

_NO_ROOM = "{what}: {why}. Make room on the disk and let this user write there"
_NOT_BACKED_UP = (
    "answers, channel settings and keys are not in it: they are in PostgreSQL (DATABASE_URL). Back "
    "that up with pg_dump, at about the same time"
)
_NOT_RESTORED = (
    "answers, channel settings and keys are in PostgreSQL (DATABASE_URL) and stay as they are; put "
    "them back with pg_restore. A database in the backup is used only while PostgreSQL is empty"
)


def backup(settings: Settings, arguments: argparse.Namespace) -> int:
    """Writes a backup, while a server runs or not; returns 0."""
    target: Path = arguments.file
    elsewhere = settings.database.url is not None
    with (
        _usable("the backup was not made"),
        _written(target, over=arguments.force) as out,
        shown() as show,
    ):
        beside = settings.store.data if target == STREAM else target.resolve().parent
        data, source = settings.store.data, settings.store.source
        made = back_up(data, out, beside, source, show, with_database=not elsewhere)
    _noted(settings, "backup", made)
    told = f"{len(made.members)} files, {megabytes(made.size)}"
    _said(
        arguments,
        {**_about(made), "file": str(target), "with_database": not elsewhere},
        f"backed up {told} to {target}; it holds tokens and answers: keep it as safe as the data"
        " directory",
    )
    if elsewhere:
        print(f"storewise: {_NOT_BACKED_UP}", file=sys.stderr)
    return 0


def put_back(settings: Settings, arguments: argparse.Namespace) -> int:
    """Puts a backup in place of the data directory's files; returns 0."""
    source: Path = arguments.file
    with _usable("nothing was restored"), _read(source) as file, shown() as show:
        done = restore(settings.store.data, file, show)
    made = done.manifest
    _noted(settings, "restore", made)
    aside = f"; the files of before are in {done.before}" if done.before else ""
    if settings.database.url is not None:
        print(f"storewise: {_NOT_RESTORED}", file=sys.stderr)
    _said(
        arguments,
        {**_about(made), "before": str(done.before) if done.before else None},
        f"restored {len(made.members)} files of {made.made_at:%Y-%m-%d %H:%M} UTC into "
        f"{settings.store.data}{aside}",
    )
    return 0


@contextlib.contextmanager
def _written(target: Path, *, over: bool) -> Generator[IO[bytes]]:
    """Opens a file that appears once it is whole, or the standard output."""
    if target == STREAM:
        if sys.stdout.isatty():
            raise BackupError("a terminal cannot take a backup; name a file, or pipe it on")
        # Not sys.stdout.buffer: what a broken pipe leaves in it would fail again at the exit.
        with os.fdopen(sys.stdout.fileno(), "wb", closefd=False) as out:
            yield out
        return
    if target.exists() and not over:
        raise BackupError(f"{target} exists; use --force to overwrite it")
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _read(source: Path) -> Generator[IO[bytes]]:
    if source == STREAM:
        yield sys.stdin.buffer
        return
    try:
        file = source.open("rb")
    except OSError as error:
        raise BackupError(f"{source} cannot be read: {error.strerror}") from error
    with file:
        yield file


@contextlib.contextmanager
def _usable(what: str) -> Generator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise BackupError(f"{what}: nobody reads it any more") from error
    except OSError as error:
        raise BackupError(_NO_ROOM.format(what=what, why=error.strerror or "no disk")) from error


def _noted(settings: Settings, command: str, made: Manifest) -> None:
    about = {"made_at": made.made_at.isoformat(), "files": len(made.members)}
    with open_kept(settings) as kept:
        asyncio.run(Trail(kept.audit).command(CONSOLE, command, about))


def _about(made: Manifest) -> dict[str, Any]:
    return {
        "format": made.format,
        "storewise": made.storewise,
        "made_at": made.made_at.isoformat(),
        "generations": made.generations,
        "files": len(made.members),
        "bytes": made.size,
    }


def _said(arguments: argparse.Namespace, value: dict[str, Any], text: str) -> None:
    to = sys.stderr if arguments.file == STREAM and arguments.command == "backup" else sys.stdout
    print(json.dumps(value, ensure_ascii=False, indent=2) if arguments.json else text, file=to)
