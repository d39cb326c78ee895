"""What an operator reads when Slack refuses: what to click, or which setting to change."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.api.trouble import FINAL, UNINVITED, cure, passes, reason

SDK_ERROR: Any = SlackApiError
"""Its constructor has no types."""


def refused(data: dict[str, object], status: int = 200) -> Exception:
    """The error that the SDK raises for an answer."""
    response = AsyncSlackResponse(
        client=AsyncWebClient(),
        http_verb="POST",
        api_url="https://slack.com/api/chat.postMessage",
        req_args={},
        data=data,
        headers={},
        status_code=status,
    )
    error: Exception = SDK_ERROR("refused", response)
    return error


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("not_in_channel", "/invite @storewise"),
        ("channel_not_found", "/invite @storewise"),
        ("missing_scope", "OAuth & Permissions > Scopes > Bot Token Scopes"),
        ("invalid_auth", "SLACK_BOT_TOKEN"),
        ("token_revoked", "SLACK_BOT_TOKEN"),
        ("ratelimited", "messages per minute"),
        ("rate_limited", "messages per minute"),
        ("msg_too_long", "ANSWER_LENGTH=brief"),
        ("msg_blocks_too_long", "ANSWER_LENGTH=brief"),
        ("invalid_blocks", "report this with the trace id"),
        ("unreachable", "SLACK_API_URL"),
        ("internal_error", "slack-status.com"),
        ("service_unavailable", "slack-status.com"),
        ("fatal_error", "slack-status.com"),
        ("http_503", "slack-status.com"),
        ("not_enabled", "App Home > Show Tabs > Home Tab"),
        ("messages_tab_disabled", "App Home > Show Tabs > Messages Tab"),
        ("not_allowed_token_type", "xoxb-"),
        ("unknown_method", "SLACK_API_URL"),
        ("bad_response", "SLACK_API_URL"),
        ("expired_trigger_id", "click again"),
        ("restricted_action", "let apps post there"),
    ],
)
def test_every_trouble_has_a_cure_that_names_the_place(word: str, said: str) -> None:
    assert said in cure(word)


@pytest.mark.parametrize("word", sorted(FINAL | UNINVITED))
def test_what_the_bot_acts_on_itself_has_a_cure_too(word: str) -> None:
    assert "docs.slack.dev" not in cure(word)


def test_a_word_that_nobody_knows_leads_to_slack_s_own_list() -> None:
    assert "team_added_to_org" in cure("team_added_to_org")


def test_a_missing_scope_is_named_in_the_cure_and_stays_the_same_word() -> None:
    word = reason(refused({"ok": False, "error": "missing_scope", "needed": "reactions:write"}))

    assert word == "missing_scope"
    assert word in {"missing_scope"}
    assert f"{word}" == "missing_scope"
    assert "Add the scope reactions:write at" in cure(word)


@pytest.mark.parametrize("needed", [None, 7, "xoxb-1 is a <secret>\n", "a" * 300])
def test_what_is_no_scope_is_not_repeated(needed: object) -> None:
    word = reason(refused({"ok": False, "error": "missing_scope", "needed": needed}))

    assert "Add the scope (manifests/slack.yaml lists all)" in cure(word)


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (refused({"ok": False, "error": "invalid_auth"}), "invalid_auth"),
        (refused({}, 503), "http_503"),
        (refused({"ok": False, "error": "internal_error"}, 500), "internal_error"),
        (refused({}, 429), "ratelimited"),
        (refused({}), "bad_response"),
        (refused({}, 404), "bad_response"),
        (aiohttp.ClientError(), "unreachable"),
        (TimeoutError(), "unreachable"),
    ],
)
def test_an_error_becomes_one_word(error: Exception, word: str) -> None:
    assert reason(error) == word


@pytest.mark.parametrize("word", ["ratelimited", "internal_error", "unreachable", "http_502"])
def test_what_is_slacks_own_trouble_may_be_tried_again(word: str) -> None:
    assert passes(word)


@pytest.mark.parametrize("word", ["missing_scope", "not_in_channel", "unknown_method", "http_404"])
def test_what_somebody_has_to_mend_does_not_pass_by_itself(word: str) -> None:
    assert not passes(word)


def test_a_page_instead_of_an_answer_is_slacks_own_trouble() -> None:
    assert passes(reason(refused({}, 502)))
