"""`storewise manifests teams`, as somebody in a terminal sees it."""

import json
import zipfile
from pathlib import Path

import pytest

from bot.__main__ import main

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")

APP_ID = "3f0e2c1a-7b64-4d59-9a0e-5c2f1b8d7e60"
USUAL = ["manifests", "teams", "--app-id", APP_ID, "--domain", "bot.example"]


def manifest_in(file: Path) -> dict[str, object]:
    with zipfile.ZipFile(file) as archive:
        found: dict[str, object] = json.loads(archive.read("manifest.json"))
    return found


def test_the_package_is_written_where_nothing_else_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(USUAL)

    file = tmp_path / "storewise-teams.zip"
    assert code == 0
    assert manifest_in(file)["id"] == APP_ID
    assert capsys.readouterr().out.startswith("wrote storewise-teams.zip; upload it")


def test_what_is_given_stands_in_the_package(tmp_path: Path) -> None:
    file = tmp_path / "acme.zip"
    given = ["--name", "Acme", "--website", "https://acme.example", "--app-version", "1.0.7"]

    code = main([*USUAL, *given, "--follow-threads", "--output", str(file)])

    manifest = manifest_in(file)
    assert code == 0
    assert manifest["version"] == "1.0.7"
    assert manifest["developer"] == {
        "name": "Acme",
        "websiteUrl": "https://acme.example",
        "privacyUrl": "https://acme.example",
        "termsOfUseUrl": "https://acme.example",
    }
    assert "authorization" in manifest


def test_a_file_is_written_over_only_when_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "teams.zip"
    file.write_text("mine", encoding="utf-8")
    arguments = [*USUAL, "--output", str(file)]

    refused, kept = main(arguments), file.read_text("utf-8")
    forced = main([*arguments, "--force"])

    assert (refused, kept, forced) == (2, "mine", 0)
    assert "--force" in capsys.readouterr().err
    assert zipfile.is_zipfile(file)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--app-id", "storewise"], "Microsoft App ID"),
        (["--domain", "https://bot.example"], "write it like bot.example"),
        (["--privacy", "http://acme.example"], "https://acme.example/privacy"),
        (["--app-version", "2"], "1.0.1"),
        (["--name", ""], "1 to 32 characters"),
        (["--output", "nowhere/teams.zip"], "nowhere/teams.zip cannot be written"),
    ],
)
def test_what_teams_would_not_take_is_wrong_input(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([*USUAL, *given])

    assert code == 2
    assert said in capsys.readouterr().err
    assert not Path("storewise-teams.zip").exists()


def test_a_folder_is_no_file_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*USUAL, "--output", "."])

    assert end.value.code == 2
    assert "--output: . is a folder; name a file in it" in capsys.readouterr().err
    assert not Path("storewise-teams.zip").exists()


@pytest.mark.parametrize("missing", ["--app-id", "--domain"])
def test_the_bot_and_where_it_is_have_to_be_named(missing: str) -> None:
    at = USUAL.index(missing)

    with pytest.raises(SystemExit) as end:
        main(USUAL[:at] + USUAL[at + 2 :])

    assert end.value.code == 2
