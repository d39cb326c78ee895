"""What every shelf of shared indexes does: in a folder, in a bucket, on a server of files."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from adapters.records.published import SqlShelf
from adapters.sources.opening import Opening
from adapters.sources.shelf import open_shelf
from bot.settings import SourcesSettings, TeamsSettings
from knowledge.index.artefacts import Shelf
from knowledge.model.errors import KnowledgeError
from tests.engines.databases import ENGINES, database_of
from tests.engines.replicas import FakeShelf
from tests.flow.sources.servers import Bucket, s3, sftp, webdav

_NAME = "index-14-0123456789abcdef.tar"
_OTHER = "index-13-fedcba9876543210.tar"
_CONTENT = "색인 index ".encode() * 200_000


@pytest.fixture(scope="module")
def buckets() -> Iterator[Callable[[], Bucket]]:
    with s3() as made:
        yield made


@pytest.fixture(params=["memory", "folder", "s3", "sftp", "webdav", *ENGINES])
def shelf(
    request: pytest.FixtureRequest, tmp_path: Path, buckets: Callable[[], Bucket]
) -> Iterator[Shelf]:
    root = tmp_path / "elsewhere"
    root.mkdir()
    with ExitStack() as stack:
        if request.param == "memory":
            yield FakeShelf(root / "shelf")
        elif request.param == "folder":
            yield _opened(str(root), SourcesSettings(), tmp_path)
        elif request.param == "s3":
            bucket = buckets()
            yield _opened(bucket.address, bucket.rights, tmp_path)
        elif request.param in ("sqlite", "postgresql"):
            yield SqlShelf(stack.enter_context(database_of(request, tmp_path)))
        elif request.param == "sftp":
            server = stack.enter_context(sftp(root, tmp_path))
            yield _opened(server.address, server.rights, tmp_path)
        else:
            server = stack.enter_context(webdav(root))
            yield _opened(server.address, server.rights, tmp_path)


def _opened(where: str, rights: SourcesSettings, data: Path) -> Shelf:
    return open_shelf(where, Opening(rights, TeamsSettings()), data)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "made"
    path.write_bytes(_CONTENT)
    return path


async def test_a_file_comes_back_as_it_was(shelf: Shelf, file: Path, tmp_path: Path) -> None:
    await shelf.put(_NAME, file)

    await shelf.get(_NAME, tmp_path / "back")

    assert (tmp_path / "back").read_bytes() == _CONTENT
    assert list(await shelf.names()) == [_NAME]


async def test_an_empty_shelf_has_no_names(shelf: Shelf) -> None:
    assert list(await shelf.names()) == []


async def test_a_file_may_come_again(shelf: Shelf, file: Path, tmp_path: Path) -> None:
    await shelf.put(_NAME, file)
    await shelf.put(_NAME, file)

    await shelf.get(_NAME, tmp_path / "back")

    assert (tmp_path / "back").read_bytes() == _CONTENT
    assert list(await shelf.names()) == [_NAME]


async def test_a_dropped_file_is_gone_and_the_others_stay(
    shelf: Shelf, file: Path, tmp_path: Path
) -> None:
    await shelf.put(_NAME, file)
    await shelf.put(_OTHER, file)

    await shelf.drop(_OTHER)
    await shelf.drop(_OTHER)

    assert list(await shelf.names()) == [_NAME]
    with pytest.raises(KnowledgeError, match="reindex --full"):
        await shelf.get(_OTHER, tmp_path / "back")


async def test_many_replicas_fetch_at_once(shelf: Shelf, file: Path, tmp_path: Path) -> None:
    await shelf.put(_NAME, file)

    await asyncio.gather(*(shelf.get(_NAME, tmp_path / f"back{number}") for number in range(4)))

    assert all((tmp_path / f"back{number}").read_bytes() == _CONTENT for number in range(4))


async def test_a_folder_that_is_not_mounted_says_so(tmp_path: Path, file: Path) -> None:
    shelf = _opened(str(tmp_path / "공유"), SourcesSettings(), tmp_path)

    with pytest.raises(KnowledgeError, match=r"공유 is not there; mount it"):
        await shelf.put(_NAME, file)

    assert not (tmp_path / "공유").exists()


async def test_a_server_that_denies_says_which_rights_are_needed(
    tmp_path: Path, file: Path
) -> None:
    root = tmp_path / "elsewhere"
    with webdav(root) as server:
        shelf = _opened(server.address, server.denied, tmp_path)

        with pytest.raises(KnowledgeError, match="right to write and to delete"):
            await shelf.put(_NAME, file)


@pytest.mark.parametrize("where", ["notion://0123456789abcdef", "git+file:///x"])
def test_an_address_that_takes_no_files_says_which_do(where: str, tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="name a folder that all replicas mount"):
        _opened(where, SourcesSettings(), tmp_path)
