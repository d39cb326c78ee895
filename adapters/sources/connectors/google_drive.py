"""A folder of Google Drive: its files, and Docs, Sheets and Slides as Office files."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jwt

from adapters.sources.connector import (
    Facts,
    GoneError,
    Listing,
    Remote,
    busy,
    denied,
    strange,
    unknown,
    without_slashes,
)
from adapters.sources.connectors.web import StatusError, Web, gone, is_safe, refused
from knowledge.model.errors import SourceError
from knowledge.model.places import Address

_WHAT = "Google Drive"
_URL = "https://www.googleapis.com"
_SCOPE = "https://www.googleapis.com/auth/drive.readonly"
_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_LASTS_S, _SPARE_S = 3600, 300
_GOOGLE = "application/vnd.google-apps."
_FOLDER = f"{_GOOGLE}folder"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_EXPORTS = {
    f"{_GOOGLE}document": (".docx", f"{_OFFICE}wordprocessingml.document"),
    f"{_GOOGLE}spreadsheet": (".xlsx", f"{_OFFICE}spreadsheetml.sheet"),
    f"{_GOOGLE}presentation": (".pptx", f"{_OFFICE}presentationml.presentation"),
}
_FIELDS = (
    "nextPageToken,incompleteSearch,files(id,name,mimeType,md5Checksum,modifiedTime,size,"
    "webViewLink,owners(displayName),parents)"
)
_PARENTS = 20
"""Folders that one request asks for."""
_EVERYWHERE = {"supportsAllDrives": "true", "includeItemsFromAllDrives": "true"}
_LEAST = (
    "Share the folder, as Viewer, with the client_email of the key in"
    " GOOGLE_APPLICATION_CREDENTIALS, and turn on the Google Drive API in its project."
)
_TOO_LARGE = "exportSizeLimitExceeded"


class DriveFolder:
    """The files below one folder, by a service account with which it is shared."""

    def __init__(
        self,
        address: Address,
        key: Path,
        url: str = _URL,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Raises SourceError if the key cannot be read."""
        self._folder = address.host
        self._key = _key(key)
        tokens = str(self._key["token_uri"])
        if not is_safe(tokens):
            raise strange("Google's login")
        self._tokens = Web(tokens, "Google's login", sleep=sleep)
        self._web = Web(url, _WHAT, self._headers, sleep)
        self._token: tuple[str, float] = ("", 0.0)
        self._said: Mapping[int, SourceError] = {
            HTTPStatus.UNAUTHORIZED: denied(_LEAST),
            HTTPStatus.FORBIDDEN: denied(_LEAST),
            # Google says so of a folder that is not shared, too.
            HTTPStatus.NOT_FOUND: unknown(_LEAST),
            HTTPStatus.BAD_REQUEST: unknown("Check the address: gdrive://FOLDER_ID."),
        }

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Lists the folders, level by level: Google's own changes are those of a whole account."""
        try:
            self._looked_up()
            return Listing(tuple(self._below()))
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error

    def read(self, file: Remote) -> bytes:
        """Downloads a file, or an export of it."""
        id_, _, kind = file.id.partition(" ")
        where = f"drive/v3/files/{quote(id_)}"
        try:
            if kind in _EXPORTS:
                return self._web.content(f"{where}/export", mimeType=_EXPORTS[kind][1])
            return self._web.content(where, alt="media", supportsAllDrives="true")
        except StatusError as error:
            if error.code == _TOO_LARGE:
                raise GoneError("Google exports up to 10 MB; save it as an Office file") from error
            raise gone(error) or refused(error, self._said, _WHAT) from error

    def probe(self) -> None:
        """Looks the folder up."""
        try:
            self._looked_up()
        except StatusError as error:
            raise refused(error, self._said, _WHAT) from error

    def close(self) -> None:
        """Closes connections."""
        self._web.close()
        self._tokens.close()

    def _looked_up(self) -> None:
        where = f"drive/v3/files/{quote(self._folder)}"
        self._web.get(where, fields="id", supportsAllDrives="true")

    def _below(self) -> Iterator[Remote]:
        seen = {self._folder}
        level = {self._folder: ""}
        while level:
            deeper: dict[str, str] = {}
            folders = list(level)
            for first in range(0, len(folders), _PARENTS):
                for file in self._in(folders[first : first + _PARENTS]):
                    above = next((one for one in file.get("parents", ()) if one in level), None)
                    if above is None:
                        raise strange(_WHAT)
                    path = f"{level[above]}{without_slashes(str(file['name']))}"
                    if file["mimeType"] != _FOLDER:
                        yield from _remote(file, path)
                    elif file["id"] not in seen:
                        seen.add(file["id"])
                        deeper[file["id"]] = f"{path}/"
            level = deeper

    def _in(self, folders: list[str]) -> Iterator[Mapping[str, Any]]:
        within = " or ".join(f"'{_quoted(one)}' in parents" for one in folders)
        asked = {"q": f"({within}) and trashed = false", "fields": _FIELDS, "pageSize": "1000"}
        more: dict[str, str] = {}
        while True:
            said = self._web.get("drive/v3/files", **asked, **_EVERYWHERE, **more)
            files = said.get("files") if isinstance(said, Mapping) else None
            if not isinstance(files, list):
                raise strange(_WHAT)
            if said.get("incompleteSearch"):
                raise busy(_WHAT)  # files would seem deleted
            yield from files
            if not said.get("nextPageToken"):
                return
            more = {"pageToken": str(said["nextPageToken"])}

    def _headers(self) -> Mapping[str, str]:
        token, until = self._token
        if time.monotonic() >= until:
            token = self._asked()
            self._token = token, time.monotonic() + _LASTS_S - _SPARE_S
        return {"Authorization": f"Bearer {token}"}

    def _asked(self) -> str:
        now = int(time.time())
        claims = {
            "iss": self._key["client_email"],
            "scope": _SCOPE,
            "aud": self._key["token_uri"],
            "iat": now,
            "exp": now + _LASTS_S,
        }
        try:
            signed = jwt.encode(claims, self._key["private_key"], algorithm="RS256")
            fields = {"grant_type": _GRANT, "assertion": signed}
            said = self._tokens.form(str(self._key["token_uri"]), fields)
        except (StatusError, ValueError, TypeError, jwt.PyJWTError) as error:
            cure = "Make a new key of the service account, for GOOGLE_APPLICATION_CREDENTIALS."
            raise denied(cure) from error
        token = said.get("access_token") if isinstance(said, Mapping) else None
        if not isinstance(token, str):
            raise strange("Google's login")
        return token


def _key(path: Path) -> Mapping[str, Any]:
    try:
        key = json.loads(path.read_text(encoding="utf-8"))
        return {name: key[name] for name in ("client_email", "private_key", "token_uri")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        cure = "GOOGLE_APPLICATION_CREDENTIALS has to name the key (JSON) of a service account."
        raise SourceError("not_set_up", cure) from error


def _remote(file: Mapping[str, Any], path: str) -> Iterator[Remote]:
    kind = str(file["mimeType"])
    if kind.startswith(_GOOGLE) and kind not in _EXPORTS:
        return  # a form, a map, a shortcut
    suffix, _ = _EXPORTS.get(kind, ("", ""))
    owners = file.get("owners") or [{}]
    size = str(file.get("size", ""))
    edited = str(file.get("modifiedTime", ""))
    yield Remote(
        id=f"{file['id']} {kind}" if suffix else str(file["id"]),
        path=f"{path}{suffix}",
        version=str(file.get("md5Checksum") or edited),
        size=int(size) if size.isdigit() and not suffix else None,
        facts=Facts(
            url=file.get("webViewLink"), owner=owners[0].get("displayName"), published=_day(edited)
        ),
    )


def _day(at: str) -> date | None:
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None


def _quoted(id_: str) -> str:
    return id_.replace("\\", "\\\\").replace("'", "\\'")
