"""`storewise manifests slack`, as somebody in a terminal sees it."""

from pathlib import Path

import pytest
import yaml

from bot.__main__ import main

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")


def test_the_manifest_for_an_address_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["manifests", "slack", "--url", "https://bot.example"])

    manifest = yaml.safe_load(capsys.readouterr().out)
    assert code == 0
    assert manifest["settings"]["event_subscriptions"]["request_url"] == (
        "https://bot.example/slack/events"
    )


def test_the_manifest_with_the_least_rights_is_written_for_socket_mode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "slack.yaml"

    code = main(["manifests", "slack", "--socket", "--least", "--output", str(file)])

    manifest = yaml.safe_load(file.read_text("utf-8"))
    assert (code, capsys.readouterr().out) == (0, "")
    assert manifest["settings"]["socket_mode_enabled"]
    assert "channels:history" not in manifest["oauth_config"]["scopes"]["bot"]


def test_the_manifest_has_the_domains_of_the_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_UNFURL_DOMAINS", "wiki.example, handbook.example")

    code = main(["manifests", "slack", "--socket"])

    manifest = yaml.safe_load(capsys.readouterr().out)
    assert code == 0
    assert manifest["features"]["unfurl_domains"] == ["handbook.example", "wiki.example"]


@pytest.mark.parametrize(
    "written", ["https://handbook.example", "handbook", "a.b,c.d,e.f,g.h,i.jj,k.ll"]
)
def test_a_domain_that_slack_does_not_take_is_refused(
    written: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_UNFURL_DOMAINS", written)

    code = main(["manifests", "slack", "--socket"])

    assert code == 2
    assert "SLACK_UNFURL_DOMAINS" in capsys.readouterr().err


def test_a_file_is_written_over_only_when_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "slack.yaml"
    file.write_text("mine", encoding="utf-8")
    arguments = ["manifests", "slack", "--socket", "--output", str(file)]

    refused, kept = main(arguments), file.read_text("utf-8")
    forced = main([*arguments, "--force"])

    assert (refused, kept, forced) == (2, "mine", 0)
    assert "--force" in capsys.readouterr().err
    assert file.read_text("utf-8") != "mine"


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nowhere" / "slack.yaml"

    code = main(["manifests", "slack", "--socket", "--output", str(file)])

    assert code == 2
    assert f"{file} cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["http://bot.example", "https://bot.example/slack", "bot"])
def test_an_address_that_nobody_can_use_is_wrong_input(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["manifests", "slack", "--url", url])

    assert code == 2
    assert "https://bot.example, without a path" in capsys.readouterr().err


@pytest.mark.parametrize("ways", [[], ["--socket", "--url", "https://bot.example"]])
def test_one_way_to_reach_the_bot_has_to_be_chosen(ways: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["manifests", "slack", *ways])

    assert end.value.code == 2
