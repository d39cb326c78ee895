"""What docs/STORES.md says of the file of stores is such a file."""

import re
from pathlib import Path

import yaml

from bot.model import Platform
from bot.stores.reading import read_stores

_PAGE = (Path(__file__).parents[3] / "docs/STORES.md").read_text(encoding="utf-8")


def test_its_examples_are_read_as_they_stand(tmp_path: Path) -> None:
    whole: dict[str, object] = {}
    for example in re.findall(r"```yaml\n(.*?)```", _PAGE, re.DOTALL):
        whole |= yaml.safe_load(example)
    path = tmp_path / "stores.yaml"
    path.write_text(yaml.safe_dump(whole, allow_unicode=True), encoding="utf-8")

    stores = read_stores(path)

    [gangnam] = stores.all
    assert (gangnam.store_id, gangnam.region, gangnam.owner) == ("gangnam", "seoul", "김민수 점장")
    assert [len(one.people[Platform.SLACK]) for one in stores.owners] == [1, 2]
