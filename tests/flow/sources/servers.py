"""Servers of files on loopback, each with the same few things that people do there."""

import asyncio
import io
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import pytest

from bot.settings import SourcesSettings


class Server(Protocol):
    """Files that people keep elsewhere."""

    address: str
    rights: SourcesSettings
    denied: SourcesSettings
    """The same with a wrong password."""

    def put(self, path: str, content: bytes) -> None: ...

    def move(self, old: str, new: str) -> None: ...

    def remove(self, path: str) -> None: ...


class Bucket:
    """A bucket of moto's S3."""

    def __init__(self, endpoint: str, name: str) -> None:
        import boto3  # noqa: PLC0415 - a large library, for this test alone

        self._name = name
        self._client: Any = boto3.client(
            "s3",
            endpoint_url=endpoint,
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
            region_name="us-east-1",
        )
        self._client.create_bucket(Bucket=name)
        self.close = self._client.close
        self.address = f"s3://{name}/rules"
        self.rights = SourcesSettings.model_validate(
            {
                "aws_access_key_id": "testing",
                "aws_secret_access_key": "testing",
                "aws_endpoint_url": endpoint,
            }
        )
        self.denied = self.rights

    def put(self, path: str, content: bytes) -> None:
        self._client.put_object(Bucket=self._name, Key=f"rules/{path}", Body=content)

    def move(self, old: str, new: str) -> None:
        found = self._client.get_object(Bucket=self._name, Key=f"rules/{old}")["Body"].read()
        self.put(new, found)
        self.remove(old)

    def remove(self, path: str) -> None:
        self._client.delete_object(Bucket=self._name, Key=f"rules/{path}")


@contextmanager
def s3() -> Iterator[Callable[[], Bucket]]:
    pytest.importorskip("s3fs", reason="storewise[s3] is not installed")
    pytest.importorskip("moto", reason="the test group is not installed")
    from moto.server import ThreadedMotoServer  # noqa: PLC0415 - half a second

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    made: list[Bucket] = []

    def make() -> Bucket:
        # The servers of one process have their buckets in common.
        made.append(Bucket(f"http://{host}:{port}", f"bucket-{uuid4()}"))
        return made[-1]

    try:
        yield make
    finally:
        for one in made:
            one.close()
        server.stop()


class Folder:
    """Files in a folder that a server shows."""

    def __init__(
        self, root: Path, address: str, rights: SourcesSettings, denied: SourcesSettings
    ) -> None:
        self._root = root
        root.mkdir(parents=True, exist_ok=True)
        self.address, self.rights, self.denied = address, rights, denied

    def put(self, path: str, content: bytes) -> None:
        (self._root / path).parent.mkdir(parents=True, exist_ok=True)
        (self._root / path).write_bytes(content)

    def move(self, old: str, new: str) -> None:
        (self._root / new).parent.mkdir(parents=True, exist_ok=True)
        (self._root / old).rename(self._root / new)

    def remove(self, path: str) -> None:
        (self._root / path).unlink()


@contextmanager
def sftp(root: Path, keys: Path) -> Iterator[Folder]:
    pytest.importorskip("sshfs", reason="storewise[sftp] is not installed")
    import asyncssh  # noqa: PLC0415 - a large library, for this test alone

    connections: list[Any] = []

    class Login(asyncssh.SSHServer):
        def connection_made(self, conn: Any) -> None:
            connections.append(conn)

        def begin_auth(self, username: str) -> bool:
            return True

        def password_auth_supported(self) -> bool:
            return True

        def validate_password(self, username: str, password: str) -> bool:
            return (username, password) == ("store", "right")

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def listen() -> Any:
        return await asyncssh.create_server(
            Login,
            "127.0.0.1",
            0,
            server_host_keys=[key],
            sftp_factory=lambda channel: asyncssh.SFTPServer(channel, chroot=os.fsencode(root)),
        )

    async def closed() -> None:
        listening.close()
        await listening.wait_closed()
        for one in connections:
            one.abort()
            await one.wait_closed()

    listening = asyncio.run_coroutine_threadsafe(listen(), loop).result(10)
    port = listening.get_port()
    known = keys / "known_hosts"
    known.write_bytes(f"[127.0.0.1]:{port} ".encode() + key.export_public_key())
    given = {"sftp_known_hosts": known, "sftp_password": "right"}
    try:
        yield Folder(
            root / "rules",
            f"sftp://store@127.0.0.1:{port}/rules",
            SourcesSettings.model_validate(given),
            SourcesSettings.model_validate({**given, "sftp_password": "wrong"}),
        )
    finally:
        asyncio.run_coroutine_threadsafe(closed(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def webdav(root: Path) -> Iterator[Folder]:
    pytest.importorskip("webdav4", reason="storewise[webdav] is not installed")
    pytest.importorskip("wsgidav", reason="the test group is not installed")
    from cheroot.wsgi import Server as Wsgi  # noqa: PLC0415 - for this test alone
    from wsgidav.wsgidav_app import WsgiDAVApp  # noqa: PLC0415

    (root / "rules").mkdir(parents=True)
    application = WsgiDAVApp(
        {
            "provider_mapping": {"/": str(root)},
            "simple_dc": {"user_mapping": {"*": {"store": {"password": "right"}}}},
            "logging": {"enable": False},
            "verbose": 0,
        }
    )
    server = Wsgi(("127.0.0.1", 0), application)
    server.prepare()
    thread = threading.Thread(target=server.serve)
    thread.start()
    given = {"webdav_user": "store", "webdav_password": "right"}
    try:
        yield Folder(
            root / "rules",
            f"webdav://127.0.0.1:{server.bind_addr[1]}/rules",
            SourcesSettings.model_validate(given),
            SourcesSettings.model_validate({**given, "webdav_password": "wrong"}),
        )
    finally:
        server.stop()
        thread.join()


class Repository:
    """A bare repository, and somebody who pushes to it."""

    def __init__(self, root: Path) -> None:
        if shutil.which("git") is None:
            pytest.skip("the program git is not installed")
        self._bare, self._work = root / "rules.git", root / "work"
        self._run(root, "init", "--quiet", "--bare", "-b", "main", str(self._bare))
        self._run(root, "clone", "--quiet", str(self._bare), str(self._work))
        self._run(self._work, "checkout", "--quiet", "-b", "main")
        self.address = f"git+file://{self._bare}?folder=rules"
        self.rights = self.denied = SourcesSettings()

    def put(self, path: str, content: bytes) -> None:
        target = self._work / "rules" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        self._push()

    def move(self, old: str, new: str) -> None:
        target = self._work / "rules" / new
        target.parent.mkdir(parents=True, exist_ok=True)
        (self._work / "rules" / old).rename(target)
        self._push()

    def remove(self, path: str) -> None:
        (self._work / "rules" / path).unlink()
        self._push()

    def _push(self) -> None:
        self._run(self._work, "add", "--all")
        self._run(self._work, "commit", "--quiet", "--message", "rules")
        self._run(self._work, "push", "--quiet", "origin", "main")

    def _run(self, folder: Path, *arguments: str) -> None:
        who = ("-c", "user.name=store", "-c", "user.email=store@example.com")
        subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)  # noqa: S603, S607


def zipped(files: dict[str, bytes]) -> bytes:
    import zipfile  # noqa: PLC0415

    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return held.getvalue()
