"""Measures which wordings of statements pass the mechanical floor, by the kind of their fault.

    python -m benchmarks.wording [--show] [--stores] [DRAFTS.jsonl]

`wording.jsonl` holds statements with wordings of them, shorter or in another language: good ones,
and false ones of some twenty kinds. The floor was written with it. `--show` lists the false ones
that pass and the good ones that do not. The judging call comes on top: here it always agrees.
`--stores` adds sentences of the benchmarks' stores with one value, name, noun or permission changed
by rule (`distortion.py`), and reworded by rule (`paraphrase.py`).
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.distortion import changed_name, changed_polarity, changed_subject, changed_value
from benchmarks.paraphrase import paraphrases
from bot.answering.wording.floor import fault
from bot.model.reason import Reason
from knowledge.language.sentences import sentences
from knowledge.language.terms import language_of

DRAFTS = Path(__file__).parent / "wording.jsonl"
STORES = Path(__file__).parent / "stores"
_LEAST, _MOST = 20, 300
"""Characters of a sentence."""


def why(row: Mapping[str, Any]) -> Reason | None:
    """The rule of the floor that a wording breaks; None if it passes."""
    wanted = row.get("language") or language_of(row["draft"])
    return fault(row["unit"], row["draft"], language_of(row["unit"]), wanted)


def of_stores() -> Iterator[Mapping[str, Any]]:
    """Sentences of the stores' documents, changed by rule."""
    for path in sorted(STORES.glob("*/corpus.jsonl")):
        for unit in sentences("\n".join(_texts(path))):
            if not _LEAST <= len(unit) <= _MOST or unit[0] in "#|-*":
                continue
            changed = {
                "value by rule": changed_value(unit, unit),
                "name by rule": changed_name(unit),
                "noun by rule": changed_subject(unit, unit),
                "permission by rule": changed_polarity(unit),
                "reworded by rule": (text for _, text in paraphrases(unit)),
            }
            for kind, drafts in changed.items():
                for draft in drafts:
                    good = kind == "reworded by rule"
                    yield {"unit": unit, "draft": draft, "good": good, "kind": kind}


def _texts(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)["text"]


def main() -> None:
    """Prints the shares by kind, and in all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wording")
    parser.add_argument("drafts", nargs="?", type=Path, default=DRAFTS)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--stores", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.drafts.read_text(encoding="utf-8").splitlines()]
    rows += of_stores() if given.stores else ()
    passed: dict[tuple[bool, str], Counter[bool]] = defaultdict(Counter)
    for row in rows:
        code = why(row)
        for kind in (row["kind"], "in all"):
            passed[row["good"], kind][code is None] += 1
        if given.show and (code is None) is not row["good"]:
            print(f"{row['kind']}: {code or 'passes'}\n  {row['unit']}\n  {row['draft']}")
    for good in (False, True):
        print("good" if good else "false")
        for (is_good, kind), counts in sorted(passed.items()):
            if is_good is good:
                share = counts[True] / counts.total()
                print(f"  {kind:20} {counts[True]:3} of {counts.total():3} pass ({share:.1%})")


if __name__ == "__main__":
    main()
