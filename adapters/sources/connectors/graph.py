"""A library of SharePoint or a OneDrive, through Microsoft Graph: only changes, by delta links."""

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from adapters.sources.connector import (
    Facts,
    GoneError,
    Listing,
    Memory,
    Remote,
    denied,
    strange,
    unknown,
)
from adapters.sources.connectors.web import StatusError, Web, gone, is_same_host, refused
from adapters.teams.api.tokens import Ask
from adapters.teams.api.trouble import TokenError, cure
from knowledge.model.errors import SourceError
from knowledge.model.places import Address

# The tree of a library, as the items of Graph's deltas make it.

_DEEPEST = 100

Item = dict[str, Any]
"""A folder or a file, as JSON values."""


def apply(id_: str, item: Mapping[str, Any], items: dict[str, Item]) -> None:
    """Writes an item of a delta into the tree. The same one may come twice: the last counts."""
    if "deleted" in item:
        items.pop(id_, None)
        return
    parent = item.get("parentReference")
    kind = "root" if "root" in item else "folder" if "folder" in item else "file"
    items[id_] = {
        "name": str(item.get("name", "")),
        "parent": str(parent.get("id", "")) if isinstance(parent, Mapping) else "",
        "kind": "package" if "package" in item else kind,
        "version": _version(item),
        "size": item.get("size") if isinstance(item.get("size"), int) else None,
        "url": str(item["webUrl"]) if item.get("webUrl") else None,
        "owner": _person(item, "createdBy") or _person(item, "lastModifiedBy"),
        "at": str(item.get("lastModifiedDateTime", "")),
    }


def path_of(id_: str, items: Mapping[str, Item]) -> str | None:
    """The path below the root. A renamed folder is in the delta alone, without its files."""
    names: list[str] = []
    while len(names) < _DEEPEST:
        item = items.get(id_)
        if item is None:
            return None
        if item["kind"] == "root":
            return "/".join(reversed(names))
        names.append(item["name"])
        id_ = item["parent"]
    return None


def _version(item: Mapping[str, Any]) -> str:
    """The hash of the content; the ETag changes with the name, too."""
    file = item.get("file")
    hashes = file.get("hashes") if isinstance(file, Mapping) else None
    if isinstance(hashes, Mapping):
        for name in ("quickXorHash", "sha256Hash", "sha1Hash"):
            if hashes.get(name):
                return str(hashes[name])
    return str(item.get("eTag", ""))


def _person(item: Mapping[str, Any], role: str) -> str | None:
    by = item.get(role)
    user = by.get("user") if isinstance(by, Mapping) else None
    name = user.get("displayName") if isinstance(user, Mapping) else None
    return name if isinstance(name, str) and name else None


def day_of(at: str) -> date | None:
    """The day of a time as Graph writes it."""
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None


_WHAT = "Microsoft Graph"
_SELECT = (
    "id,name,size,file,folder,root,package,deleted,parentReference,webUrl,eTag,"
    "lastModifiedDateTime,createdBy,lastModifiedBy"
)
_SITES = ("sites", "teams")
_SPARE_S = 300
"""A token is renewed this long before it expires."""
_SITE = (
    "Give the app of TEAMS_APP_ID the application permission Sites.Selected of Microsoft Graph,"
    " with admin consent, and the role read on this site (docs/DOCUMENTS.md)."
)
_DRIVE = (
    "Give the app of TEAMS_APP_ID the application permission Files.Read.All of Microsoft Graph,"
    " with admin consent."
)
_NO_DRIVE = "Check the address: sharepoint://HOST/sites/SITE/LIBRARY/FOLDER or onedrive://USER."


class GraphDrive:
    """The files of one library, or of one folder in it."""

    def __init__(
        self,
        address: Address,
        ask: Ask,
        url: str,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ask` fetches a token for a scope; `url` is that of Graph in the app's cloud."""
        self._address = address
        self._ask = ask
        self._url = url
        self._clock = clock
        self._token: tuple[str, float] = ("", 0.0)
        self._web = Web(url, _WHAT, self._headers, sleep)
        self._drive = ""
        least = _DRIVE if address.scheme == "onedrive" else _SITE
        self._said: Mapping[int, SourceError] = {
            HTTPStatus.UNAUTHORIZED: denied(least),
            HTTPStatus.FORBIDDEN: denied(least),
            HTTPStatus.NOT_FOUND: unknown(_NO_DRIVE),
            HTTPStatus.BAD_REQUEST: unknown(_NO_DRIVE),
        }

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Applies what has changed since the last run to the tree that it noted."""
        try:
            self._drive, folder = self._found()
            tree = self._renewed(memory if memory.get("drive") == self._drive else {})
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error
        return Listing(tuple(self._files(tree["items"], folder)), tree)

    def read(self, file: Remote) -> bytes:
        """Downloads a file. Graph sends us to another host, which gets no token."""
        try:
            return self._web.content(f"v1.0/drives/{_id(self._drive)}/items/{_id(file.id)}/content")
        except StatusError as error:
            if error.status == HTTPStatus.LOCKED:
                raise GoneError("somebody has locked it; the next run tries again") from error
            raise gone(error) or refused(error, self._said, _WHAT) from error

    def probe(self) -> None:
        """Looks the library up, and asks for one item of it."""
        try:
            drive, _ = self._found()
            self._web.get(f"v1.0/drives/{_id(drive)}/root/children?$top=1&$select=id")
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error

    def close(self) -> None:
        """Closes connections."""
        self._web.close()

    def _found(self) -> tuple[str, str]:
        """The id of the library, and the path of the folder in it."""
        parts = [part for part in self._address.path.split("/") if part]
        if self._address.scheme == "onedrive":
            user = f"{self._address.user}@{self._address.host}"
            drive = self._web.get(f"v1.0/users/{_id(user)}/drive", **{"$select": "id"})
            return _text(drive, "id"), "/".join(parts)
        count = 2 if parts[:1] and parts[0] in _SITES else 0
        site = "/".join(map(quote, parts[:count]))
        where = f"{self._address.host}:/{site}" if site else self._address.host
        found = self._web.get(f"v1.0/sites/{where}", **{"$select": "id"})
        drives = f"v1.0/sites/{_id(_text(found, 'id'))}/drive"
        if len(parts) == count:
            return _text(self._web.get(drives, **{"$select": "id"}), "id"), ""
        library = parts[count]
        for said in self._web.pages(f"{drives}s", _next, **{"$select": "id,name,webUrl"}):
            for drive in _listed(said):
                page = unquote(urlsplit(str(drive.get("webUrl", ""))).path).rpartition("/")[2]
                if library.casefold() in (str(drive.get("name")).casefold(), page.casefold()):
                    return _text(drive, "id"), "/".join(parts[count + 1 :])
        raise unknown(f"The site has no library “{library}”. {_NO_DRIVE}")

    def _renewed(self, memory: Mapping[str, Any]) -> Memory:
        """The tree now. A link that has expired starts it anew."""
        link = memory.get("link")
        if isinstance(link, str) and is_same_host(link, self._url):
            try:
                return self._followed(link, dict(memory.get("items", {})))
            except StatusError as error:
                if error.status != HTTPStatus.GONE:
                    raise
                link = error.location
        fresh = f"v1.0/drives/{_id(self._drive)}/root/delta?$select={_SELECT}"
        anew = link if isinstance(link, str) and is_same_host(link, self._url) else fresh
        return self._followed(anew, {})

    def _followed(self, link: str, items: dict[str, Item]) -> Memory:
        last = None
        for said in self._web.pages(link, _next):
            for item in _listed(said):
                apply(_text(item, "id"), item, items)
            last = said.get("@odata.deltaLink") or last
        if not isinstance(last, str):
            raise strange(_WHAT)
        return {"drive": self._drive, "link": last, "items": items}

    def _files(self, items: Mapping[str, Item], folder: str) -> Iterator[Remote]:
        base = f"{folder}/".casefold() if folder else ""
        for id_, item in items.items():
            path = path_of(id_, items) if item["kind"] == "file" else None
            # SharePoint makes no difference between small and capital letters.
            if path and path.casefold().startswith(base):
                yield Remote(
                    id=id_,
                    path=path[len(folder) + 1 :] if folder else path,
                    version=item["version"],
                    size=item["size"],
                    facts=Facts(item["url"], item["owner"], day_of(item["at"])),
                )

    def _headers(self) -> Mapping[str, str]:
        token, until = self._token
        if self._clock() >= until:
            token, lasts_s = self._asked()
            self._token = token, self._clock() + max(lasts_s - _SPARE_S, 30.0)
        return {"Authorization": f"Bearer {token}"}

    def _asked(self) -> tuple[str, float]:
        try:
            answer = self._ask(
                f"{urlsplit(self._url).scheme}://{urlsplit(self._url).netloc}/.default"
            )
        except TokenError as error:
            raise denied(cure(error.word)) from error
        token, lasts_s = answer.get("access_token"), answer.get("expires_in")
        if not isinstance(token, str) or not isinstance(lasts_s, int | float):
            raise denied(cure(str(answer.get("error") or "bad_token_answer")))
        return token, float(lasts_s)


def _id(value: str) -> str:
    return quote(value, safe="!,")


def _text(said: Any, name: str) -> str:
    value = said.get(name) if isinstance(said, Mapping) else None
    if not isinstance(value, str) or not value:
        raise strange(_WHAT)
    return value


def _listed(said: Any) -> list[Mapping[str, Any]]:
    value = said.get("value") if isinstance(said, Mapping) else None
    if not isinstance(value, list):
        raise strange(_WHAT)
    return [one for one in value if isinstance(one, Mapping)]


def _next(said: Any) -> str | None:
    link = said.get("@odata.nextLink") if isinstance(said, Mapping) else None
    return link if isinstance(link, str) else None
