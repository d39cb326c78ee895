"""Asks threads of three messages: are the follow-ups answered rightly?

    python -m benchmarks.threads [--show] [--data FOLDER] [THREADS.jsonl]

Each line of the file names a store of `benchmarks/stores` (or `sample`) and its messages, each with
texts of which a right answer has one. Asks through the conversation, as chats do. Prints the share
of first, second and third messages that were answered rightly, and wrongly; with `--show` also
every other reply. A folder keeps the indexes for the next time.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.sets import TODAY
from bot.main.app import build
from bot.model import Message, Platform, Reply, Scope
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Asked:
    """A message of a thread, with its reply."""

    thread: str
    place: int
    text: str
    wanted: tuple[str, ...]
    reply: Reply
    ms: float

    @property
    def is_right(self) -> bool:
        """Whether it was answered with one of the wanted texts."""
        return self.is_answered and any(one in self.reply.text for one in self.wanted)

    @property
    def is_answered(self) -> bool:
        """Whether the reply asserts an answer."""
        return self.reply.outcome == "answer"


def main() -> None:
    """Asks all threads, and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads")
    parser.add_argument("threads", type=Path, nargs="?", default=_HERE / "threads.jsonl")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    lines = given.threads.read_text(encoding="utf-8").splitlines()
    threads = [json.loads(line) for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        asked = list(_of_stores(threads, given.data or Path(folder)))
    if given.show:
        for one in asked:
            _show(one)
    for place, name in enumerate(("first", "second", "third")):
        _print(name, [one for one in asked if one.place == place])
    _print("follow-ups", [one for one in asked if one.place])


def _of_stores(threads: Iterable[dict[str, Any]], data: Path) -> Iterator[Asked]:
    for store, some in groupby(threads, key=lambda one: str(one["store"])):
        yield from asyncio.run(_of_store(store, list(some), data / store))


async def _of_store(store: str, threads: list[dict[str, Any]], data: Path) -> list[Asked]:
    source = SAMPLE if store == "sample" else _HERE / "stores" / store / "corpus.jsonl"
    is_known = (data / "knowledge.db").exists()
    app = build(
        Settings(
            slack=SlackSettings(bot_token=None),
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=source, data=data),
        )
    )
    if not is_known:
        await app.indexer.rebuild()
    asked = []
    for thread in threads:
        for place, one in enumerate(thread["messages"]):
            message = Message(
                Platform.CONSOLE, thread["id"], "someone", one["text"], scope=Scope(as_of=TODAY)
            )
            start = time.perf_counter()
            reply = await app.conversation.handle(message)
            ms = (time.perf_counter() - start) * 1000
            asked.append(Asked(thread["id"], place, one["text"], tuple(one["answers"]), reply, ms))
    app.close()
    return asked


def _show(one: Asked) -> None:
    meant = one.reply.answer.question.text if one.reply.answer else ""
    mark = "right" if one.is_right else "WRONG" if one.is_answered else one.reply.outcome.upper()
    print(f"{one.thread} {one.place + 1} {mark}: {one.text} [{meant}] want {one.wanted}")
    if not one.is_right:
        print("      " + one.reply.text.replace("\n", " ")[:300])


def _print(name: str, asked: list[Asked]) -> None:
    right, answered = (sum(map(test, asked)) for test in (_is_right, _is_answered))
    count = len(asked) or 1
    ms = sorted(one.ms for one in asked)[len(asked) // 2] if asked else 0.0
    print(
        f"{name:12}{len(asked):4} asked, right {right / count:.2f},"
        f" wrong {(answered - right) / count:.2f}, {ms:.0f} ms"
    )


def _is_right(one: Asked) -> bool:
    return one.is_right


def _is_answered(one: Asked) -> bool:
    return one.is_answered


if __name__ == "__main__":
    main()
