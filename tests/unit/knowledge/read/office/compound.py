"""Writes compound files, the container of HWP 5, DOC, PPT and MSG: a small file system."""

import struct
from collections.abc import Mapping

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT = 1, 2, 5


def compound(streams: Mapping[str, bytes]) -> bytes:
    """A compound file with streams by their paths, such as `BodyText/Section0`."""
    names = sorted({"", *(part for path in streams for part in _above(path)), *streams})
    number = {name: at for at, name in enumerate(names)}
    mini = [name for name in streams if len(streams[name]) < _CUTOFF]
    small, mini_fat, starts = _laid({name: streams[name] for name in mini}, _MINI)
    large = {name: streams[name] for name in streams if name not in mini}
    body, fat, large_starts = _laid({**large, "": small}, _SECTOR)
    starts |= {name: at for name, at in large_starts.items() if name}
    entries = b""
    for name in names:
        below = sorted((one for one in names if one and _parent(one) == name), key=_order)
        beside = sorted((one for one in names if one and _parent(one) == _parent(name)), key=_order)
        after = beside[beside.index(name) + 1 :] if name else []
        kind = _STREAM if name in streams else _STORAGE if name else _ROOT
        data = streams.get(name, small if not name else b"")
        start = large_starts[""] if not name else starts.get(name, 0)
        entries += _entry(
            name, kind, number[after[0]] if after else _FREE, number[below[0]] if below else _FREE,
            start, len(data) if kind != _STORAGE else 0,
        )  # fmt: skip
    directory_at, fat = _add(fat, len(_padded(entries, _SECTOR)) // _SECTOR)
    mini_table = b"".join(struct.pack("<I", one) for one in mini_fat)
    mini_at, fat = _add(fat, len(_padded(mini_table, _SECTOR)) // _SECTOR)
    tables = 1
    while (len(fat) + tables) * 4 > tables * _SECTOR:
        tables += 1
    fat_at = len(fat)
    fat += [_FAT] * tables
    fat_table = _padded(b"".join(struct.pack("<I", one) for one in fat), _SECTOR, b"\xff")
    places = [*range(fat_at, fat_at + tables), *[_FREE] * (109 - tables)]
    header = struct.pack(
        "<8s16x5H6x9I109I", bytes.fromhex("D0CF11E0A1B11AE1"), 0x3E, 3, 0xFFFE, 9, 6, 0, tables,
        directory_at, 0, _CUTOFF, mini_at, -(-len(mini_table) // _SECTOR), _END, 0, *places,
    )  # fmt: skip
    return b"".join(
        (header, body, _padded(entries, _SECTOR), _padded(mini_table, _SECTOR, b"\xff"), fat_table)
    )


def _above(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: at + 1]) for at in range(len(parts))]


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _order(path: str) -> tuple[int, str]:
    name = path.rpartition("/")[2]
    return len(name), name.upper()


def _laid(parts: Mapping[str, bytes], size: int) -> tuple[bytes, list[int], dict[str, int]]:
    """Parts in blocks of a size, the table of the next blocks, and where each part starts."""
    data, table, starts = b"", list[int](), dict[str, int]()
    for name, part in parts.items():
        padded = _padded(part, size)
        starts[name], table = _add(table, len(padded) // size)
        data += padded
    return data, table, starts


def _add(table: list[int], count: int) -> tuple[int, list[int]]:
    at = len(table)
    chain = [*range(at + 1, at + count), _END] if count else []
    return (at if count else _END), [*table, *chain]


def _padded(data: bytes, size: int, filler: bytes = b"\0") -> bytes:
    return data + filler * (-len(data) % size)


def _entry(path: str, kind: int, after: int, below: int, start: int, size: int) -> bytes:
    name = (path.rpartition("/")[2] or "Root Entry").encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII36xIQ", name, len(name) + 2, kind, 1, _FREE, after, below, start, size
    )
