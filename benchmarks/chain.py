"""Counts how a chain's staff are answered, each in their store.

python -m benchmarks.chain FOLDER [--wrong]

The folder has `stores.yaml`, `docs/` and `questions.jsonl`: on each line `question`, `here` (the id
of the store of its channel, or null), `expect` (answer, which_store or none), `any_of` (texts, one
of which a right answer has), `not` (texts that are wrong in that store) and `kind`.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Scope
from bot.model.understood import Talk
from bot.settings import CacheSettings, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.texts import ASK_STORE_FOR_OWN, TALK
from knowledge.model.places import Places

OUTCOMES = ("right", "near", "asked", "missed", "wrong")
"""Right; among the closest rules; a store asked for in vain; nothing; something else as answer."""


def main() -> None:
    """Prints the outcomes of each kind of question."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print what is not right")
    arguments = parser.parse_args()
    lines = (arguments.folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines if line.strip()]
    with tempfile.TemporaryDirectory() as data:
        store = StoreSettings(
            source=Places.of(arguments.folder / "docs"),
            data=Path(data),
            stores=arguments.folder / "stores.yaml",
        )
        settings = Settings(
            slack=SlackSettings(bot_token=None),
            openai=OpenAISettings(api_key=None),
            store=store,
            cache=CacheSettings(answer_cache=0),
        )
        with closing(build(settings)) as app:
            told = asyncio.run(_asked(app, questions))
    _print(list(zip(questions, told, strict=True)), wrong=arguments.wrong)


async def _asked(app: App, questions: list[dict[str, Any]]) -> list[Reply]:
    await app.indexer.rebuild()
    return [
        await app.conversation.handle(
            Message(Platform.SLACK, "", "U1", one["question"], scope=Scope(store=one["here"]))
        )
        for one in questions
    ]


def outcome(asked: dict[str, Any], reply: Reply) -> str:
    """Says what a reply is worth to whoever asked."""
    shown = "\n".join((reply.text, *(source.quote for source in reply.sources)))
    expected, has = asked["expect"], any(one in shown for one in asked["any_of"])
    asks = reply.text in TALK[Talk.WHICH_STORE].values()
    if any(one in shown for one in asked["not"]) and reply.outcome == "answer":
        return "wrong"
    if asks:
        return "right" if expected == "which_store" else "asked"
    if expected == "which_store":
        return "near" if reply.follow_up in ASK_STORE_FOR_OWN.values() else _otherwise(reply)
    if expected == "none":
        return "wrong" if reply.outcome == "answer" else "right"
    if has:
        return "right" if reply.outcome == "answer" else "near"
    return _otherwise(reply)


def _otherwise(reply: Reply) -> str:
    return "wrong" if reply.outcome == "answer" else "missed"


def _print(told: list[tuple[dict[str, Any], Reply]], *, wrong: bool) -> None:
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for asked, reply in told:
        kinds[asked["kind"]][outcome(asked, reply)] += 1
    print(f"{'':16}" + "".join(f"{name:>8}" for name in OUTCOMES))
    for kind, counts in [*sorted(kinds.items()), ("all", sum(kinds.values(), Counter()))]:
        print(f"{kind:16}" + "".join(f"{counts[name]:>8}" for name in OUTCOMES))
    if wrong:
        print("\n".join(_lines(told)))


def _lines(told: list[tuple[dict[str, Any], Reply]]) -> Iterator[str]:
    for asked, reply in told:
        worth = outcome(asked, reply)
        if worth != "right":
            yield f"\n{worth}: [{asked['kind']}, {asked['here']}] {asked['question']}"
            yield f"   wanted {asked['expect']} {asked['any_of']} not {asked['not']}"
            yield "   " + reply.text.replace("\n", "\n   ") + f" → {reply.follow_up}"


if __name__ == "__main__":
    main()
