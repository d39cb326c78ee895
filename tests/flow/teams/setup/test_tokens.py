"""A managed identity: msal itself, against a machine in Azure that we wrote."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port

from adapters.teams.api.graph import scope_of
from adapters.teams.api.tokens import AppTokens, ByIdentity
from adapters.teams.api.trouble import TokenError, cure

APP_ID = "0f0f0f0f-0000-4000-8000-00000000000a"
MACHINE = "AZURE_POD_IDENTITY_AUTHORITY_HOST"
TOKEN = {"access_token": "t1", "expires_in": "86400", "token_type": "Bearer"}


@asynccontextmanager
async def machine(
    monkeypatch: pytest.MonkeyPatch, answer: object, status: int = 200
) -> AsyncIterator[list[dict[str, str]]]:
    """Yield what a machine in Azure was asked; it answers this."""
    asked: list[dict[str, str]] = []

    async def say(request: web.Request) -> web.Response:
        asked.append({**request.query, "Metadata": request.headers["Metadata"]})
        if isinstance(answer, str):
            return web.Response(text=answer, status=status)
        return web.json_response(answer, status=status)

    application = web.Application()
    application.router.add_get("/metadata/identity/oauth2/token", say)
    async with TestServer(application) as server:
        no_other_machine(monkeypatch)
        monkeypatch.setenv(MACHINE, str(server.make_url("")))
        yield asked


def no_other_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IDENTITY_ENDPOINT", "IDENTITY_HEADER", "MSI_ENDPOINT", "MSI_SECRET"):
        monkeypatch.delenv(name, raising=False)


async def test_the_machine_is_asked_once_for_a_token_of_the_identity(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    async with machine(monkeypatch, TOKEN) as asked:
        tokens = AppTokens(ByIdentity(APP_ID))

        assert [await tokens.token() for _ in range(3)] == ["t1"] * 3

    [one] = asked
    assert one["client_id"] == APP_ID
    assert one["resource"] == "https://api.botframework.com"
    assert one["Metadata"] == "true"


async def test_the_identity_has_a_token_of_its_own_for_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with machine(monkeypatch, TOKEN) as asked:
        tokens = AppTokens(ByIdentity(APP_ID))
        await tokens.token()
        await tokens.token(scope_of("https://graph.microsoft.com"))

    assert [one["resource"] for one in asked] == [
        "https://api.botframework.com",
        "https://graph.microsoft.com",
    ]


@pytest.mark.parametrize(
    ("answer", "status", "word"),
    [
        ({"error": "invalid_request", "error_description": "not found"}, 400, "identity_unknown"),
        ("<html>", 200, "bad_token_answer"),
    ],
)
async def test_what_the_machine_refuses_has_a_word(
    answer: Any, status: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with machine(monkeypatch, answer, status):
        with pytest.raises(TokenError) as error:
            await AppTokens(ByIdentity(APP_ID)).token()

    assert error.value.word == word


async def test_away_from_azure_there_is_no_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    no_other_machine(monkeypatch)
    monkeypatch.setenv(MACHINE, f"http://127.0.0.1:{unused_port()}")

    with pytest.raises(TokenError) as error:
        await AppTokens(ByIdentity(APP_ID)).token()

    assert error.value.word == "identity_unreachable"
    assert "TEAMS_MANAGED_IDENTITY" in cure(error.value.word)
