"""What the database of a run tells of its answers: from which index each came, and who had it."""

import asyncio
import json
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

_LOOK_S = 0.1
_MAYBE = "a reply may come twice after a crash"
LATE_S = 10.0
"""A replica may answer from the index before for so long: it fetches the new one first."""


@dataclass(frozen=True, slots=True)
class Move:
    """A moment at which another index was published."""

    at: float
    """In seconds since 1970."""
    number: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What the audit log of a run says."""

    answers: int = 0
    indexes: int = 0
    """Different indexes that they came from."""
    never_published: int = 0
    """Answers from an index that was not published yet."""
    late: int = 0
    """Answers from an index that had been replaced for longer than `LATE_S`."""
    worst_s: float = 0.0
    """The longest time that an index had been replaced when somebody got an answer from it."""


async def watch(url: str, moves: list[Move]) -> None:
    """Notes each published index, until it is cancelled."""
    engine = create_engine(url, pool_size=1)
    while True:
        with suppress(DBAPIError):
            number = await asyncio.to_thread(_published, engine)
            if number is not None and (not moves or moves[-1].number != number):
                moves.append(Move(time.time(), number))
        await asyncio.sleep(_LOOK_S)


def answered_from(url: str, moves: Sequence[Move]) -> Answered:
    """Reads the audit log of all replicas."""
    engine = create_engine(url)
    with engine.connect() as db:
        rows = db.execute(text("SELECT line FROM audit ORDER BY number")).scalars().all()
    engine.dispose()
    lines = [json.loads(one) for one in rows]
    found = [
        (one["about"]["index"]["generation"], _asked_at(one))
        for one in lines
        if one["kind"] == "answer" and one["about"].get("index")
    ]
    published = {one.number: one.at for one in reversed(moves)}
    replaced = {one.number: after.at for one, after in pairwise(moves)}
    behind_s = [at - replaced[number] for number, at in found if number in replaced]
    return Answered(
        answers=len(found),
        indexes=len({number for number, _ in found}),
        never_published=sum(
            number not in published or at < published[number] - _LOOK_S for number, at in found
        ),
        late=sum(one > LATE_S for one in behind_s),
        worst_s=max(behind_s, default=0.0),
    )


def on_their_way(url: str, logs: Iterable[Path]) -> frozenset[str]:
    """Keys of questions whose reply was on its way to Teams when its replica was killed.

    Teams lets nobody see whether it has that reply, so it is posted again (docs/RELIABILITY.md).
    """
    lines = [line for log in logs for line in log.read_text("utf-8").splitlines() if _MAYBE in line]
    answers = {json.loads(one)["trace_id"] for one in lines}
    engine = create_engine(url)
    with engine.connect() as db:
        rows = db.execute(text("SELECT answer_id, key FROM questions")).all()
    engine.dispose()
    return frozenset(row.key for row in rows if row.answer_id in answers)


def _asked_at(line: dict[str, Any]) -> float:
    """When its answer was begun."""
    return datetime.fromisoformat(line["at"]).timestamp() - float(line["about"]["ms"]) / 1000


def _published(engine: Engine) -> int | None:
    with engine.connect() as db:
        pointer = db.execute(text("SELECT pointer FROM published")).scalar()
    return int(json.loads(pointer)["artefact"]["number"]) if pointer else None
