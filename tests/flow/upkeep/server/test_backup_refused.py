"""A backup that is damaged, changed, dangerous or too new is refused; the data stays as it is."""

import gzip
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.flow.stand_in.backups import BEFORE, files

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")


def _packed(members: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for entry, content in members:
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def _members(whole: bytes) -> list[tuple[tarfile.TarInfo, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(whole)) as tar:
        return [(one, tar.extractfile(one).read()) for one in tar]  # type: ignore[union-attr]


def _cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _without_its_end(whole: bytes) -> bytes:
    return whole[:-4]


def _flipped(whole: bytes) -> bytes:
    middle = len(whole) // 2
    return whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]


def _with_more_behind(whole: bytes) -> bytes:
    return whole + gzip.compress(b"more")


def _edited(whole: bytes) -> bytes:
    changed = [
        (one, content[:-1] + bytes([content[-1] ^ 1]) if one.name == "knowledge.db" else content)
        for one, content in _members(whole)
    ]
    return _packed(changed)


def _with_one_more(whole: bytes) -> bytes:
    return _packed([*_members(whole), (tarfile.TarInfo("extra.db"), b"more")])


def _with_one_less(whole: bytes) -> bytes:
    return _packed(_members(whole)[:-1])


def _with_a_link(whole: bytes) -> bytes:
    members = _members(whole)
    members[1][0].type, members[1][0].linkname = tarfile.SYMTYPE, "/etc/passwd"
    return _packed([(members[0]), (members[1][0], b""), *members[2:]])


def _described(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def changed(whole: bytes) -> bytes:
        (entry, written), *rest = _members(whole)
        manifest = json.loads(written)
        change(manifest)
        return _packed([(entry, json.dumps(manifest).encode()), *rest])

    return changed


def _member(**values: object) -> Callable[[bytes], bytes]:
    def change(manifest: dict[str, Any]) -> None:
        manifest["members"][0].update(values)

    return _described(change)


CUT, MORE = "cut off, damaged or another file", "a file that its description lacks"
OUTSIDE = "outside the data directory"
WRONG: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", CUT),
    "a text": (lambda _: "환불 규정".encode(), CUT),
    "no tar": (lambda _: gzip.compress(b"no tar"), CUT),
    "cut": (_cut, CUT),
    "without its end": (_without_its_end, CUT),
    "one bit": (_flipped, "Take another copy"),
    "more behind": (_with_more_behind, "something follows its end"),
    "a changed file": (_edited, "has been changed"),
    "one more": (_with_one_more, MORE),
    "a link": (_with_a_link, MORE),
    "one less": (_with_one_less, "of its files are missing"),
    "no manifest": (lambda whole: _packed(_members(whole)[1:]), "begin with a description"),
    "newer": (_described(lambda one: one.update(format=2)), "up to 1: install the newer one"),
    "no format": (_described(lambda one: one.update(format="1")), "its format has no number"),
    "no list": (_described(lambda one: one.pop("members")), "its description is incomplete"),
    "above": (_member(name="../outside.db"), OUTSIDE),
    "absolute": (_member(name="/etc/cron.d/evil.db"), OUTSIDE),
    "hidden above": (_member(name="chroma/kb_1/../../../x"), OUTSIDE),
    "the lock": (_member(name="lock.holder"), OUTSIDE),
    "too large": (_member(size=10**15), "make room"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_not_whole_changes_nothing(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, told = WRONG[wrong]
    file, data = tmp_path / "storewise.backup", tmp_path / "data"
    file.write_bytes(change(BEFORE.read_bytes()))
    main(["keys", "add", "old", "--role", "staff"])
    before = files(data)

    code = main(["restore", str(file)])

    assert code == 1
    assert told in capsys.readouterr().err
    assert files(data) == before
    assert not (tmp_path / "outside.db").exists()
