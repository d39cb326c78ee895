"""A folder of Google Drive, by a stand-in on loopback written from its documentation."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from adapters.sources.connectors.google_drive import DriveFolder
from adapters.sources.copier import Limits
from knowledge.model.errors import KnowledgeError
from tests.flow.sources.copied import Store
from tests.flow.sources.servers import zipped
from tests.flow.sources.web_server import Answer, Request, serving

_GOOGLE = "application/vnd.google-apps."
_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def word(text: str) -> bytes:
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = f"<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body>"
    document = f'<w:document xmlns:w="{name}">{body}</w:document>'
    return zipped({"word/document.xml": document.encode()})


class FakeDrive:
    def __init__(self) -> None:
        self.home = ""
        self.files: dict[str, dict[str, Any]] = {}
        self.contents: dict[str, bytes] = {}
        self.read: list[str] = []
        self.exports: list[str] = []
        self.is_shared = True
        self.is_incomplete = False
        self.too_large: set[str] = set()

    def folder(self, id_: str, name: str, parent: str) -> None:
        self._put(id_, name, parent, f"{_GOOGLE}folder")

    def doc(self, id_: str, name: str, parent: str, text: str, at: str = "2026-03-01") -> None:
        self._put(id_, name, parent, f"{_GOOGLE}document", modifiedTime=f"{at}T01:02:03.000Z")
        self.contents[id_] = word(text)

    def file(self, id_: str, name: str, parent: str, content: bytes) -> None:
        digest = {"md5Checksum": str(hash(content)), "size": str(len(content))}
        self._put(id_, name, parent, "text/markdown", **digest)
        self.contents[id_] = content

    def _put(self, id_: str, name: str, parent: str, kind: str, **more: Any) -> None:
        self.files[id_] = {
            "id": id_,
            "name": name,
            "mimeType": kind,
            "parents": [parent],
            "webViewLink": f"https://docs.google.com/{id_}",
            "owners": [{"displayName": "Store Operations"}],
            "modifiedTime": "2026-03-01T01:02:03.000Z",
            **more,
        }

    def answer(self, request: Request) -> Answer:
        if request.path == "/token":
            return self._token(request)
        if request.headers.get("Authorization") != "Bearer of-the-account":
            return Answer({"error": {"code": 401}}, 401)
        path = request.path.removeprefix("/drive/v3/files").strip("/")
        if not path:
            return self._list(request)
        id_, _, export = path.partition("/")
        if request.query.get("fields"):
            return Answer({"id": id_}) if self.is_shared else Answer({"error": {}}, 404)
        if id_ in self.too_large:
            reasons = [{"reason": "exportSizeLimitExceeded"}]
            return Answer({"error": {"code": 403, "errors": reasons}}, 403)
        self.read.append(self.files[id_]["name"])
        if export:
            self.exports.append(request.query["mimeType"])
        return Answer(self.contents[id_])

    def _token(self, request: Request) -> Answer:
        [signed] = parse_qs(request.body.decode())["assertion"]
        audience = f"{self.home}/token"
        claims = jwt.decode(signed, _KEY.public_key(), algorithms=["RS256"], audience=audience)
        assert claims["scope"] == "https://www.googleapis.com/auth/drive.readonly"
        return Answer({"access_token": "of-the-account", "expires_in": 3599})

    def _list(self, request: Request) -> Answer:
        parents = re.findall(r"'([^']+)' in parents", request.query["q"])
        found = [one for one in self.files.values() if one["parents"][0] in parents]
        start = int(request.query.get("pageToken", "0"))
        said: dict[str, Any] = {"files": found[start : start + 2]}
        if start + 2 < len(found):
            said["nextPageToken"] = str(start + 2)
        return Answer({**said, "incompleteSearch": self.is_incomplete})


@pytest.fixture
def drive() -> Iterator[FakeDrive]:
    fake = FakeDrive()
    with serving(fake.answer) as home:
        fake.home = home
        yield fake


@pytest.fixture
def key(drive: FakeDrive, tmp_path: Path) -> Path:
    pem = _KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    about = {"client_email": "bot@store.example", "private_key": pem}
    path = tmp_path / "google.json"
    path.write_text(json.dumps({**about, "token_uri": f"{drive.home}/token"}))
    return path


def folder(drive: FakeDrive, key: Path, grace: int = 0) -> Store:
    return Store(
        key.parent / "data",
        "gdrive://RoOt",
        limits=Limits(grace=timedelta(hours=grace)),
        opens=lambda address, _: DriveFolder(address, key, drive.home, lambda _: None),
    )


async def test_docs_are_exported_and_files_are_downloaded(drive: FakeDrive, key: Path) -> None:
    drive.folder("f1", "매장", "RoOt")
    drive.doc("1", "환불 규정", "f1", "환불은 14일 안에 합니다.")
    drive.file("2", "till.md", "RoOt", b"Count the till.")
    drive.file("3", "hours.md", "RoOt", b"Open from nine.")
    drive._put("4", "A form", "RoOt", f"{_GOOGLE}form")
    store = folder(drive, key)

    skipped = await store.fetch()

    read = store.documents()
    assert list(skipped) == []
    assert sorted(read) == ["hours.md", "till.md", "매장/환불 규정.docx"]
    assert read["매장/환불 규정.docx"].text.strip() == "환불은 14일 안에 합니다."
    assert read["매장/환불 규정.docx"].header.url == "https://docs.google.com/1"
    assert read["till.md"].header.owner == "Store Operations"
    assert drive.exports == [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ]


async def test_changed_and_moved_files_are_followed(drive: FakeDrive, key: Path) -> None:
    drive.folder("f1", "Old", "RoOt")
    drive.doc("1", "Refunds", "f1", "Refunds take 14 days.")
    drive.doc("2", "Hours", "RoOt", "Open from nine.")
    store = folder(drive, key, grace=9)
    await store.fetch()
    drive.read.clear()

    drive.files["f1"]["name"] = "New"
    drive.doc("2", "Hours", "RoOt", "Open from ten.", at="2026-04-01")
    await store.fetch()

    assert drive.read == ["Hours"]
    assert store.names() == ["Hours.docx", "New/Refunds.docx"]
    assert b"Open from ten." in (store.folder / "Hours.docx").read_bytes()


async def test_a_search_that_is_incomplete_deletes_nothing(drive: FakeDrive, key: Path) -> None:
    drive.doc("1", "Refunds", "RoOt", "Refunds take 14 days.")
    drive.doc("2", "Hours", "RoOt", "Open from nine.")
    store = folder(drive, key)
    await store.fetch()

    del drive.files["2"]
    drive.is_incomplete = True
    for _ in range(2):
        await store.fetch()

    assert store.names() == ["Hours.docx", "Refunds.docx"]


async def test_a_folder_that_is_not_shared_says_with_whom_to_share_it(
    drive: FakeDrive, key: Path
) -> None:
    store = folder(drive, key)
    [before] = (await store.copies.tried(store.source)).values()
    drive.is_shared = False
    [after] = (await store.copies.tried(store.source)).values()

    assert before is None
    assert after is not None
    with pytest.raises(KnowledgeError, match="client_email"):
        await store.fetch()


async def test_a_doc_that_is_too_large_for_an_export_is_named(drive: FakeDrive, key: Path) -> None:
    drive.doc("1", "Refunds", "RoOt", "Refunds take 14 days.")
    drive.doc("2", "Huge", "RoOt", "A book.")
    drive.too_large = {"2"}

    [skipped] = await folder(drive, key).fetch()

    assert skipped.reason == ("Huge.docx: Google exports up to 10 MB; save it as an Office file")
