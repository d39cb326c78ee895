"""Reconstructs how an answer was made from the audit log, the stored answer and the index."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from bot.answering.pipeline import Answering
from bot.model import Question
from bot.model.kept.audit import Entry
from bot.model.kept.records import Feedback, StoredAnswer
from bot.ports import Audit, Published, Records
from bot.shown.rendering import closest_to_json
from bot.upkeep.history.provenance import text_hash
from knowledge.model.documents import Audience, Filters, Passage, StorePlace
from knowledge.model.errors import IndexMissingError

_ID = re.compile("r[0-9a-f]{11}")

OfIndex = Callable[[str], Answering | None]
"""Returns an `Answering` without a model for the index with these contents; None if deleted."""


def is_id(text: str) -> bool:
    """Whether a text has the form of an answer's id."""
    return bool(_ID.fullmatch(text))


class Replays:
    """Collects everything stored about an answer."""

    def __init__(self, audit: Audit, records: Records, published: Published, of: OfIndex) -> None:
        self._audit = audit
        self._records = records
        self._published = published
        self._of = of

    async def replay(self, answer_id: str, *, again: bool = False) -> dict[str, Any] | None:
        """Returns all that is stored about an answer; None if nothing is.

        With `again`, asks its question again in the same index. Raises AuditError, RecordsError.
        """
        entry = await self._audit.answer(answer_id)
        record = await self._records.find(answer_id)
        if entry is None and record is None:
            return None
        about = dict(entry.about) if entry else {}
        passages = about.get("passages", [])
        return {
            "id": answer_id,
            **_head(entry, record),
            **about,
            "passages": await self._still(passages),
            "index_now": await self._index_now(),
            "rated": [_rated(one) for one in await self._records.opinions(answer_id)],
            "again": await self._again(about, record) if again else None,
        }

    async def _still(self, passages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Adds to each passage whether it is the same, changed or gone in the published index."""
        try:
            now = await self._published.passages([one["id"] for one in passages])
        except IndexMissingError:
            now = {}
        return [{**one, "now": _now(one, now.get(one["id"]))} for one in passages]

    async def _index_now(self) -> int | None:
        try:
            async with self._published.pinned() as search:
                return search.generation.number
        except IndexMissingError:
            return None

    async def _again(
        self, about: Mapping[str, Any], record: StoredAnswer | None
    ) -> dict[str, Any] | str:
        """Asks the question again and compares; returns a reason where it cannot be asked."""
        if record is None or not about.get("searched"):
            return "the question is not stored"
        answering = self._of(about["index"]["contents"]) if about.get("index") else None
        if answering is None:
            return "its index is gone"
        language = record.reply.language
        question = Question(record.question, language, _filters(about["searched"]), dated=True)
        answer = await answering.answer(question)
        cited = [one.passage.passage_id for one in answer.citations]
        before = [one["id"] for one in about["passages"] if one["cited"]]
        return {
            "verdict": answer.verdict,
            "cited": cited,
            "same_verdict": answer.verdict == record.verdict,
            "same_citations": cited == before,
            "same_words": answer.text == record.reply.text,
        }


def _head(entry: Entry | None, record: StoredAnswer | None) -> dict[str, Any]:
    """Returns person, time, verdict and, while they are stored, question and answer."""
    head: dict[str, Any] = {"question": None, "answer": None, "closest": []}
    if record:
        head |= {"at": record.given_at.isoformat(), "who": record.person}
        head |= {"verdict": record.verdict}
        head |= {"question": record.question, "answer": record.reply.text}
        head |= {"closest": [closest_to_json(one) for one in record.reply.closest]}
    if entry:
        head |= {"at": entry.at.isoformat(), "who": entry.who, "verdict": entry.outcome}
    return head


def _now(kept: Mapping[str, Any], passage: Passage | None) -> str:
    if passage is None:
        return "gone"
    return "same" if text_hash(passage.text) == kept["hash"] else "changed"


def _rated(feedback: Feedback) -> dict[str, Any]:
    return {
        "who": feedback.person,
        "good": feedback.good,
        "at": feedback.given_at.isoformat(),
        "reason": feedback.reason,
        "comment": feedback.comment,
    }


def _filters(searched: Mapping[str, Any]) -> Filters:
    return Filters(
        as_of=date.fromisoformat(searched["as_of"]),
        audience=Audience(searched["audience"]),
        store_type=searched["store_type"],
        category=searched["category"],
        language=searched["language"],
        place=StorePlace(**place) if (place := searched.get("place")) else None,
    )
