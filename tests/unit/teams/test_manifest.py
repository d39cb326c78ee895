"""The Teams app: what Teams accepts, in both languages, and icons as it wants them."""

import io
import json
import re
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator  # type: ignore[import-untyped]  # ships no types

from adapters.teams.receive.clicks import MENU, Verb
from adapters.teams.setup.manifest import (
    FOLDER,
    ICONS,
    READING,
    Publisher,
    check_icon,
    package,
    render,
)
from bot.model.errors import ManifestError
from tests.unit.given import suits_any_documents

Manifest = dict[str, Any]

APP_ID = "3f0e2c1a-7b64-4d59-9a0e-5c2f1b8d7e60"
DATA = Path(__file__).parents[2] / "data"
SCHEMA = json.loads((DATA / "teams-manifest.1.30.json").read_text("utf-8"))
TEXTS = json.loads((DATA / "teams-localization.1.30.json").read_text("utf-8"))
KOREAN = json.loads((FOLDER / "ko-kr.json").read_text("utf-8"))
ACME = Publisher(
    "Acme Stores",
    "https://acme.example",
    "https://acme.example/privacy",
    "https://acme.example/terms",
)
MANIFESTS = [
    pytest.param(json.loads((FOLDER / "manifest.json").read_text("utf-8")), id="file"),
    pytest.param(render(APP_ID, "bot.example"), id="usual"),
    pytest.param(render(APP_ID, "bot.example", follow_threads=True), id="threads"),
    pytest.param(render(APP_ID, "bot.example", ACME, version="1.2.3"), id="publisher"),
]
TYPED = {"help", "recent", "ask", "reindex", "reindex status", "report", "report gaps"}
TYPED |= {"rule", "rules"}
"""The commands as people send them."""
TYPED_KO = {
    "도움말",
    "최근 질문",
    "질문",
    "다시 색인",
    "다시 색인 상태",
    "보고",
    "보고 빠진 규정",
    "규정 쓰기",
    "규정 목록",
}


def manifest_of(**changed: Any) -> Manifest:
    given: dict[str, Any] = {"app_id": APP_ID, "domain": "bot.example"}
    return render(**(given | changed))


def commands(manifest: Manifest) -> list[tuple[str, dict[str, Any]]]:
    """Each with the place that a file of texts calls it by."""
    [bot] = manifest["bots"]
    return [
        (f"bots[0].commandLists[{n}].commands[{m}]", command)
        for n, listed in enumerate(bot["commandLists"])
        for m, command in enumerate(listed["commands"])
    ]


def shown(manifest: Manifest) -> dict[str, str]:
    """Every text of the manifest that a person reads, by the key that translates it."""
    found = {
        f"{part}.{size}": text
        for part in ("name", "description")
        for size, text in manifest[part].items()
    }
    for place, node in [*commands(manifest), *extended(manifest)]:
        keys = {"title", "description", "prompt"} & node.keys()
        found |= {f"{place}.{key}": node[key] for key in keys}
    return found


def extended(manifest: Manifest) -> list[tuple[str, dict[str, Any]]]:
    """The same of what is in the message box and in a message's menu, with what it asks for."""
    [extension] = manifest["composeExtensions"]
    places = [
        (f"composeExtensions[0].commands[{n}]", one) for n, one in enumerate(extension["commands"])
    ]
    return places + [
        (f"{place}.parameters[{n}]", parameter)
        for place, command in places
        for n, parameter in enumerate(command.get("parameters", []))
    ]


def files_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_teams_accepts_the_manifest(manifest: Manifest) -> None:
    assert [error.message for error in Draft4Validator(SCHEMA).iter_errors(manifest)] == []


def test_teams_accepts_the_korean_texts() -> None:
    assert [error.message for error in Draft4Validator(TEXTS).iter_errors(KOREAN)] == []


def test_the_schemas_would_notice_a_mistake() -> None:
    manifest = manifest_of() | {"accentColor": "green", "extra": 1}

    wrong = [error.message for error in Draft4Validator(SCHEMA).iter_errors(manifest)]
    texts = list(Draft4Validator(TEXTS).iter_errors(KOREAN | {"bots[0].title": "봇"}))

    assert len(wrong) == 2
    assert len(texts) == 1


def test_everything_that_people_read_is_there_in_korean() -> None:
    english = shown(manifest_of())

    korean = {key: text for key, text in KOREAN.items() if key != "$schema"}

    assert korean.keys() == english.keys()
    hangul = {key for key, text in korean.items() if re.search("[가-힣]", text)}
    assert korean.keys() - hangul == {"name.short"}


def test_each_command_is_one_that_the_bot_knows() -> None:
    titles = {
        (place, one["title"]) for place, one in commands(manifest_of()) if "prompt" not in one
    }

    assert {title for _, title in titles} == TYPED
    assert {KOREAN[f"{place}.title"] for place, _ in titles} == TYPED_KO


def test_people_can_ask_in_every_kind_of_chat_and_alone_first() -> None:
    [bot] = (manifest := manifest_of())["bots"]

    assert bot["scopes"] == ["personal", "team", "groupChat", "copilot"]
    # The agent in Microsoft 365 Copilot is the same bot.
    assert manifest["copilotAgents"] == {
        "customEngineAgents": [{"id": bot["botId"], "type": "bot"}]
    }
    assert manifest["defaultInstallScope"] == "personal"
    assert bot["supportsTargetedMessages"]
    assert [(listed.get("triggers"), listed["scopes"]) for listed in bot["commandLists"]] == [
        (None, ["personal", "copilot"]),
        (["mention"], ["team", "groupChat"]),
        (["slash"], ["team", "groupChat"]),
    ]


def test_the_message_box_searches_and_a_message_s_menu_asks() -> None:
    [extension] = manifest_of()["composeExtensions"]

    search, about, *of_answers = extension["commands"]
    assert (search["type"], search["context"]) == ("query", ["compose", "commandBox"])
    assert [one["name"] for one in search["parameters"]] == ["words"]
    assert (about["type"], about["context"]) == ("action", ["message"])
    assert about["fetchTask"]
    assert about["title"] == "Ask about this message"
    for one in of_answers:
        assert (one["type"], one["context"], one["fetchTask"]) == ("action", ["message"], True)
    assert {MENU[one["id"]]: one["title"] for one in of_answers} == {
        Verb.ASK_PERSON: "Ask a person",
        Verb.PIN: "Pin this answer",
    }


def test_the_bot_is_named_everywhere_and_nothing_is_left_to_fill_in() -> None:
    manifest = render(APP_ID.upper(), " Bot.Example ")

    text = json.dumps(manifest)
    assert text.count(APP_ID) == 4
    assert "YOUR-HOST" not in text
    assert "00000000" not in text
    assert manifest["validDomains"] == ["bot.example"]
    assert manifest["developer"]["privacyUrl"] == "https://bot.example"


def test_who_answers_for_the_app_can_be_named() -> None:
    assert manifest_of(publisher=ACME)["developer"] == {
        "name": "Acme Stores",
        "websiteUrl": "https://acme.example",
        "privacyUrl": "https://acme.example/privacy",
        "termsOfUseUrl": "https://acme.example/terms",
    }


def test_a_website_stands_for_pages_that_are_not_given() -> None:
    developer = manifest_of(publisher=Publisher(website="https://acme.example/bot"))["developer"]

    assert developer["name"] == "storewise"
    assert developer["privacyUrl"] == developer["termsOfUseUrl"] == "https://acme.example/bot"


def test_the_right_to_hear_everything_is_asked_for_only_on_request() -> None:
    usual, following = manifest_of(), manifest_of(follow_threads=True)

    assert "authorization" not in usual
    rights = following["authorization"]["permissions"]["resourceSpecific"]
    assert [right["name"] for right in rights] == [READING]
    assert following["webApplicationInfo"]["id"] == APP_ID


def test_the_package_holds_everything_at_its_root() -> None:
    files = files_of(package(APP_ID, "bot.example"))

    manifest = json.loads(files["manifest.json"])
    assert manifest == manifest_of()
    named = {*manifest["icons"].values(), "manifest.json", "ko-kr.json"}
    assert files.keys() == named
    assert json.loads(files["ko-kr.json"]) == KOREAN


def test_the_same_package_is_made_twice() -> None:
    assert package(APP_ID, "bot.example") == package(APP_ID, "bot.example")


@pytest.mark.parametrize(("name", "size"), ICONS.items())
def test_each_icon_has_the_size_that_teams_wants(name: str, size: int) -> None:
    content = (FOLDER / name).read_bytes()

    check_icon(name, content, size)

    assert content[24:26] == b"\x08\x06"  # eight bits for each of red, green, blue, alpha
    assert len(content) < 10_000


def test_the_outline_is_white_on_nothing() -> None:
    content = (FOLDER / "outline.png").read_bytes()
    at = content.index(b"IDAT")

    drawn = zlib.decompress(content[at + 4 : at + 4 + int.from_bytes(content[at - 4 : at])])

    lines = [drawn[row * 129 + 1 : (row + 1) * 129] for row in range(32)]
    pixels = [line[n : n + 4] for line in lines for n in range(0, 128, 4)]
    assert {pixel[:3] for pixel in pixels if pixel[3]} == {b"\xff\xff\xff"}
    assert pixels[0][3] == pixels[-1][3] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ((FOLDER / "outline.png").read_bytes(), "32 × 32 pixels, not 192 × 192"),
        (b"GIF89a", "is not a PNG"),
        (b"", "is not a PNG"),
    ],
)
def test_an_icon_that_teams_would_refuse_is_named(content: bytes, said: str) -> None:
    with pytest.raises(ManifestError, match=rf"color\.png.*{said}"):
        check_icon("color.png", content, 192)


@pytest.mark.parametrize(
    "app_id",
    [
        "",
        "storewise",
        APP_ID[:-1],
        f"{{{APP_ID}}}",
        f"28:{APP_ID}",
        "00000000-0000-0000-0000-000000000000",
        f"{APP_ID}\n\x1b[2J",
    ],
)
def test_an_id_that_is_none_is_refused(app_id: str) -> None:
    with pytest.raises(ManifestError, match="Microsoft App ID") as error:
        manifest_of(app_id=app_id)

    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "domain",
    [
        "",
        "bot",
        "https://bot.example",
        "bot.example/api",
        "bot.example:8443",
        "127.0.0.1",
        "-bot.example",
        "bot..example",
        "bot example.com",
        "봇.example",
        '"bot.example',
        f"{'a' * 64}.example",
        "jin:secret@bot.example",
    ],
)
def test_a_domain_that_teams_cannot_reach_is_refused(domain: str) -> None:
    with pytest.raises(ManifestError, match=r"write it like bot\.example"):
        manifest_of(domain=domain)


@pytest.mark.parametrize("domain", ["bot.example", "a-1.bot.co.kr", "xn--9t4b11yi5a.example"])
def test_a_domain_that_teams_can_reach_is_taken(domain: str) -> None:
    assert manifest_of(domain=domain)["validDomains"] == [domain]


@pytest.mark.parametrize(
    "publisher",
    [
        Publisher(website="http://acme.example"),
        Publisher(website="acme.example"),
        Publisher(privacy="https://"),
        Publisher(privacy="https://[::1"),
        Publisher(terms="https://acme.example/a b"),
        Publisher(terms="https://acme.example/" + "a" * 2048),
        Publisher(website="https://jin:secret@acme.example"),
    ],
)
def test_an_address_of_no_page_is_refused(publisher: Publisher) -> None:
    with pytest.raises(ManifestError, match=r"https://acme\.example/privacy") as error:
        manifest_of(publisher=publisher)

    assert "secret" not in str(error.value)


@pytest.mark.parametrize("name", ["", " ", "A" * 33, "Acme\nStores"])
def test_a_name_that_teams_does_not_show_is_refused(name: str) -> None:
    with pytest.raises(ManifestError, match="1 to 32 characters"):
        manifest_of(publisher=Publisher(name))


@pytest.mark.parametrize("version", ["", "1", "1.0", "01.0.0", "1.0.0-beta", "1.0.x"])
def test_a_version_that_teams_cannot_compare_is_refused(version: str) -> None:
    with pytest.raises(ManifestError, match=r"like 1\.0\.1"):
        manifest_of(version=version)


def test_every_prompt_suits_any_documents_in_both_languages() -> None:
    manifest = render(APP_ID, "bot.example")
    prompts = [one["prompt"] for _, one in commands(manifest) if "prompt" in one]
    prompts += [text for name, text in KOREAN.items() if name.endswith(".prompt")]

    assert len(prompts) == 4
    assert [one for one in prompts if not suits_any_documents(one)] == []
