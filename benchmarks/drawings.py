"""Draws every kind of reply as Slack and Teams show it on a phone, and counts what people read.

python -m benchmarks.drawings [--html FILE] [--json FILE] [--before FILE]

`--json` keeps the drawings; with `--before` those of another time are drawn beside them and counted
against them. The page needs no network: it holds the playground's scripts, and says how high each
drawing is on a phone 375 pixels wide.
"""

import argparse
import asyncio
import json
import re
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adapters import playground
from adapters.slack.render.buttons import FOR_ASKER, IN_THREAD
from adapters.slack.render.reply import to_blocks
from adapters.teams.receive.activities import Chat
from adapters.teams.render.reply import to_forms
from tests.flow.stand_in.replies import ASKED, Case, cases
from tests.flow.teams.stand_in.snapshots import PERSON, THREAD
from tests.unit.teams.given import BOT

Drawings = dict[str, dict[str, list[dict[str, Any]]]]
"""By the name of a reply: the blocks of Slack, the activities of Teams."""
STATIC = Path(next(iter(playground.__path__))) / "static"
SCRIPTS = ("text.js", "slack.js", "teams.js")
_MARKUP = re.compile(r"<[^|>]+\|([^>]*)>|^\|(?: --- \|)+\n|[*`\\|]", re.MULTILINE)
"""Links around their words, the line below a table's head, stars and bars."""
_READ = ("text", "title", "label")
_UNREAD = (
    "data",
    "value",
    "entities",
    "accessibility_label",
    "positive_button",  # shown as a thumb
    "negative_button",
)
_EXPORTS = re.compile(r"^(?:import [^\n]*\n|export )", re.MULTILINE)


def main() -> None:
    """Counts, and writes what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--html", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--before", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        now = {one.name: drawing(one) for one in asyncio.run(cases(Path(data)))}
    before = json.loads(arguments.before.read_text("utf-8")) if arguments.before else None
    for chat in ("slack", "teams"):
        _print(chat, now, before)
    if arguments.json:
        arguments.json.write_text(json.dumps(now, ensure_ascii=False, indent=1), "utf-8")
    if arguments.html:
        arguments.html.write_text(page(now, before), "utf-8")


def drawing(case: Case) -> dict[str, list[dict[str, Any]]]:
    """A reply in a channel, as each chat gets it."""
    reply = case.reply
    shown = FOR_ASKER if case.alone else IN_THREAD
    message = next(to_forms(reply, Chat(THREAD, BOT, PERSON), targeted=case.alone))
    return {"slack": to_blocks(reply, shown), "teams": [message]}


def read(node: object) -> Iterator[str]:
    """Yields what a person reads without a tap; labels count, what a tap opens does not."""
    if isinstance(node, list):
        for one in node:
            yield from read(one)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name in _READ and isinstance(value, str):
                yield value
            elif name not in _UNREAD:
                yield from read(value)


def characters(drawn: Sequence[dict[str, Any]]) -> int:
    """The characters that a person reads, without markup."""
    return sum(len(_MARKUP.sub(r"\1", one)) for one in read(list(drawn)))


def _print(chat: str, now: Drawings, before: Drawings | None) -> None:
    """Counts what the sample's documents answer; replies built by hand try limits."""
    now = {one.name: now[one.name] for one in ASKED}
    counted = [characters(one[chat]) for one in now.values()]
    parts = [len(one[chat]) for one in now.values()]
    print(f"{chat}: {_shares(counted)} characters, {_shares(parts)} blocks or messages")
    if before is None:
        return
    known = [name for name in now if name in before]
    was = [characters(before[name][chat]) for name in known]
    now_of = [characters(now[name][chat]) for name in known]
    print(
        f"  before: {_shares(was)} characters, {_shares([len(before[one][chat]) for one in known])}"
    )
    less = [1 - new / old for new, old in zip(now_of, was, strict=True) if old]
    print(f"  less in each: {_shares(less, '.0%')}")


def _shares(values: Sequence[float], form: str = ".0f") -> str:
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"median {statistics.median(ordered):{form}}, p95 {p95:{form}}"


def page(now: Drawings, before: Drawings | None) -> str:
    """One page with all drawings at the width of a phone."""
    scripts = "\n".join(_EXPORTS.sub("", (STATIC / one).read_text("utf-8")) for one in SCRIPTS)
    style = (STATIC / "playground.css").read_text("utf-8")
    cards = (STATIC / "adaptivecards.min.js").read_text("utf-8")
    data = json.dumps({"now": now, "before": before}, ensure_ascii=False).replace("<", "\\u003c")
    return _PAGE.format(style=style, cards=cards, scripts=scripts, data=data)


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Drawings</title>
<meta name="color-scheme" content="light dark">
<style>{style}
body {{ padding: 16px; }}
.row {{ display: flex; gap: 16px; align-items: flex-start; }}
.phone {{ width: 375px; border: 1px solid; padding: 8px; box-sizing: border-box; }}
</style></head><body><h1>Drawings</h1>
<script>{cards}</script>
<script>
{scripts}
const known = {data};
const drawnOn = [];
for (const [name, one] of Object.entries(known.now)) {{
  const row = el("div", {{ class: "row", id: name }});
  for (const [when, of] of [["before", known.before?.[name]], ["now", one]]) {{
    if (!of) continue;
    for (const [chat, draw] of [["slack", slack], ["teams", teams]]) {{
      const said = el("small", {{}}, `${{chat}}, ${{when}}`);
      const drawn = draw(of[chat], () => {{}});
      const phone = el("section", {{ class: `phone ${{chat}} ${{when}}` }}, said, ...drawn);
      row.append(phone);
      drawnOn.push([phone, said]);
    }}
  }}
  document.body.append(el("h2", {{}}, name), row);
}}
for (const [phone, said] of drawnOn) {{
  const end = phone.lastElementChild.getBoundingClientRect().bottom;
  phone.dataset.height = Math.round(end - said.getBoundingClientRect().bottom);
  said.append(`, ${{phone.dataset.height}} px`);
}}
</script></body></html>
"""

if __name__ == "__main__":
    main()
