"""Names the owner of collections, so that several bots can share one Chroma server."""

import hashlib
import os
import re
import secrets
from pathlib import Path

from knowledge.model.errors import KnowledgeError

_NAME = r"[0-9a-f]{12}"


def owner_of(installation: str) -> str:
    """Returns the owner's name of an installation whose replicas share their collections.

    A name that an owner's file holds is taken as it is: the collections stay in use.
    """
    if re.fullmatch(_NAME, installation):
        return installation
    return hashlib.sha256(installation.encode()).hexdigest()[:12]


def known_owner(file: Path) -> str | None:
    """Reads the owner's name from this file; None where there is none yet."""
    try:
        written = file.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    except OSError as error:
        raise KnowledgeError(f"{file} cannot be read") from error
    return written if re.fullmatch(_NAME, written) else None


def owner(file: Path) -> str:
    """Reads the owner's name, or makes one. Call it only with the data directory's lock."""
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
        # The file is complete or missing, even if the process is killed here.
        beside.replace(file)
    except OSError as error:
        raise KnowledgeError(f"{file} cannot be written") from error
    return made
