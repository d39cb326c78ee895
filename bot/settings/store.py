"""Settings of the store: its documents, answers, memory, records and indexing."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from bot.model import Length
from bot.settings.group import Group, as_duration
from knowledge.model.places import Places

SAMPLE = Path(__file__).parents[2] / "knowledge" / "sample"
"""The sample handbook of the product."""


class StoreSettings(Group, env_prefix="STOREWISE_"):
    """Where the documents and the index are, and what the documents are called."""

    source: Annotated[Places | None, NoDecode] = None
    """Folders and files of the documents, with `:` (on Windows `;`) between them, as in PATH.

    Without any the sample handbook answers.
    """
    data: Path = Path("data")
    """Folder of the index; made when it is missing."""
    embedder: Literal["auto", "use", "e5"] = "auto"
    """What makes vectors without a key: auto takes the bi-encoder for small indexes and use for
    large ones (docs/decisions/0027), use indexes ten times faster, e5 is for Korean alone (0010).
    """
    glossary: Path | None = None
    """Your own words for the same thing, as in knowledge/language/meanings/glossary.yaml."""
    golden: Path | None = None
    """Golden questions that a new index must pass; without it the documents' own _golden.jsonl."""
    timezone: str = "Asia/Seoul"
    """The store's time zone: decides which day "today" is."""
    currency: str = "KRW"
    """Currency of prices that are plain numbers in a catalogue."""
    corpus_name: str = "store documents"
    """What a refusal calls the documents in English."""
    corpus_name_ko: str = "매장 문서"
    """What a refusal calls the documents in Korean."""
    catalogue_overview: str = "We offer a curated catalogue of productivity gadgets."
    """What `/api/ai/ask` says where no product fits; the default is its specification's."""

    @field_validator("source", mode="before")
    @classmethod
    def _placed(cls, value: object) -> object:
        places = Places.written(str(value)) if isinstance(value, str | Path) else value
        if isinstance(places, Places) and not places.paths:
            raise ValueError("name a folder or a file")
        return places

    @field_validator("timezone")
    @classmethod
    def _known(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError) as error:
            raise ValueError("no such time zone; use a name such as Asia/Seoul") from error
        return value


class AnswerSettings(Group, env_prefix="ANSWER_"):
    """The form of answers."""

    length: Length = Length.NORMAL
    """brief (one sentence), normal (up to three) or detailed (up to five)."""


class MemorySettings(Group):
    """The bot remembers the last questions of a thread for a while, without personal data."""

    memory: Literal["thread", "none"] = "thread"
    """thread, or none: then every message stands by itself."""
    memory_expiry: timedelta = timedelta(minutes=30)
    """How long a quiet thread is remembered: 30m, 6h, 1d."""

    @property
    def expiry(self) -> timedelta | None:
        """Returns how long a quiet thread is remembered; None for not at all."""
        return self.memory_expiry if self.memory == "thread" else None

    @field_validator("memory_expiry", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return as_duration(value)


class CacheSettings(Group):
    """Answers are cached for the next person who asks the same."""

    answer_cache: int = Field(500, ge=0, le=1_000_000)
    """Answers kept in memory for an hour, about 20 KB each; 0 for none."""


class RecordsSettings(Group, env_prefix="RECORDS_"):
    """Answers are stored for their buttons, and to find out what the documents lack.

    A record has no personal data except the platform's id of the person who asked.
    """

    days: int = Field(30, ge=0, le=3650)
    """Days that an answer is kept; 0 keeps nothing, and deletes what was kept."""


class AuditSettings(Group, env_prefix="AUDIT_"):
    """The audit log stores who did what, and how answers were made: ids, never words."""

    days: int = Field(365, ge=0, le=3650)
    """Days that a line of the audit log is kept; 0 writes none, and leaves what was written."""


class ReindexSettings(Group, env_prefix="REINDEX_"):
    """When documents are re-read automatically, and how much worse a new index may answer."""

    every: timedelta | None = None
    """How often the documents are read anew: 30m, 6h, 1d."""
    watch: bool = False
    """Whether a file that changes is read anew at once."""
    margin: float = Field(0.02, ge=0, le=1)
    """Share of the golden questions that may be answered worse in a new index."""

    @field_validator("every", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return as_duration(value)
