"""Reconstructs how an answer was made from the audit log, the stored answer and the index."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from bot.answering.pipeline import Answering
from bot.model import Question
from bot.model.kept import AuditLog, Entry, EntryKind, Feedback, StoredAnswer
from bot.model.reason import in_words
from bot.ports import Audit, Published, Records
from bot.shown.rendering import closest_to_json
from bot.upkeep.history.provenance import text_hash
from knowledge.model.documents import Audience, Filters, Passage, StorePlace
from knowledge.model.errors import IndexMissingError
from knowledge.model.printable import visible

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


# Shows how an answer was made, and the audit log, as lines for a terminal.

_NOW = {"same": "unchanged", "changed": "CHANGED since", "gone": "no longer in the index"}
_WIDTH = 12


def replay_lines(replayed: Mapping[str, Any]) -> list[str]:
    """Shows all that is stored about an answer, one fact a line."""
    return [
        f"Answer {replayed['id']} to {replayed['who']} at {replayed['at']}",
        *_line(
            "question",
            replayed["question"] or "not stored (RECORDS_DAYS, or asked outside a thread)",
        ),
        *_line("answer", replayed["answer"] or "not stored"),
        *_line("closest", [_closest(one) for one in replayed["closest"]]),
        *_line("verdict", replayed["verdict"]),
        *_made(replayed),
        *_line("rated", [_rating(one) for one in replayed["rated"]]),
        *_again(replayed["again"]),
    ]


def audit_lines(log: AuditLog) -> list[str]:
    """Lists the commands and settings, then says whether the log is unchanged."""
    done = [_entry(one) for one in log.entries if one.kind is not EntryKind.ANSWER]
    answers = len(log.entries) - len(done)
    return [*done, f"commands and settings: {len(done)}, answers: {answers}", *chain_lines(log)]


def chain_lines(log: AuditLog) -> list[str]:
    """Says whether the log is unchanged since it was written."""
    cut = f", {log.unfinished} of them cut short" if log.unfinished else ""
    if log.broken:
        places = ", ".join(log.broken)
        return [f"CHANGED after writing: the line before {places}, or that line itself"]
    return [f"lines verified: {log.lines}{cut}; last line: {log.head or 'none yet'}"]


def _entry(entry: Entry) -> str:
    about = " ".join(f"{name}={value}" for name, value in entry.about.items() if value is not None)
    when = entry.at.isoformat(timespec="seconds")
    return f"{when}  {entry.who}  {entry.kind}  {entry.what}  {entry.outcome}  {about}".rstrip()


def _made(replayed: Mapping[str, Any]) -> Iterator[str]:
    """Yields how it was made; nothing if the audit log has no entry."""
    if "error" in replayed:
        yield from _line("error", replayed["error"])
    if "searched" not in replayed:
        return
    asked, understood = replayed["searched"], replayed["understood"]
    yield from _line("asked about", _named(asked))
    yield from _line("understood", _named(understood))
    yield from _line("index", _index(replayed))
    yield from _line("passages", [_passage(one) for one in replayed["passages"]])
    yield from _line("made", _named({name: replayed[name] for name in _MADE}))
    moved = replayed.get("moved", {})
    yield from _line("criteria", [f"{name} {value:+.2f}" for name, value in moved.items()])
    for name in ("dropped", "rejected"):
        yield from _line(name, [_why(one) for one in replayed[name]])
    yield from _line("troubles", replayed["troubles"])
    redactions = [f"{kind} × {count}" for kind, count in replayed["redactions"].items()]
    yield from _line("redacted", redactions or "nothing")
    yield from _line("rules", _named(replayed["rules"]))
    yield from _line("times (ms)", _named({"all": replayed["ms"], **replayed["steps"]}))
    yield from _line("spent", _named(replayed["spent"]))


def _why(dropped: str) -> str:
    """Explains the code in a line of the log such as "sentence 1: too_long"."""
    sentence, _, code = dropped.partition(": ")
    said = in_words(code)
    return dropped if said == code else f"{sentence}: {said} ({code})"


_MADE = ("model", "model_calls", "drafts", "attempts", "likelihood", "confidence", "cached")


def _again(again: Mapping[str, Any] | str | None) -> list[str]:
    if again is None or isinstance(again, str):
        return _line("again", again and f"not asked again: {again}")
    same = [name for name in ("same_verdict", "same_citations", "same_words") if again[name]]
    return _line("again", f"{again['verdict']}: {', '.join(same) or 'nothing is the same'}")


def _index(replayed: Mapping[str, Any]) -> str:
    index = replayed["index"]
    if index is None:
        return "none: answered from selected text" if replayed["selected_text"] else "none"
    now = replayed["index_now"]
    still = "published now" if now == index["generation"] else f"{now} is published now"
    return f"{index['generation']} of {index['made_at']} ({still})"


def _passage(one: Mapping[str, Any]) -> str:
    mark = f"[{one['cited']}]" if one["cited"] else "   "
    first, last = one["effective_from"] or "ever", one["effective_until"] or "further notice"
    in_force = f"in force from {first} until {last}"
    return f"{mark} {one['id']}  {in_force}  score {one['score']}  {_NOW[one['now']]}"


def _closest(rule: Mapping[str, Any]) -> str:
    return f"{rule['passage_id']}  “{rule['quote']}”"


def _rating(one: Mapping[str, Any]) -> str:
    said = " ".join(part for part in (one["reason"], one["comment"]) if part)
    return f"{'good' if one['good'] else 'bad'} by {one['who']} {said}".rstrip()


def _named(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if value not in (None, ""))


def _line(name: str, value: str | Iterable[str] | None) -> list[str]:
    """Makes lines of a name and its values, one below the other; none without values."""
    lines = [value] if isinstance(value, str) else list(value or ())
    # Comments are written by people: control characters must not reach the terminal.
    lines = [visible(part) for line in lines for part in line.splitlines()]
    names = [name, *[""] * (len(lines) - 1)]
    return [f"{first:{_WIDTH}} {line}" for first, line in zip(names, lines, strict=False)]
