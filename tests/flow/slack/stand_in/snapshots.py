"""What people see in Slack of replies of every kind, one file each in tests/data/slack/replies.

After a change that is meant, look at what it changed:

    python -m tests.flow.slack.stand_in.snapshots && git diff tests/data/slack/replies
"""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adapters.slack.render.buttons import FOR_ASKER, IN_THREAD, Shown
from adapters.slack.render.elements import size
from adapters.slack.render.reply import to_forms
from adapters.slack.render.windows import sources_view
from tests.flow.slack.stand_in.rule_views import drawn_view, rule_views
from tests.flow.stand_in.replies import Case, cases

FOLDER = Path(__file__).parents[3] / "data" / "slack" / "replies"
_MARKS = {"\u200b": "⁞"}
"""What nobody sees."""
_BEGINNING, _END = 400, 600
"""Characters of a long text that are kept."""


def offers(case: Case) -> Shown:
    """What stands under the answer."""
    return FOR_ASKER if case.alone else IN_THREAD


def drawn(case: Case) -> str:
    """A reply as lines that can be read: its text, its blocks, and its plainer forms."""
    rich, simple, last = to_forms(case.reply, offers(case))
    parts = [
        ("text", [_short(rich["text"])]),
        (f"blocks, {size(rich['blocks'])} characters", _blocks(rich["blocks"])),
        ("simple blocks", _blocks(simple["blocks"], rich["blocks"])),
        ("text alone", [_short(last["text"])]),
    ]
    if any(one.passage for one in case.reply.sources):
        view = sources_view(case.reply)
        parts.append(("sources", _blocks(view["blocks"])))
    drawn = "\n".join(f"━━ {name}\n" + "\n".join(lines) + "\n" for name, lines in parts)
    for hidden, shown in _MARKS.items():
        drawn = drawn.replace(hidden, shown)
    return "\n".join(line.rstrip() for line in drawn.split("\n"))


def _blocks(blocks: list[dict[str, Any]], known: Sequence[dict[str, Any]] = ()) -> list[str]:
    """A line or more for each block; those that are known are only named."""
    return [
        f"[{one['type']}]" + (" the same" if one in known else f" {_drawn(one)}") for one in blocks
    ]


def _drawn(block: dict[str, Any]) -> str:
    return ("" if block["type"] == "rich_text" else " ").join(_shown(block))


def _shown(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _shown(item)
    if not isinstance(node, dict):
        return
    if "value" in node:
        yield f"({node['text']['text']} → {node.get('action_id', 'feedback')} {node['value']})"
    elif isinstance(node.get("text"), str):
        bold = node.get("style", {}).get("bold")
        yield f"▐{node['text']}▌" if bold else _short(node["text"])
    else:
        for value in node.values():
            yield from _shown(value)


def _short(text: str) -> str:
    left_out = len(text) - _BEGINNING - _END
    if left_out < _BEGINNING:
        return text
    return f"{text[:_BEGINNING]}⋯ {left_out} characters ⋯{text[-_END:]}"


def main() -> None:
    """Renew every file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        made = {case.name: drawn(case) for case in asyncio.run(cases(Path(data)))}
    made |= {name: drawn_view(view) for name, view in rule_views().items()}
    for file in FOLDER.glob("*.txt"):
        if file.stem not in made:
            file.unlink()
    for name, text in made.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
