"""Measures 1, 2 and 4 servers on one PostgreSQL: answers a second, and PostgreSQL's share.

    python -m benchmarks.processes [--processes 1 2 4] [--seconds 30] [--in-flight 8]

Each server is a real `storewise serve`; people keep so many new questions in flight at each, over a
stand-in for Slack. PostgreSQL is a real one on this machine, without fsync. Prints for each number
of servers answers a second, CPU of the servers and of PostgreSQL for an answer, and, of PostgreSQL,
the time in which it executed something for an answer (`active_time` of `pg_stat_database`), its
transactions, rows written and log. What idle servers do is measured before, printed by itself,
and subtracted. At the end: rows of each table for a question, and the bytes that stay.

CPU seconds compare between machines and moments; answers a second only within a run: servers,
PostgreSQL, Slack's stand-in and people share this machine's cores.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from aiohttp.test_utils import TestServer

from benchmarks.postgresql_use import SETTLED_S, Table, Use, tables, used
from benchmarks.under_load.faults import Faults
from benchmarks.under_load.in_flight import Level, People
from benchmarks.under_load.server import Server
from benchmarks.under_load.slack import Workspace
from tests.engines.postgresql import postgresql_server, programs
from tests.flow.slack.stand_in.api import SECRET, TOKEN

_WARM_S = 6.0
_IDLE_S = 20.0
_APART = 100_000
"""The questions of a server begin so far after those of the one before."""


def main() -> None:
    """Measures each number of servers, and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.processes")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--in-flight", type=int, default=8, help="At each server.")
    chosen = parser.parse_args()
    found = programs()
    if found is None:
        raise SystemExit("PostgreSQL is not installed; `make test-postgres` installs it")
    with (
        tempfile.TemporaryDirectory(prefix="storewise-processes-") as folder,
        postgresql_server(found) as postgresql,
        postgresql.database() as url,
    ):
        asyncio.run(_measured(Path(folder), url, chosen))


async def _measured(folder: Path, url: str, chosen: argparse.Namespace) -> None:
    asked = 0
    before: Mapping[str, Table] = {}
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start\n{_HEAD}")
    for count in chosen.processes:
        async with _serving(folder / str(count), url, count, asked) as people:
            warm = [await one.level(chosen.in_flight, _WARM_S) for one in people]
            await asyncio.sleep(SETTLED_S)
            idle = await _idle(url)
            asked += _answers(warm) if before else 0
            before = before or tables(url)
            start, began = used(url), time.monotonic()
            levels = await asyncio.gather(
                *(one.level(chosen.in_flight, chosen.seconds) for one in people)
            )
            await asyncio.sleep(SETTLED_S)
            use = used(url).since(start).without(idle, time.monotonic() - began)
            asked += _answers(levels)
            memory = [one.server.rss_mb() for one in people]
        print(_row(count, levels, use, idle, median(memory)), flush=True)
    _print_tables(url, before, asked)


def _answers(levels: list[Level]) -> int:
    return sum(len(one.replies_s) for one in levels)


async def _idle(url: str) -> Use:
    """Reads what is done in a second when nobody asks."""
    before = used(url)
    await asyncio.sleep(_IDLE_S)
    return used(url).since(before).of(_IDLE_S)


@asynccontextmanager
async def _serving(folder: Path, url: str, count: int, first: int) -> AsyncIterator[list[People]]:
    """Serves Slack from so many processes, each with people of its own."""
    chance = random.Random(count)  # noqa: S311 - no secret depends on it
    workspace = Workspace(chance, Faults(0.0, chance, ()))
    async with TestServer(workspace.application()) as api:
        settings = {
            "DATABASE_URL": url,
            "SLACK_BOT_TOKEN": TOKEN,
            "SLACK_SIGNING_SECRET": SECRET,
            "SLACK_API_URL": str(api.make_url("/api/")),
        }
        servers = [Server(folder / str(number), None, settings) for number in range(count)]
        try:
            for server in servers:
                await server.start()
            for server in servers:
                await server.until_ready()
            start = first + count * 10 * _APART
            yield [
                People(server, workspace, start + number * _APART)
                for number, server in enumerate(servers)
            ]
        finally:
            for server in servers:
                await server.close()


_HEAD = (
    f"{'servers':>7}{'answers':>9}{'a second':>10}{'CPU each':>10}{'memory':>9}"
    f"  PostgreSQL for an answer:{'CPU':>6}{'active':>9}{'commits':>9}{'rows':>6}{'log':>8}"
    f"  idle, a server and second:{'commits':>9}{'rows':>6}{'  load':>6}"
)


def _row(count: int, levels: list[Level], use: Use, idle: Use, memory_mb: float) -> str:
    answers = _answers(levels)
    took_s = max(one.took_s for one in levels)
    cpu_s = sum(one.cpu_s for one in levels)
    each, quiet = use.of(answers), idle.of(count)
    return (
        f"{count:7}{answers:9}{answers / took_s:10.1f}{cpu_s / max(1, answers) * 1000:7.0f} ms"
        f"{memory_mb:6.0f} MB{'':27}{each.cpu_s * 1000:3.1f} ms{each.active_ms:6.1f} ms"
        f"{each.commits:9.1f}{each.written:6.1f}{each.wal_mb * 1024:5.1f} KB"
        f"{'':28}{quiet.commits:9.2f}{quiet.written:6.2f}{os.getloadavg()[0]:6.1f}"
    )


def _print_tables(url: str, before: Mapping[str, Table], asked: int) -> None:
    """Prints what a question writes, and what stays of it once dead rows are gone."""
    after, tidy = tables(url), tables(url, tidy=True)
    heads = ("inserted", "updated", "deleted", "live rows", "bytes each")
    print(f"{'table':<16}" + "".join(f"{one:>11}" for one in heads))
    for name, now in sorted(after.items()):
        then = before.get(name, Table(0, 0, 0, 0, 0))
        changes = (
            now.inserted - then.inserted, now.updated - then.updated, now.deleted - then.deleted
        )  # fmt: skip
        if not any(changes):
            continue
        shares = "".join(f"{one / max(1, asked):11.2f}" for one in changes)
        kept = tidy[name]
        print(f"{name:<16}{shares}{kept.live:11}{kept.size / max(1, kept.live):11.0f}")


if __name__ == "__main__":
    main()
