"""Addresses of documents elsewhere, as people write them beside folders."""

from pathlib import Path

import pytest

from knowledge.model.places import Address, Places, split


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("./documents:s3://bucket/rules", ["./documents", "s3://bucket/rules"]),
        ("s3://bucket:./documents", ["s3://bucket", "./documents"]),
        ("s3://a/b:gs://c/d:/mnt/head office", ["s3://a/b", "gs://c/d", "/mnt/head office"]),
        ("sftp://me@host:2222/매장 규정:x", ["sftp://me@host:2222/매장 규정", "x"]),
        ("sftp://me:p:w@host/a:x", ["sftp://me:p:w@host/a", "x"]),
        ("webdav://[::1]:80/x:y", ["webdav://[::1]:80/x", "y"]),
        ("git+file:///srv/rules.git:x", ["git+file:///srv/rules.git", "x"]),
        ("s3://a/b?url=https://x.example/r:y", ["s3://a/b?url=https://x.example/r", "y"]),
        ("s3://a/b:c\n./documents:./more", ["s3://a/b:c", "./documents", "./more"]),
        ("./a:./b", ["./a", "./b"]),
    ],
)
def test_a_list_of_folders_and_addresses_is_split_as_it_is_meant(
    written: str, parts: list[str]
) -> None:
    assert split(written, ":") == parts


@pytest.mark.parametrize(
    "written",
    ["./documents;s3://bucket/rules", r"C:\documents;s3://bucket/rules"],
)
def test_windows_separates_them_with_a_semicolon(written: str) -> None:
    assert split(written, ";")[1] == "s3://bucket/rules"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("s3://bucket/매장 규정/a", "s3://bucket/매장 규정/a"),
        ("s3://bucket/a%20b", "s3://bucket/a b"),
        ("s3://bucket/100%25 sure%3F", "s3://bucket/100%25 sure%3F"),
        ("sftp://me:hush@host/a", "sftp://me:***@host/a"),
        ("git+https://ghp_hush@host/a.git", "git+https://***@host/a.git"),
        ("gs://b/a?audience=manager", "gs://b/a?audience=manager"),
    ],
)
def test_an_address_is_shown_without_its_password(written: str, shown: str) -> None:
    address = Address.written(written)

    assert str(address) == shown
    assert "hush" not in repr(address)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("s3://", "looks like"),
        ("s3://bucket/a?audiense=manager", "no option `audiense`"),
        ("s3://bucket/a?audience=hush", "staff, manager or admin"),
        ("confluence://x/K?restricted=staff", "manager or admin"),
        ("s3://bucket/a?url=intranet.example", "begins with https://"),
        ("s3://bucket/a#b", "%23"),
        ("sftp://me:hush@host:port/a", "looks like"),
    ],
)
def test_a_wrong_address_is_refused_without_its_password(written: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        Address.written(written)

    assert "hush" not in str(refused.value)


def test_the_copy_stays_where_it_is_when_only_rights_or_passwords_change(tmp_path: Path) -> None:
    one = Address.written("sftp://me:one@host/rules")
    other = Address.written("sftp://me:two@host/rules?audience=manager")
    another = Address.written("sftp://me:one@host/notices")

    assert one.copy_in(tmp_path) == other.copy_in(tmp_path) != another.copy_in(tmp_path)
    assert one.copy_in(tmp_path).name == "rules"


def test_places_know_which_of_them_are_copies(tmp_path: Path) -> None:
    places = Places.written("./documents:sftp://me:hush@host/rules", tmp_path)

    assert str(places) == "documents, sftp://me:***@host/rules"
    assert places.local == Places.of(Path("documents"))
    assert places.paths[1].is_relative_to(tmp_path / "sources")
