"""Measures the time of a question on the sample handbook: warm, with two busy cores, and cold.

python -m benchmarks.ask
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bot.main.app import App, build
from bot.model import Message, Platform
from bot.settings import CacheSettings, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation

GOLDEN = Path(__file__).parent.parent / "tests" / "quality" / "golden.jsonl"
ROUNDS = 3
COLD_STARTS = 5
BUSY = "while True: sum(range(100_000))"


def main() -> None:
    """Indexes the sample, asks every golden question a few times, and prints milliseconds."""
    with tempfile.TemporaryDirectory() as data:
        app = build(
            Settings(
                slack=SlackSettings(bot_token=None),
                openai=OpenAISettings(api_key=None),
                store=StoreSettings(data=Path(data)),
                cache=CacheSettings(answer_cache=0),
            )
        )
        asyncio.run(_measure(app))
        app.close()
        _print_cold_starts(Path(data))


async def _measure(app: App) -> None:
    report = await app.indexer.rebuild()
    rate = report.passages / report.seconds
    print(f"indexed {report.passages} passages in {report.seconds:.1f} s ({rate:.0f}/s)")
    questions = [golden.question for golden in evaluation.load(GOLDEN)]
    first = await _asked(app, questions)
    _print("first time asked", first)
    _print("warm", [took for _ in range(ROUNDS) for took in await _asked(app, questions)])
    with _two_busy_processes():
        busy = [took for _ in range(ROUNDS) for took in await _asked(app, questions)]
    _print("warm, two busy processes beside", busy)


def _print_cold_starts(data: Path) -> None:
    """Measures the whole `storewise ask` in its own process, as at a terminal."""
    environment = {"PATH": "", "STOREWISE_DATA": str(data)}
    seconds = []
    for _ in range(COLD_STARTS):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "bot", "ask", "how long to return headphones?"],
            env=environment,
            cwd=GOLDEN.parent.parent.parent,
            check=True,
            capture_output=True,
        )
        seconds.append(time.perf_counter() - start)
    print(f"\ncold `storewise ask` ({COLD_STARTS} runs): median {statistics.median(seconds):.2f} s")


async def _asked(app: App, questions: list[str]) -> list[dict[str, float]]:
    took = []
    for question in questions:
        message = Message(Platform.CONSOLE, "benchmark", "benchmark", question)
        reply = await app.conversation.handle(message)
        took.append({**reply.steps, "all": sum(reply.steps.values())})
    return took


def _print(title: str, took: list[dict[str, float]]) -> None:
    print(f"\n{title} ({len(took)} questions), ms")
    for name in ("retrieve", "generate", "check", "finalize", "all"):
        values = [one.get(name, 0.0) for one in took]
        p50 = statistics.median(values)
        p95, p99 = (statistics.quantiles(values, n=100)[n] for n in (94, 98))
        print(f"  {name:10} p50 {p50:7.1f}   p95 {p95:7.1f}   p99 {p99:7.1f}")


@contextmanager
def _two_busy_processes() -> Generator[None]:
    beside = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]  # noqa: S603
    try:
        yield
    finally:
        for process in beside:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
