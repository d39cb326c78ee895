"""What goes wrong with Teams, in one word, and what an operator can do about it."""

import re
from collections.abc import Mapping
from http import HTTPStatus

import aiohttp

CALL_ERRORS = (aiohttp.ClientError, TimeoutError)
"""What a call over the network raises."""

_AZURE = "portal.azure.com > your Azure Bot > "
_REGISTRATION = "entra.microsoft.com > App registrations > your app > "
_SECRET = (
    "Set TEAMS_APP_PASSWORD to the value (not the id) of a client secret that has not expired:"
    f" {_REGISTRATION}Certificates & secrets, and restart."
)
_APP_ID = (
    f"Set TEAMS_APP_ID to the Microsoft App ID, and TEAMS_TENANT_ID to the App Tenant ID, of"
    f" {_AZURE}Configuration, and restart."
)
_TENANT = (
    "Set TEAMS_TENANT_ID to the Directory (tenant) ID of entra.microsoft.com > Overview of the"
    " tenant that the app is registered in, and restart."
)
_NETWORK = (
    "Check the network and the proxy (HTTPS_PROXY); https://status.cloud.microsoft says whether"
    " Teams is down."
)
_LOGIN = (
    "Check the network and the proxy (HTTPS_PROXY): this machine has to reach"
    " https://login.microsoftonline.com."
)
_IDENTITY = (
    "TEAMS_MANAGED_IDENTITY works on a machine in Azure that has the identity with the client id"
    " TEAMS_APP_ID; assign it there, or set TEAMS_APP_PASSWORD instead."
)
_ROSTER = (
    "The bot is not, or no longer, in this chat or team; install the app there. Where nobody can"
    " write to it, an administrator of Teams has blocked the app."
)
_BUSY = "Teams wants fewer messages a minute; the person can ask again."
_DOWN = (
    "Teams has trouble of its own (https://status.cloud.microsoft); the person can ask again later."
)
_FORM = "Teams does not take this form of the message; please report it with the trace id."
_LONG = "The message was too long; set ANSWER_LENGTH=brief, and please report it with the trace id."
_STRANGER = "It did not come from Teams; nothing to do."
_BLOCKED = "The person has blocked or removed the bot; nothing to do."
_NOTHING = "Nothing to do."
_CURES = {
    # tokens for what the bot sends
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
    "bad_token_answer": "What answers for Microsoft's login is something else; check the proxy.",
    # what comes in
    "keys_unreachable": (
        "Requests are refused until the keys can be read that they are signed with: this machine"
        " has to reach the address of TEAMS_OPENID_METADATA_URL and the one that it names."
    ),
    "bad_keys": "What TEAMS_OPENID_METADATA_URL leads to lists no keys; leave it unset.",
    "wrong_audience": f"A request was for another app. {_APP_ID}",
    "wrong_issuer": "Leave TEAMS_TOKEN_ISSUER unset, unless the bot is in another cloud.",
    "expired": "Let this machine set its clock by the network: timedatectl set-ntp true.",
    "too_early": "Let this machine set its clock by the network: timedatectl set-ntp true.",
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
    "other_tenant": "Add the tenant's id to TEAMS_ALLOWED_TENANTS where its people are welcome.",
    "no_tenant": "The request names no tenant, so nobody is answered; nothing to do.",
    "other_host": (
        "Add the host to TEAMS_SERVICE_HOSTS where it is Microsoft's or yours; the bot's token is"
        " sent there."
    ),
    # what the bot sends
    "unreachable": _NETWORK,
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
    "stream_late": "The answer took longer than Teams lets a message grow; nothing to do.",
    "bad_response": "What the service address leads to does not answer as Teams does.",
}
_STREAMS = (
    ("cancel", "stream_stopped"),
    ("already completed", "stream_done"),
    ("exceeded streaming time", "stream_late"),
)
"""What Teams says with ContentStreamNotAllowed."""
STREAM_DONE = "stream_done"
"""Its last message came before."""
QUIET = frozenset({"stream_stopped", STREAM_DONE})
"""What happens every day, and is nobody's mistake."""


class TeamsError(Exception):
    """Teams did not do what the bot asked for; the log has the word and its cure."""

    def __init__(self, word: str, status: int = 0) -> None:
        super().__init__(word)
        self.word = word
        self.status = status


class TokenError(TeamsError):
    """The bot got no token to speak to Teams with."""


class NotAuthenticatedError(Exception):
    """Nobody can tell that a request comes from Teams: 401. Its text is one word."""


class NotAllowedError(Exception):
    """A request comes from Teams, and not from where the bot answers: 403. Its text is one word."""


def reason(status: int, body: object) -> str:
    """Return Teams's word for an answer that is none of success."""
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
    """Return what an operator can do about it; for a word that nobody knows, about its status."""
    by_status = f"http_{status}" if status else word
    if word not in _CURES and re.fullmatch(r"http_5\d\d", by_status):
        return _DOWN
    unknown = f"Look for “{word}” on https://learn.microsoft.com/microsoftteams."
    return _CURES.get(word) or _CURES.get(by_status, unknown)


def is_too_busy(status: int) -> bool:
    """Whether Teams may take the same message a little later."""
    return status in {
        HTTPStatus.PRECONDITION_FAILED,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
