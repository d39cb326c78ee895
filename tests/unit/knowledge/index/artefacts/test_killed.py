"""A replica that is killed while it imports has its old index, and imports the next time."""

import subprocess
import sys
import time
from pathlib import Path

from knowledge.model.stored import as_json
from tests.engines.replicas import FakePublished, FakeShelf
from tests.unit.knowledge.index.artefacts.conftest import Open

_PROCESS = "tests.unit.knowledge.index.artefacts.importing_process"
_KILLS = 3
_STEP_S = 0.15
_PARAGRAPHS = 800


async def test_killed_at_any_moment_the_old_index_is_whole(
    opened: Open, on_shelf: FakeShelf, published: FakePublished, tmp_path: Path
) -> None:
    leader, other = opened("seoul"), opened("busan")
    leader.write({"refund.md": "---\ntitle: 환불\n---\n환불은 14일입니다.\n"})
    await leader.indexer.rebuild()
    await other.follower.follow()
    long = "\n\n".join(f"# 조항 {n}\n\nRefund rule {n}: 환불 {n}일." for n in range(_PARAGRAPHS))
    leader.write({"refund.md": f"---\ntitle: 환불\n---\n환불은 30일입니다.\n\n{long}\n"})
    await leader.indexer.rebuild()
    other.close()
    pointer = as_json(published.moves[-1])
    found = []

    for kills in range(_KILLS):
        _killed_after(kills * _STEP_S, tmp_path / "busan", on_shelf.folder, pointer)
        left = opened("busan")
        number = left.generations.published().number
        vectors, matched = await left.store.size(number), await left.answers("환불")
        found.append((number, left.generations.size(number)[1], vectors, bool(matched)))
        left.close()

    again = opened("busan")
    await again.follower.follow()
    size, vectors = leader.generations.size(2)[1], await leader.store.size(2)
    assert set(found) <= {(1, 1, 1, True), (2, size, vectors, True)}
    assert again.pointer() == (2, 1)
    assert again.generations.size(2)[1] == size > 1
    assert await again.store.size(2) == vectors
    assert not (again.data / "incoming").exists()


def _killed_after(seconds: float, data: Path, shelf: Path, pointer: str) -> None:
    command = [sys.executable, "-m", _PROCESS, str(data), str(shelf), pointer]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own
        assert process.stdout is not None
        assert process.stdout.readline() == b"importing\n"
        time.sleep(seconds)
        process.kill()
