"""A Git repository, read by the `git` program: no working tree, and only what a commit needs."""

import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from adapters.sources.connector import (
    Facts,
    GoneError,
    Listing,
    Remote,
    denied,
    unknown,
    unreachable,
)
from knowledge.model.errors import SourceError
from knowledge.model.places import Address

_TIMEOUT_S = 900
_FILE = b"100"
"""Modes of files; links have 120000, other repositories 160000."""
_LINK_TO_LARGE = b"version https://git-lfs"
_SIGNS = (
    ("access_denied", ("authentication failed", "permission denied", "could not read username")),
    ("access_denied", ("host key verification failed", "403", "401", "terminal prompts disabled")),
    ("not_found", ("not found", "does not exist", "does not appear to be", "couldn't find remote")),
    ("not_found", ("no such file", "unable to find remote", "not a valid object name")),
    ("damaged", ("bad object", "corrupt", "not a git repository", "unable to read tree")),
)


class GitRepository:
    """The files of one branch, in a bare copy of the repository."""

    def __init__(self, address: Address, store: Path, token: str | None, least: str) -> None:
        """`store` is the folder for the bare copy. Raises SourceError."""
        self._address = address
        self._store = store
        self._least = least
        # Servers take a token as the password of any user, and many people write it as the user.
        as_user = address.user if address.scheme == "git+https" else None
        self._secret = address.password or token or as_user
        self._user = address.user if address.password or token else None
        self._folder = (address.options.get("folder") or "").strip("/")
        found = shutil.which("git")
        if found is None:
            raise SourceError("not_installed", "Install the program `git` on this machine.")
        self._git = found

    def listing(self, memory: Mapping[str, Any]) -> Listing:
        """Fetches what is new, and lists the files of the commit."""
        if not (self._store / "HEAD").is_file():
            self._store.mkdir(parents=True, exist_ok=True)
            self._done("init", "--quiet", "--bare")
        ref = self._address.options.get("ref") or "HEAD"
        self._fetched(ref)
        where = [f"FETCH_HEAD:{self._folder}"] if self._folder else ["FETCH_HEAD"]
        listed = self._done("ls-tree", "-r", "-z", "-l", "--full-tree", *where)
        return Listing(
            tuple(self._remote(line) for line in listed.split(b"\0") if line.startswith(_FILE))
        )

    def read(self, file: Remote) -> bytes:
        """Returns the content of a blob."""
        content = self._done("cat-file", "blob", file.version)
        if content.startswith(_LINK_TO_LARGE):
            raise GoneError("it is in Git LFS, which is not read; put the file itself there")
        return content

    def probe(self) -> None:
        """Asks for the branches."""
        self._store.parent.mkdir(parents=True, exist_ok=True)
        self._done("ls-remote", "--quiet", "--", self._url(), within=self._store.parent)

    def close(self) -> None:
        """Nothing is open between two requests."""

    def _fetched(self, ref: str) -> None:
        fetch = ("fetch", "--quiet", "--no-tags", "--force", "--no-write-commit-graph")
        self._done(*fetch, "--depth=1", "--", self._url(), ref)

    def _remote(self, line: bytes) -> Remote:
        about, _, name = line.partition(b"\t")
        _, _, blob, size = about.split()
        path = name.decode("utf-8", "surrogateescape")
        facts = Facts(url=self._url_of(path))
        return Remote(path, path, blob.decode(), int(size) if size.isdigit() else None, facts)

    def _url(self) -> str:
        scheme, host, path = self._address.scheme[4:], self._address.host, self._address.path
        if scheme == "file":
            return f"file://{path}"
        user = f"{quote(self._address.user)}@" if scheme == "ssh" and self._address.user else ""
        return f"{scheme}://{user}{host}/{quote(path)}"

    def _url_of(self, path: str) -> str | None:
        """The page of a file, on servers whose pages are known."""
        host, ref = self._address.host, self._address.options.get("ref") or "HEAD"
        if self._address.scheme == "git+file" or not ("github" in host or "gitlab" in host):
            return None
        blob = "blob" if "github" in host else "-/blob"
        name = f"{self._folder}/{path}".strip("/").encode("utf-8", "surrogateescape")
        repository = quote(self._address.path.removesuffix(".git"))
        return f"https://{host}/{repository}/{blob}/{quote(ref)}/{quote(name)}"

    def _done(self, *arguments: str, within: Path | None = None) -> bytes:
        command = [self._git, *self._safety(), *arguments]
        try:
            done = subprocess.run(  # noqa: S603 - git, with arguments of ours after `--`
                command,
                cwd=within or self._store,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            cure = "The repository takes too long; the next run tries again."
            raise SourceError("too_slow", cure) from error
        if done.returncode != 0:
            raise self._error(done.stderr.decode("utf-8", "replace").lower())
        return done.stdout

    def _safety(self) -> Sequence[str]:
        allowed = {"https": "https", "ssh": "ssh", "file": "file"}[self._address.scheme[4:]]
        return (
            *("-c", "protocol.allow=never", "-c", f"protocol.{allowed}.allow=always"),
            *("-c", "core.hooksPath=/dev/null", "-c", "gc.autoDetach=false"),
            *("-c", "safe.directory=*"),
        )

    def _environment(self) -> dict[str, str]:
        # git needs HOME, the proxies and the SSH agent.
        there = os.environ.items()  # noqa: TID251
        env = {name: value for name, value in there if not name.startswith("GIT_")}
        env |= {"GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "LC_ALL": "C"}
        env |= {"GIT_SSH_COMMAND": "ssh -o BatchMode=yes -o ConnectTimeout=10"}
        if self._secret and self._address.scheme == "git+https":
            # Not as an argument: other users of the machine see those.
            basic = b64encode(f"{self._user or 'x-access-token'}:{self._secret}".encode()).decode()
            env |= {
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": f"http.https://{self._address.host}/.extraHeader",
                "GIT_CONFIG_VALUE_0": f"Authorization: Basic {basic}",
            }
        return env

    def _error(self, said: str) -> SourceError:
        word = next((word for word, signs in _SIGNS if any(one in said for one in signs)), "")
        if word == "access_denied":
            return denied(self._least)
        if word == "not_found":
            cure = "Check the address: there is no such repository, `ref` or `folder`."
            return unknown(cure)
        if word == "damaged":
            shutil.rmtree(self._store, ignore_errors=True)
            return SourceError("damaged", "The next run fetches the repository again.")
        return unreachable(self._address.host or self._address.path)
