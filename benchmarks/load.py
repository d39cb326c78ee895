"""Measures a real server under load: questions in Slack, 1 to 500 in flight.

    python -m benchmarks.load [--in-flight 1 4 16 64 500] [--seconds 20] [--no-crowd] [--soak 600]

So many people ask at once, each again as soon as the reply is there: first what nobody asked
before, then the same few questions. Prints answers a second, the server's CPU for each, the time to
the acknowledgement and to the reply, the longest answer to /healthz (as long as the event loop was
blocked), and memory. Then 500 questions come at once, from 250 people and from 10 who ask 25 each.
`--soak` asks 16 at once for so many seconds on a new server; exits with 1 if its memory grew by 5 %
after the first minute. With a soak of 600 s it takes 17 minutes.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import fmean

from benchmarks.under_load.in_flight import Crowd, Level, People, serving
from benchmarks.under_load.pulse import Pulse
from benchmarks.under_load.server import indexed

_CROWD, _FLOODERS, _EACH = 250, 10, 25
_SOAK_IN_FLIGHT = 16
_SAMPLE_S = 5.0
_MOST_GROWTH = 0.05


def main() -> None:
    """Measures and prints; exits with 1 if the memory grew."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--in-flight", type=int, nargs="*", default=[1, 4, 16, 64, 500])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--crowd", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--soak", type=float, default=0.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storewise-load-") as folder:
        has_grown = asyncio.run(_measured(Path(folder), chosen))
    sys.exit(1 if has_grown else 0)


async def _measured(folder: Path, chosen: argparse.Namespace) -> bool:
    index = await indexed(folder)
    if chosen.in_flight or chosen.crowd:
        async with serving(folder / "levels", index) as people:
            await _levels(people, chosen.in_flight, chosen.seconds)
            if chosen.crowd:
                _print_crowd(await people.crowd(_CROWD, _FLOODERS, _EACH))
    if not chosen.soak:
        return False
    async with serving(folder / "soak", index) as people:
        return await _soaked(people, chosen.soak)


async def _levels(people: People, in_flight: list[int], seconds: float) -> None:
    pulse = Pulse(people.server.url)
    with pulse.felt():
        for repeated in (False, True):
            asked = (
                "the same 24 questions again" if repeated else "questions that nobody asked before"
            )
            print(f"{asked}\n{_HEAD}")
            for count in in_flight:
                pulse.longest_ms()
                level = await people.level(count, seconds, repeated=repeated)
                print(_row(count, level, pulse.longest_ms(), people.server.rss_mb()), flush=True)


def _print_crowd(crowd: Crowd) -> None:
    print(f"at once, {_CROWD} people and {_FLOODERS} who ask {_EACH} each, {crowd.took_s:.0f} s:")
    print(f"  of {_CROWD} people: {crowd.answered} answered, {crowd.turned_away} turned away")
    print(f"  of {_FLOODERS} who ask much, answered by the number of the question:")
    print("  " + " ".join(map(str, crowd.of_flooders)), flush=True)


async def _soaked(people: People, seconds: float) -> bool:
    """Asks for a long time; whether the memory has grown."""
    samples: list[float] = []

    async def sample() -> None:
        while True:
            await asyncio.sleep(_SAMPLE_S)
            samples.append(people.server.rss_mb())

    sampling = asyncio.create_task(sample())
    pulse = Pulse(people.server.url)
    with pulse.felt():
        level = await people.level(_SOAK_IN_FLIGHT, seconds)
    sampling.cancel()
    tenth = max(1, len(samples) // 10)
    first, last = fmean(samples[tenth : 2 * tenth]), fmean(samples[-tenth:])
    print(f"soak of {seconds:.0f} s\n{_HEAD}")
    print(_row(_SOAK_IN_FLIGHT, level, pulse.longest_ms(), people.server.rss_mb()))
    growth = last / first - 1
    print(f"memory {first:.0f} MB in the second tenth, {last:.0f} MB in the last: {growth:+.1%}")
    return growth >= _MOST_GROWTH


_FRESH, _AGAIN = "what nobody asked before", "the same few questions again"
_HEAD = (
    f"{'in flight':>9}{'answers/s':>11}{'CPU each':>11}"
    f"{'ack p50':>10}{'p99':>9}{'reply p50':>12}{'p95':>9}"
    f"{'turned away':>13}{'no 200':>8}{'no reply':>10}{'longest block':>15}{'memory':>10}"
)


def _row(in_flight: int, level: Level, block_ms: float, rss_mb: float) -> str:
    acks, replies = sorted(level.acks_s), sorted(level.replies_s)
    return (
        f"{in_flight:9}{len(replies) / level.took_s:11.1f}"
        f"{level.cpu_s / max(1, len(replies)) * 1000:8.0f} ms"
        f"{_at(acks, 0.5) * 1000:7.0f} ms{_at(acks, 0.99) * 1000:6.0f} ms"
        f"{_at(replies, 0.5) * 1000:9.0f} ms{_at(replies, 0.95) * 1000:6.0f} ms"
        f"{level.turned_away:13}{level.refused:8}{level.missing:10}"
        f"{block_ms:12.0f} ms{rss_mb:7.0f} MB"
    )


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


if __name__ == "__main__":
    main()
