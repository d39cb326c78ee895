"""The tree of a library, as the items of Graph's deltas make it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

_DEEPEST = 100

Item = dict[str, Any]
"""A folder or a file, as JSON values."""


def apply(id_: str, item: Mapping[str, Any], items: dict[str, Item]) -> None:
    """Writes an item of a delta into the tree. The same one may come twice: the last counts."""
    if "deleted" in item:
        items.pop(id_, None)
        return
    parent = item.get("parentReference")
    kind = "root" if "root" in item else "folder" if "folder" in item else "file"
    items[id_] = {
        "name": str(item.get("name", "")),
        "parent": str(parent.get("id", "")) if isinstance(parent, Mapping) else "",
        "kind": "package" if "package" in item else kind,
        "version": _version(item),
        "size": item.get("size") if isinstance(item.get("size"), int) else None,
        "url": str(item["webUrl"]) if item.get("webUrl") else None,
        "owner": _person(item, "createdBy") or _person(item, "lastModifiedBy"),
        "at": str(item.get("lastModifiedDateTime", "")),
    }


def path_of(id_: str, items: Mapping[str, Item]) -> str | None:
    """The path below the root. A renamed folder is in the delta alone, without its files."""
    names: list[str] = []
    while len(names) < _DEEPEST:
        item = items.get(id_)
        if item is None:
            return None
        if item["kind"] == "root":
            return "/".join(reversed(names))
        names.append(item["name"])
        id_ = item["parent"]
    return None


def _version(item: Mapping[str, Any]) -> str:
    """The hash of the content; the ETag changes with the name, too."""
    file = item.get("file")
    hashes = file.get("hashes") if isinstance(file, Mapping) else None
    if isinstance(hashes, Mapping):
        for name in ("quickXorHash", "sha256Hash", "sha1Hash"):
            if hashes.get(name):
                return str(hashes[name])
    return str(item.get("eTag", ""))


def _person(item: Mapping[str, Any], role: str) -> str | None:
    by = item.get(role)
    user = by.get("user") if isinstance(by, Mapping) else None
    name = user.get("displayName") if isinstance(user, Mapping) else None
    return name if isinstance(name, str) and name else None


def day_of(at: str) -> date | None:
    """The day of a time as Graph writes it."""
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None
