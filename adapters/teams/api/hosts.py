"""The hosts that may receive the bot's replies, and its token with them."""

import ipaddress
from collections.abc import Iterable

from yarl import URL

OWN = (
    "smba.trafficmanager.net",
    "*.botframework.com",
    "teams.microsoft.com",
    "teams.microsoft.us",
)
"""Microsoft's own hosts for Teams."""


class ServiceHosts:
    """Microsoft's hosts and configured ones; `*.` before a name means its subdomains."""

    def __init__(self, further: Iterable[str] = ()) -> None:
        hosts = (*OWN, *further)
        self._names = frozenset(host for host in hosts if not host.startswith("*."))
        self._endings = tuple(host[1:] for host in hosts if host.startswith("*."))

    def url(self, service_url: object) -> URL | None:
        """Returns the address to call; None if it is not allowed."""
        try:
            # Checks the parsed address that aiohttp will call: two parsers may differ.
            url = URL(service_url) if isinstance(service_url, str) else URL()
        except ValueError:
            return None
        return url if self._are_home_of(url) else None

    def _are_home_of(self, url: URL) -> bool:
        host = url.host or ""
        plain = url.user is None and url.password is None
        private = url.scheme == "https" or (url.scheme == "http" and _is_loopback(host))
        return plain and private and (host in self._names or host.endswith(self._endings))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
