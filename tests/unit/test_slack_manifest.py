"""The manifest: what Slack accepts, and exactly what the code needs."""

import json
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # ships no types

from adapters.slack.registration import COMMANDS, EVENTS

ROOT = Path(__file__).parents[2]
SCOPES = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.mpim": "mpim:history",
}


def manifest() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "manifests/slack.yaml").read_text("utf-8"))
    return loaded


def events() -> list[str]:
    return list(manifest()["settings"]["event_subscriptions"]["bot_events"])


def scopes() -> set[str]:
    return set(manifest()["oauth_config"]["scopes"]["bot"])


def test_slack_accepts_the_manifest() -> None:
    schema = json.loads((ROOT / "tests/data/slack-manifest.schema.json").read_text("utf-8"))

    assert [error.message for error in Draft7Validator(schema).iter_errors(manifest())] == []


def test_every_event_that_is_handled_is_subscribed_and_no_other() -> None:
    assert {event.partition(".")[0] for event in events()} == set(EVENTS)


def test_every_command_that_is_handled_is_there_and_no_other() -> None:
    declared = {command["command"] for command in manifest()["features"]["slash_commands"]}

    assert declared == set(COMMANDS)


def test_the_scopes_are_those_of_the_events_the_commands_and_the_replies() -> None:
    assert scopes() == {SCOPES[event] for event in events()} | {"commands", "chat:write"}


def test_people_can_write_to_the_bot_directly() -> None:
    home = manifest()["features"]["app_home"]

    assert home["messages_tab_enabled"]
    assert not home["messages_tab_read_only_enabled"]


def test_everything_goes_to_one_address() -> None:
    command = manifest()["features"]["slash_commands"][0]
    address = "https://YOUR-HOST/slack/events"

    assert command["url"] == address
    assert manifest()["settings"]["event_subscriptions"]["request_url"] == address
