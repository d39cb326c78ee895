"""A backup of an earlier version, and a look at a data directory."""

from pathlib import Path

BEFORE = Path(__file__).parents[2] / "data" / "backup_of_before.tar.gz"


def files(data: Path) -> dict[str, bytes]:
    """All files of a directory but its locks."""
    return {
        path.relative_to(data).as_posix(): path.read_bytes()
        for path in data.rglob("*")
        if path.is_file() and "lock" not in path.name
    }
