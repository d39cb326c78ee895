"""Reads golden questions: questions whose right answers are known, one a line."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from bot.model import Question
from bot.model.errors import GoldenFileError
from bot.model.text import as_seen
from bot.privacy import safe
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Filters, Language


@dataclass(frozen=True, slots=True)
class Golden:
    """A question whose right answer is known."""

    id: str
    question: str
    language: Language
    answerable: bool
    gold_docs: tuple[str, ...] = ()
    """Documents that answer it, by doc_id."""
    answers: tuple[str, ...] = ()
    """The answer must contain one of these; without any, every answer counts as right."""
    kind: str = "lookup"
    store_type: str | None = None
    category: str | None = None
    as_of: date | None = None
    audience: Audience = Audience.STAFF
    thread: tuple[str, ...] = ()
    """Earlier questions of the same thread, the first one first."""
    expected_failure: str | None = None
    """Why the bot cannot answer it rightly yet."""

    @property
    def stands_alone(self) -> bool:
        """Whether anybody may ask it anywhere, without a thread, a store or a category."""
        context = self.thread or self.expected_failure or self.store_type or self.category
        return not context and self.audience is Audience.STAFF


def load(path: Path) -> list[Golden]:
    """Reads the questions of a golden file (JSONL, one a line). Raises GoldenFileError."""
    return [golden(line, where) for where, line in lines_of(path)]


def readable(paths: Iterable[Path]) -> list[Golden]:
    """The questions of the files that can be read; indexing reports what is wrong with others."""
    found: list[Golden] = []
    for path in paths:
        with suppress(GoldenFileError):
            found += load(path)
    return found


def lines_of(path: Path) -> list[tuple[str, str]]:
    """Reads the lines of a golden file, each after its "path:number". Raises GoldenFileError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GoldenFileError(f"{path} cannot be read") from error
    return [(f"{path}:{n}", line) for n, line in enumerate(lines, 1) if line.strip()]


def asked(one: Golden, today: date) -> Question:
    """Makes the question that a person would ask on a day."""
    filters = Filters(
        as_of=one.as_of or today,
        audience=one.audience,
        store_type=one.store_type,
        category=one.category,
        language=one.language,
    )
    return Question(safe(as_seen(one.question)), one.language, filters, dated=one.as_of is not None)


def golden(line: str, where: str = "a golden question") -> Golden:
    """Reads the question of one line. Raises GoldenFileError."""
    try:
        record = json.loads(line)
        filters = record.get("filters") or {}
        return Golden(
            id=str(record["id"]),
            question=str(record["question"]),
            language=record.get("language") or language_of(record["question"]),
            answerable=bool(record["answerable"]),
            gold_docs=tuple(record.get("gold_docs", ())),
            answers=tuple(record.get("answers", ())),
            kind=record.get("kind") or "lookup",
            store_type=filters.get("store_type"),
            category=filters.get("category"),
            as_of=date.fromisoformat(filters["as_of"]) if filters.get("as_of") else None,
            audience=Audience(filters.get("audience", Audience.STAFF)),
            thread=tuple(record.get("thread", ())),
            expected_failure=record.get("expected_failure"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise GoldenFileError(f"{where}: a line needs id, question, answerable") from error
