#!/usr/bin/env python3
"""Draw the icons of the Teams app: a shop's awning over a speech bubble with a quotation mark.

    python .ci/teams_icons.py [OUTPUT_FOLDER]

Needs nothing but Python. A shape is a function that says how far a point is from its edge, in
pixels, less than zero inside; half a pixel on both sides of the edge is blended.
"""

from __future__ import annotations

import math
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

Shape = Callable[[float, float], float]
Colour = tuple[int, int, int]
Edge = tuple[float, float, float]

DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / "manifests" / "teams"
GREEN: Colour = (0x1F, 0x3A, 0x34)
PAPER: Colour = (0xFB, 0xF7, 0xEC)
GOLD: Colour = (0xE8, 0xB0, 0x4A)
WHITE: Colour = (0xFF, 0xFF, 0xFF)


def box(left: float, top: float, right: float, bottom: float, radius: float = 0) -> Shape:
    def distance(x: float, y: float) -> float:
        across = abs(x - (left + right) / 2) - (right - left) / 2 + radius
        down = abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
        return math.hypot(max(across, 0), max(down, 0)) + min(max(across, down), 0) - radius

    return distance


def circle(x0: float, y0: float, radius: float) -> Shape:
    return lambda x, y: math.hypot(x - x0, y - y0) - radius


def polygon(*corners: tuple[float, float]) -> Shape:
    """Any convex one, its corners clockwise."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))

    def distance(x: float, y: float) -> float:
        return max(
            ((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / math.hypot(x2 - x1, y2 - y1)
            for (x1, y1), (x2, y2) in sides
        )

    return distance


def both(*shapes: Shape) -> Shape:
    """Where any of them is."""
    return lambda x, y: min(shape(x, y) for shape in shapes)


def common(*shapes: Shape) -> Shape:
    return lambda x, y: max(shape(x, y) for shape in shapes)


def without(shape: Shape, cut: Shape) -> Shape:
    return lambda x, y: max(shape(x, y), -cut(x, y))


def grown(shape: Shape, by: float) -> Shape:
    return lambda x, y: shape(x, y) - by


def stripe(number: int, count: int, top: Edge, bottom: Edge, scallop: float) -> Shape:
    """One of an awning, ending in a half circle; an edge is its left end, right end and height."""
    (left, right, y1), (left2, right2, y2) = top, bottom
    upper, lower = (right - left) / count, (right2 - left2) / count
    cloth = polygon(
        (left + number * upper, y1),
        (left + (number + 1) * upper, y1),
        (left2 + (number + 1) * lower, y2),
        (left2 + number * lower, y2),
    )
    hem = common(
        circle(left2 + (number + 0.5) * lower, y2, scallop),
        lambda x, y: y2 - 0.5 - y,
    )
    return both(cloth, hem)


def quotation_mark(x: float, y: float, size: float) -> Shape:
    """An opening one: two drops with tails that bend to the right."""

    def drop(x0: float) -> Shape:
        tail = without(
            common(
                circle(x0 + size * 0.52, y, size * 1.52),
                lambda px, py: py - y,
                lambda px, py: px - (x0 + size * 0.62),
            ),
            circle(x0 + size * 1.02, y - size * 0.02, size * 1.18),
        )
        return both(circle(x0, y, size), tail)

    return both(drop(x), drop(x + size * 2.6))


def colour_icon() -> list[tuple[Colour, Shape]]:
    top, bottom = (58, 134, 42), (42, 150, 74)
    stripes = [stripe(n, 5, top, bottom, 10.8) for n in range(5)]
    bubble = both(
        box(50, 60, 142, 136, 10),
        polygon((66, 130), (94, 130), (66, 156)),
    )
    return [
        (GREEN, lambda x, y: -1),
        (PAPER, bubble),
        (GREEN, grown(both(*stripes), 4.5)),
        *((PAPER if n % 2 else GOLD, one) for n, one in enumerate(stripes)),
        (GREEN, quotation_mark(85, 115, 8.4)),
    ]


def outline_icon() -> list[tuple[Colour, Shape]]:
    top, bottom = (7.5, 24.5, 4), (4, 28, 10)
    awning = both(*(stripe(n, 3, top, bottom, 4) for n in range(3)))
    gaps = both(
        polygon((12.7, 3), (13.7, 3), (12.5, 11), (11.5, 11)),
        polygon((18.3, 3), (19.3, 3), (20.5, 11), (19.5, 11)),
    )
    outside = both(box(6, 8, 26, 25, 2.5), polygon((9, 24), (15, 24), (9, 30)))
    inside = both(box(8, 8, 24, 23, 1), polygon((11, 22), (12.2, 22), (11, 25.2)))
    walls = without(without(outside, inside), grown(awning, 1.2))
    mark = quotation_mark(13.2, 19.6, 1.8)
    return [(WHITE, without(awning, gaps)), (WHITE, walls), (WHITE, mark)]


def drawn(layers: list[tuple[Colour, Shape]], size: int) -> bytes:
    """The pixels of a PNG, each line with its filter (none) before it."""
    lines = bytearray()
    for row in range(size):
        lines.append(0)
        for column in range(size):
            lines += blended(layers, column + 0.5, row + 0.5)
    return bytes(lines)


def blended(layers: list[tuple[Colour, Shape]], x: float, y: float) -> bytes:
    """Red, green, blue and how much of the pixel is covered."""
    mixed, covered = (0.0, 0.0, 0.0), 0.0
    for colour, shape in layers:
        share = min(max(0.5 - shape(x, y), 0.0), 1.0)
        below = covered * (1 - share)
        if share + below > 0:
            mixed = tuple(
                (new * share + old * below) / (share + below)
                for new, old in zip(colour, mixed, strict=True)
            )
        covered = share + below
    return bytes(round(value) for value in (*mixed, covered * 255))


def png(pixels: bytes, size: int) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    # Eight bits for each of red, green, blue and alpha.
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(pixels, 9))
        + chunk(b"IEND", b"")
    )


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER
    for name, layers, size in (("color", colour_icon(), 192), ("outline", outline_icon(), 32)):
        path = folder / f"{name}.png"
        path.write_bytes(png(drawn(layers, size), size))
        print(path)


if __name__ == "__main__":
    main()
