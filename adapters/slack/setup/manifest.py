"""The Slack app as a file to upload, for a public address or for Socket Mode."""

import re
from collections.abc import Collection
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from bot.model.errors import ManifestError

FOLDER = Path(__file__).parents[3] / "manifests"
_HOST = "https://YOUR-HOST"
_SCOPE = re.compile(r"^ +- ([a-z_]+(?::[a-z_]+)*) # (.+)$", re.MULTILINE)
_WRONG = (
    "Slack cannot reach {url}; write it like https://bot.example, without a path or a "
    "query (http only works on this machine, such as http://127.0.0.1:8080)"
)


_UNFURL_SCOPES = {
    "links:read": "which links to your documents are posted",
    "links:write": "previews of links to your documents",
}


def render(
    url: str | None, *, least: bool = False, unfurl_domains: Collection[str] = frozenset()
) -> str:
    """Returns the manifest as YAML: for this address, or for Socket Mode without one.

    With domains, the app gets what it needs to preview links there. Raises ManifestError for an
    address that cannot be used.
    """
    body = _with_previews(_written(least), unfurl_domains)
    if url is None:
        kept = [line for line in body.splitlines() if _HOST not in line]
        text = "\n".join(kept).replace("socket_mode_enabled: false", "socket_mode_enabled: true")
        return f"{_heading('in Socket Mode')}{text}\n"
    address = _address(url)
    return _heading(f"at {address}") + body.replace(_HOST, address)


def scopes(*, least: bool = False, unfurls: bool = False) -> dict[str, str]:
    """Returns every scope of the manifest, with its purpose."""
    return dict(_SCOPE.findall(_written(least))) | (_UNFURL_SCOPES if unfurls else {})


def _with_previews(body: str, domains: Collection[str]) -> str:
    if not domains:
        return body
    listed = "".join(f"    - {domain}\n" for domain in sorted(domains))
    asked = "".join(f"      - {name} # {use}\n" for name, use in _UNFURL_SCOPES.items())
    more = {
        "features:\n": f"  unfurl_domains:\n{listed}",
        "    bot:\n": asked,
        "    bot_events:\n": "      - link_shared\n",
    }
    for heading, lines in more.items():
        body = body.replace(heading, heading + lines, 1)
    return body


def _written(least: bool) -> str:
    """The manifest file without its opening comment.

    Each address is on one line with its key, so the file stays valid without these lines.
    """
    name = "slack.least.yaml" if least else "slack.yaml"
    text = (FOLDER / name).read_text(encoding="utf-8")
    return text[text.index("_metadata:") :]


def _heading(where: str) -> str:
    return f"# storewise {where}. api.slack.com/apps > Create New App > From a manifest.\n"


def _address(url: str) -> str:
    """The address without a slash at its end. Raises ManifestError."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    shown = f"[{host}]" if ":" in host else host
    address = f"{parts.scheme}://{shown}" + (f":{port}" if port else "")
    secure = parts.scheme == "https" or (parts.scheme == "http" and _is_here(host))
    named = re.fullmatch(r"[a-z0-9:][a-z0-9.:-]*", host) is not None
    if not (secure and named and url.lower() in (address, f"{address}/")):
        raise ManifestError(_WRONG.format(url=_plain(url)))
    return address


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _plain(url: str) -> str:
    """The address for printing: without a password or terminal control characters."""
    kept = "".join(sign for sign in url if sign.isprintable())[:100]
    return repr(re.sub(r"//[^/@]*@", "//…@", kept))
