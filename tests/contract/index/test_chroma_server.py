"""A Chroma server that others use too, that is away, or that is something else."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from knowledge.index.vector_store.server import ChromaServerStore
from knowledge.model.errors import IndexMissingError, KnowledgeError
from tests.engines.chroma_server import chroma_server, free_port

_ONE = np.asarray([0.6, 0.8], dtype=np.float32)
_TOKEN = "a-token-of-the-store"

Open = Callable[..., ChromaServerStore]
"""Takes an address, the name of a data directory, and the other settings by name."""


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens stores, and closes them in the end."""
    stores: list[ChromaServerStore] = []

    def open_(
        url: str,
        directory: str = "seoul",
        token: str | None = None,
        database: str = "default_database",
        patience_s: float = 2.0,
    ) -> ChromaServerStore:
        (tmp_path / directory).mkdir(exist_ok=True)
        owner = tmp_path / directory / "chroma.owner"
        stores.append(
            ChromaServerStore(
                url, owner, token, database=database, patience_s=patience_s, exact_up_to=0
            )
        )
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


class _StandIn(ThreadingHTTPServer):
    """Gives every request the same answer, or none; keeps the headers of each."""

    daemon_threads = True

    def __init__(self, status: int, body: str, *, is_silent: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Answering)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.status = status
        self.body = body.encode()
        self.is_over = threading.Event()
        self.is_silent = is_silent
        self.asked: list[dict[str, str]] = []


class _Answering(BaseHTTPRequestHandler):
    server: _StandIn

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.asked.append({name.lower(): value for name, value in self.headers.items()})
        if self.server.is_silent:
            self.server.is_over.wait()
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(self.server.body)))
        self.end_headers()
        self.wfile.write(self.server.body)

    do_POST = do_DELETE = do_GET

    def log_message(self, *_: object) -> None:
        """Say nothing in the test's output."""


@contextmanager
def _answering(status: int, body: str, *, is_silent: bool = False) -> Iterator[_StandIn]:
    with _StandIn(status, body, is_silent=is_silent) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.is_over.set()
            server.shutdown()
            thread.join()


def _owned(folder: Path) -> None:
    """As if this data directory had put vectors into the server before."""
    (folder / "seoul").mkdir()
    (folder / "seoul" / "chroma.owner").write_text("0123456789ab\n")


async def test_two_bots_on_one_server_do_not_see_each_other(chroma_url: str, opened: Open) -> None:
    seoul, busan = opened(chroma_url, "서울"), opened(chroma_url, "busan")
    await seoul.add(1, ["환불@1#a"], [_ONE])
    unseen = await busan.size(1)
    await busan.add(1, ["refund@1#b"], [_ONE])

    await busan.keep_only([])

    assert unseen == 0
    assert await busan.size(1) == 0
    assert [found for found, _ in await seoul.nearest(1, _ONE, 5)] == ["환불@1#a"]


async def test_replicas_of_one_installation_read_the_same_vectors(
    chroma_url: str, tmp_path: Path
) -> None:
    stores = [
        ChromaServerStore(chroma_url, tmp_path / name / "chroma.owner", installation="매장 1")
        for name in ("seoul", "busan")
    ]
    with closing(stores[0]), closing(stores[1]):
        await stores[0].add(1, ["환불@1#a"], [_ONE])

        found = await stores[1].nearest(1, _ONE, 5)

        await stores[0].keep_only([])
    assert [one for one, _ in found] == ["환불@1#a"]
    assert not (tmp_path / "seoul").exists()


async def test_an_installation_goes_on_with_the_name_of_its_first_replica(
    chroma_url: str, opened: Open, tmp_path: Path
) -> None:
    alone = opened(chroma_url)
    await alone.add(1, ["a"], [_ONE])
    name = (tmp_path / "seoul" / "chroma.owner").read_text().strip()

    with closing(ChromaServerStore(chroma_url, tmp_path / "none", installation=name)) as shared:
        assert await shared.size(1) == 1


async def test_a_collection_that_a_replica_may_still_read_is_dropped_later(
    chroma_url: str, opened: Open, tmp_path: Path
) -> None:
    owner = tmp_path / "seoul" / "chroma.owner"
    owner.parent.mkdir()
    with closing(ChromaServerStore(chroma_url, owner, grace_s=3600)) as store:
        await store.add(1, ["a"], [_ONE])

        await store.keep_only([2])
        await store.keep_only([2])
        kept = await store.size(1)

    impatient = opened(chroma_url)
    await impatient.keep_only([2])
    assert (kept, await impatient.size(1)) == (1, 0)


async def test_small_indexes_are_found_by_meaning_while_the_server_is_away(
    tmp_path: Path,
) -> None:
    vectors = [np.asarray([1, number], dtype=np.float32) for number in range(400)]
    ids = [f"환불@1#{number}" for number in range(400)]
    with chroma_server(tmp_path / "server") as url:
        store = ChromaServerStore(url, tmp_path / "chroma.owner")
        await store.add(1, ids, vectors)
        on_server = await store.nearest(1, vectors[3], 5)
        await store.settled()

    with closing(store):
        in_memory = await store.nearest(1, vectors[3], 5)
        found = await store.vectors(1, ids[:1])

    assert [one for one, _ in in_memory] == [one for one, _ in on_server]
    assert list(found) == ids[:1]


async def test_a_large_index_stays_on_the_server(chroma_url: str, tmp_path: Path) -> None:
    store = ChromaServerStore(chroma_url, tmp_path / "chroma.owner", exact_up_to=1)
    with closing(store):
        await store.add(1, ["a", "b"], [_ONE, _ONE])
        await store.nearest(1, _ONE, 1)
        await store.settled()
        await store.keep_only([])

        with pytest.raises(IndexMissingError):
            await store.nearest(1, _ONE, 1)


async def test_after_a_restart_its_own_vectors_are_found_again(
    chroma_url: str, opened: Open
) -> None:
    before = opened(chroma_url)
    await before.add(1, ["a"], [_ONE])
    before.close()

    after = opened(chroma_url)

    assert [found for found, _ in await after.nearest(1, _ONE, 5)] == ["a"]


async def test_a_name_that_was_half_written_is_given_anew(
    chroma_url: str, opened: Open, tmp_path: Path
) -> None:
    store = opened(chroma_url)
    (tmp_path / "seoul" / "chroma.owner").write_text("01234")
    (tmp_path / "seoul" / "chroma.owner.new").write_text("01234")
    unknown = await store.size(1)

    await store.add(1, ["a"], [_ONE])

    assert (unknown, await store.size(1)) == (0, 1)


async def test_what_another_process_dropped_is_missing_until_it_is_made_again(
    chroma_url: str, opened: Open
) -> None:
    serving, indexing = opened(chroma_url), opened(chroma_url)
    await indexing.add(1, ["a"], [_ONE])
    await serving.nearest(1, _ONE, 5)
    await indexing.add(1, ["b"], [_ONE])

    with pytest.raises(IndexMissingError):
        await serving.nearest(1, _ONE, 5)

    assert [found for found, _ in await serving.nearest(1, _ONE, 5)] == ["b"]


async def test_an_unknown_database_is_said_with_the_setting(chroma_url: str, opened: Open) -> None:
    store = opened(chroma_url, database="없는 데이터베이스")

    with pytest.raises(KnowledgeError, match="CHROMA_DATABASE"):
        await store.add(1, ["a"], [_ONE])


async def test_a_server_that_is_not_there_is_said_with_what_to_do(
    opened: Open, tmp_path: Path
) -> None:
    _owned(tmp_path)
    store = opened(f"http://127.0.0.1:{free_port()}", token=_TOKEN)

    async with asyncio.timeout(5):
        for call in (
            store.nearest(1, _ONE, 5),
            store.size(1),
            store.vectors(1, ["a"]),
            store.add(1, ["a"], [_ONE]),
            store.keep_only([1]),
        ):
            with pytest.raises(KnowledgeError, match="start it, or unset CHROMA_URL") as error:
                await call
            assert _TOKEN not in str(error.value)


async def test_a_server_that_takes_no_connection_keeps_a_question_waiting_for_a_moment_only(
    opened: Open, tmp_path: Path
) -> None:
    _owned(tmp_path)
    with closing(socket.create_server(("127.0.0.1", 0), backlog=0)) as full:
        store = opened(f"http://127.0.0.1:{full.getsockname()[1]}", patience_s=0.1)

        async with asyncio.timeout(5):
            with pytest.raises(KnowledgeError, match="cannot be reached"):
                await store.nearest(1, _ONE, 5)


@pytest.mark.parametrize("what", ["vectors", "size"])
async def test_every_read_of_a_server_that_hangs_ends_soon(
    what: str, opened: Open, tmp_path: Path
) -> None:
    _owned(tmp_path)
    with _answering(200, "{}", is_silent=True) as server:
        store = opened(server.url, patience_s=0.1)

        async with asyncio.timeout(5):
            with pytest.raises(KnowledgeError, match="cannot be reached"):
                await (store.vectors(1, ["a"]) if what == "vectors" else store.size(1))


async def test_after_one_question_waited_in_vain_the_next_does_not_wait(
    opened: Open, tmp_path: Path
) -> None:
    _owned(tmp_path)
    with _answering(200, "{}", is_silent=True) as server:
        store = opened(server.url, patience_s=0.1)
        async with asyncio.timeout(5):
            with pytest.raises(KnowledgeError, match="cannot be reached"):
                await store.nearest(1, _ONE, 5)
        asked = len(server.asked)

        with pytest.raises(KnowledgeError, match="cannot be reached"):
            await store.nearest(1, _ONE, 5)

        assert len(server.asked) == asked


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (401, "Unauthorized", "CHROMA_TOKEN"),
        (403, '{"error": "AuthError"}', "CHROMA_TOKEN"),
        (502, "<h1>Bad Gateway</h1>", "answers 502"),
        (301, "", "CHROMA_URL"),
        (404, "<h1>Not Found</h1>", "CHROMA_URL"),
        (404, '{"detail": "Not Found"}', "CHROMA_URL"),
        (404, '{"error": "no such page"}', "CHROMA_URL"),
        (200, "<h1>Welcome</h1>", "CHROMA_URL"),
        (200, '{"status": "ok"}', "CHROMA_URL"),
        (200, '["환불"]', "CHROMA_URL"),
    ],
)
async def test_what_is_not_chroma_is_said_with_the_setting(
    status: int, body: str, said: str, opened: Open, tmp_path: Path
) -> None:
    _owned(tmp_path)
    with _answering(status, body) as server:
        store = opened(server.url, token=_TOKEN)

        for call in (store.nearest(1, _ONE, 5), store.add(1, ["a"], [_ONE])):
            with pytest.raises(KnowledgeError, match=said) as error:
                await call
            assert not isinstance(error.value, IndexMissingError)
            assert _TOKEN not in str(error.value)


async def test_the_token_goes_where_proxies_and_chroma_look_for_it(
    opened: Open, tmp_path: Path
) -> None:
    _owned(tmp_path)
    with _answering(200, "[]") as server:
        store = opened(f"{server.url}/", token=_TOKEN)

        await store.keep_only([])

    [asked] = server.asked
    assert asked["authorization"] == f"Bearer {_TOKEN}"
    assert asked["x-chroma-token"] == _TOKEN
