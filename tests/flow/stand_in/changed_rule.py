"""A bot with a rule in each language, which a test changes after it was quoted."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from bot.main.app import App
from bot.model import Message, Platform, Scope
from bot.model.rules import Author
from bot.upkeep.desk import Call, CommandResult
from knowledge.model.documents import Audience
from tests.fakes import FakePostCorrection

TILL = "how much does the till hold in the morning?"
PARKING = "직원 주차 요금은 한 달에 얼마인가요?"
MONTH = timedelta(days=30)
_SOMEBODY = Author("teams:t:29:somebody", Audience.ADMIN)


def page(title: str, text: str, **more: str) -> str:
    matter = "".join(f"{name}: {value}\n" for name, value in more.items())
    return f"---\ntitle: {title}\n{matter}---\n## {title}\n\n{text}\n"


@dataclass
class Store:
    """A bot with a rule in each language, and Slack to correct in."""

    folder: Path
    app: App
    slack: FakePostCorrection = field(default_factory=FakePostCorrection)

    def write(self, name: str, page: str) -> None:
        (self.folder / name).write_text(page, encoding="utf-8")

    def till(self, amount: str, **more: str) -> None:
        self.write(
            "cash.md",
            page("Cash", f"The till holds {amount} in the morning.", language="en",
                  owner="Finance", **more),
        )  # fmt: skip

    def parking(self, amount: str) -> None:
        text = f"직원 주차 요금은 한 달에 {amount}원입니다."
        self.write("parking.md", page("직원 주차", text, language="ko", owner="총무팀"))

    async def overdue(self) -> None:
        """Publishes the rule about the till, which nobody has reviewed in time."""
        self.till("₩200,000", review_by="2026-01-31")
        await self.publish()

    async def pinned(self, question: str = TILL) -> str:
        """Pins an answer of somebody until a day; returns the id of the pin."""
        record = await self.app.kept.records.find(await self.ask(question))
        assert record is not None
        pin = await self.app.rules.pinning.pin(record, _SOMEBODY, date(2100, 1, 31))
        return pin.pin_id

    async def publish(self) -> None:
        await self.app.indexer.rebuild()

    async def ask(
        self,
        question: str = TILL,
        thread: str = "T1:C1:1",
        person: str = "U1",
        platform: Platform = Platform.SLACK,
        **scope: Any,
    ) -> str:
        message = Message(
            platform, thread, person, question, scope=Scope(**scope), workspace_id="T1"
        )
        reply = await self.app.conversation.handle(message)
        assert reply.kept
        return reply.trace_id

    async def shown(self, rule: str = "cash", since: timedelta = MONTH) -> CommandResult:
        arguments = {"rule": rule, "since_s": since.total_seconds(), "dry_run": True}
        return await self.app.desk.done(Call("correct", arguments), lambda _: None)

    async def report(self, kind: str) -> Any:
        about = {"kind": kind, "store": None, "category": None, "owner": None}
        call = Call("report", {**about, "since_s": MONTH.total_seconds()})
        return (await self.app.desk.done(call, lambda _: None)).value

    async def posted(self, rule: str = "cash") -> CommandResult:
        shown = await self.shown(rule)
        assert not shown.code, shown.text
        call = Call("correct", {"token": shown.value["token"]})
        return await self.app.desk.done(call, lambda _: None)
