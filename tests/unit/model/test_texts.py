"""Every sentence of the bot's own exists in each language, and every name in the code has one."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

from bot.texts import LANGUAGES, catalogue

ENGLISH = catalogue("en")
OTHERS = [language for language in LANGUAGES if language != "en"]
ROOT = Path(__file__).parents[3]
SECTIONS = {
    "bot.texts": "",
    "bot.conversation.overview_texts": "overview.",
    "bot.upkeep.indexing.index_texts": "index.",
    "adapters.chat.texts": "chat.",
    "adapters.chat.channels.texts": "channels.",
    "adapters.slack.texts": "slack.",
    "adapters.teams.texts": "teams.",
}
"""The modules whose names are sentences."""
PUT_TOGETHER = {"slack.FIELDS", "slack.TITLES", "teams.TITLES", "index.ASIDE_DAY", "LANGUAGES"}
"""Tables whose sentences have names of their own."""
_OWN_SECTION = re.compile(r'^(\w*_TEXTS) = Section\("(\w*)"\)', re.MULTILINE)
_EITHER = re.compile(
    r"[은는이가을를과와]\([은는이가을를과와]\)|\(으\)로|\}(?:은|는|이|가|을|를|과|와|으로|로)\s"
)
"""정책은(는), {title}을: a title may end in a letter, a digit or a bracket, too."""
_SCRIPTS = {"ko": re.compile("[가-힣]"), "ja": re.compile("[\u3040-\u30ff\u3400-\u9fff]")}
_ANY_SCRIPT = re.compile("[가-힣\u3040-\u30ff\u3400-\u9fff]")
_NOT_WORDS = re.compile(
    r"\{[^}]*\}|[\W\d_]|Slack|Microsoft|Teams|storewise|re(?:index|port)|status|diff|DOC_ID|full"
    r"|force|rollback|gaps|[dhw]|en-US|ko-KR|ja-JP"
)
"""Figures, names, and the words of commands, which are English."""


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_every_sentence_with_the_same_places_to_fill(language: str) -> None:
    own = catalogue(language)

    assert own.keys() == ENGLISH.keys()
    assert {key: places(said) for key, said in own.items()} == {
        key: places(said) for key, said in ENGLISH.items()
    }
    assert all(own.values())


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_is_in_the_script_of_its_language(language: str) -> None:
    script, own = _SCRIPTS[language], catalogue(language)

    assert not [said for said in ENGLISH.values() if _ANY_SCRIPT.search(said)]
    assert not [
        said for said in own.values() if _NOT_WORDS.sub("", said) and not script.search(said)
    ]


def test_no_particle_hangs_on_how_a_filled_in_word_ends() -> None:
    assert not [said for said in catalogue("ko").values() if _EITHER.search(said)]


def test_each_language_has_its_file() -> None:
    files = {path.stem for path in (ROOT / "bot" / "texts").glob("*.toml")}

    assert files == set(LANGUAGES)


def test_every_name_in_the_code_has_a_sentence() -> None:
    used = {name for name in every_name() if name.rpartition(".")[2].isupper()}

    tables = {key.rpartition(".")[0] for key in ENGLISH}
    assert len(used) > 400
    assert used - ENGLISH.keys() - tables <= PUT_TOGETHER


def test_no_sentence_is_left_without_a_use() -> None:
    used = set(every_name())

    assert [key for key in ENGLISH if key not in used and key.rpartition(".")[0] not in used] == []


def every_name() -> Iterator[str]:
    """The keys that the code looks up: names of the modules above, and of a module's `_TEXTS`."""
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("adapters/**/*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = [
            (f"{one.module}.{name.name}", name.asname or name.name, one.module)
            for one in ast.walk(tree)
            if isinstance(one, ast.ImportFrom)
            for name in one.names
        ]
        sections = {alias: SECTIONS[place] for place, alias, _ in imported if place in SECTIONS}
        for name, own in _OWN_SECTION.findall(path.read_text("utf-8")):
            sections[name] = f"{own}." if own else ""
        for place, _, source in imported:
            if source in SECTIONS:
                yield SECTIONS[source] + place.rpartition(".")[2]
        yield from _looked_up(tree, sections)


def _looked_up(tree: ast.Module, sections: Mapping[str, str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(owner), name) if owner in sections:
                yield sections[owner] + name
            case ast.Call(ast.Attribute(ast.Name(owner), "table"), [ast.Constant(str(name))]) if (
                owner in sections
            ):
                yield sections[owner] + name


def places(text: str) -> set[tuple[str, str]]:
    """The names between braces, with how they are written."""
    return {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name}
