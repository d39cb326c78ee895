"""Opens the connector for an address: a row for each scheme."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from adapters.sources.connector import Connector, base_of, unset
from adapters.sources.connectors.fsspec_files import Backend, FsspecFiles
from bot.settings import SourcesSettings, TeamsSettings
from knowledge.model.places import Address

_TIMES = {"connect_timeout": 10, "read_timeout": 60, "retries": {"mode": "standard"}}


class Opening:
    """Opens connectors with the rights of the settings. They are loaded only when they are used."""

    def __init__(self, settings: SourcesSettings, teams: TeamsSettings) -> None:
        self._settings = settings
        self._teams = teams
        self._kinds: Mapping[str, Callable[[Address, Path], Connector]] = {
            "s3": self._s3,
            "gs": self._gs,
            "abfs": self._abfs,
            "sftp": self._sftp,
            "webdav": self._webdav,
            "git+https": self._git,
            "git+ssh": self._git,
            "git+file": self._git,
            "sharepoint": self._graph,
            "onedrive": self._graph,
            "confluence": self._confluence,
            "notion": self._notion,
            "gdrive": self._drive,
        }

    def __call__(self, address: Address, folder: Path) -> Connector:
        """Opens an address; `folder` is for files of the connector's own. Raises SourceError."""
        return self._kinds[address.scheme](address, folder)

    def _s3(self, address: Address, folder: Path) -> Connector:
        given = self._settings
        options = {
            "key": given.aws_access_key_id,
            "secret": _plain(given.aws_secret_access_key),
            "token": _plain(given.aws_session_token),
            "endpoint_url": given.aws_endpoint_url,
            "client_kwargs": {"region_name": given.aws_default_region}
            if given.aws_default_region
            else {},
            "config_kwargs": _TIMES,
        }
        least = (
            f"The key needs s3:ListBucket on arn:aws:s3:::{address.host} and s3:GetObject on its"
            " objects; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role."
        )
        backend = Backend(
            "s3fs",
            "S3FileSystem",
            "s3",
            least,
            server=given.aws_endpoint_url or "s3.amazonaws.com",
            is_flat=True,
            options=options,
            close=lambda fs: fs.close_session(fs.loop, fs.s3),
        )
        return FsspecFiles(address, backend, f"{address.host}/{address.path}")

    def _gs(self, address: Address, folder: Path) -> Connector:
        key = self._settings.google_application_credentials
        if key and not key.is_file():
            raise unset("GOOGLE_APPLICATION_CREDENTIALS to a file that is there")
        least = (
            "The account needs the role Storage Object Viewer on the bucket; set"
            " GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account."
        )
        options = {"token": str(key)} if key else {}
        server = "storage.googleapis.com"
        backend = Backend(
            "gcsfs", "GCSFileSystem", "gcs", least, server, is_flat=True, options=options
        )
        return FsspecFiles(address, backend, f"{address.host}/{address.path}")

    def _abfs(self, address: Address, folder: Path) -> Connector:
        if not address.user:
            raise unset(
                "the container in the address: abfs://CONTAINER@ACCOUNT.dfs.core.windows.net"
            )
        key, sas = self._settings.azure_storage_account_key, self._settings.azure_storage_sas_token
        account = address.host.partition(".")[0]
        host = address.host.replace(".dfs.", ".blob.", 1)
        options: dict[str, Any] = {"account_name": account, "account_host": host}
        options |= {"account_key": _plain(key), "sas_token": _plain(sas)}
        options |= {"anon": False, "connection_timeout": 10, "read_timeout": 60}
        least = (
            "The identity needs the role Storage Blob Data Reader on the container; or set"
            " AZURE_STORAGE_SAS_TOKEN (read, list) or AZURE_STORAGE_ACCOUNT_KEY."
        )
        backend = Backend(
            "adlfs", "AzureBlobFileSystem", "azure", least, is_flat=True, options=options
        )
        return FsspecFiles(address, backend, f"{address.user}/{address.path}")

    def _sftp(self, address: Address, folder: Path) -> Connector:
        given = self._settings
        host, port = _host_and_port(address.host)
        options: dict[str, Any] = {
            "port": port or 22,
            # Without this, sshfs would talk to any server.
            "known_hosts": str(given.sftp_known_hosts) if given.sftp_known_hosts else (),
            "connect_timeout": 10,
            "login_timeout": 20,
        }
        if address.user:
            options["username"] = address.user
        if password := address.password or _plain(given.sftp_password):
            options["password"] = password
        if given.sftp_key_file:
            options["client_keys"] = [str(given.sftp_key_file)]
        least = (
            "The user needs to read the folder; set SFTP_KEY_FILE or SFTP_PASSWORD, and add the"
            " server's key to SFTP_KNOWN_HOSTS (ssh-keyscan)."
        )
        backend = Backend(
            "sshfs", "SSHFileSystem", "sftp", least, options={"host": host, **options}
        )
        in_home = address.path.startswith("~/")
        return FsspecFiles(address, backend, address.path[2:] if in_home else f"/{address.path}")

    def _webdav(self, address: Address, folder: Path) -> Connector:
        given = self._settings
        user = address.user or given.webdav_user
        password = address.password or _plain(given.webdav_password)
        options = {
            "base_url": f"{base_of(address.host)}/{address.path}",
            "auth": (user, password or "") if user else None,
            "timeout": 60,
        }
        least = "The user needs to read the folder; set WEBDAV_USER and WEBDAV_PASSWORD."
        backend = Backend(
            "webdav4.fsspec",
            "WebdavFileSystem",
            "webdav",
            least,
            options=options,
            close=lambda fs: fs.client.http.close(),
        )
        return FsspecFiles(address, backend, "")

    def _git(self, address: Address, folder: Path) -> Connector:
        from adapters.sources.connectors.git import GitRepository

        least = (
            "The account needs to read the repository; set GIT_TOKEN (Contents: read-only), or for"
            " git+ssh:// a deploy key in ~/.ssh and the server in ~/.ssh/known_hosts."
        )
        token = _plain(self._settings.git_token)
        return GitRepository(address, folder / "repository.git", token, least)

    def _graph(self, address: Address, folder: Path) -> Connector:
        from adapters.sources.connectors.graph import GraphDrive
        from adapters.teams.api.tokens import ByIdentity, BySecret

        teams = self._teams
        if teams.app_id and teams.managed_identity:
            return GraphDrive(address, ByIdentity(teams.app_id), teams.graph_url)
        secret = _plain(teams.app_password)
        if not (teams.app_id and secret and teams.tenant_id):
            raise unset("TEAMS_APP_ID", "TEAMS_APP_PASSWORD", "TEAMS_TENANT_ID")
        ask = BySecret(teams.app_id, secret, teams.tenant_id)
        return GraphDrive(address, ask, teams.graph_url)

    def _confluence(self, address: Address, folder: Path) -> Connector:
        from adapters.sources.connectors.confluence import ConfluenceSpace

        email = self._settings.confluence_email
        token = _plain(self._settings.confluence_api_token)
        if not (email and token):
            raise unset("CONFLUENCE_EMAIL", "CONFLUENCE_API_TOKEN")
        return ConfluenceSpace(address, email, token)

    def _notion(self, address: Address, folder: Path) -> Connector:
        from adapters.sources.connectors.notion import NotionPages

        token = _plain(self._settings.notion_token)
        if token is None:
            raise unset("NOTION_TOKEN")
        return NotionPages(address, token)

    def _drive(self, address: Address, folder: Path) -> Connector:
        from adapters.sources.connectors.google_drive import DriveFolder

        key = self._settings.google_application_credentials
        if key is None:
            raise unset("GOOGLE_APPLICATION_CREDENTIALS")
        return DriveFolder(address, key)


def _plain(secret: Any) -> str | None:
    return secret.get_secret_value() if secret else None


def _host_and_port(host: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{host}")
    return parts.hostname or host, parts.port
