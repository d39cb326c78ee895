"""What goes wrong with Slack, in one word, and what an operator can do about it."""

import re

import aiohttp
from slack_sdk.errors import SlackApiError

CALL_ERRORS = (SlackApiError, aiohttp.ClientError, TimeoutError)
"""What a call of Slack's Web API raises."""

UNREADABLE = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"}
)
"""Slack does not take this form of a message; a plainer one may pass."""

OUT_OF_REACH = frozenset(
    {"not_in_channel", "channel_not_found", "is_archived", "user_not_in_channel"}
)
"""The bot cannot speak in this channel; a direct message may pass."""

_INVITE = "Invite the bot to the channel: /invite @storewise."
_INSTALL = (
    "Set SLACK_BOT_TOKEN to the Bot User OAuth Token (xoxb-...) that api.slack.com shows under"
    " OAuth & Permissions, and restart."
)
_FORM = "No form of the reply was accepted; please report it with the trace id."
_CURES = {
    "not_in_channel": _INVITE,
    "channel_not_found": _INVITE,
    "user_not_in_channel": "The person left the channel; nothing to do.",
    "is_archived": "The channel is archived; unarchive it or ask elsewhere.",
    "missing_scope": "Add the scope to the app (manifests/slack.yaml lists all) and reinstall it.",
    "messages_tab_disabled": "Turn the app's Messages tab on, as manifests/slack.yaml does.",
    "invalid_auth": _INSTALL,
    "not_authed": _INSTALL,
    "account_inactive": _INSTALL,
    "token_revoked": _INSTALL,
    "token_expired": _INSTALL,
    "ratelimited": "Slack wants fewer messages a minute; the person can ask again.",
    "expired_url": "Slack takes replies to a command for 30 minutes only; look into the log.",
    "used_url": "Slack takes five replies to a command only; look into the log.",
    "unreachable": "Check the network, the proxy and SLACK_API_URL.",
    **dict.fromkeys(UNREADABLE, _FORM),
}


class SlackUnavailableError(Exception):
    """Slack does not say who the bot is, so no event can be answered now."""


def reason(error: Exception) -> str:
    """Return Slack's word for an error, or `unreachable` when Slack did not answer."""
    if not isinstance(error, SlackApiError):
        return "unreachable"
    # A body that is no JSON leaves text or a bare response here.
    answer = getattr(error.response, "data", None)
    word = answer.get("error") if isinstance(answer, dict) else None
    return word if isinstance(word, str) else "bad_response"


def webhook_reason(status: int, body: str) -> str | None:
    """Return the word for what a response_url answered; None when all is well."""
    if status == 200:  # noqa: PLR2004 - HTTP
        return None
    return body if re.fullmatch(r"[a-z_]{3,40}", body) else f"http_{status}"


def cure(word: str) -> str:
    """Return what an operator can do about it."""
    return _CURES.get(word, f"See {word} on https://docs.slack.dev/reference/methods.")
