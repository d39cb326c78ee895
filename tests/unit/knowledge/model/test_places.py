"""The places of documents, as people write them and as an index stores them."""

from pathlib import Path

import pytest

from knowledge.model.places import Places


def test_stored_paths_are_the_same_places_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named = Places.of(Path("본사 규정"), Path("가격: 2026.csv"), tmp_path / "away")

    kept = named.lines

    monkeypatch.chdir("/")
    assert Places.kept(kept).paths == tuple(tmp_path / path for path in named.paths)
    assert Places.kept(kept).lines == kept


@pytest.mark.parametrize("path", ["/srv/handbook", "/srv/매장:본사;규정", "/srv/faq, old.md"])
def test_one_path_is_stored_as_in_earlier_releases(path: str) -> None:
    assert Places.of(Path(path)).lines == path
    assert Places.kept(path) == Places.of(Path(path))


def test_two_spellings_of_a_folder_are_one_place(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")

    spelt = Places.of(tmp_path / "a", tmp_path / "a" / ".." / "a", tmp_path / "link")

    assert spelt.lines == Places.of(tmp_path / "a").lines
