"""`storewise mcp` in a process of its own, as a desktop assistant starts it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import stdio_client

from bot.settings import SAMPLE
from tests.flow.api.mcp_clients import LEGACY, Assistant, command, over_stdio
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.processes import TIMEOUT_S
from tests.flow.stand_in.served import served

_HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.mark.usefixtures("source")
async def test_an_assistant_is_answered_in_both_languages_from_an_index_that_is_made_for_it(
    tmp_path: Path,
) -> None:
    with (tmp_path / "errors").open("w+", encoding="utf-8") as errors:
        async with Client(stdio_client(command(()), errlog=errors), mode=LEGACY) as client:
            assistant = Assistant(client)
            tools = await client.list_tools()
            english = await assistant.text("ask_store", question=DISCOUNT)
            korean = await assistant.text("ask_store", question=PARCELS)
            changed = await assistant.text("what_changed", document="staff-discount-en")
            listed = await assistant.listed()
            text = await assistant.read("storewise://documents/parcel-pickup-ko")
        errors.seek(0)
        said = errors.read()

    assert len(tools.tools) == 4
    assert "20% off regular prices" in english
    assert "택배는 18:00까지 접수하면 당일에 발송됩니다." in korean
    assert "before: “The staff discount is 15% off" in changed
    assert len(listed) == 2
    assert "시행 중" in text.splitlines()[0]
    assert said.startswith("storewise: indexing the documents (first run only)\n")


@pytest.mark.long
async def test_it_answers_beside_a_running_server_and_for_a_role(
    source: Path, indexed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    page = source / "en" / "safe.md"
    _write_safe(page, "21:00")
    with served(source, indexed) as app:
        await app.indexer.rebuild()
        async with over_stdio("--audience", "manager") as manager, over_stdio() as staff:
            told = await manager.values("ask_store", question="When is the safe emptied?")
            untold = await staff.call("ask_store", question="When is the safe emptied?")
            # Twice: the index that it has answered from is gone then.
            for closing in ("22:00", "23:00"):
                _write_safe(page, closing)
                await app.indexer.rebuild()
            later = await manager.values("ask_store", question="When is the safe emptied?")

    assert told["outcome"] == "answer"
    assert "21:00" in told["answer"]
    assert "21:00" not in untold.model_dump_json()
    assert "23:00" in later["answer"]


@pytest.mark.long
@pytest.mark.usefixtures("indexed")
def test_nothing_but_the_protocol_is_written_to_standard_output() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "mcp"],
        cwd=SAMPLE.parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    # Half a character in a message, too, is no reason not to answer it.
    asked = {"name": "ask_store", "arguments": {"question": f"\ud83d{DISCOUNT}"}}
    answers = []
    for number, (method, params) in enumerate(
        [("initialize", _HELLO), ("tools/list", {}), ("tools/call", asked)], start=1
    ):
        process.stdin.write(_line(number, method, params))
        process.stdin.flush()
        answers.append(json.loads(process.stdout.readline()))
    process.stdin.close()
    rest = process.stdout.read()
    code = process.wait(TIMEOUT_S)
    process.stdout.close()

    assert [one["id"] for one in answers] == [1, 2, 3]
    assert answers[0]["result"]["serverInfo"]["name"] == "storewise"
    assert "20% off" in answers[2]["result"]["content"][0]["text"]
    assert (rest, code) == ("", 0)


def _write_safe(page: Path, closing: str) -> None:
    front = "title: Safe\naudience: manager"
    text = f"---\n{front}\n---\n# Safe\n\nThe safe is emptied at {closing}.\n"
    page.write_text(text, encoding="utf-8")


def _line(number: int, method: str, params: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
