"""Slack."""

import re
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import SecretStr, ValidationInfo, field_validator
from pydantic_settings import NoDecode

from bot.settings.group import Group, as_duration, is_plain_address, parts_of
from knowledge.model.documents import Spoken

_MOST_DOMAINS = 5  # a manifest takes no more
_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}")


class SlackSettings(Group, env_prefix="SLACK_"):
    """On with a bot token (or OAuth), and an app token or a signing secret."""

    bot_token: SecretStr | None = None
    """*Bot User OAuth Token*, `xoxb-…`: the bot of one workspace."""
    app_token: SecretStr | None = None
    """*App-Level Token*, `xapp-…`, with `connections:write`: Socket Mode, no public address."""
    signing_secret: SecretStr | None = None
    """*Signing Secret*: checks every request that comes over HTTP."""
    client_id: str | None = None
    """*Client ID*: with the secret, workspaces install the bot themselves (OAuth)."""
    client_secret: SecretStr | None = None
    """*Client Secret*. With both, `SLACK_BOT_TOKEN` is not used."""
    team_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Workspaces (`T…`) and organisations (`E…`) that may install the bot. Not set: all of them."""
    admin_user_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Members who may run `/reindex`, by id: `U012AB3CD`.

    With several workspaces each id names its own: `T012AB3CD:U012AB3CD`.
    """
    admin_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """User groups whose members may run `/reindex`, by id: `S012AB3CD`. Needs `usergroups:read`."""
    workspace_admins: bool = False
    """Admins and owners of the workspace may run `/reindex`. Needs `users:read`."""
    manager_user_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """Members who may be answered from manager documents, in private messages."""
    manager_group_ids: Annotated[frozenset[str], NoDecode] = frozenset()
    """User groups whose members may be answered from manager documents. Needs `usergroups:read`."""
    default_store_type: str | None = None
    """Kind of store for channels without settings of their own, such as `cafe`."""
    default_language: Spoken | None = None
    """Language of answers in such channels: `en`, `ko` or `ja`. Not set: that of the question."""
    answer_mode: Literal["mention", "threads", "every"] = "threads"
    """Messages that the bot answers in such channels.

    `mention`: mentions only. `threads`: also replies in threads it has answered. `every`: every
    question.
    """
    follow_idle: timedelta = timedelta(hours=24)
    """How long the bot follows a thread after its last answer there: `30m`, `6h`, `1d`."""
    answer_workflows: bool = True
    """Workflows and other apps that mention the bot are answered, as staff are."""
    unfurl_domains: Annotated[frozenset[str], NoDecode] = frozenset()
    """Domains of your documents, at most five: links to documents for staff get a preview in Slack.

    Then upload the output of `storewise manifests slack` again and reinstall the app.
    """
    api_url: str = "https://slack.com/api/"
    """Address of Slack's Web API. Other values are for emulators and proxies."""

    @field_validator(
        "admin_user_ids",
        "admin_group_ids",
        "manager_user_ids",
        "manager_group_ids",
        "team_ids",
        "unfurl_domains",
        mode="before",
    )
    @classmethod
    def _split(cls, value: object) -> object:
        return parts_of(value) if isinstance(value, str) else value

    @field_validator("admin_user_ids", "admin_group_ids", "manager_user_ids", "manager_group_ids")
    @classmethod
    def _are_of_one_workspace(cls, value: frozenset[str], given: ValidationInfo) -> frozenset[str]:
        # Slack's ids are unique within a workspace only: elsewhere one may be somebody else's.
        many = given.data.get("client_id") and len(given.data.get("team_ids", ())) != 1
        if many and not all(":" in one for one in value):
            raise ValueError(
                "with SLACK_CLIENT_ID write each id with its workspace, as in T012AB3CD:U012AB3CD,"
                " or name the only workspace in SLACK_TEAM_IDS"
            )
        return value

    @field_validator("unfurl_domains")
    @classmethod
    def _are_domains(cls, value: frozenset[str]) -> frozenset[str]:
        if len(value) > _MOST_DOMAINS or not all(map(_DOMAIN.fullmatch, value)):
            raise ValueError("takes at most five domains, as in handbook.example,wiki.example")
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
        """Whether nothing is missing."""
        return not self.missing

    @property
    def installs(self) -> bool:
        """Whether workspaces install the bot themselves (OAuth), each with its own token."""
        return self.client_id is not None and self.client_secret is not None

    @property
    def half_installs(self) -> str | None:
        """The OAuth setting that is missing, if the other one is set."""
        if (self.client_id is None) == (self.client_secret is None):
            return None
        return "SLACK_CLIENT_ID" if self.client_id is None else "SLACK_CLIENT_SECRET"

    @property
    def missing(self) -> tuple[str, ...]:
        """The missing settings: a bot token, and a way in for requests."""
        token = self.half_installs or "SLACK_BOT_TOKEN"
        way_in = "SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET)"
        has_token = self.installs or self.bot_token is not None
        has_way_in = self.app_token is not None or self.signing_secret is not None
        return (() if has_token else (token,)) + (() if has_way_in else (way_in,))
