"""Everything that can be set from the outside, by environment or .env."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import (
    BaseModel,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.model import Length
from knowledge.places import Places

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How long a model may think; not every model knows all of them."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
SAMPLE = Path(__file__).parent.parent / "knowledge" / "sample"
"""The handbook that ships with the product."""


class _Group(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )


class SlackSettings(_Group, env_prefix="SLACK_"):
    """Slack is on when the bot has a token, or a way to get one, and requests have a way in."""

    bot_token: SecretStr | None = None
    """Bot User OAuth Token, xoxb-…: the bot of one workspace."""
    app_token: SecretStr | None = None
    """App-Level Token, xapp-…, with connections:write: Socket Mode, without a public address."""
    signing_secret: SecretStr | None = None
    """Signing Secret of the app; every request that comes by HTTP is checked with it."""
    client_id: str | None = None
    """Client ID of the app; with its secret any workspace can install the bot (OAuth)."""
    client_secret: SecretStr | None = None
    """Client Secret of the app; with both, SLACK_BOT_TOKEN is not used."""
    team_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Workspaces (T…) and organisations (E…) that may install the bot; without any, all may."""
    admin_user_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Member ids that may run /reindex, separated by commas: U012AB3CD,U045EF6GH."""
    admin_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """User groups whose members may do the same, by id: S012AB3CD; needs usergroups:read."""
    workspace_admins: bool = False
    """Whether admins and owners of the workspace may do the same; needs users:read."""
    default_store_type: str | None = None
    """Which kind of store a channel asks for that has no settings of its own."""
    default_language: Literal["ko", "en"] | None = None
    """In which language such a channel is answered; each question's own when not set."""
    answer_mode: Literal["mention", "threads", "every"] = "threads"
    """What such a channel answers: mentions, followed threads too, or every question."""
    follow_idle: timedelta = timedelta(hours=24)
    """How long after its last answer in a thread the bot follows it: 30m, 6h, 1d."""
    api_url: str = "https://slack.com/api/"
    """Where Slack's Web API is; another value is for emulators and proxies."""

    @field_validator("admin_user_ids", "admin_group_ids", "team_ids", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return _parts(value) if isinstance(value, str) else value

    @field_validator("api_url")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if not _is_plain_address(value):
            raise ValueError("must look like https://slack.com/api/, with no password in it")
        return value

    @field_validator("default_store_type")
    @classmethod
    def _as_in_documents(cls, value: str | None) -> str | None:
        return value.strip().lower() if value else None

    @field_validator("follow_idle", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return _as_duration(value)

    @property
    def on(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    @property
    def installs(self) -> bool:
        """Whether workspaces install the bot by themselves, each with a token of its own."""
        return self.client_id is not None and self.client_secret is not None

    @property
    def half_installs(self) -> str | None:
        """The one of the two names for installing that is not set, when the other is."""
        if (self.client_id is None) == (self.client_secret is None):
            return None
        return "SLACK_CLIENT_ID" if self.client_id is None else "SLACK_CLIENT_SECRET"

    @property
    def missing(self) -> tuple[str, ...]:
        """The names that Slack waits for: the bot's token, and a way in."""
        token = self.half_installs or "SLACK_BOT_TOKEN"
        way_in = "SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET)"
        has_token = self.installs or self.bot_token is not None
        has_way_in = self.app_token is not None or self.signing_secret is not None
        return (() if has_token else (token,)) + (() if has_way_in else (way_in,))


class TeamsSettings(_Group, env_prefix="TEAMS_"):
    """Microsoft Teams is on when the bot has an id, a secret and a tenant, or asks for none."""

    app_id: str | None = None
    """Microsoft App ID of the bot in Azure."""
    app_password: SecretStr | None = None
    """Client secret of the app; a managed identity has none."""
    tenant_id: str | None = None
    """Directory (tenant) ID that the app is registered in."""
    managed_identity: bool = False
    """Whether the app id is that of a user-assigned managed identity, on a machine in Azure."""
    allowed_tenants: Annotated[frozenset[str], NoDecode] = frozenset()
    """Tenants whose people are answered, by id; without any, that of TEAMS_TENANT_ID."""
    admin_object_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Entra object ids of the people that may run /reindex, separated by commas."""
    service_hosts: Annotated[frozenset[str], NoDecode] = frozenset()
    """Further hosts that replies may go to, such as smba.infra.gcc.teams.microsoft.com."""
    openid_metadata_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    """Where the keys are named that requests are signed with."""
    token_issuer: str = "https://api.botframework.com"  # noqa: S105 - an address
    """Who signs them."""
    auth: Literal["on", "off"] = "on"
    """off lets everybody in, for emulators: only where the server listens on this machine alone."""

    @field_validator("allowed_tenants", "admin_object_ids", "service_hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return _parts(value.lower()) if isinstance(value, str) else value

    @field_validator("app_id", "tenant_id")
    @classmethod
    def _as_in_tokens(cls, value: str | None) -> str | None:
        return (value or "").strip().lower() or None

    @field_validator("openid_metadata_url")
    @classmethod
    def _is_trusted(cls, value: str) -> str:
        if not _is_plain_address(value) or not _is_safe(value):
            raise ValueError("must begin with https://, with no password in it")
        return value

    @property
    def on(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    @property
    def tenants(self) -> frozenset[str]:
        """The tenants whose people are answered."""
        return self.allowed_tenants or frozenset(filter(None, [self.tenant_id]))

    @property
    def missing(self) -> tuple[str, ...]:
        """The names that Teams waits for."""
        if self.auth == "off":
            return ()
        has = {
            "TEAMS_APP_ID": self.app_id is not None,
            "TEAMS_APP_PASSWORD": self.managed_identity or self.app_password is not None,
            "TEAMS_TENANT_ID": self.tenant_id is not None,
        }
        return tuple(name for name, is_set in has.items() if not is_set)


class OpenAISettings(_Group, env_prefix="OPENAI_", env_ignore_empty=False):
    """OPENAI_API_KEY turns OpenAI on; nothing leaves the machine without it."""

    api_key: SecretStr | None = None
    base_url: str | None = None
    """Another server with the same interface, such as https://llm.example/v1."""
    chat_model: str = "gpt-5.4-mini"
    """What puts answers into words; empty leaves that to the documents' own sentences."""
    reasoning_effort: Effort | None = None
    """How long the model thinks: none, minimal, low …; not at all for OpenAI's when not set."""
    chat_budget_s: float = Field(1.2, gt=0, le=60)
    """Seconds that the model has for an answer; later the documents' own sentences go out."""
    api_style: Literal["auto", "responses", "chat"] = "auto"
    """Which interface the server has: Responses at OpenAI and Azure, else Chat Completions."""
    price_input: float | None = Field(None, ge=0)
    """Money for a million tokens that the model reads; without both prices none is counted."""
    price_output: float | None = Field(None, ge=0)
    """Money for a million tokens that it writes."""
    embedding_model: str = "text-embedding-3-small"
    embedding_dimensions: int = 512
    """Length of a vector; 1536 is the model's full length."""

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, given: dict[str, object]) -> dict[str, object]:
        """An empty value is none at all, but for the model: who empties it wants none."""
        return {name: value for name, value in given.items() if value != "" or name == "chat_model"}


class ChromaSettings(_Group, env_prefix="CHROMA_"):
    """CHROMA_URL keeps the vectors in a Chroma server, and not in the data directory."""

    url: str | None = None
    """Where the server is, such as http://127.0.0.1:8000."""
    token: SecretStr | None = None
    """What a proxy before the server asks for; Chroma itself asks nobody who they are."""
    tenant: str = "default_tenant"
    database: str = "default_database"

    @field_validator("url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is not None and not _is_plain_address(value):
            raise ValueError("must look like http://127.0.0.1:8000, with no password in it")
        return value

    @field_validator("token")
    @classmethod
    def _fits_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        token = value.get_secret_value() if value else ""
        if not (token.isascii() and token.isprintable()):
            raise ValueError("must be English letters, digits and signs in one line")
        return value


class StoreSettings(_Group, env_prefix="STOREWISE_"):
    """Where the documents and the index are, and how the store calls them."""

    source: Annotated[Places | None, NoDecode] = None
    """Folders and files of the documents, with `:` (on Windows `;`) between them, as in PATH.

    Without any the sample handbook answers.
    """
    data: Path = Path("data")
    """Folder of the index; made when it is missing."""
    embedder: Literal["use", "e5"] = "use"
    """What makes vectors without a key: use, or e5 for Korean alone (docs/decisions/0010)."""
    glossary: Path | None = None
    """Your own words for the same thing, in the form of knowledge/glossary.yaml."""
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


class AnswerSettings(_Group, env_prefix="ANSWER_"):
    """How answers are given."""

    length: Length = Length.NORMAL
    """brief (one sentence), normal (up to three) or detailed (up to five)."""


class MemorySettings(_Group):
    """What is remembered of a thread: its last questions, without personal data, for a while."""

    memory: Literal["thread", "none"] = "thread"
    """thread, or none: then every message stands by itself."""
    memory_expiry: timedelta = timedelta(minutes=30)
    """How long a quiet thread is remembered: 30m, 6h, 1d."""

    @property
    def expiry(self) -> timedelta | None:
        """How long a thread is remembered; None for not at all."""
        return self.memory_expiry if self.memory == "thread" else None

    @field_validator("memory_expiry", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return _as_duration(value)


class CacheSettings(_Group):
    """What need not be worked out again."""

    answer_cache: int = Field(500, ge=0, le=1_000_000)
    """Answers kept in memory for an hour, about 20 KB each; 0 for none."""


class RecordsSettings(_Group, env_prefix="RECORDS_"):
    """What is kept of the answers that were given: for their buttons, and to see what is missing.

    It holds no personal data but who asked, as an id of the platform.
    """

    days: int = Field(30, ge=0, le=3650)
    """Days that an answer is kept; 0 keeps nothing, and deletes what was kept."""


class ReindexSettings(_Group, env_prefix="REINDEX_"):
    """When the documents are read anew by themselves, and what keeps an index unpublished."""

    every: timedelta | None = None
    """How often the documents are read anew: 30m, 6h, 1d."""
    watch: bool = False
    """Whether a file that changes is read anew at once."""
    margin: float = Field(0.02, ge=0, le=1)
    """Share of the golden questions that may be answered worse in a new index."""

    @field_validator("every", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return _as_duration(value)


class ServerSettings(_Group, env_prefix="SERVER_"):
    """Where the web server listens."""

    host: str = "127.0.0.1"
    """Address to listen on; 0.0.0.0 in a container behind a proxy."""
    port: int = Field(8080, ge=1, le=65535)
    """Port to listen on."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in _LOOPBACK


class Settings(BaseModel, frozen=True):
    """All groups. Tests build it with plain values and read no environment."""

    slack: SlackSettings = Field(default_factory=SlackSettings)
    teams: TeamsSettings = Field(default_factory=TeamsSettings)
    openai: OpenAISettings = Field(default_factory=OpenAISettings)
    chroma: ChromaSettings = Field(default_factory=ChromaSettings)
    store: StoreSettings = Field(default_factory=StoreSettings)
    reindex: ReindexSettings = Field(default_factory=ReindexSettings)
    answer: AnswerSettings = Field(default_factory=AnswerSettings)
    memory: MemorySettings = Field(default_factory=MemorySettings)
    cache: CacheSettings = Field(default_factory=CacheSettings)
    records: RecordsSettings = Field(default_factory=RecordsSettings)
    server: ServerSettings = Field(default_factory=ServerSettings)

    @model_validator(mode="after")
    def _lets_only_this_machine_in_unasked(self) -> Self:
        if self.teams.auth == "off" and not self.server.is_local:
            raise ValueError(
                "TEAMS_AUTH: off lets everybody in who reaches the server, so it has to listen on"
                " this machine alone; set TEAMS_AUTH=on, or SERVER_HOST=127.0.0.1"
            )
        return self


def _parts(value: str) -> frozenset[str]:
    return frozenset(part.strip() for part in value.split(",") if part.strip())


def _as_duration(value: object) -> object:
    if not isinstance(value, str):
        return value
    match = re.fullmatch(r"\s*([1-9]\d{0,4})\s*([mhd])\s*", value)
    if match is None:
        raise ValueError("write a number and m, h or d: 30m, 6h, 1d")
    unit = {"m": "minutes", "h": "hours", "d": "days"}[match[2]]
    return timedelta(**{unit: int(match[1])})


def _is_plain_address(url: str) -> bool:
    """Whether it may be shown to people, and leads to a server."""
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return known and url.isprintable() and not any(sign in url for sign in " @?#")


def _is_safe(url: str) -> bool:
    """Whether nobody between here and there can read along."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _LOOPBACK


def names_of(error: ValidationError) -> list[tuple[str, str]]:
    """Each wrong setting by the name that a person sets, and what is wrong with it."""
    groups = {group.__name__: group for group in _Group.__subclasses__()}
    group = groups.get(error.title)
    prefix = group.model_config.get("env_prefix", "") if group else ""
    found = []
    for problem in error.errors(include_input=False, include_url=False):
        name = prefix + "_".join(str(part) for part in problem["loc"]).upper()
        said = problem["msg"].removeprefix("Value error, ")
        if not name:  # what two groups make together; the name comes first in what is said
            name, _, said = said.partition(": ")
        found.append((name, said))
    return found
