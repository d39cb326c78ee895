"""Slack's errors, each as one word, with what an operator can do about it."""

import re
from http import HTTPStatus
from typing import Self

import aiohttp
from slack_sdk.errors import SlackApiError

from adapters.chat.under_way.ladder import Step

CALL_ERRORS = (SlackApiError, aiohttp.ClientError, TimeoutError)
"""Errors that a Web API call raises."""

UNREACHABLE = "unreachable"
"""Slack did not answer: the call may have been done or not."""

STORAGE = "storage_error"
"""The installations cannot be read or written now."""

FINAL = frozenset(
    {
        *("invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"),
        *("not_allowed_token_type", "missing_scope"),
    }
)
"""Slack refuses the bot itself: it may not call this at all."""

UNINVITED = frozenset({"not_in_channel", "channel_not_found"})
"""The bot is not in this channel."""

_RESTRICTED = frozenset(
    {"restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_locked"}
    | {"restricted_action_thread_only_channel", "restricted_action_non_threadable_channel"}
    | {"cannot_reply_to_message", "posting_to_general_channel_denied"}
)
_OUT_OF_REACH = (
    UNINVITED
    | _RESTRICTED
    | {"is_archived", "user_not_in_channel"}
    | {"user_not_found", "cannot_dm_bot", "messages_tab_disabled", "expired_url", "used_url"}
)
"""The bot cannot post here, or to this person, in whatever form."""

RATE_LIMITED = frozenset({"ratelimited", "rate_limited"})
"""Too many messages in one channel: nothing was posted; another channel may accept it."""

_LATER = RATE_LIMITED | {
    *(UNREACHABLE, "bad_response", "internal_error", "fatal_error", "request_timeout"),
    *("service_unavailable", "team_added_to_org", STORAGE),
}

_APP = "api.slack.com/apps > your app > "
_INVITE = "Invite the bot to the channel: type /invite @storewise there."
_INSTALL = (
    "Set SLACK_BOT_TOKEN to the Bot User OAuth Token (xoxb-...) from api.slack.com/apps "
    "> your app > OAuth & Permissions and restart."
)
_SCOPE = (
    "Add {scope} at " + _APP + "OAuth & Permissions > Scopes > Bot Token Scopes, and reinstall the"
    " app there; `storewise doctor slack` says what each scope is for."
)
_BUSY = (
    "Slack limits messages per minute; the person can ask again. If this happens often, "
    "have every question answered in fewer channels."
)
_DOWN = "Slack has a problem (https://slack-status.com); the person can ask again later."
_LONG = (
    "Every form of the reply was too long; set ANSWER_LENGTH=brief and please report "
    "this with the trace id."
)
_FORM = "Slack accepted no form of the reply; please report this with the trace id."
_LATE = (
    "Slack opens a modal only within 3 seconds of a click; the person can click again. "
    "If this happens often, the server is too busy or too far from Slack."
)
FOREIGN_URL = "foreign_response_url"
"""A click or command whose response_url is not Slack's."""

_CURES = {
    FOREIGN_URL: (
        "This is not an address of Slack; if SLACK_API_URL is a proxy, route these replies through"
        " it, too."
    ),
    **dict.fromkeys(
        _RESTRICTED,
        "Only certain people can post in this channel or thread; let apps post there "
        "(channel settings > Permissions) or ask elsewhere.",
    ),
    "not_in_channel": _INVITE,
    "channel_not_found": _INVITE,
    "user_not_in_channel": "The person left the channel; nothing to do.",
    "is_archived": "The channel is archived; unarchive it or ask elsewhere.",
    "not_enabled": f"Turn the Home tab on: {_APP}App Home > Show Tabs > Home Tab.",
    "messages_tab_disabled": (
        f"Turn direct messages on: {_APP}App Home > Show Tabs > Messages Tab, and tick “Allow users"
        " to send Slash commands and messages from the messages tab” below it."
    ),
    **dict.fromkeys(
        ("invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"),
        _INSTALL,
    ),
    "not_allowed_token_type": (
        "This call needs another kind of token: SLACK_BOT_TOKEN is the Bot User OAuth Token "
        "(xoxb-...), not a user's (xoxp-...); SLACK_APP_TOKEN is the App-Level Token "
        "(xapp-...)."
    ),
    **dict.fromkeys((*RATE_LIMITED, "message_limit_exceeded"), _BUSY),
    **dict.fromkeys(
        ("internal_error", "fatal_error", "service_unavailable", "request_timeout"), _DOWN
    ),
    **dict.fromkeys(("expired_trigger_id", "trigger_expired"), _LATE),
    "unknown_method": (
        "The server at SLACK_API_URL does not support this call; the bot works without it. "
        "For Slack itself, leave SLACK_API_URL unset."
    ),
    "bad_response": "The server at SLACK_API_URL does not answer like Slack; leave it unset.",
    "expired_url": "Slack accepts replies to a command for 30 minutes only; check the log.",
    "used_url": "Slack accepts only five replies to a command; check the log.",
    UNREACHABLE: (
        "Check the network, the proxy (HTTPS_PROXY) and SLACK_API_URL; https://slack-status.com"
        " says whether Slack is down."
    ),
    **dict.fromkeys(("invalid_blocks", "invalid_blocks_format"), _FORM),
    **dict.fromkeys(("msg_too_long", "msg_blocks_too_long"), _LONG),
}


class Reason(str):
    """Slack's word for an error, with the missing scope as an attribute.

    It is a str, so callers can compare it like a plain word.
    """

    __slots__ = ("needed",)

    def __new__(cls, word: str, needed: str = "") -> Self:
        """Returns the word, with the scope that Slack says is missing."""
        made = super().__new__(cls, word)
        made.needed = needed
        return made

    needed: str


class SlackUnavailableError(Exception):
    """Slack does not say who the bot is, so no event can be answered now."""


def reason(error: Exception) -> Reason:
    """Return Slack's word for an error, or `unreachable` when Slack did not answer."""
    if not isinstance(error, SlackApiError):
        return Reason(UNREACHABLE)
    # For a body that is not JSON, this is text or a bare response.
    data = getattr(error.response, "data", None)
    answer = data if isinstance(data, dict) else {}
    if isinstance(word := answer.get("error"), str):
        return Reason(word, _plain(answer.get("needed")))
    status = getattr(error.response, "status_code", getattr(error.response, "status", 0))
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return Reason("ratelimited")
    return Reason(
        f"http_{status}" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "bad_response"
    )


def passes(word: str) -> bool:
    """Whether a retry may succeed."""
    return word in _LATER or word.startswith("http_5")


def step_after(word: str) -> Step:
    """Returns in which form to send a refused message: by default, in words alone."""
    if word in FINAL | _OUT_OF_REACH or passes(word):
        return Step.STOP
    return Step.NEXT if "blocks" in word else Step.PLAIN


def may_pass_elsewhere(word: str) -> bool:
    """Whether a direct message may be taken where a channel's was not."""
    return word in RATE_LIMITED or not (word in FINAL or passes(word))


def webhook_reason(status: int, body: str) -> str | None:
    """Returns the error word of a response_url's answer; None if it succeeded."""
    if status == HTTPStatus.OK:
        return None
    return body if re.fullmatch(r"[a-z_]{3,40}", body) else f"http_{status}"


def cure(word: str) -> str:
    """Returns what an operator can do about an error."""
    if word == "missing_scope":
        needed = word.needed if isinstance(word, Reason) else ""
        scope = f"the scope {needed}" if needed else "the scope (manifests/slack.yaml lists all)"
        return _SCOPE.format(scope=scope)
    if word.startswith("http_5"):
        return _DOWN
    return _CURES.get(word, f"See {word} on https://docs.slack.dev/reference/methods.")


def _plain(needed: object) -> str:
    """The scopes that Slack names, without any other characters."""
    kept = needed if isinstance(needed, str) else ""
    return kept if re.fullmatch(r"[a-z_:.,]{3,200}", kept) else ""
