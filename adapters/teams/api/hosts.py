"""Which hosts the bot's replies, and its token with them, may go to."""

import ipaddress
from collections.abc import Iterable

from yarl import URL

OWN = (
    "smba.trafficmanager.net",
    "*.botframework.com",
    "teams.microsoft.com",
    "teams.microsoft.us",
)
"""Where Teams itself listens."""


class ServiceHosts:
    """Microsoft's hosts and further ones; `*.` before a name means every host below it."""

    def __init__(self, further: Iterable[str] = ()) -> None:
        hosts = (*OWN, *further)
        self._names = frozenset(host for host in hosts if not host.startswith("*."))
        self._endings = tuple(host[1:] for host in hosts if host.startswith("*."))

    def url(self, service_url: object) -> URL | None:
        """Return the address as it will be called; None where nothing may be sent."""
        try:
            # What is looked at here is what aiohttp will call: two readings of one text may differ.
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
