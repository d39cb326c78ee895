"""Settings of Slack."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import SecretStr, ValidationInfo, field_validator
from pydantic_settings import NoDecode

from bot.settings.group import Group, as_duration, is_plain_address, parts_of


class SlackSettings(Group, env_prefix="SLACK_"):
    """Slack is on with a bot token or OAuth credentials, and an app token or signing secret."""

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
    """Member ids that may run /reindex, separated by commas: U012AB3CD, or T012AB3CD:U045EF6GH."""
    admin_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """User groups whose members may do the same, by id: S012AB3CD; needs usergroups:read."""
    workspace_admins: bool = False
    """Whether admins and owners of the workspace may do the same; needs users:read."""
    manager_user_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Member ids that documents for managers may answer, where nobody else reads along."""
    manager_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """User groups whose members are the same, by id: S012AB3CD; needs usergroups:read."""
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

    @field_validator(
        "admin_user_ids",
        "admin_group_ids",
        "manager_user_ids",
        "manager_group_ids",
        "team_ids",
        mode="before",
    )
    @classmethod
    def _split(cls, value: object) -> object:
        return parts_of(value) if isinstance(value, str) else value

    @field_validator("admin_user_ids", "admin_group_ids", "manager_user_ids", "manager_group_ids")
    @classmethod
    def _are_of_one_workspace(cls, value: frozenset[str], given: ValidationInfo) -> frozenset[str]:
        # Ids are unique only within a workspace: in another one they may be somebody else's.
        many = given.data.get("client_id") and len(given.data.get("team_ids", ())) != 1
        if many and not all(":" in one for one in value):
            raise ValueError(
                "with SLACK_CLIENT_ID write each id with its workspace, as in T012AB3CD:U012AB3CD,"
                " or name the only workspace in SLACK_TEAM_IDS"
            )
        return value

    @field_validator("api_url")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if not is_plain_address(value):
            raise ValueError("must look like https://slack.com/api/, with no password in it")
        return value

    @field_validator("default_store_type")
    @classmethod
    def _as_in_documents(cls, value: str | None) -> str | None:
        return value.strip().lower() if value else None

    @field_validator("follow_idle", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return as_duration(value)

    @property
    def on(self) -> bool:
        """Whether all required settings are set."""
        return not self.missing

    @property
    def installs(self) -> bool:
        """Whether workspaces install the bot themselves (OAuth), each with its own token."""
        return self.client_id is not None and self.client_secret is not None

    @property
    def half_installs(self) -> str | None:
        """Returns the OAuth setting that is missing while the other one is set."""
        if (self.client_id is None) == (self.client_secret is None):
            return None
        return "SLACK_CLIENT_ID" if self.client_id is None else "SLACK_CLIENT_SECRET"

    @property
    def missing(self) -> tuple[str, ...]:
        """Returns the names of missing settings: a token, and a way to receive requests."""
        token = self.half_installs or "SLACK_BOT_TOKEN"
        way_in = "SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET)"
        has_token = self.installs or self.bot_token is not None
        has_way_in = self.app_token is not None or self.signing_secret is not None
        return (() if has_token else (token,)) + (() if has_way_in else (way_in,))
