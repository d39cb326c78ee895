"""An address is opened with the rights of the settings; what is missing is named."""

import sys
from pathlib import Path
from typing import Any

import pytest

from adapters.sources.connectors.confluence import ConfluenceSpace
from adapters.sources.connectors.git import GitRepository
from adapters.sources.connectors.graph import GraphDrive
from adapters.sources.connectors.notion import NotionPages
from adapters.sources.opening import Opening
from bot.settings import SourcesSettings, TeamsSettings
from knowledge.model.errors import SourceError
from knowledge.model.places import Address

_APP: dict[str, Any] = {"app_id": "a", "app_password": "b", "tenant_id": "c"}
_WIKI: dict[str, Any] = {"confluence_email": "me@store.example", "confluence_api_token": "x"}


def opened(address: str, teams: dict[str, Any] | None = None, **rights: Any) -> object:
    opens = Opening(
        SourcesSettings.model_validate(rights), TeamsSettings.model_validate(teams or {})
    )
    return opens(Address.written(address), Path("/nowhere"))


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("sharepoint://store.sharepoint.com/sites/Handbook", "TEAMS_APP_ID"),
        ("onedrive://me@store.example/Rules", "TEAMS_APP_PASSWORD"),
        ("confluence://store.atlassian.net/SHOP", "CONFLUENCE_API_TOKEN"),
        ("notion://shared", "NOTION_TOKEN"),
        ("gdrive://1AbC", "GOOGLE_APPLICATION_CREDENTIALS"),
        ("abfs://store.dfs.core.windows.net/rules", "CONTAINER@ACCOUNT"),
    ],
)
def test_a_missing_setting_is_named(address: str, named: str) -> None:
    with pytest.raises(SourceError, match="not set up") as refused:
        opened(address)

    assert named in refused.value.cure


@pytest.mark.parametrize("address", ["gs://bucket/rules", "gdrive://1AbC"])
def test_a_key_file_that_is_not_there_is_named(address: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="GOOGLE_APPLICATION_CREDENTIALS"):
        opened(address, google_application_credentials=tmp_path / "none.json")


@pytest.mark.parametrize(
    ("address", "library", "extra"),
    [
        ("s3://bucket/rules", "s3fs", "s3"),
        ("gs://bucket/rules", "gcsfs", "gcs"),
        ("abfs://rules@store.dfs.core.windows.net", "adlfs", "azure"),
        ("sftp://me@host/rules", "sshfs", "sftp"),
        ("webdav://host/rules", "webdav4.fsspec", "webdav"),
    ],
)
def test_a_missing_extra_says_what_to_install(
    address: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)

    with pytest.raises(SourceError) as refused:
        opened(address)

    assert refused.value.cure == (
        f'Run: pip install "storewise[{extra}]"; in a container, build the image with --build-arg '
        f"EXTRAS={extra}"
    )


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("sharepoint://store.sharepoint.com/sites/Handbook", GraphDrive),
        ("onedrive://me@store.example/Rules", GraphDrive),
        ("confluence://store.atlassian.net/SHOP", ConfluenceSpace),
        ("notion://shared", NotionPages),
        ("git+ssh://git@host/rules.git", GitRepository),
    ],
)
def test_each_address_has_its_connector(address: str, kind: type[Any]) -> None:
    made = opened(address, teams=_APP, notion_token="x", **_WIKI)

    assert isinstance(made, kind)
    made.close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("confluence://store.atlassian.net/a b", "key of the space"),
        ("notion://Handbook", "notion://PAGE_ID"),
    ],
)
def test_an_address_of_another_form_is_refused_before_anybody_is_asked(
    address: str, said: str
) -> None:
    with pytest.raises(SourceError, match=said):
        opened(address, notion_token="x", **_WIKI)
