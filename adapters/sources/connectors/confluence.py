"""A space of Confluence Cloud: its pages as HTML, and the documents attached to them."""

import re
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from html import escape
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from adapters.sources.connector import (
    Facts,
    Listing,
    Remote,
    base_of,
    denied,
    plain,
    strange,
    unknown,
    without_slashes,
)
from adapters.sources.connectors.web import StatusError, Web, gone, refused
from knowledge.model.errors import SourceError
from knowledge.model.places import Address
from knowledge.model.report import Skipped

_WHAT = "Confluence"
_KEY = re.compile(r"[\w.~-]{1,255}")
_EXPAND = (
    "version,ancestors,history,container,extensions,"
    "restrictions.read.restrictions.user,restrictions.read.restrictions.group"
)
_LIMIT = 100
_PICTURES = ("image/", "video/", "audio/")
_LEAST = (
    "The account of CONFLUENCE_EMAIL needs to see the space, and CONFLUENCE_API_TOKEN a token of it"
    " that has not expired; a token with scopes needs read:page, search:confluence and"
    " read:attachment."
)
_ADDRESS = "Check the address: confluence://SITE.atlassian.net/SPACE, with the key of the space."

Found = Mapping[str, Any]


class ConfluenceSpace:
    """The pages of one space, each in a folder of the page above it."""

    def __init__(
        self,
        address: Address,
        email: str,
        token: str,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Raises SourceError if the address names no space."""
        self._key = address.path.rpartition("/")[2]
        if not _KEY.fullmatch(self._key):
            raise unknown(_ADDRESS)
        self._restricted = address.options.get("restricted")
        self._base = f"{base_of(address.host)}/wiki"
        basic = b64encode(f"{email}:{token}".encode()).decode()
        headers = {"Authorization": f"Basic {basic}", "Accept": "application/json"}
        self._web = Web(self._base, _WHAT, lambda: headers, sleep)
        self._said: Mapping[int, SourceError] = {
            HTTPStatus.UNAUTHORIZED: denied(_LEAST),
            HTTPStatus.FORBIDDEN: denied(_LEAST),
            HTTPStatus.NOT_FOUND: unknown(_ADDRESS),
            HTTPStatus.BAD_REQUEST: unknown(_ADDRESS),
        }

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Lists the pages that everybody in the space may read, and their attachments.

        A page with restrictions is left out with all below it, unless the address says for whom it
        is. Its restrictions come with the list: changing them makes no new version.
        """
        found = {str(one.get("id")): one for one in self._searched(_LIMIT)}
        files: list[Remote] = []
        left_out: dict[str, Skipped] = {}
        for one in found.values():
            file = self._attached(one, found) if one.get("type") == "attachment" else _page(one)
            if file is None:
                continue
            page = found.get(_container(one), one)
            is_restricted = any(map(_is_restricted, (page, *_above(page, found))))
            if is_restricted and self._restricted is None:
                said = "it is restricted in Confluence; see `?restricted=` in docs/DOCUMENTS.md"
                left_out[file.id] = Skipped(file.path, f"{file.path}: {said}")
                continue
            url = f"{self._base}{one['_links']['webui']}" if _webui(one) else None
            audience = self._restricted if is_restricted else None
            facts = Facts(url, _creator(one), _day(one), audience)
            files.append(Remote(file.id, file.path, file.version, file.size, facts))
        return Listing(tuple(files), refused=left_out)

    def read(self, file: Remote) -> bytes:
        """Returns a page as HTML with its title, or an attachment."""
        try:
            if file.id.startswith("att"):
                page, _, name = file.id.removeprefix("att:").partition(":")
                where = f"rest/api/content/{quote(page)}/child/attachment/{quote(name)}/download"
                return self._web.content(where)
            said = self._web.get(f"api/v2/pages/{quote(file.id)}", **{"body-format": "export_view"})
        except StatusError as error:
            raise gone(error) or refused(error, self._said, _WHAT) from error
        try:
            title, body = str(said["title"]), str(said["body"]["export_view"]["value"])
        except (KeyError, TypeError) as error:
            raise strange(_WHAT) from error
        head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
        html = f"<html><head>{head}</head><body><h1>{escape(title)}</h1>{body}</body></html>"
        return html.encode("utf-8", "replace")

    def probe(self) -> None:
        """Searches for one page."""
        next(self._searched(1), None)

    def close(self) -> None:
        """Closes connections."""
        self._web.close()

    def _searched(self, limit: int) -> Iterator[Found]:
        cql = f'space = "{self._key}" and type in (page, attachment) order by created'
        try:
            pages = self._web.pages(
                "rest/api/content/search", _next, cql=cql, expand=_EXPAND, limit=limit
            )
            for said in pages:
                results = said.get("results") if isinstance(said, Mapping) else None
                if not isinstance(results, list):
                    raise strange(_WHAT)
                yield from (one for one in results if isinstance(one, Mapping))
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error

    def _attached(self, one: Found, found: Mapping[str, Found]) -> Remote | None:
        page = found.get(_container(one))
        about = one.get("extensions") or {}
        if page is None or str(about.get("mediaType", "")).startswith(_PICTURES):
            return None
        folder = _page(page).path.removesuffix(".html")
        name = without_slashes(str(one.get("title")))
        size = about.get("fileSize")
        return Remote(
            id=f"att:{page['id']}:{one['id']}",
            path=f"{folder}/{name}",
            version=_version(one),
            size=size if isinstance(size, int) else None,
        )


def _page(one: Found) -> Remote:
    titles = [*(str(above.get("title")) for above in _ancestors(one)), str(one.get("title"))]
    return Remote(str(one["id"]), "/".join(map(plain, titles)) + ".html", _version(one))


def _version(one: Found) -> str:
    return str((one.get("version") or {}).get("number", ""))


def _ancestors(one: Found) -> Sequence[Found]:
    above = one.get("ancestors")
    return above if isinstance(above, list) else []


def _above(one: Found, found: Mapping[str, Found]) -> Iterator[Found]:
    """The pages above one, which hand their restrictions down."""
    for above in _ancestors(one):
        yield found.get(str(above.get("id")), above)


def _is_restricted(one: Found) -> bool:
    read = (one.get("restrictions") or {}).get("read") or {}
    who = read.get("restrictions") or {}
    return any((who.get(kind) or {}).get("results") for kind in ("user", "group"))


def _container(one: Found) -> str:
    return str((one.get("container") or {}).get("id")) if one.get("type") == "attachment" else ""


def _creator(one: Found) -> str | None:
    by = (one.get("history") or {}).get("createdBy") or {}
    name = by.get("displayName") or by.get("publicName")
    return name if isinstance(name, str) else None


def _day(one: Found) -> date | None:
    try:
        return date.fromisoformat(str((one.get("version") or {}).get("when"))[:10])
    except ValueError:
        return None


def _webui(one: Found) -> bool:
    links = one.get("_links")
    return isinstance(links, Mapping) and str(links.get("webui", "")).startswith("/")


def _next(said: Any) -> str | None:
    links = said.get("_links") if isinstance(said, Mapping) else None
    link = links.get("next") if isinstance(links, Mapping) else None
    if not isinstance(link, str):
        return None
    return link if link.startswith("/wiki/") else f"/wiki{link}"
