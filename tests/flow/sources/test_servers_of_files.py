"""Copies of a bucket, an SFTP and a WebDAV server and a Git repository, on loopback."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.sources.copier import Limits
from knowledge.model.errors import KnowledgeError
from tests.flow.sources.copied import NO_GRACE, Store
from tests.flow.sources.servers import Bucket, Repository, Server, s3, sftp, webdav, zipped

_KINDS = ("s3", "sftp", "webdav", "git")
_REFUND = b"Refunds take 14 days."
_KOREAN = "환불은 14일 안에 합니다.".encode()


@pytest.fixture(scope="module")
def buckets() -> Iterator[Callable[[], Bucket]]:
    with s3() as made:
        yield made


@pytest.fixture(params=_KINDS)
def server(
    request: pytest.FixtureRequest, buckets: Callable[[], Bucket], tmp_path: Path
) -> Iterator[Server]:
    root = tmp_path / "elsewhere"
    root.mkdir()
    with ExitStack() as stack:
        if request.param == "s3":
            yield buckets()
        elif request.param == "sftp":
            yield stack.enter_context(sftp(root, tmp_path))
        elif request.param == "webdav":
            yield stack.enter_context(webdav(root))
        else:
            yield Repository(root)


async def test_documents_are_copied_and_read_in_both_languages(
    server: Server, tmp_path: Path
) -> None:
    server.put("refunds.md", _REFUND)
    server.put("매장/환불 규정.md", _KOREAN)
    store = Store(tmp_path / "data", server.address, server.rights)

    skipped = await store.fetch()

    assert list(skipped) == []
    assert store.texts() == {
        "refunds.md": _REFUND.decode(),
        "매장/환불 규정.md": _KOREAN.decode(),
    }
    assert await store.trouble() is None


async def test_added_changed_moved_and_deleted_documents_are_followed(
    server: Server, tmp_path: Path
) -> None:
    for name in ("changed.md", "moved.md", "deleted.md", "same.md"):
        server.put(name, f"The rule of {name}, as it was.".encode())
    store = Store(tmp_path / "data", server.address, server.rights)
    await store.fetch()
    untouched = (store.folder / "same.md").stat().st_ino

    server.put("added.md", b"A rule that was added.")
    server.put("changed.md", b"The rule as it is now, another one.")
    server.move("moved.md", "archive/moved.md")
    server.remove("deleted.md")
    await store.fetch()
    after_one = store.texts()
    await store.fetch()
    after_two = store.texts()

    assert "deleted.md" in after_one
    assert after_two == {
        "added.md": "A rule that was added.",
        "archive/moved.md": "The rule of moved.md, as it was.",
        "changed.md": "The rule as it is now, another one.",
        "same.md": "The rule of same.md, as it was.",
    }
    assert (store.folder / "same.md").stat().st_ino == untouched


async def test_a_moved_document_is_not_indexed_twice(server: Server, tmp_path: Path) -> None:
    server.put("refunds.md", _REFUND)
    server.put("other.md", b"Another rule.")
    store = Store(tmp_path / "data", server.address, server.rights, Limits(grace=timedelta(days=9)))
    await store.fetch()

    server.move("refunds.md", "returns/refunds.md")
    await store.fetch()

    assert sorted(store.texts()) == ["other.md", "returns/refunds.md"]


async def test_a_run_that_stops_at_its_limit_goes_on_where_it_was(
    server: Server, tmp_path: Path
) -> None:
    for number in range(5):
        server.put(f"{number}.md", f"Rule {number} of the store.".encode())
    limits = Limits(files=2, grace=timedelta(0))
    store = Store(tmp_path / "data", server.address, server.rights, limits)

    said = await store.fetch()
    first, trouble = set(store.texts()), await store.trouble()
    await store.fetch()
    second = set(store.texts())
    last = await store.fetch()

    assert "SOURCES_MAX_FILES" in said[0].reason
    assert trouble is not None
    assert (len(first), len(second), len(store.texts())) == (2, 4, 5)
    assert first < second
    assert list(last) == []
    assert await store.trouble() is None


ONE_IS_ENOUGH = pytest.mark.parametrize("server", ["git"], indirect=True)
"""For what the copier does, whatever the server."""


@ONE_IS_ENOUGH
async def test_an_emptied_source_removes_nothing(server: Server, tmp_path: Path) -> None:
    server.put("refunds.md", _REFUND)
    store = Store(tmp_path / "data", server.address, server.rights)
    await store.fetch()

    server.remove("refunds.md")
    server.put("README.md", b"Not a document.")
    said = [(await store.fetch())[0].reason for _ in range(3)]

    assert all("Now its copy" in one for one in said)
    assert store.texts() == {"refunds.md": _REFUND.decode()}


@ONE_IS_ENOUGH
async def test_what_cannot_be_read_is_named_and_not_copied(server: Server, tmp_path: Path) -> None:
    server.put("refunds.md", _REFUND)
    server.put("tour.mp4", b"a film")
    server.put("_defaults.yaml", b"audience: manager\n")
    store = Store(tmp_path / "data", server.address, server.rights)

    skipped = await store.fetch()

    assert [one.source for one in skipped] == ["tour.mp4"]
    assert "this format is not read" in skipped[0].reason
    assert not (store.folder / "tour.mp4").exists()
    assert store.documents()["refunds.md"].header.audience == "manager"


@ONE_IS_ENOUGH
async def test_an_audience_of_the_address_narrows_that_of_the_documents(
    server: Server, tmp_path: Path
) -> None:
    mark = "&" if "?" in server.address else "?"
    server.put("staff.md", b"---\ntitle: Till\naudience: staff\n---\nCount the till.")
    server.put("admin.md", b"---\ntitle: Safe\naudience: admin\n---\nThe code of the safe.")
    server.put("rules.jsonl", b'{"id": "a", "title": "A", "text": "A rule.", "audience": "staff"}')
    server.put("more.zip", zipped({"inside.md": b"A rule in a ZIP."}))
    store = Store(tmp_path / "data", f"{server.address}{mark}audience=manager", server.rights)

    await store.fetch()

    read = {name: one.header.audience for name, one in store.documents().items()}
    assert read == {
        "admin.md": "admin",
        "more.zip/inside.md": "manager",
        "rules.jsonl": "manager",
        "staff.md": "manager",
    }


@ONE_IS_ENOUGH
async def test_a_citation_links_to_the_document_in_place(server: Server, tmp_path: Path) -> None:
    mark = "&" if "?" in server.address else "?"
    server.put("환불.md", _KOREAN)
    server.put("own.md", b"---\ntitle: Own\nurl: https://own.example/page\n---\nA rule.")
    address = f"{server.address}{mark}url=https://intranet.example/rules"
    store = Store(tmp_path / "data", address, server.rights)

    await store.fetch()

    found = {name: one.header.url for name, one in store.documents().items()}
    assert found["환불.md"] == "https://intranet.example/rules/%ED%99%98%EB%B6%88.md"
    assert found["own.md"] == "https://own.example/page"


@ONE_IS_ENOUGH
async def test_a_file_in_git_lfs_is_named_and_a_link_is_not_followed(
    server: Server, tmp_path: Path
) -> None:
    server.put("refunds.md", _REFUND)
    (tmp_path / "elsewhere/work/rules/link.md").symlink_to("/etc/passwd")
    server.put("plan.pdf", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    store = Store(tmp_path / "data", server.address, server.rights)

    [skipped] = await store.fetch()

    assert "Git LFS" in skipped.reason
    assert store.names() == ["refunds.md"]


@pytest.mark.parametrize("server", ["sftp", "s3"], indirect=True)
async def test_an_address_may_be_of_one_file(server: Server, tmp_path: Path) -> None:
    server.put("환불.md", _KOREAN)
    server.put("other.md", _REFUND)
    store = Store(tmp_path / "data", f"{server.address}/환불.md", server.rights)

    await store.fetch()

    assert store.texts() == {"환불.md": _KOREAN.decode()}


@pytest.mark.parametrize("server", ["sftp", "webdav"], indirect=True)
async def test_a_wrong_password_says_what_to_set_and_keeps_the_copy(
    server: Server, tmp_path: Path
) -> None:
    server.put("refunds.md", _REFUND)
    await Store(tmp_path / "data", server.address, server.rights).fetch()
    store = Store(tmp_path / "data", server.address, server.denied)

    [said] = await store.fetch()
    [tried] = (await store.copies.tried(store.source)).values()
    trouble = await store.trouble()

    assert "access denied" in said.reason
    assert "_PASSWORD" in said.reason
    assert "wrong" not in said.reason
    assert trouble is not None
    assert trouble.reason == "access_denied"
    assert tried is not None
    assert tried.word == "access_denied"
    assert store.texts() == {"refunds.md": _REFUND.decode()}


@pytest.mark.parametrize("server", ["sftp", "s3", "git"], indirect=True)
async def test_a_source_that_was_never_copied_stops_the_run_with_its_name(
    server: Server, tmp_path: Path
) -> None:
    away = server.address.replace("rules", "elsewhere")
    store = Store(tmp_path / "data", away, server.rights, NO_GRACE)

    with pytest.raises(KnowledgeError, match="elsewhere"):
        await store.fetch()

    assert (await store.trouble()) is not None


@pytest.mark.parametrize("server", ["sftp"], indirect=True)
async def test_a_server_whose_key_is_unknown_is_refused(server: Server, tmp_path: Path) -> None:
    server.put("refunds.md", _REFUND)
    (tmp_path / "nobody").write_text("")
    rights = server.rights.model_copy(update={"sftp_known_hosts": tmp_path / "nobody"})
    store = Store(tmp_path / "data", server.address, rights)

    with pytest.raises(KnowledgeError, match="SFTP_KNOWN_HOSTS"):
        await store.fetch()
