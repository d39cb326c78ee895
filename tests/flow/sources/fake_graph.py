"""Microsoft Graph as its pages describe it: one site with a library, delta links, throttling."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from tests.flow.sources.web_server import Answer, Request

_PAGE = 2
"""Items of a page: small, so that every list has several."""
_UNAUTHORIZED, _FORBIDDEN, _GONE, _MANY = 401, 403, 410, 429


@dataclass
class _Item:
    name: str
    parent: str | None
    content: bytes | None = None
    deleted: bool = False
    changed: int = 0


@dataclass
class FakeGraph:
    """A library that people work in. `home` is set once the server runs."""

    home: str = ""
    items: dict[str, _Item] = field(default_factory=lambda: {"root": _Item("root", None)})
    clock: int = 0
    oldest: int = 0
    """Delta tokens from before have expired."""
    throttled: int = 0
    """Requests that are answered with 429 first."""
    is_denied: bool = False
    fails_on: set[str] = field(default_factory=set)
    """Files whose download breaks off."""
    asked: list[str] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)
    tokens_elsewhere: list[str] = field(default_factory=list)

    def folder(self, id_: str, name: str, parent: str = "root") -> None:
        self._change(id_, _Item(name, parent))

    def file(self, id_: str, name: str, content: str, parent: str = "root") -> None:
        self._change(id_, _Item(name, parent, content.encode()))

    def rename(self, id_: str, name: str, parent: str | None = None) -> None:
        """Moves an item: those in a folder are not in the delta."""
        item = self.items[id_]
        item.name, item.parent = name, parent or item.parent
        self._change(id_, item)

    def delete(self, id_: str) -> None:
        for inside in [one for one, item in self.items.items() if item.parent == id_]:
            self.delete(inside)
        self.items[id_].deleted = True
        self._change(id_, self.items[id_])

    def expire(self) -> None:
        self.oldest = self.clock + 1

    def _change(self, id_: str, item: _Item) -> None:
        self.clock += 1
        item.changed = self.clock
        self.items[id_] = item

    def answer(self, request: Request) -> Answer:
        if request.path.startswith("/files/"):
            self.tokens_elsewhere += [
                request.headers[n] for n in request.headers if n == "Authorization"
            ]
            return self._download(request.path.removeprefix("/files/"))
        self.asked.append(request.path)
        if request.headers.get("Authorization") != "Bearer of-the-app":
            return Answer({"error": {"code": "InvalidAuthenticationToken"}}, _UNAUTHORIZED)
        if self.is_denied:
            return Answer({"error": {"code": "accessDenied"}}, _FORBIDDEN)
        if self.throttled:
            self.throttled -= 1
            said = {"error": {"code": "TooManyRequests"}}
            return Answer(said, _MANY, {"Retry-After": "7"})
        return self._api(request)

    def _api(self, request: Request) -> Answer:
        path = request.path.removeprefix("/v1.0/")
        known = {
            "sites/store.sharepoint.com:/sites/Handbook": "store.sharepoint.com,1,2",
            "sites/store.sharepoint.com,1,2/drive": "b!1",
            "users/kim@store.example/drive": "b!1",
        }
        if path in known:
            return Answer({"id": known[path]})
        if path == "sites/store.sharepoint.com,1,2/drives":
            library = {
                "id": "b!1",
                "name": "Documents",
                "webUrl": "https://x/sites/H/Shared%20Documents",
            }
            return Answer({"value": [{"id": "b!0", "name": "Photos"}, library]})
        if path == "drives/b!1/root/delta":
            return self._delta(request)
        if path == "drives/b!1/root/children":
            return Answer({"value": []})
        if path.startswith("drives/b!1/items/") and path.endswith("/content"):
            id_ = path.split("/")[3]
            # Another host, which is not to see the token.
            elsewhere = self.home.replace("127.0.0.1", "localhost")
            return Answer(None, 302, {"Location": f"{elsewhere}/files/{id_}"})
        return Answer({"error": {"code": "itemNotFound"}}, 404)

    def _download(self, id_: str) -> Answer:
        item = self.items[id_]
        if id_ in self.fails_on:
            return Answer({"error": {"code": "serviceNotAvailable"}}, 503, {"Retry-After": "1"})
        self.downloads.append(item.name)
        return Answer(item.content)

    def _delta(self, request: Request) -> Answer:
        since, skip = (int(n) for n in request.query.get("token", "0-0").split("-"))
        if since and since < self.oldest:
            fresh = f"{self.home}/v1.0/drives/b!1/root/delta?token=0-0"
            error = {"error": {"code": "resyncChangesApplyDifferences"}}
            return Answer(error, _GONE, {"Location": fresh})
        changed = [
            (id_, item)
            for id_, item in self.items.items()
            if item.changed >= since and not (item.deleted and not since)
        ]
        page = changed[skip : skip + _PAGE]
        here = f"{self.home}/v1.0/drives/b!1/root/delta"
        said: dict[str, Any] = {"value": [self._shown(id_, item) for id_, item in page]}
        if len(changed) > skip + _PAGE:
            said["@odata.nextLink"] = f"{here}?token={since}-{skip + _PAGE}"
        else:
            said["@odata.deltaLink"] = f"{here}?token={self.clock + 1}-0"
        return Answer(said)

    def _shown(self, id_: str, item: _Item) -> dict[str, Any]:
        if item.deleted:
            return {"id": id_, "deleted": {"state": "deleted"}}
        shown: dict[str, Any] = {
            "id": id_,
            "name": item.name,
            "eTag": f"{id_},{item.changed}",
            "webUrl": f"https://store.sharepoint.com/{id_}",
            "lastModifiedDateTime": "2026-05-01T09:30:00Z",
            "createdBy": {"user": {"displayName": "Store Operations"}},
            "parentReference": {"driveId": "b!1", "id": item.parent},
        }
        if item.parent is None:
            return shown | {"root": {}, "folder": {}, "parentReference": {"driveId": "b!1"}}
        if item.content is None:
            return shown | {"folder": {"childCount": 1}}
        digest = hashlib.sha1(item.content).hexdigest()  # noqa: S324 - the fake's own hash
        return shown | {"file": {"hashes": {"quickXorHash": digest}}, "size": len(item.content)}
