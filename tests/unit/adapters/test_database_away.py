"""While the database is away, each replica goes on with what it knows itself, after a moment."""

import asyncio
from dataclasses import dataclass

import pytest

from adapters.chat.under_way.once import Once
from adapters.chat.under_way.remembered import Remembered
from bot.model.errors import RecordsError


@dataclass
class Away:
    """A database that refuses, or one that says nothing."""

    hangs: bool = False
    shared: bool = True

    async def claim(self, key: str, keep_s: float) -> bool:
        await self._fail()
        return False

    async def keep(self, key: str, value: str, keep_s: float) -> None:
        await self._fail()

    async def find(self, key: str) -> str | None:
        await self._fail()
        return None

    async def forget(self, key: str) -> None:
        await self._fail()

    async def _fail(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        raise RecordsError("the database is away")


@dataclass(frozen=True)
class Open:
    question: str


@pytest.fixture(autouse=True, params=[False, True], ids=["refuses", "hangs"])
def away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Away:
    monkeypatch.setattr("adapters.chat.under_way.once._PATIENCE_S", 0.02)
    return Away(hangs=request.param)


async def test_a_click_is_taken_once_by_the_replica_that_got_it(away: Away) -> None:
    clicks = Once(away, "click")

    first, again = await clicks.first("반품"), await clicks.first("반품")
    await clicks.forget("반품")
    later = await clicks.first("반품")

    assert (first, again, later) == (True, False, True)


@pytest.mark.parametrize("question", ["When does the van come?", "차는 언제 와요?"])
async def test_what_is_open_is_known_to_the_replica_that_opened_it(
    away: Away, question: str
) -> None:
    windows = Remembered(away, "window", Open)

    await windows.keep("V1", Open(question))

    assert await windows.find("V1") == Open(question)
    assert await windows.find("V2") is None
