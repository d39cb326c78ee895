"""The Home tab and what administrators do, against somebody else's idea of Slack."""

import pytest

from tests.e2e.emulator import Emulator, clickables, texts
from tests.e2e.local_slack import LocalSlack
from tests.e2e.storewise import ENGLISH, Storewise, people


@pytest.mark.parametrize(
    ("language", "words"), [("en", "I answer from"), ("ko", "출처와 함께 알려 드립니다")]
)
async def test_the_home_tab_is_filled_and_its_examples_are_answered_directly(
    slack: LocalSlack, storewise: Storewise, language: str, words: str
) -> None:
    # The emulator knows no locale of a person: then the default of the settings counts.
    async with people(slack, storewise.server(slack, default_language=language)) as emulator:
        home = await emulator.open_home("U1")
        await emulator.click_home(home, "example:0")
        told = await emulator.told("U1")

    [question] = [
        one["text"]["text"]
        for one in home["blocks"]
        if one.get("accessory", {}).get("action_id") == "example:0"
    ]
    assert words in texts(home)
    assert "reindex" not in clickables(home)
    assert question in texts(told)


async def test_an_administrator_makes_the_index_anew_from_the_home_tab(emulator: Emulator) -> None:
    home = await emulator.open_home("UADMIN")
    await emulator.click_home(home, "reindex", user="UADMIN")

    assert "Indexed 50 documents" in (await emulator.told("UADMIN", "Indexed"))["text"]


@pytest.mark.parametrize(
    ("language", "begun", "noted", "done"),
    [
        ("en", "Indexing the documents", "direct message", "Indexed 50 documents"),
        ("ko", "문서를 색인하는 중", "다이렉트 메시지", "문서 50개"),
    ],
)
async def test_a_command_is_reported_in_one_direct_message(
    slack: LocalSlack, storewise: Storewise, language: str, begun: str, noted: str, done: str
) -> None:
    async with people(slack, storewise.server(slack, default_language=language)) as emulator:
        await emulator.command("UADMIN", "/reindex")
        report = await emulator.told("UADMIN", done)
        [note] = await emulator.replies()
        [first] = await emulator.calls("chat.postMessage")

    assert begun in first["text"]
    assert "edited" in report
    assert note["ephemeral_to"] == "UADMIN"
    assert noted in note["text"]


async def test_all_of_a_long_run_is_shown_in_the_same_message(emulator: Emulator) -> None:
    await emulator.command("UADMIN", "/reindex", "full")

    report = await emulator.told("UADMIN", "Indexed 50 documents", patience_s=180)

    # How many there are is a matter of the machine: one in 2 s.
    edits = await emulator.calls("chat.update")
    assert {edit["ts"] for edit in edits} == {report["ts"]}
    assert len(await emulator.calls("chat.postMessage")) == 1


async def test_nobody_else_makes_it_anew(emulator: Emulator) -> None:
    await emulator.command("U1", "/reindex")

    [reply] = await emulator.replies()

    assert "administrators" in reply["text"]
    assert reply["ephemeral_to"] == "U1"


async def test_an_administrator_sets_a_channel_and_it_is_answered_so(emulator: Emulator) -> None:
    await emulator.command("UADMIN", "/storewise-channel", channel="C2")
    await emulator.window("store_type")
    await emulator.submit(
        "UADMIN",
        store_type={"type": "static_select", "selected_option": {"value": "cafe"}},
        language={"type": "static_select", "selected_option": {"value": "ko"}},
        answer_mode={"type": "radio_buttons", "selected_option": {"value": "mention"}},
        private={"type": "checkboxes", "selected_options": [{"value": "on"}]},
    )
    await emulator.window("settings saved")
    await emulator.write("U1", f"<@UBOT> {ENGLISH}", channel="C2")

    [reply] = await emulator.replies("C2")

    assert reply["ephemeral_to"] == "U1"
    assert "카페 · 한국어" in texts(reply)


async def test_nobody_else_sets_a_channel(emulator: Emulator) -> None:
    await emulator.command("U1", "/storewise-channel", channel="C3")

    [reply] = await emulator.replies("C3")

    assert "administrators" in reply["text"]
    assert await emulator.calls("views.open") == []
