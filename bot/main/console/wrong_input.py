"""Says in plain words what is wrong with a command line, with a guess of what was meant."""

import argparse
import itertools
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from knowledge.model.places import Address
from knowledge.model.printable import visible

COMMAND = "COMMAND"
STREAM = Path("-")
"""Stands for the standard input, or the output."""
_TOLD = {
    r"argument (\S+): not allowed with argument (\S+)": "use {0} or {1}, not both",
    r"argument (\S+): ignored explicit argument .*": "{0} takes no value",
    r"argument (\S+): expected .*": "{0} needs a value",
    r"ambiguous option: (\S+) could match (.+)": "{0} may mean {1}",
    r"argument (?:-\w/)?(-\S+): (.+)": "{0}: {1}",
    r"argument [^-]\S*: (.+)": "{0}",
}
"""Messages of argparse that no method of it makes alone, and ours."""
_MISSING = re.compile(r"the following arguments are required: (.+)", re.DOTALL)
_ONE_OF = re.compile(r"one of the arguments (.+) is required", re.DOTALL)
_FIRST_YEAR = 1900
"""A year before it is rather a day of a month."""
_MOST_NAMES = 1000
"""Files of a folder that a misspelt name is compared with."""


class Parser(argparse.ArgumentParser):
    """Ends with one plain sentence instead of the usage; exit code 2."""

    _given: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Reads the arguments; ends at the first one that this command does not know."""
        self._given = tuple(sys.argv[1:] if args is None else args)
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self._refuse(unknown[0])
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Prints what is wrong, and where to read more."""
        missing, one_of = _MISSING.fullmatch(message), _ONE_OF.fullmatch(message)
        slip = next((one for one in self._given if self._is_unknown(one)), None)
        if slip and (missing or one_of):
            self._refuse(slip)
        if missing:
            message = f"write {' and '.join(self._wanted(missing[1].split(', ')))}"
        if one_of:
            message = f"write {listed(self._wanted(one_of[1].split()))}"
        for pattern, ours in _TOLD.items():
            if found := re.fullmatch(pattern, message, re.DOTALL):
                message = ours.format(*found.groups())
                break
        usage = f"usage: {self.prog} …; {self.prog} --help has examples"
        self.exit(2, f"{self.prog}: {visible(message)}\n{usage}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(one) for one in action.choices]
            near = guess(str(value), known) or f"choose from {listed(known)}"
            self.error(f"{_before(action)}there is no {value}; {near}")

    def _refuse(self, written: str) -> NoReturn:
        name = written.partition("=")[0]
        if not name.startswith("-"):
            self.error(f"{written} is too much here")
        options = {
            text.removeprefix("--"): f"{one.help} {one.metavar}".casefold().split()
            for one in self._actions
            for text in one.option_strings
            if text.startswith("--") and text != "--help"
        }
        word = name.strip("-").casefold()
        meaning = [text for text, told in options.items() if word in told]
        near = guess(word, options, before="--") or guess(word, meaning, 0.0, before="--")
        rest = f"choose from {listed([f'--{one}' for one in options])}" if options else ""
        self.error(f"there is no {name}; {near or rest or 'it has no options'}")

    def _is_unknown(self, written: str) -> bool:
        name = written.partition("=")[0]
        known = self._option_string_actions
        return name.startswith("--") and not any(one.startswith(name) for one in known)

    def _wanted(self, names: Collection[str]) -> list[str]:
        """What is missing, in the words of its help."""
        wanted = []
        for one in self._actions:
            if {*names} & {*one.option_strings, one.dest, str(one.metavar)}:
                known = listed(list(map(str, one.choices))) if one.choices else f"({one.help})"
                name = one.option_strings[-1] if one.option_strings else one.metavar or ""
                wanted.append(f"{'a command:' if one.metavar == COMMAND else name} {known}".strip())
        return wanted


def guess(written: str, known: Iterable[str], likeness: float = 0.6, before: str = "") -> str:
    """The name that a slip may stand for, as a question; "" if none is like it."""
    by_letters = {one.casefold(): one for one in known}
    near = get_close_matches(written.casefold(), by_letters, 1, likeness)
    return f"did you mean {before}{by_letters[near[0]]}?" if near else ""


def listed(names: Sequence[str]) -> str:
    """Joins names as a person lists them."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def _before(action: argparse.Action) -> str:
    return f"{action.option_strings[-1]}: " if action.option_strings else ""


def day(written: str) -> date:
    """Reads a day such as 2026-03-01."""
    with suppress(ValueError):
        return date.fromisoformat(written)
    meant = listed([one.isoformat() for one in _days(written)])
    near = f"did you mean {meant}?" if meant else "write year, month, day: 2026-03-01"
    raise argparse.ArgumentTypeError(f"{written} is no day that I can read; {near}")


def _days(written: str) -> list[date]:
    """The days that a writing may mean: three numbers in any usual order, or words."""
    from knowledge.language.calendar.named_days import named_days  # noqa: PLC0415 - for a slip only

    if numbers := re.fullmatch(r"(\d{1,4})\D(\d{1,2})\D(\d{1,4})\D?", written.strip()):
        first, second, third = map(int, numbers.groups())
        orders = ((first, second, third), (third, second, first), (third, first, second))
        days = []
        for order in orders:
            with suppress(ValueError):
                days.append(date.fromisoformat("{:04}-{:02}-{:02}".format(*order)))
        return [one for one in dict.fromkeys(days) if one.year >= _FIRST_YEAR]
    named = [one.period for one in named_days(written, datetime.now().astimezone().date())]
    return [one.first for one in named if one.first == one.last][:1]


def count(most: int) -> Callable[[str], int]:
    """Makes a reader of a number from 1 to `most`."""

    def read(written: str) -> int:
        with suppress(ValueError):
            if 1 <= int(written) <= most:
                return int(written)
        raise argparse.ArgumentTypeError(f"write a number from 1 to {most}, not {written}")

    return read


def or_stream(read: Callable[[str], Path]) -> Callable[[str], Path]:
    """Makes a reader of paths accept `-`, too."""
    return lambda written: STREAM if Path(written) == STREAM else read(written)


def to_read(written: str) -> Path:
    """The path of a file that can be read."""
    path = place(written)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{written} is a folder; name a file")
    return path


def place(written: str) -> Path:
    """The path of a file or a folder that can be read."""
    _exists(Path(written))
    return Path(written)


def source(written: str) -> str:
    """A place of documents: a file, a folder or an address."""
    return written if Address.is_one(written) else str(place(written))


def to_write(written: str) -> Path:
    """The path of a file that may be written, perhaps in a folder to be made."""
    if Path(written).is_dir():
        raise argparse.ArgumentTypeError(f"{written} is a folder; name a file in it")
    return folder_to_write(written)


def folder_to_write(written: str) -> Path:
    """The path of a folder that may be made or written into."""
    path = Path(written)
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    if there != path and not there.is_dir():
        raise argparse.ArgumentTypeError(f"{there} is a file, so {written} cannot be in it")
    if not os.access(there, os.W_OK):
        raise argparse.ArgumentTypeError(f"this user may not write {there}")
    return path


def _exists(path: Path) -> None:
    try:
        path.stat()
    except FileNotFoundError:
        with suppress(OSError):
            names = [one.name for one in itertools.islice(path.parent.iterdir(), _MOST_NAMES)]
            if near := guess(path.name, names):
                raise argparse.ArgumentTypeError(f"there is no file {path}; {near}") from None
        raise argparse.ArgumentTypeError(f"there is no file or folder {path}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no name of a file"
        raise argparse.ArgumentTypeError(f"{path} cannot be read: {why}") from None
    if not os.access(path, os.R_OK):
        raise argparse.ArgumentTypeError(f"{path} may not be read by this user")
