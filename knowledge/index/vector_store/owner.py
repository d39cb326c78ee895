"""Whose collections they are, where several bots share one Chroma server."""

import os
import re
import secrets
from pathlib import Path

from knowledge.model.errors import KnowledgeError


def known_owner(file: Path) -> str | None:
    """The name in this file; None where none has been given yet."""
    try:
        written = file.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    except OSError as error:
        raise KnowledgeError(f"{file} cannot be read") from error
    return written if re.fullmatch(r"[0-9a-f]{12}", written) else None


def owner(file: Path) -> str:
    """The name in this file, given now where there is none. For who holds the directory's lock."""
    known = known_owner(file)
    if known is not None:
        return known
    made = secrets.token_hex(6)
    beside = file.with_name(f"{file.name}.new")
    try:
        with beside.open("w", encoding="ascii") as out:
            out.write(f"{made}\n")
            out.flush()
            os.fsync(out.fileno())
        # Whole or not at all, also when the process is killed here.
        beside.replace(file)
    except OSError as error:
        raise KnowledgeError(f"{file} cannot be written") from error
    return made
