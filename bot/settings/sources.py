"""The rights to documents that lie elsewhere, and the limits of copying them."""

from datetime import timedelta
from pathlib import Path

from pydantic import Field, SecretStr, field_validator

from bot.settings.group import Group, as_duration


class SourcesSettings(Group):
    """Copying documents from the addresses in `STOREWISE_SOURCE`.

    SharePoint and OneDrive use `TEAMS_APP_ID`, `TEAMS_APP_PASSWORD` and `TEAMS_TENANT_ID`.
    """

    sources_max_files: int = Field(10_000, ge=1)
    """Files of one address that a run copies; the next run goes on."""
    sources_max_mb: int = Field(4_000, ge=1)
    """Megabytes of one address that a run copies; the next run goes on."""
    sources_grace: timedelta = timedelta(hours=1)
    """How long a file that is gone at its source still answers: `30m`, `6h`, `1d`.

    It is removed by the first run after that. Moved files are followed at once.
    """
    aws_access_key_id: str | None = None
    """For `s3://`. Not set: the machine's role or `~/.aws`."""
    aws_secret_access_key: SecretStr | None = None
    """The secret of the key."""
    aws_session_token: SecretStr | None = None
    """The token of a temporary key."""
    aws_endpoint_url: str | None = None
    """Address of another S3 server, such as MinIO."""
    aws_default_region: str | None = None
    """Region of the bucket, where the server asks for it."""
    google_application_credentials: Path | None = None
    """Key file (JSON) of a service account, for `gs://` and `gdrive://`."""
    azure_storage_account_key: SecretStr | None = None
    """Key of the storage account, for `abfs://`. Not set: the machine's identity."""
    azure_storage_sas_token: SecretStr | None = None
    """A token with the rights read and list, instead of the account's key."""
    sftp_password: SecretStr | None = None
    """For `sftp://` addresses without one. Not set: keys of `~/.ssh` and of the agent."""
    sftp_key_file: Path | None = None
    """A private key for `sftp://`."""
    sftp_known_hosts: Path | None = None
    """Keys of SFTP servers. Not set: `~/.ssh/known_hosts`. Other servers are refused."""
    webdav_user: str | None = None
    """For `webdav://` addresses without a user."""
    webdav_password: SecretStr | None = None
    """The password, or an app password, of that user."""
    git_token: SecretStr | None = None
    """Token that may read the repository, for `git+https://`."""
    confluence_email: str | None = None
    """The account whose token reads the spaces."""
    confluence_api_token: SecretStr | None = None
    """API token of that account."""
    notion_token: SecretStr | None = None
    """Secret of an internal integration."""

    @field_validator("sources_grace", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        return as_duration(value)
