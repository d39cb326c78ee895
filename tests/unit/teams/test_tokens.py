"""Tokens to speak to Teams with: one question for many messages, renewed before they end."""

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
import requests
from pydantic import SecretStr

from adapters.teams.api.tokens import (
    SCOPE,
    Answer,
    AppTokens,
    BySecret,
    FixedToken,
    Pace,
    build_tokens,
)
from adapters.teams.api.trouble import TokenError, cure
from bot.settings import TeamsSettings

APP_ID, TENANT = "0f0f0f0f-0000-4000-8000-00000000000a", "aaaaaaaa-0000-4000-8000-000000000001"


class FakeApplication:
    """msal's class: counts what is made and asked, and answers what it was told to."""

    def __init__(self, *answers: Answer | Exception) -> None:
        self.answers = list(answers)
        self.made: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.asked: list[list[str]] = []
        self.threads: set[int] = set()
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self, *arguments: Any, **options: Any) -> "FakeApplication":
        self.made.append((arguments, options))
        return self

    def acquire_token_for_client(self, *, scopes: list[str]) -> Answer:
        self.asked.append(scopes)
        self.threads.add(threading.get_ident())
        self.gate.wait(10)
        answer = self.answers.pop(0) if self.answers else granted(f"t{len(self.asked)}")
        if isinstance(answer, Exception):
            raise answer
        return answer


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def granted(token: str, lasts_s: int = 3600) -> Answer:
    return {"token_type": "Bearer", "access_token": token, "expires_in": lasts_s}


def refused(error: str, *numbers: int) -> Answer:
    return {"error": error, "error_description": "hush-1", "error_codes": list(numbers)}


def tokens_of(application: FakeApplication, clock: Clock | None = None) -> AppTokens:
    return AppTokens(BySecret(APP_ID, "hush-1", TENANT, application), Pace(), clock or Clock())


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(2000):
        if is_so():
            return
        await asyncio.sleep(0.005)
    raise AssertionError


async def word_of(tokens: AppTokens) -> str:
    with pytest.raises(TokenError) as error:
        await tokens.token()
    return error.value.word


async def test_many_messages_ask_for_one_token_off_the_loop() -> None:
    application = FakeApplication()
    tokens = tokens_of(application)

    at_once = await asyncio.gather(*(tokens.token() for _ in range(30)))
    later = [await tokens.token() for _ in range(5)]

    assert {*at_once, *later} == {"t1"}
    assert application.asked == [[SCOPE]]
    assert threading.get_ident() not in application.threads


async def test_the_secret_goes_to_the_tenant_of_the_app_and_not_for_ever() -> None:
    application = FakeApplication()

    await tokens_of(application).token()

    [(arguments, options)] = application.made
    assert arguments == (APP_ID,)
    assert options == {
        "client_credential": "hush-1",
        "authority": f"https://login.microsoftonline.com/{TENANT}",
        "timeout": 10,
    }


async def test_each_scope_has_a_token_of_its_own() -> None:
    application = FakeApplication()
    tokens = tokens_of(application)

    got = [await tokens.token(), await tokens.token("https://other/.default")]

    assert got == ["t1", "t2"]
    assert [await tokens.token(), await tokens.token("https://other/.default")] == got
    assert len(application.made) == 1


async def test_a_missing_token_for_graph_keeps_nobody_from_being_answered() -> None:
    tokens = tokens_of(FakeApplication(granted("t1"), refused("invalid_scope")))
    await tokens.token()

    with pytest.raises(TokenError):
        await tokens.token("https://graph.microsoft.com/.default")

    assert await tokens.trouble() is None


async def test_an_old_token_is_used_while_one_new_one_is_asked_for() -> None:
    application, clock = FakeApplication(), Clock()
    tokens = tokens_of(application, clock)
    await tokens.token()
    clock.now += 3600 - 200
    application.gate.clear()

    meanwhile = [await tokens.token() for _ in range(5)]
    await until(lambda: len(application.asked) == 2)
    application.gate.set()
    got = await tokens.token()
    for _ in range(2000):
        if got == "t2":
            break
        await asyncio.sleep(0.005)
        got = await tokens.token()

    assert meanwhile == ["t1"] * 5
    assert got == "t2"
    assert len(application.asked) == 2


async def test_a_token_that_ends_on_its_way_is_not_used() -> None:
    application, clock = FakeApplication(), Clock()
    tokens = tokens_of(application, clock)
    await tokens.token()

    clock.now += 3600 - 20

    assert await tokens.token() == "t2"


async def test_an_old_token_serves_while_it_cannot_be_renewed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    down = requests.ConnectionError()
    application, clock = FakeApplication(granted("t1"), down), Clock()
    tokens = tokens_of(application, clock)
    await tokens.token()
    clock.now += 3600 - 200

    await tokens.token()
    await until(lambda: bool(caplog.records))

    assert await tokens.token() == "t1"
    assert await tokens.trouble() is None
    assert len(application.asked) == 2


async def test_whoever_stops_waiting_does_not_stop_the_others() -> None:
    application = FakeApplication()
    application.gate.clear()
    tokens = tokens_of(application)
    impatient = asyncio.create_task(tokens.token())
    patient = asyncio.create_task(tokens.token())
    await until(lambda: bool(application.asked))

    impatient.cancel()
    application.gate.set()

    assert await patient == "t1"


async def test_after_a_failure_nobody_is_asked_for_a_while() -> None:
    application, clock = FakeApplication(refused("invalid_client", 7000215)), Clock()
    tokens = tokens_of(application, clock)

    words = [await word_of(tokens) for _ in range(5)]
    trouble, asked = await tokens.trouble(), len(application.asked)
    clock.now += 6

    assert (words, trouble, asked) == (["secret_wrong"] * 5, "secret_wrong", 1)
    assert await tokens.token() == "t2"
    assert await tokens.trouble() is None


@pytest.mark.parametrize(
    ("answer", "word", "said"),
    [
        (refused("invalid_client", 7000215), "secret_wrong", "TEAMS_APP_PASSWORD"),
        (refused("invalid_client", 7000222), "secret_expired", "TEAMS_APP_PASSWORD"),
        (refused("invalid_client", 1), "invalid_client", "TEAMS_APP_PASSWORD"),
        (refused("unauthorized_client", 700016), "app_unknown", "TEAMS_APP_ID"),
        (refused("unauthorized_client"), "unauthorized_client", "TEAMS_APP_ID"),
        (refused("invalid_request", 90002), "tenant_unknown", "TEAMS_TENANT_ID"),
        (ValueError("hush-1"), "tenant_unknown", "TEAMS_TENANT_ID"),
        (requests.ConnectionError("hush-1"), "login_unreachable", "login.microsoftonline.com"),
        (requests.Timeout("hush-1"), "login_unreachable", "HTTPS_PROXY"),
        (json.JSONDecodeError("hush-1", "", 0), "bad_token_answer", "proxy"),
        (KeyError("hush-1"), "bad_token_answer", "proxy"),
        (refused("hush-1"), "bad_token_answer", "proxy"),
        ({"error": ["hush-1"], "error_codes": "hush-1"}, "bad_token_answer", "proxy"),
        ({}, "bad_token_answer", "proxy"),
        ({"access_token": "hush-1"}, "bad_token_answer", "proxy"),
        ({"access_token": "", "expires_in": 3600}, "bad_token_answer", "proxy"),
    ],
)
async def test_every_failure_has_a_word_and_a_cure_and_tells_nothing_secret(
    answer: Answer | Exception, word: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    tokens = tokens_of(FakeApplication(answer))

    assert await word_of(tokens) == word
    assert said in cure(word)
    assert caplog.records[-1].__dict__["reason"] == word
    shown = "".join(
        logging.Formatter().format(one) + str(one.__dict__.get("cure")) for one in caplog.records
    )
    assert "hush-1" not in shown


async def test_who_never_answers_is_given_up() -> None:
    application = FakeApplication()
    application.gate.clear()
    ask = BySecret(APP_ID, "hush-1", TENANT, application)

    word = await word_of(AppTokens(ask, Pace(limit_s=0.01)))
    application.gate.set()

    assert word == "login_unreachable"


async def test_an_emulator_gets_no_token() -> None:
    tokens = build_tokens(TeamsSettings(auth="off"))

    assert await tokens.token() == ""
    assert await tokens.trouble() is None


@pytest.mark.parametrize(
    "settings",
    [
        TeamsSettings(app_id=APP_ID, app_password=SecretStr("hush-1"), tenant_id=TENANT),
        TeamsSettings(app_id=APP_ID, managed_identity=True, tenant_id=TENANT),
    ],
)
def test_the_settings_say_where_tokens_come_from(settings: TeamsSettings) -> None:
    assert isinstance(build_tokens(settings), AppTokens)


def test_a_token_is_not_shown() -> None:
    assert "hush-1" not in repr(FixedToken("hush-1"))
