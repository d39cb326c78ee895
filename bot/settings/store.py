"""The store: its documents, how answers look, and how long data is kept."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, ValidationInfo, field_validator
from pydantic_settings import NoDecode

from bot.model import Length
from bot.settings.group import Group, as_duration
from knowledge.model.documents import Audience
from knowledge.model.places import Places

SAMPLE = Path(__file__).parents[2] / "knowledge" / "sample"
"""The handbook that ships with the product."""


class StoreSettings(Group, env_prefix="STOREWISE_"):
    """Locations of the documents and the index, and the names that answers use."""

    data: Path = Path("data")
    """Folder of the index and of everything else that is stored. Created if missing."""
    source: Annotated[Places | None, NoDecode] = None
    """Folders, files and addresses of your documents, with `:` between them (`;` on Windows).

    Addresses begin with `s3://`, `sharepoint://` and the like (docs/DOCUMENTS.md). Not set: the
    documents that were indexed last, or else the sample handbook.
    """
    shelf: str | None = None
    """Where several replicas hold the files of the index: a folder that all of them mount, or an
    address such as `s3://bucket/indexes`. Not set: the database at `DATABASE_URL`."""
    embedder: Literal["auto", "use", "e5"] = "auto"
    """The model that makes the vectors without an OpenAI key.

    `auto` finds most. `use`: indexes 10× faster, finds less. `e5`: for Korean alone, 50× slower.
    """
    stores: Path | None = None
    """A file with your stores, their channels, regions and time zones: `stores.yaml`."""
    glossary: Path | None = None
    """A file with your own words for the same thing: one list of synonyms a line."""
    golden: Path | None = None
    """Golden questions that a new index has to pass. Not set: `_golden.jsonl` of each folder."""
    timezone: str = "Asia/Seoul"
    """The store's time zone. It decides which day "today" is."""
    currency: str = "KRW"
    """Currency of catalogue prices that are plain numbers, where a product names no `currency`."""
    corpus_name: str = "store documents"
    """Name that the bot uses for your documents, in English."""
    corpus_name_ko: str = "매장 문서"
    """Name that the bot uses for your documents, in Korean."""
    catalogue_overview: str = "We offer a curated catalogue of productivity gadgets."
    """Answer of `/api/ai/ask` if no product fits the question."""

    @field_validator("source", mode="before")
    @classmethod
    def _placed(cls, value: object, info: ValidationInfo) -> object:
        if isinstance(value, str | Path):
            value = Places.written(str(value), info.data.get("data", Path("data")))
        if isinstance(value, Places) and not value.paths:
            raise ValueError("name a folder or a file")
        return value

    @field_validator("timezone")
    @classmethod
    def _known(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError) as error:
            raise ValueError("no such time zone; use a name such as Asia/Seoul") from error
        return value


class AnswerSettings(Group, env_prefix="ANSWER_"):
    """How long an answer is."""

    length: Length = Length.NORMAL
    """`brief`: one sentence, `normal`: up to three, `detailed`: up to five."""


class SuggestionsSettings(Group, env_prefix="SUGGESTIONS_"):
    """The questions suggested below an answer; each was tried before it is shown."""

    ahead: bool = True
    """Whether they are tried while nobody asks, with at most 5 % of one core.

    Off: an answer tries one itself if it has the time, so fewer are suggested.
    """


class EmergencySettings(Group, env_prefix="EMERGENCY_"):
    """A danger that no document has a rule for."""

    number: str = "119"
    """The number to call in a danger that no document has a rule for: `119`, `112`, your own."""


class RulesSettings(Group, env_prefix="RULES_"):
    """Who writes rules in a chat, on the page and by the API."""

    writers: Audience = Audience.MANAGER
    """The least role that writes rules: `manager` or `admin`.

    Owners always write about their own documents; nobody writes for readers above their own role.
    """
    approval: bool = False
    """Whether a second person has to approve each rule before it counts."""
    names: bool = False
    """Whether channels and reports name who has read a rule; else they are counted."""

    @field_validator("writers")
    @classmethod
    def _no_clerk(cls, value: Audience) -> Audience:
        if value is Audience.STAFF:
            raise ValueError("manager or admin: staff write no rules")
        return value


class MemorySettings(Group):
    """The memory of a thread: its last three questions, without personal data."""

    memory: Literal["thread", "none"] = "thread"
    """`thread`: "and opened ones?" is a follow-up. `none`: each message stands alone.

    A thread's last three questions are remembered, without personal data.
    """
    memory_expiry: timedelta = timedelta(minutes=30)
    """How long a quiet thread is remembered: `30m`, `6h`, `1d`."""

    @property
    def expiry(self) -> timedelta | None:
        """How long a thread is remembered; None for not at all."""
        return self.memory_expiry if self.memory == "thread" else None

    @field_validator("memory_expiry", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return as_duration(value)


class CacheSettings(Group):
    """The same question is answered from memory while nothing has changed."""

    answer_cache: int = Field(500, ge=0, le=1_000_000)
    """Answers kept in memory for an hour, about 20 KB each. 0 means none.

    The same question gets them while nothing has changed.
    """


class RecordsSettings(Group, env_prefix="RECORDS_"):
    """Answers kept for their buttons and for the list of unanswered questions.

    Personal data is removed first; of the person who asked, only the platform's id is kept.
    """

    days: int = Field(30, ge=0, le=3650)
    """Days an answer is kept for its buttons and for reports.

    It is without personal data; of the person who asked, only the platform's id is kept. 0 keeps
    nothing and deletes earlier answers.
    """


class AuditSettings(Group, env_prefix="AUDIT_"):
    """The log of commands, with who ran them, and of how answers were made. Ids, never words."""

    days: int = Field(365, ge=0, le=3650)
    """Days a line of the audit log is kept: commands and how answers were made, never words.

    0 writes nothing more and keeps earlier lines.
    """


class ReindexSettings(Group, env_prefix="REINDEX_"):
    """When the documents are re-read without a command, and when a new index is published."""

    every: timedelta | None = None
    """How often the documents are re-read: `30m`, `6h`, `1d`."""
    watch: bool = False
    """Re-read the documents as soon as a file changes."""
    margin: float = Field(0.02, ge=0, le=1)
    """Share of the golden questions that a new index may answer worse and still be published."""

    @field_validator("every", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return as_duration(value)
