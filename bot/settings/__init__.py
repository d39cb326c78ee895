"""All settings, by environment or .env. docs/SETTINGS.md lists them."""

from typing import Self

from pydantic import BaseModel, Field, ValidationError, model_validator

from bot.settings.group import Group, LimitsSettings
from bot.settings.models import ChromaSettings, DatabaseSettings, Effort, OpenAISettings
from bot.settings.privacy import PrivacySettings
from bot.settings.server import ApiSettings, DigestSettings, ServerSettings
from bot.settings.slack import SlackSettings
from bot.settings.sources import SourcesSettings
from bot.settings.store import (
    SAMPLE,
    AnswerSettings,
    AuditSettings,
    CacheSettings,
    EmergencySettings,
    MemorySettings,
    RecordsSettings,
    ReindexSettings,
    RulesSettings,
    StoreSettings,
    SuggestionsSettings,
)
from bot.settings.teams import TeamsSettings

__all__ = [
    "SAMPLE",
    "AnswerSettings",
    "ApiSettings",
    "AuditSettings",
    "CacheSettings",
    "ChromaSettings",
    "DatabaseSettings",
    "DigestSettings",
    "Effort",
    "EmergencySettings",
    "LimitsSettings",
    "MemorySettings",
    "OpenAISettings",
    "PrivacySettings",
    "RecordsSettings",
    "ReindexSettings",
    "RulesSettings",
    "ServerSettings",
    "Settings",
    "SlackSettings",
    "SourcesSettings",
    "StoreSettings",
    "SuggestionsSettings",
    "TeamsSettings",
    "names_of",
]


class Settings(BaseModel, frozen=True):
    """All groups of settings. Tests build it with plain values and read no environment."""

    slack: SlackSettings = Field(default_factory=SlackSettings)
    teams: TeamsSettings = Field(default_factory=TeamsSettings)
    openai: OpenAISettings = Field(default_factory=OpenAISettings)
    chroma: ChromaSettings = Field(default_factory=ChromaSettings)
    database: DatabaseSettings = Field(default_factory=DatabaseSettings)
    store: StoreSettings = Field(default_factory=StoreSettings)
    sources: SourcesSettings = Field(default_factory=SourcesSettings)
    reindex: ReindexSettings = Field(default_factory=ReindexSettings)
    answer: AnswerSettings = Field(default_factory=AnswerSettings)
    rules: RulesSettings = Field(default_factory=RulesSettings)
    emergency: EmergencySettings = Field(default_factory=EmergencySettings)
    suggestions: SuggestionsSettings = Field(default_factory=SuggestionsSettings)
    memory: MemorySettings = Field(default_factory=MemorySettings)
    cache: CacheSettings = Field(default_factory=CacheSettings)
    privacy: PrivacySettings = Field(default_factory=PrivacySettings)
    records: RecordsSettings = Field(default_factory=RecordsSettings)
    audit: AuditSettings = Field(default_factory=AuditSettings)
    limits: LimitsSettings = Field(default_factory=LimitsSettings)
    server: ServerSettings = Field(default_factory=ServerSettings)
    api: ApiSettings = Field(default_factory=ApiSettings)
    digest: DigestSettings = Field(default_factory=DigestSettings)

    @property
    def has_playground(self) -> bool:
        """Whether the playground is at `/`: as set, else here until a chat is connected."""
        if self.server.playground is not None:
            return self.server.playground
        return self.server.is_local and not (self.slack.on or self.teams.on)

    @model_validator(mode="after")
    def _lets_only_this_machine_in_unasked(self) -> Self:
        if self.teams.auth == "off" and not self.server.is_local:
            raise ValueError(
                "TEAMS_AUTH: off lets everybody in who reaches the server, so it has to listen on"
                " this machine alone; set TEAMS_AUTH=on, or SERVER_HOST=127.0.0.1"
            )
        return self


def names_of(error: ValidationError) -> list[tuple[str, str]]:
    """Returns each wrong setting's name in the environment, with the problem."""
    groups = {group.__name__: group for group in Group.__subclasses__()}
    group = groups.get(error.title)
    prefix = group.model_config.get("env_prefix", "") if group else ""
    found = []
    for problem in error.errors(include_input=False, include_url=False):
        name = prefix + "_".join(str(part) for part in problem["loc"]).upper()
        said = problem["msg"].removeprefix("Value error, ")
        if not name:  # two groups contradict each other; the message begins with the name
            name, _, said = said.partition(": ")
        found.append((name, said))
    return found
