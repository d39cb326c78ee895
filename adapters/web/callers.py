"""Identifies callers: programs by their key, and this machine while the page is on."""

import hashlib
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from aiohttp import HttpVersion11, web

from adapters.web.problems import Problem, Trouble, later
from bot.conversation.rate_limits import Limits
from bot.model import Platform
from bot.model.access import may_read
from bot.model.errors import KeysError
from bot.model.kept import Key
from bot.ports import Keys
from bot.settings.group import LOOPBACK
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Audience

logger = logging.getLogger(__name__)

_LOCAL = "local"
"""The name of callers without a key."""
LOCAL_NAMES = frozenset({*LOOPBACK, "[::1]"})
"""The host names of this machine in a browser's requests."""
PASSED_ON = (
    *("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"),
    *("X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP"),
)
"""Headers that proxies set: a caller behind a proxy is not at this machine."""
_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller and its rights."""

    name: str
    """The id of the key; `local` without one."""
    role: Audience
    store_type: str | None = None
    """The only kind of store that it may ask about; None for all."""
    user: str = ""
    """Whoever asks through the program, hashed: their id may be an address; "" if it names none."""

    @property
    def sender(self) -> str:
        """The key's id, with the user behind it."""
        return f"{self.name}.{self.user}" if self.user else self.name

    def person(self, platform: Platform = Platform.HTTP) -> str:
        """The name in its records and audit lines (`bot.model.kept.person_of`)."""
        return f"{platform}::{self.sender}"

    def has(self, person: str) -> bool:
        """Whether somebody in the records is this program, or one of its users."""
        platform, _, sender = person.partition("::")
        return platform in (Platform.HTTP, Platform.MCP) and sender.partition(".")[0] == self.name


class Callers:
    """Admits callers within their limits."""

    def __init__(
        self,
        keys: Keys,
        limits: Limits,
        today: Callable[[], date],
        trail: Trail | None = None,
        *,
        daily: int = 0,
        local: bool = False,
    ) -> None:
        """`daily`: requests a day of one key, 0 for no limit.

        `local`: admits callers from this machine without a key, as staff.
        """
        self._keys = keys
        self._limits = limits
        self._today = today
        self._trail = trail or Trail()
        self._daily = daily
        self._local = local

    async def admitted(self, request: web.Request, needed: Audience = Audience.STAFF) -> Caller:
        """Returns the caller. Raises Problem: no key, another role, too many requests."""
        caller = await self.identified(request)
        await self._count(caller)
        if not may_read(caller.role, needed):
            what = f"{request.method} {_path(request)}"
            await self._trail.refused(caller.person(), what)
            raise Problem(Trouble.FORBIDDEN, f"Use a key with the role {needed}.")
        return caller

    async def identified(self, request: web.Request) -> Caller:
        """Returns the caller without counting the request. Raises Problem: no key."""
        secret = _shown(request)
        return self._at_this_machine(request) if secret is None else await self._known(secret)

    async def as_user(self, caller: Caller, user: str | None) -> Caller:
        """Returns the caller as one of its users, within that one's limits. Raises Problem."""
        if user is None:
            return caller
        named = replace(caller, user=hashlib.sha256(user.encode()).hexdigest()[:16])
        if (left_s := await self._limits.of_person(named.person())) is not None:
            text = "This user asked too often in a minute. Try again after `Retry-After` seconds."
            raise later(Trouble.TOO_MANY, text, left_s)
        return named

    async def _known(self, secret: str) -> Caller:
        try:
            key = await self._keys.found(secret)
        except KeysError as error:
            raise _unreadable(error) from error
        if key is None or not key.is_valid(self._today()):
            about = {"key": key.key_id if key else None}
            logger.warning("an API key was rejected", extra=about)
            raise _no_key(_why_not(key))
        return Caller(key.key_id, key.role, key.store_type)

    def _at_this_machine(self, request: web.Request) -> Caller:
        if not self._local:
            raise _no_key("Send a key: `Authorization: Bearer sw_…`.")
        # A foreign page could point its own host name at this machine, or make its visitor's
        # browser ask here.
        if not at_this_machine(request):
            raise _no_key("Only this machine may ask without a key, at http://127.0.0.1.")
        if not of_this_page(request):
            raise Problem(Trouble.FORBIDDEN, "A page of another site may not ask without a key.")
        return Caller(_LOCAL, Audience.STAFF)

    async def _count(self, caller: Caller) -> None:
        left_s = await self._limits.of_program(caller.name)
        if left_s is not None:
            text = (
                "There were too many requests in a minute. Try again after `Retry-After` seconds."
            )
            raise later(Trouble.TOO_MANY, text, left_s)
        if not self._daily or caller.name == _LOCAL:
            return
        try:
            counted = await self._keys.counted(caller.name, self._today(), self._daily)
        except KeysError as error:
            raise _unreadable(error) from error
        if not counted:
            text = f"This key made {self._daily} requests today. Its next day begins at midnight."
            raise later(Trouble.TOO_MANY, text, _HOUR_S)


def _shown(request: web.Request) -> str | None:
    """The key that a request shows, in either of the two usual headers."""
    shown = request.headers.get("Authorization")
    if shown is None:
        return request.headers.get("X-API-Key")
    kind, _, secret = shown.partition(" ")
    # A wrong scheme counts as a wrong key, not as no key.
    return secret.strip() if kind.casefold() == "bearer" else ""


def at_this_machine(request: web.Request) -> bool:
    """Whether a request comes from a browser or program on this machine, not through a proxy."""
    host = re.sub(r":\d+$", "", request.host)
    # Proxies such as nginx speak HTTP/1.0 by default.
    is_passed_on = request.version < HttpVersion11 or any(
        name in request.headers for name in PASSED_ON
    )
    return host in LOCAL_NAMES and not is_passed_on


def of_this_page(request: web.Request) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or origin == f"{request.scheme}://{request.host}"


def _path(request: web.Request) -> str:
    """The route's pattern, without the ids that the caller put in."""
    resource = request.match_info.route.resource
    return resource.canonical if resource else ""


def _no_key(detail: str) -> Problem:
    return Problem(Trouble.NO_KEY, detail, headers={"WWW-Authenticate": "Bearer"})


def _why_not(key: Key | None) -> str:
    # The holder of a real key may learn why it no longer works.
    if key is None:
        return "This key is unknown. `storewise keys list` lists the known keys."
    return "This key was revoked." if key.revoked_at else f"This key expired on {key.expires_on}."


def _unreadable(error: KeysError) -> Problem:
    logger.error("keys cannot be read", extra={"cause": type(error.__cause__).__name__})
    return later(Trouble.UNAVAILABLE, "The keys cannot be read now. Try again later.", 30)
