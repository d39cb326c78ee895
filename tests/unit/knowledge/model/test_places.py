"""Where documents are, as people write it and as an index keeps it."""

from pathlib import Path

import pytest

from knowledge.model.places import Places


def test_what_an_index_keeps_leads_to_the_same_places_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named = Places.of(Path("본사 규정"), Path("가격: 2026.csv"), tmp_path / "away")

    kept = named.lines

    monkeypatch.chdir("/")
    assert Places.kept(kept).paths == tuple(tmp_path / path for path in named.paths)
    assert Places.kept(kept).lines == kept


@pytest.mark.parametrize("path", ["/srv/handbook", "/srv/매장:본사;규정", "/srv/faq, old.md"])
def test_one_path_is_kept_as_earlier_releases_kept_it(path: str) -> None:
    assert Places.of(Path(path)).lines == path
    assert Places.kept(path) == Places.of(Path(path))


def test_another_spelling_of_a_folder_is_no_other_place(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")

    spelt = Places.of(tmp_path / "a", tmp_path / "a" / ".." / "a", tmp_path / "link")

    assert spelt.lines == Places.of(tmp_path / "a").lines
