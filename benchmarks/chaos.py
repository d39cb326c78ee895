"""Kills a server at random moments while people ask in Slack and Teams, and counts the replies.

    python -m benchmarks.chaos [--events 500] [--activities 100] [--kills 20] [--terms 5] [--seed 1]
                               [--faults 0 0.1] [--faster 6] [--keep FOLDER]

Signed Slack events, with Slack's retries, and Teams activities come all the time; some come again
although they got their 200. The server gets SIGKILL and SIGTERM by chance, and is started again.
`--faults 0.1` lets a tenth of the posts fail. Prints for each platform how many questions were lost
(accepted, but no reply) or doubled (two replies); exits with 1 if there are any. The defaults take
about 20 minutes; `--events 100 --kills 5 --terms 2 --faults 0` takes three.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.under_load.counting import Tally
from benchmarks.under_load.killing import Outcome, Plan, Run
from benchmarks.under_load.server import indexed

_SHOWN = 8


def main() -> None:
    """Runs once for each share of faults; exits with 1 if a question was lost or doubled."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--activities", type=int, help="Not set: a fifth of the events.")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--terms", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=float, nargs="+", default=[0.0, 0.1])
    parser.add_argument("--faster", type=float, default=6.0)
    parser.add_argument("--keep", type=Path, help="A new folder for the data and the logs.")
    chosen = parser.parse_args()
    activities = chosen.events // 5 if chosen.activities is None else chosen.activities
    plans = [
        Plan(
            chosen.events, activities, chosen.kills, chosen.terms, chosen.seed, share, chosen.faster
        )
        for share in chosen.faults
    ]
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="storewise-chaos-"))
    folder.mkdir(exist_ok=True)
    try:
        is_whole = asyncio.run(_all(plans, folder))
    finally:
        if not chosen.keep:
            shutil.rmtree(folder)
    sys.exit(0 if is_whole else 1)


async def _all(plans: list[Plan], folder: Path) -> bool:
    index = await indexed(folder)
    return all([await _is_whole(plan, folder / f"run-{n}", index) for n, plan in enumerate(plans)])


async def _is_whole(plan: Plan, folder: Path, index: Path) -> bool:
    """Runs a plan and prints what came out; whether nothing was lost or doubled."""
    began, run = time.monotonic(), Run(plan, folder, index)
    outcomes = await run.outcomes()
    print(
        f"seed {plan.seed}, {plan.kills} kills, {plan.terms} terms"
        f" ({run.late_ends} did not end in time), {plan.faults:.0%} of the posts fail,"
        f" {time.monotonic() - began:.0f} s"
    )
    print(_HEAD)
    for name, outcome in outcomes.items():
        print(_row(name, outcome.counted))
    for name, outcome in outcomes.items():
        _print_more(name, outcome)
    return all(one.counted.is_whole for one in outcomes.values())


def _print_more(name: str, outcome: Outcome) -> None:
    """Prints the faults, what was refused, and some of the questions that were lost or doubled."""
    if outcome.faults:
        print(f"{name}:", ", ".join(f"{n} × {fault}" for fault, n in outcome.faults.items()))
    for wrong in sorted(set(outcome.refused)):
        print(f"  refused {name}: {wrong}")
    counted = outcome.counted
    for what, keys in (("lost", counted.lost), ("doubled", counted.doubled)):
        for one in outcome.sendings:
            if one.posed.key in keys[:_SHOWN]:
                print(f"  {what} {name} {one.posed.thread}, try {one.tries}: {one.posed.text}")
    sys.stdout.flush()


_HEAD = (
    f"{'':6}{'sent':>6}{'accepted':>10}{'answered':>10}{'lost':>6}{'told':>6}{'doubled':>9}"
    f"{'stray':>7}{'turned away':>13}{'apologies':>11}{'notes':>7}"
)


def _row(name: str, one: Tally) -> str:
    return (
        f"{name:6}{one.sent:6}{one.accepted:10}{one.answered:10}{len(one.lost):6}{len(one.told):6}"
        f"{len(one.doubled):9}{one.stray:7}{one.turned_away:13}{one.apologies:11}{one.notes:7}"
    )


if __name__ == "__main__":
    main()
