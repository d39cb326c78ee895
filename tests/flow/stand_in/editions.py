"""A handbook of which every document carries its edition's number, so that a mixture shows."""

import re
from pathlib import Path

from bot.main.app import App
from bot.model import Message, Platform
from bot.settings import CacheSettings, OpenAISettings, Settings, SlackSettings, StoreSettings

QUESTIONS = (
    "how much is the deposit for a staff locker?",
    "직원 주차 요금은 한 달에 얼마인가요?",
)
_PAGES = {
    "lockers.md": "---\ntitle: Staff lockers\n---\nThe deposit for a staff locker is {n} won.\n",
    "주차.md": "---\ntitle: 직원 주차\n---\n직원 주차 요금은 한 달에 {n}원입니다.\n",
    **{
        f"shelf-{number}.md": f"---\ntitle: Shelf {number}\n---\nTowels of list {{n}} lie here.\n"
        for number in range(16)
    },
}
_EDITION = re.compile(r"\b([1-9]\d{3})(?= won|원)")


def write(source: Path, edition: int) -> None:
    """Bring every document to an edition: a number of four digits."""
    source.mkdir(parents=True, exist_ok=True)
    for name, page in _PAGES.items():
        (source / name).write_text(page.format(n=edition), encoding="utf-8")


def settings(source: Path, data: Path, cached: int = 0) -> Settings:
    """A bot that keeps so many answers."""
    return Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=source, data=data),
        cache=CacheSettings(answer_cache=cached),
    )


async def answered(app: App, question: str) -> set[int]:
    """The editions that an answer and its quotes are from; none where nothing was answered."""
    reply = await app.conversation.handle(Message(Platform.CONSOLE, "", "test", question))
    said = (
        reply.text,
        *(quote for one in reply.sources for quote in (one.quote, *one.more_quotes)),
    )
    return {int(found) for text in said for found in _EDITION.findall(text)}
