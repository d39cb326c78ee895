"""Whether the settings of Teams have the right form; shows no secret."""

import re

from adapters.teams.api.trouble import cure
from bot.console.serve.checkup import Finding, Mark, formed
from bot.settings import TeamsSettings

_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_SECRET = re.compile(rf"(?!{_GUID.pattern}\Z)[!-~]+", re.IGNORECASE)
_LOOKS = "11111111-2222-3333-4444-555555555555"
_ALLOWED_CURE = "Name tenants by their ids (Directory ID), with commas between, or none."
_PERSON_CURE = (
    "Name people by their object ids, with commas between: entra.microsoft.com > Users > the"
    " person > Object ID."
)


def bot_in_azure(settings: TeamsSettings) -> list[Finding]:
    """What the bot needs to have a token of its own."""
    return [_app_id(settings), _secret(settings), _tenant(settings)]


def who_is_let_in(settings: TeamsSettings) -> list[Finding]:
    """Who is answered, and who may do and read more than others."""
    return [_tenants(settings), _admins(settings), _managers(settings), _auth(settings)]


def _app_id(settings: TeamsSettings) -> Finding:
    name = "TEAMS_APP_ID"
    if _needs_none(settings, settings.app_id):
        return Finding(Mark.UNASKED, name, "not set; TEAMS_AUTH=off needs none")
    if settings.app_id is not None and settings.app_id == settings.tenant_id:
        said = "set, but it is that of TEAMS_TENANT_ID"
        return Finding(Mark.BAD, name, said, cure=cure("app_unknown"))
    return formed(name, settings.app_id, _GUID, _LOOKS, cure("app_unknown"))


def _secret(settings: TeamsSettings) -> Finding:
    name = "TEAMS_APP_PASSWORD"
    secret = settings.app_password.get_secret_value() if settings.app_password else None
    if settings.managed_identity:
        return Finding(Mark.GOOD, "TEAMS_MANAGED_IDENTITY", "on; no secret is needed")
    if _needs_none(settings, secret):
        return Finding(Mark.UNASKED, name, "not set; TEAMS_AUTH=off needs none")
    looks = "a secret's value (its id is of no use)"
    return formed(name, secret, _SECRET, looks, cure("secret_wrong"))


def _tenant(settings: TeamsSettings) -> Finding:
    name = "TEAMS_TENANT_ID"
    if _needs_none(settings, settings.tenant_id):
        return Finding(Mark.UNASKED, name, "not set; TEAMS_AUTH=off needs none")
    return formed(name, settings.tenant_id, _GUID, _LOOKS, cure("tenant_unknown"))


def _tenants(settings: TeamsSettings) -> Finding:
    """Whose people are answered."""
    name, allowed = "TEAMS_ALLOWED_TENANTS", settings.allowed_tenants
    if not allowed:
        return Finding(Mark.GOOD, name, "not set: people of TEAMS_TENANT_ID are answered")
    if not all(_GUID.fullmatch(one) for one in allowed):
        said = f"set, but not all of it looks like {_LOOKS}"
        return Finding(Mark.BAD, name, said, cure=_ALLOWED_CURE)
    if settings.tenant_id not in allowed:
        said = "set, without TEAMS_TENANT_ID: the people there are not answered"
        return Finding(
            Mark.DOUBT, name, said, cure="Add TEAMS_TENANT_ID to it, unless you mean that."
        )
    return Finding(Mark.GOOD, name, f"set: people of {len(allowed)} are answered")


def _admins(settings: TeamsSettings) -> Finding:
    return _named(
        "TEAMS_ADMIN_OBJECT_IDS", settings.admin_object_ids, "nobody may run reindex in Teams"
    )


def _managers(settings: TeamsSettings) -> Finding:
    return _named(
        "TEAMS_MANAGER_OBJECT_IDS",
        settings.manager_object_ids,
        "documents for managers answer administrators only",
    )


def _named(name: str, people: frozenset[str], without: str) -> Finding:
    if not people:
        return Finding(Mark.UNASKED, name, f"not set; {without}")
    if not all(_GUID.fullmatch(one) for one in people):
        said = f"set, but not all of it looks like {_LOOKS}"
        return Finding(Mark.BAD, name, said, cure=_PERSON_CURE)
    return Finding(Mark.GOOD, name, f"set: {len(people)}")


def _auth(settings: TeamsSettings) -> Finding:
    # With off, the settings do not let the server listen beyond this machine.
    if settings.auth == "off":
        said = "off: whoever reaches this machine's server is believed; for emulators only"
        cured = "Leave TEAMS_AUTH unset for Teams itself."
        return Finding(Mark.DOUBT, "TEAMS_AUTH", said, cure=cured)
    return Finding(Mark.GOOD, "TEAMS_AUTH", "on")


def _needs_none(settings: TeamsSettings, value: str | None) -> bool:
    return settings.auth == "off" and value is None
