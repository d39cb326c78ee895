"""docs/SETTINGS.md is what the settings say, and .env.example has every setting."""

import re
from pathlib import Path

from bot.settings import Settings
from bot.settings.page import GROUPS, names, page

_ROOT = Path(__file__).parents[3]


def test_the_page_is_made_from_the_settings() -> None:
    written = (_ROOT / "docs/SETTINGS.md").read_text(encoding="utf-8")

    assert written == page(), "python -m bot.settings.page > docs/SETTINGS.md renews it"


def test_every_group_is_on_the_page() -> None:
    groups = [field.annotation for field in Settings.model_fields.values()]

    assert sorted(map(str, groups)) == sorted(str(group) for _, group in GROUPS)


def test_every_setting_has_a_sentence() -> None:
    assert re.findall(r"^\| `\w+` \| .* \|  \|$", page(), re.MULTILINE) == []


def test_the_example_to_copy_names_every_setting_and_no_other() -> None:
    example = (_ROOT / ".env.example").read_text(encoding="utf-8")

    named = re.findall(r"^#?([A-Z][A-Z0-9_]+)=", example, re.MULTILINE)

    assert sorted(set(named)) == sorted(names())


def test_a_setting_named_in_a_document_exists() -> None:
    prefixes = {name.split("_")[0] for name in names()} - {"MEMORY"}
    word = re.compile(rf"`((?:{'|'.join(sorted(prefixes))})_[A-Z0-9_]+)\b")
    others = {"STOREWISE_FOLDER", "STOREWISE_KEY"}
    pages = [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]

    found = {name for one in pages for name in word.findall(one.read_text(encoding="utf-8"))}

    assert sorted(name for name in found - others - set(names()) if not name.endswith("_")) == []
