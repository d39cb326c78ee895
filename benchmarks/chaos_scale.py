"""Breaks replicas and what they share while people ask in Slack and Teams, and counts the replies.

    python -m benchmarks.chaos_scale [--replicas 2 3] [--events 800] [--activities 200] [--kills 20]
                                     [--restarts 3] [--chroma-s 30] [--indexings 2]
                                     [--seconds 600] [--seed 1] [--faster 6] [--keep FOLDER]

Each event goes to a random replica, some to two at once, some again although they got their 200.
Replicas get `kill -9`, PostgreSQL is restarted, `chroma run` is stopped for a while, and changed
documents are indexed, all at random moments. Prints for each platform how many questions were lost
(accepted, but no reply), doubled (two replies) or answered before an earlier one of their thread,
and from which indexes answers came; exits with 1 if anything is wrong. Everything is on loopback.
A lost question whose asker was told to ask again counts as `told`, too: beside such faults two
cores carry some two questions a second. `unsure` are the doubled ones of Teams whose reply was on
its way when its replica was killed: nobody can know whether Teams has it (docs/RELIABILITY.md), so
these alone do not count as wrong. The defaults take about 25 minutes; `--replicas 2 --events 150
--activities 40 --kills 5 --restarts 1 --seconds 90` takes four.
"""

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.under_load.fleet import Fleet, Plan

_SHOWN = 8


def main() -> None:
    """Runs once for each number of replicas; exits with 1 if something is wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--replicas", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--events", type=int, default=800)
    parser.add_argument("--activities", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--restarts", type=int, default=3)
    parser.add_argument("--chroma-s", type=float, default=30.0)
    parser.add_argument("--indexings", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faster", type=float, default=6.0)
    parser.add_argument("--keep", type=Path, help="A new folder for the data and the logs.")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what it started, too
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="storewise-chaos-scale-"))
    folder.mkdir(exist_ok=True)
    plans = [
        Plan(
            replicas, chosen.events, chosen.activities, chosen.kills, chosen.restarts,
            chosen.chroma_s, chosen.indexings, chosen.seconds, chosen.seed, chosen.faster,
        )
        for replicas in chosen.replicas
    ]  # fmt: skip
    folders = [folder / f"{one.replicas}-replicas" for one in plans]
    for one in folders:
        one.mkdir()
    try:
        whole = [asyncio.run(_is_whole(*one)) for one in zip(plans, folders, strict=True)]
    finally:
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if all(whole) else 1)


async def _is_whole(plan: Plan, folder: Path) -> bool:
    """Runs a plan and prints what came out; whether nothing was wrong."""
    began, fleet = time.monotonic(), Fleet(plan, folder)
    outcomes = await fleet.outcomes()
    done = fleet.done
    print(
        f"seed {plan.seed}, {plan.replicas} replicas, {done['kills']} kills, {done['restarts']}"
        f" restarts of PostgreSQL, Chroma away for {plan.chroma_s:.0f} s, {done['indexings']}"
        f" indexings, {time.monotonic() - began:.0f} s"
    )
    heads = "sent accepted answered lost told doubled unsure disordered stray turned-away apologies"
    print(f"{'':6}" + "".join(f"{one:>12}" for one in heads.split()))
    is_whole = all(wanted == got for wanted, got in zip(_wanted(plan), done.values(), strict=True))
    for name, outcome in outcomes.items():
        one = outcome.counted
        unsure = [key for key in one.doubled if fleet.is_unsure(key)]
        numbers = (
            one.sent, one.accepted, one.answered, len(one.lost), len(one.told), len(one.doubled),
            len(unsure), len(one.disordered), one.stray, one.turned_away, one.apologies,
        )  # fmt: skip
        print(f"{name:6}" + "".join(f"{number:12}" for number in numbers))
        is_whole &= not (one.lost or one.disordered or one.stray)
        is_whole &= len(unsure) == len(one.doubled)
        wrong = {"lost": one.lost, "doubled": one.doubled, "disordered": one.disordered}
        for what, keys in wrong.items():
            for sending in outcome.sendings:
                if sending.posed.key in keys[:_SHOWN]:
                    posed = sending.posed
                    print(f"  {what} {name} {posed.key} in {posed.thread}: {posed.text}")
                    for said in (said for said in outcome.said if said.thread == posed.thread):
                        print(f"    {said.text[:100]!r}")
    found = fleet.from_index
    print(
        f"{found.answers} answers from {found.indexes} indexes: {found.never_published} from one"
        f" that was not published yet, {found.late} from one replaced long before"
        f" (at most {found.worst_s:.1f} s)"
    )
    sys.stdout.flush()
    return is_whole and not found.never_published and not found.late


def _wanted(plan: Plan) -> tuple[int, int, int]:
    return plan.kills, plan.restarts, plan.indexings


if __name__ == "__main__":
    main()
