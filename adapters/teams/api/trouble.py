"""Teams' errors, each as one word, with what an operator can do about it."""

import re
from collections.abc import Mapping
from http import HTTPStatus

import aiohttp

from adapters.chat.under_way.ladder import Step

CALL_ERRORS = (aiohttp.ClientError, TimeoutError)
"""Errors that a network call raises."""

_AZURE = "portal.azure.com > your Azure Bot > "
_REGISTRATION = "entra.microsoft.com > App registrations > your app > "
_SECRET = (
    "Set TEAMS_APP_PASSWORD to the value (not the id) of a valid client secret from "
    f"{_REGISTRATION}Certificates & secrets and restart."
)
_APP_ID = (
    "Set TEAMS_APP_ID to the Microsoft App ID and TEAMS_TENANT_ID to the App Tenant ID "
    f"from {_AZURE}Configuration and restart."
)
_TENANT = (
    "Set TEAMS_TENANT_ID to the Directory (tenant) ID from entra.microsoft.com > "
    "Overview, in the tenant where the app is registered, and restart."
)
_NETWORK = (
    "Check the network and the proxy (HTTPS_PROXY); https://status.cloud.microsoft says whether"
    " Teams is down."
)
_LOGIN = (
    "Check the network and the proxy (HTTPS_PROXY): this machine must reach "
    "https://login.microsoftonline.com."
)
_IDENTITY = (
    "TEAMS_MANAGED_IDENTITY only works on an Azure machine with the identity whose "
    "client id is TEAMS_APP_ID; assign it there, or set TEAMS_APP_PASSWORD instead."
)
_ROSTER = (
    "The bot is not in this chat or team (any more); install the app there. If nobody "
    "can write to it, a Teams administrator has blocked the app."
)
_GRANT = (
    "Grant the app the application permissions GroupMember.Read.All and User.Read.All of "
    "Microsoft Graph with admin consent (docs/TEAMS.md) and restart. Until then groups give "
    "nobody rights."
)
_GRAPH = "Check the network and the proxy (HTTPS_PROXY): this machine must reach TEAMS_GRAPH_URL."
_GRAPH_DOWN = (
    "Microsoft Graph has a problem (https://status.cloud.microsoft) or limits requests; it is "
    "asked again soon. Until then groups give nobody rights."
)
_GRAPH_URL = (
    "TEAMS_GRAPH_URL does not answer like Microsoft Graph; leave it unset, or check the proxy."
)
_BUSY = "Teams limits messages per minute; the person can ask again."
_DOWN = "Teams has a problem (https://status.cloud.microsoft); the person can ask again later."
_FORM = "Teams rejected the format of the message; please report this with the trace id."
_LONG = "The message was too long; set ANSWER_LENGTH=brief, and report this with the trace id."
_STRANGER = "It did not come from Teams; nothing to do."
_BLOCKED = "The person has blocked or removed the bot; nothing to do."
_NOTHING = "Nothing to do."
_CURES = {
    # tokens for outgoing requests
    "invalid_client": _SECRET,
    "secret_wrong": _SECRET,
    "secret_expired": _SECRET,
    "unauthorized_client": _APP_ID,
    "app_unknown": _APP_ID,
    "invalid_request": _APP_ID,
    "invalid_scope": _APP_ID,
    "tenant_unknown": _TENANT,
    "login_unreachable": _LOGIN,
    "identity_unreachable": _IDENTITY,
    "identity_unknown": _IDENTITY,
    "bad_token_answer": "Something other than Microsoft's login answered; check the proxy.",
    "no_chat": "Something other than Teams answered; check the proxy.",
    # people's groups
    "graph_denied": _GRANT,
    "graph_unauthorized": f"TEAMS_GRAPH_URL must be of the same cloud as the app. {_APP_ID}",
    "graph_bad_id": (
        "List object ids of groups in TEAMS_ADMIN_GROUP_IDS and TEAMS_MANAGER_GROUP_IDS: "
        "entra.microsoft.com > Groups > the group > Object ID."
    ),
    "graph_unknown": (
        "The person or a group is not in the tenant of TEAMS_TENANT_ID; run `storewise doctor "
        "teams` to check the groups."
    ),
    "graph_busy": _GRAPH_DOWN,
    "graph_down": _GRAPH_DOWN,
    "graph_slow": _GRAPH,
    "graph_unreachable": _GRAPH,
    "graph_bad_answer": _GRAPH_URL,
    # incoming requests
    "keys_unreachable": (
        "Requests are refused until their signing keys can be read: this machine must reach "
        "TEAMS_OPENID_METADATA_URL and the key address named there."
    ),
    "bad_keys": "TEAMS_OPENID_METADATA_URL lists no keys; leave it unset.",
    "wrong_audience": f"A request was for another app. {_APP_ID}",
    "wrong_issuer": "Leave TEAMS_TOKEN_ISSUER unset unless the bot is in another cloud.",
    "expired": "Sync this machine's clock: timedatectl set-ntp true.",
    "too_early": "Sync this machine's clock: timedatectl set-ntp true.",
    **dict.fromkeys(
        (
            "no_token",
            "unreadable",
            "no_key_id",
            "unknown_key",
            "claim_missing",
            "wrong_algorithm",
            "wrong_signature",
            "other_channel",
            "other_service",
        ),
        _STRANGER,
    ),
    "other_tenant": "To answer people of this tenant, add its id to TEAMS_ALLOWED_TENANTS.",
    "no_tenant": "The request names no tenant, so it gets no answer; nothing to do.",
    "other_host": (
        "If the host is Microsoft's or yours, add it to TEAMS_SERVICE_HOSTS; the bot's token "
        "is sent there."
    ),
    # outgoing requests
    "unreachable": _NETWORK,
    "unanswered": _NETWORK,
    "http_401": _APP_ID,
    "BotNotInConversationRoster": _ROSTER,
    "ConversationNotFound": _ROSTER,
    "ConversationBlockedByUser": _BLOCKED,
    "MessageWritesBlocked": _BLOCKED,
    "ActivityNotFoundInConversation": "Somebody deleted the message; nothing to do.",
    "ForbiddenOperationException": _ROSTER,
    "BotDisabledByAdmin": "Allow the app at admin.teams.microsoft.com > Teams apps > Manage apps.",
    "MessageSizeTooBig": _LONG,
    "http_413": _LONG,
    "BadSyntax": _FORM,
    "BadArgument": _FORM,
    "http_400": _FORM,
    "http_412": _BUSY,
    "http_429": _BUSY,
    "stream_stopped": _NOTHING,
    "stream_done": _NOTHING,
    "stream_late": "The answer took longer than Teams allows for streaming; nothing to do.",
    "bad_response": "The server at the service address does not answer like Teams.",
}
_STREAMS = (
    ("cancel", "stream_stopped"),
    ("already completed", "stream_done"),
    ("exceeded streaming time", "stream_late"),
)
"""Teams' messages with ContentStreamNotAllowed, and our words for them."""
UNANSWERED = "unanswered"
"""Sent, but Teams did not answer: it may have been posted or not."""
_OUT_OF_REACH = frozenset({"unreachable", "login_unreachable", "identity_unreachable"})
"""Nothing was sent."""
STREAM_DONE = "stream_done"
"""The stream's last message was sent already."""
QUIET = frozenset({"stream_stopped", STREAM_DONE})
"""Everyday events that are nobody's fault."""
_OVER = QUIET | {"stream_late", "ContentStreamNotAllowed"}
_NOWHERE = frozenset({"ConversationBlockedByUser", "MessageWritesBlocked", "BotDisabledByAdmin"})
"""Somebody does not want the bot to write at all."""
_NOT_HERE = frozenset(
    {"BotNotInConversationRoster", "ConversationNotFound", "ForbiddenOperationException"}
)
"""The bot cannot post in this chat, in whatever form."""


class TeamsError(Exception):
    """Teams refused a call; the log has the word and its cure."""

    def __init__(self, word: str, status: int = 0) -> None:
        super().__init__(word)
        self.word = word
        self.status = status


class TokenError(TeamsError):
    """The bot could not get a token for Teams."""


class NotAuthenticatedError(Exception):
    """A request cannot be verified as coming from Teams: 401. The text is one word."""


class NotAllowedError(Exception):
    """A request is from Teams, but its tenant or host is not allowed: 403. The text is one word."""


def reason(status: int, body: object) -> str:
    """Returns Teams' word for an unsuccessful answer."""
    said = body.get("error") if isinstance(body, Mapping) else None
    error = said if isinstance(said, Mapping) else {}
    if status < HTTPStatus.BAD_REQUEST:
        return "bad_response"
    code, message = error.get("code"), str(error.get("message", "")).lower()
    if code == "ContentStreamNotAllowed":
        return next((word for sign, word in _STREAMS if sign in message), code)
    if isinstance(code, str) and re.fullmatch(r"[A-Za-z]{3,60}", code):
        return code
    return f"http_{status}"


def cure(word: str, status: int = 0) -> str:
    """Returns what an operator can do about a word or, if it is unknown, about its status."""
    by_status = f"http_{status}" if status else word
    if word not in _CURES and re.fullmatch(r"http_5\d\d", by_status):
        return _DOWN
    unknown = f"Look for “{word}” on https://learn.microsoft.com/microsoftteams."
    return _CURES.get(word) or _CURES.get(by_status, unknown)


def is_worth_retry(status: int) -> bool:
    """Whether the same call may succeed later."""
    return status in {
        HTTPStatus.PRECONDITION_FAILED,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }


def passes(error: TeamsError) -> bool:
    """Whether a message that surely was not posted may be accepted later."""
    return is_worth_retry(error.status) or error.word in _OUT_OF_REACH


def step_after(error: TeamsError) -> Step:
    """Returns in which form to send a refused message: by default, in words alone."""
    is_final = error.word in _NOT_HERE | _OVER or not may_pass_elsewhere(error)
    return Step.STOP if is_final else Step.PLAIN


def may_pass_elsewhere(error: TeamsError) -> bool:
    """Whether the person's own chat may take what another chat refused."""
    refused = HTTPStatus.BAD_REQUEST <= error.status < HTTPStatus.INTERNAL_SERVER_ERROR
    about_us = error.status == HTTPStatus.UNAUTHORIZED or error.word in _NOWHERE
    return refused and not about_us and not passes(error)
