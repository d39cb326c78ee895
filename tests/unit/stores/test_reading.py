"""`stores.yaml` is read strictly; an error says which store and what it needs."""

from datetime import time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.model import Platform
from bot.model.errors import StoresError
from bot.stores import Owner, Store
from bot.stores.reading import read_stores
from knowledge.model.documents import StorePlace

_FULL = """\
stores:
  Gangnam:
    name: {ko: 강남점, en: Gangnam}
    also: [강남역점]
    region: Seoul
    brand: Daily
    type: Convenience
    language: ko
    timezone: Asia/Seoul
    hours: 06:30–24:00
    owner: 김점장
    channels:
      slack: [C012AB3CD, C012AB3CE]
      teams: "19:gangnam@thread.tacv2"
  "0012":
    name: Leeds
"""


def _read(folder: Path, text: str) -> tuple[Store, ...]:
    path = folder / "stores.yaml"
    path.write_text(text, encoding="utf-8")
    return read_stores(path).all


def test_everything_that_a_store_may_have(tmp_path: Path) -> None:
    gangnam, leeds = _read(tmp_path, _FULL)

    assert gangnam == Store(
        "gangnam",
        {"ko": "강남점", "en": "Gangnam"},
        ("강남역점",),
        "seoul",
        "daily",
        "convenience",
        "ko",
        ZoneInfo("Asia/Seoul"),
        time(6, 30),
        time(23, 59),
        "김점장",
        {
            Platform.SLACK: ("C012AB3CD", "C012AB3CE"),
            Platform.TEAMS: ("19:gangnam@thread.tacv2",),
        },
    )
    assert (leeds.store_id, leeds.name("ko"), leeds.name("en")) == ("0012", "Leeds", "Leeds")
    assert gangnam.place == StorePlace("gangnam", "seoul", "daily")


def test_a_store_is_found_by_its_id_and_its_channels(tmp_path: Path) -> None:
    (tmp_path / "stores.yaml").write_text(_FULL, encoding="utf-8")
    stores = read_stores(tmp_path / "stores.yaml")

    for found in (
        stores.get("gangnam"),
        stores.get("GANGNAM"),
        stores.of_channel(Platform.SLACK, "C012AB3CE"),
        stores.of_channel(Platform.TEAMS, "19:gangnam@thread.tacv2"),
    ):
        assert found is not None
        assert found.store_id == "gangnam"
    assert stores.get(None) is stores.get("seoul") is None
    assert stores.of_channel(Platform.TEAMS, "C012AB3CD") is None
    assert stores.unknown("gangnm") == "there is no store gangnm; did you mean gangnam?"
    assert stores.unknown("xyz") == "there is no store xyz; there are: gangnam, 0012"


def test_owners_are_people_on_each_platform(tmp_path: Path) -> None:
    path = tmp_path / "stores.yaml"
    path.write_text(
        "owners:\n  고객지원팀: {slack: U1, teams: [ABCD-1, '19:Xy@thread.tacv2']}\n  Legal: {}\n",
        encoding="utf-8",
    )

    care, legal = read_stores(path).owners

    assert care == Owner(
        "고객지원팀", {Platform.SLACK: ("U1",), Platform.TEAMS: ("abcd-1", "19:Xy@thread.tacv2")}
    )
    assert legal.people == {Platform.SLACK: (), Platform.TEAMS: ()}


def test_without_a_file_there_are_no_stores() -> None:
    assert not read_stores(None)


@pytest.mark.parametrize("text", ["", "stores:", "stores: {}\n"])
def test_a_file_may_name_no_stores_yet(tmp_path: Path, text: str) -> None:
    assert _read(tmp_path, text) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stores: {a: {}}", "a.name: Field required"),
        ("stores: {a: {name: }}", "a.name.en: String should"),
        ("stores: {a: {name: {fr: Lyon}}}", "a.name.fr"),
        ("stores: {a: {name: A, zone: x}}", "a.zone: Extra inputs are not permitted"),
        ("stores: {a: {name: A, timezone: Mars/Base}}", "a.timezone: no such time zone"),
        ("stores: {a: {name: A, hours: late}}", "a.hours: write opening hours as 09:00–22:00"),
        ("stores: {a: {name: A, hours: 9–25}}", "a.hours: write opening hours as 09:00–22:00"),
        ("stores: {a: {name: A, language: fr}}", "a.language: Input should be 'en', 'ko' or 'ja'"),
        ("stores: {a: {name: A, channels: {line: [x]}}}", "a.channels.line"),
        ("stores: {a: {name: A}, b: {name: a}}", "the name `a` belongs to more than one store"),
        (
            "stores: {a: {name: 강남점}, b: {name: B, also: [강남 매장]}}",
            "the name `강남점` belongs to more than one store",
        ),
        (
            "stores: {a: {name: A, channels: {slack: C1}}, b: {name: B, channels: {slack: C1}}}",
            "the channel `C1` belongs to more than one store",
        ),
        ("shops: {}", "shops: Extra inputs"),
        ("stores: [\n", "is not valid YAML"),
    ],
)
def test_a_mistake_is_said_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(StoresError) as caught:
        _read(tmp_path, text)

    assert said in str(caught.value)
    assert "stores.yaml" in str(caught.value)


def test_a_missing_file_is_said_with_its_setting(tmp_path: Path) -> None:
    with pytest.raises(StoresError, match="STOREWISE_STORES"):
        read_stores(tmp_path / "none.yaml")
