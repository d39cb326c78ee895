"""Checks the form of Teams' settings; shows no secret."""

import re

from adapters.teams.api.trouble import cure
from adapters.teams.sdk_choice import INSTALL, PACKAGES, installed
from bot.settings import TeamsSettings
from bot.upkeep.checkup import Finding, Mark, formed

_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_SECRET = re.compile(rf"(?!{_GUID.pattern}\Z)[!-~]+", re.IGNORECASE)
_LOOKS = "11111111-2222-3333-4444-555555555555"
_ALLOWED_CURE = "List tenant ids (Directory ID), separated by commas, or leave it empty."
_PERSON_CURE = (
    "List people's object ids, separated by commas: entra.microsoft.com > Users > the "
    "person > Object ID."
)


def sdk(settings: TeamsSettings) -> Finding:
    """Names the SDK that runs Teams, and its version."""
    name, package = settings.sdk, PACKAGES[settings.sdk]
    found = installed(name)
    if found is None:
        said = f"{name}, but {package} is not installed"
        return Finding(Mark.BAD, "TEAMS_SDK", said, cure=INSTALL)
    return Finding(Mark.GOOD, "TEAMS_SDK", f"{name} ({package} {found})")


def bot_in_azure(settings: TeamsSettings) -> list[Finding]:
    """Checks the settings that the bot needs to get a token."""
    return [_app_id(settings), _secret(settings), _tenant(settings)]


def who_is_let_in(settings: TeamsSettings) -> list[Finding]:
    """Checks the settings for who gets answers, and who has more rights."""
    return [
        _tenants(settings),
        _admins(settings),
        _admin_groups(settings),
        _managers(settings),
        _manager_groups(settings),
        _auth(settings),
    ]


def _app_id(settings: TeamsSettings) -> Finding:
    name = "TEAMS_APP_ID"
    if _needs_none(settings, settings.app_id):
        return Finding(Mark.UNASKED, name, "not set; not needed with TEAMS_AUTH=off")
    if settings.app_id is not None and settings.app_id == settings.tenant_id:
        said = "set, but it is the tenant id (TEAMS_TENANT_ID)"
        return Finding(Mark.BAD, name, said, cure=cure("app_unknown"))
    return formed(name, settings.app_id, _GUID, _LOOKS, cure("app_unknown"))


def _secret(settings: TeamsSettings) -> Finding:
    name = "TEAMS_APP_PASSWORD"
    secret = settings.app_password.get_secret_value() if settings.app_password else None
    if settings.managed_identity:
        return Finding(Mark.GOOD, "TEAMS_MANAGED_IDENTITY", "on; no secret is needed")
    if _needs_none(settings, secret):
        return Finding(Mark.UNASKED, name, "not set; not needed with TEAMS_AUTH=off")
    looks = "a secret's value (not its id)"
    return formed(name, secret, _SECRET, looks, cure("secret_wrong"))


def _tenant(settings: TeamsSettings) -> Finding:
    name = "TEAMS_TENANT_ID"
    if _needs_none(settings, settings.tenant_id):
        return Finding(Mark.UNASKED, name, "not set; not needed with TEAMS_AUTH=off")
    return formed(name, settings.tenant_id, _GUID, _LOOKS, cure("tenant_unknown"))


def _tenants(settings: TeamsSettings) -> Finding:
    """Checks the tenants whose people get answers."""
    name, allowed = "TEAMS_ALLOWED_TENANTS", settings.allowed_tenants
    if not allowed:
        return Finding(Mark.GOOD, name, "not set: answers people of TEAMS_TENANT_ID")
    if not all(_GUID.fullmatch(one) for one in allowed):
        said = f"set, but some entries do not look like {_LOOKS}"
        return Finding(Mark.BAD, name, said, cure=_ALLOWED_CURE)
    if settings.tenant_id not in allowed:
        said = "set without TEAMS_TENANT_ID: people of that tenant get no answer"
        return Finding(Mark.DOUBT, name, said, cure="Add TEAMS_TENANT_ID unless this is intended.")
    return Finding(Mark.GOOD, name, f"set: answers people of {len(allowed)} tenants")


def _admins(settings: TeamsSettings) -> Finding:
    nobody = "nobody can reindex from Teams"
    only = "only members of TEAMS_ADMIN_GROUP_IDS can reindex from Teams"
    without = only if settings.admin_group_ids else nobody
    return _named("TEAMS_ADMIN_OBJECT_IDS", settings.admin_object_ids, without)


def _admin_groups(settings: TeamsSettings) -> Finding:
    name, without = "TEAMS_ADMIN_GROUP_IDS", "no group gives the right to reindex"
    return _named(name, settings.admin_group_ids, without, cure("graph_bad_id"))


def _managers(settings: TeamsSettings) -> Finding:
    nobody = "only administrators get answers from manager documents"
    only = "only administrators and members of TEAMS_MANAGER_GROUP_IDS read manager documents"
    without = only if settings.manager_group_ids else nobody
    return _named("TEAMS_MANAGER_OBJECT_IDS", settings.manager_object_ids, without)


def _manager_groups(settings: TeamsSettings) -> Finding:
    name, without = "TEAMS_MANAGER_GROUP_IDS", "no group makes its members managers"
    return _named(name, settings.manager_group_ids, without, cure("graph_bad_id"))


def _named(name: str, ids: frozenset[str], without: str, cured: str = _PERSON_CURE) -> Finding:
    if not ids:
        return Finding(Mark.UNASKED, name, f"not set; {without}")
    if not all(_GUID.fullmatch(one) for one in ids):
        said = f"set, but some entries do not look like {_LOOKS}"
        return Finding(Mark.BAD, name, said, cure=cured)
    return Finding(Mark.GOOD, name, f"set: {len(ids)}")


def _auth(settings: TeamsSettings) -> Finding:
    # With off, the settings only let the server listen on this machine.
    if settings.auth == "off":
        said = "off: every caller is trusted; for emulators only"
        cured = "Unset TEAMS_AUTH for the real Teams."
        return Finding(Mark.DOUBT, "TEAMS_AUTH", said, cure=cured)
    return Finding(Mark.GOOD, "TEAMS_AUTH", "on")


def _needs_none(settings: TeamsSettings, value: str | None) -> bool:
    return settings.auth == "off" and value is None
