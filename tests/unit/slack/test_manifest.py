"""The manifests: what Slack accepts, and exactly what the bot handles."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # ships no types

from adapters.slack.listening import (
    COMMANDS,
    EVENTS,
    LEGACY_EVENTS,
    MESSAGE_SHORTCUT,
    UNFURL_EVENTS,
)
from adapters.slack.setup.manifest import render, scopes
from bot.model.errors import ManifestError
from knowledge.language.terms import language_of
from tests.unit.given import suits_any_documents

Manifest = dict[str, Any]

ROOT = Path(__file__).parents[3]
URL = "https://bot.example"
SCHEMA = json.loads((ROOT / "tests/data/slack-manifest.schema.json").read_text("utf-8"))
SCOPES = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.mpim": "mpim:history",
}
"""The scope of each event; the other events need none."""
FREE = {
    "app_context_changed",
    "app_home_opened",
    "agent_session_stopped",
    "app_uninstalled",
    "tokens_revoked",
}
CALLS = {
    "assistant.threads.setSuggestedPrompts": "assistant:write",
    "assistant.threads.setTitle": "assistant:write",
    "chat.postMessage": "chat:write",
    "conversations.open": "im:write",
    "reactions.add": "reactions:write",
    "users.info": "users:read",
    "usergroups.users.list": "usergroups:read",
}
"""The scope of what the bot calls."""
FULL = [
    pytest.param(yaml.safe_load((ROOT / "manifests/slack.yaml").read_text("utf-8")), id="file"),
    pytest.param(yaml.safe_load(render(URL)), id="http"),
    pytest.param(yaml.safe_load(render(None)), id="socket"),
]
LEAST = [
    pytest.param(
        yaml.safe_load((ROOT / "manifests/slack.least.yaml").read_text("utf-8")), id="least file"
    ),
    pytest.param(yaml.safe_load(render(URL, least=True)), id="least http"),
    pytest.param(yaml.safe_load(render(None, least=True)), id="least socket"),
]


def events(manifest: Manifest) -> list[str]:
    return list(manifest["settings"]["event_subscriptions"]["bot_events"])


def commands(manifest: Manifest) -> list[str]:
    return [command["command"] for command in manifest["features"]["slash_commands"]]


def asked_for(manifest: Manifest) -> list[str]:
    return list(manifest["oauth_config"]["scopes"]["bot"])


def addresses(node: object) -> list[str]:
    if isinstance(node, dict):
        return [one for value in node.values() for one in addresses(value)]
    if isinstance(node, list):
        return [one for value in node for one in addresses(value)]
    return re.findall(r"\w+://\S*", str(node))


@pytest.mark.parametrize("manifest", FULL + LEAST)
def test_slack_accepts_the_manifest(manifest: Manifest) -> None:
    assert [error.message for error in Draft7Validator(SCHEMA).iter_errors(manifest)] == []


@pytest.mark.parametrize("manifest", FULL + LEAST)
def test_what_the_schema_does_not_see_is_right_too(manifest: Manifest) -> None:
    features, home = manifest["features"], manifest["features"]["app_home"]

    assert re.fullmatch("#[0-9a-f]{6}", manifest["display_information"]["background_color"])
    assert "assistant_view" not in features
    assert not manifest["settings"]["token_rotation_enabled"]  # nobody can turn it off again
    assert home["home_tab_enabled"]
    assert home["messages_tab_enabled"]
    assert not home["messages_tab_read_only_enabled"]
    assert manifest["settings"]["interactivity"]["is_enabled"]
    assert len(set(asked_for(manifest))) == len(asked_for(manifest))
    assert len(set(commands(manifest))) == len(commands(manifest))
    assert all(command["should_escape"] for command in features["slash_commands"])


@pytest.mark.parametrize("manifest", FULL)
def test_every_event_that_is_handled_is_subscribed_and_no_other(manifest: Manifest) -> None:
    assert {event.partition(".")[0] for event in events(manifest)} == set(EVENTS)
    assert {event for event in events(manifest) if "." in event} == {
        event for event in SCOPES if "." in event
    }


@pytest.mark.parametrize("manifest", LEAST)
def test_the_least_subscribes_to_mentions_direct_messages_and_the_home_tab(
    manifest: Manifest,
) -> None:
    assert set(events(manifest)) == {"app_mention", "message.im", "app_home_opened"}
    assert {event.partition(".")[0] for event in events(manifest)} <= set(EVENTS)
    assert "agent_view" not in manifest["features"]


@pytest.mark.parametrize("manifest", FULL + LEAST)
def test_legacy_events_are_never_subscribed(manifest: Manifest) -> None:
    assert not set(events(manifest)) & set(LEGACY_EVENTS)


@pytest.mark.parametrize("manifest", FULL)
def test_every_command_that_is_handled_is_there_and_no_other(manifest: Manifest) -> None:
    assert sorted(commands(manifest)) == sorted(COMMANDS)
    assert all("usage_hint" in one for one in manifest["features"]["slash_commands"])


@pytest.mark.parametrize("manifest", LEAST)
def test_the_least_has_the_commands_to_ask_and_for_administrators(manifest: Manifest) -> None:
    assert commands(manifest) == ["/ask", "/reindex", "/storewise"]


@pytest.mark.parametrize("manifest", FULL + LEAST)
def test_the_shortcut_that_is_handled_is_there_and_no_other(manifest: Manifest) -> None:
    [shortcut] = manifest["features"]["shortcuts"]

    assert (shortcut["type"], shortcut["callback_id"]) == ("message", MESSAGE_SHORTCUT)


@pytest.mark.parametrize("manifest", FULL)
def test_every_event_has_its_scope_and_every_scope_its_use(manifest: Manifest) -> None:
    needed = {SCOPES[event] for event in events(manifest) if event not in FREE}

    assert set(asked_for(manifest)) == needed | set(CALLS.values()) | {"commands"}


@pytest.mark.parametrize("manifest", LEAST)
def test_the_least_asks_for_what_an_answer_needs_and_nothing_else(manifest: Manifest) -> None:
    needed = {SCOPES[event] for event in events(manifest) if event not in FREE}

    assert set(asked_for(manifest)) == needed | {"chat:write", "commands"}


@pytest.mark.parametrize("manifest", FULL)
def test_the_agent_view_suggests_questions_in_both_languages(manifest: Manifest) -> None:
    view = manifest["features"]["agent_view"]
    suggested = [prompt["message"] for prompt in view["suggested_prompts"]]

    assert 1 <= len(suggested) <= 4
    assert {language_of(one) for one in suggested} == {"en", "ko"}
    assert [one for one in suggested if not suits_any_documents(one)] == []


@pytest.mark.parametrize("url", [URL, None])
@pytest.mark.parametrize("least", [False, True])
def test_with_domains_the_app_gets_what_previews_of_links_need(
    least: bool, url: str | None
) -> None:
    domains = {"wiki.example", "handbook.example"}
    plain = yaml.safe_load(render(url, least=least))
    manifest = yaml.safe_load(render(url, least=least, unfurl_domains=domains))

    assert [error.message for error in Draft7Validator(SCHEMA).iter_errors(manifest)] == []
    assert manifest["features"].pop("unfurl_domains") == sorted(domains)
    assert manifest["features"] == plain["features"]
    assert set(events(manifest)) - set(events(plain)) == set(UNFURL_EVENTS)
    assert set(asked_for(manifest)) - set(asked_for(plain)) == {"links:read", "links:write"}
    assert set(asked_for(manifest)) == set(scopes(least=least, unfurls=True))


@pytest.mark.parametrize("least", [False, True])
def test_everything_goes_to_the_address_that_is_given(least: bool) -> None:
    manifest = yaml.safe_load(render("https://bot.example/", least=least))

    assert set(addresses(manifest)) == {f"{URL}/slack/events", f"{URL}/slack/oauth_redirect"}
    assert manifest["oauth_config"]["redirect_urls"] == [f"{URL}/slack/oauth_redirect"]
    assert all("url" in command for command in manifest["features"]["slash_commands"])
    assert manifest["settings"]["interactivity"]["request_url"] == f"{URL}/slack/events"
    assert not manifest["settings"]["socket_mode_enabled"]


@pytest.mark.parametrize("least", [False, True])
def test_over_socket_mode_there_is_no_address(least: bool) -> None:
    text = render(None, least=least)

    manifest = yaml.safe_load(text)
    assert addresses(manifest) == []
    assert "url" not in text
    assert "YOUR-HOST" not in text
    assert manifest["settings"]["socket_mode_enabled"] is True


@pytest.mark.parametrize("least", [False, True])
def test_every_scope_says_what_it_is_for(least: bool) -> None:
    manifest = yaml.safe_load(render(None, least=least))

    assert list(scopes(least=least)) == asked_for(manifest)


def test_the_least_is_a_part_of_the_full_set() -> None:
    assert scopes(least=True).items() < scopes().items()


@pytest.mark.parametrize(
    "url",
    [
        "https://bot.example:8443",
        "https://a-1.bot.example",
        "http://127.0.0.1:8080",
        "http://localhost:3000",
        "http://[::1]:8080",
    ],
)
def test_an_address_that_slack_or_an_emulator_can_reach_is_taken(url: str) -> None:
    manifest = yaml.safe_load(render(url))

    assert set(addresses(manifest)) == {f"{url}/slack/events", f"{url}/slack/oauth_redirect"}


@pytest.mark.parametrize(
    "url",
    [
        "",
        "bot.example",
        "http://bot.example",
        "http://127.0.0.1.example",
        "ftp://bot.example",
        "https://",
        "https://bot.example/slack",
        "https://bot.example?x=1",
        "https://bot.example/?",
        "https://bot.example#top",
        "https://bot.example:99999",
        "https://bot.example:0",
        "https://bot example",
        'https://bot.example"\nx: 1',
        "https://[::1",
    ],
)
def test_an_address_that_nobody_can_use_is_refused(url: str) -> None:
    with pytest.raises(ManifestError, match=r"write it like https://bot\.example"):
        render(url)


def test_a_refusal_shows_no_password_and_nothing_that_a_terminal_obeys() -> None:
    with pytest.raises(ManifestError) as error:
        render("https://jin:secret@bot.example/\x1b[2J")

    assert "secret" not in str(error.value)
    assert str(error.value).isprintable()
