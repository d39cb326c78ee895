"""Who Teams' address lets in: what Teams has signed, for this bot, of tenants that are allowed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port

from adapters.teams.api.hosts import ServiceHosts
from adapters.teams.api.trouble import NotAllowedError, NotAuthenticatedError
from adapters.teams.receive.auth import Door, Everybody, TokenCheck, build_door, build_hosts
from adapters.teams.receive.signing_keys import Pace, SigningKeys
from bot.settings import TeamsSettings
from tests.flow.teams.stand_in.identity import (
    APP_ID,
    ISSUER,
    METADATA,
    OTHER_TENANT,
    REFUSED,
    SERVICE,
    TENANT,
    Identity,
    activity,
    claims,
    signed,
)

QUICK = Pace(fetch_s=5, wait_s=5, pause_s=0.01)


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def listening(identity: Identity, port: int | None = None) -> AsyncIterator[str]:
    """Yield the address of the provider's metadata."""
    async with TestServer(identity.application, port=port) as server:
        yield str(server.make_url(METADATA))


@asynccontextmanager
async def door_to(
    identity: Identity,
    pace: Pace = QUICK,
    clock: Clock | None = None,
    tenants: frozenset[str] = frozenset({TENANT}),
) -> AsyncIterator[Door]:
    """Yield the door to a bot that believes this provider; its keys are not kept fresh."""
    async with listening(identity) as address, aiohttp.ClientSession() as session:
        keys = SigningKeys(session, address, pace, clock or Clock())
        yield Door(TokenCheck(keys, APP_ID, ISSUER), tenants, ServiceHosts())
        await keys.close()


async def refused(door: Door, authorization: str, body: Mapping[str, Any]) -> str:
    """Return why a request is not believed."""
    with pytest.raises(NotAuthenticatedError) as error:
        await door.check(authorization, body)
    return str(error.value)


async def let_in(door: Door, authorization: str, body: Mapping[str, Any]) -> bool:
    try:
        await door.check(authorization, body)
    except NotAuthenticatedError:
        return False
    return True


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(2000):
        if await is_so():
            return
        await asyncio.sleep(0.005)
    raise AssertionError


async def test_a_request_that_teams_has_signed_is_let_in() -> None:
    identity, body = Identity(), activity()
    async with door_to(identity) as door:
        said = await door.check(identity.bearer(body), body)

    assert (said["aud"], said["serviceurl"]) == (APP_ID, SERVICE)


@pytest.mark.parametrize("seconds", [-200, 200])
async def test_clocks_may_differ_a_little(seconds: int) -> None:
    identity, body = Identity(), activity()
    now = claims(body)["iat"] + 10
    times = {"nbf": now + seconds - 60, "iat": now - 60, "exp": now + seconds}
    async with door_to(identity) as door:
        assert await let_in(door, identity.bearer(body, **times), body)


@pytest.mark.parametrize("what", REFUSED)
async def test_what_is_not_from_teams_is_refused(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    word, made = REFUSED[what]
    authorization, body = made(activity())

    async with door_to(Identity()) as door:
        why = await refused(door, authorization, body)

    assert why == word
    [line] = [one for one in caplog.records if one.name == "adapters.web.problems"]
    assert line.__dict__["reason"] == word
    assert line.__dict__["cure"]
    token = authorization.removeprefix("Bearer ").strip()
    assert not token or token not in "".join(str(vars(one)) for one in caplog.records)


async def test_a_key_for_other_channels_is_not_believed() -> None:
    identity, body = Identity("k1", "web"), activity()
    identity.endorsements = {"web": ["webchat"]}
    async with door_to(identity) as door:
        why = await refused(door, identity.bearer(body, "web"), body)

    assert why == "other_channel"


async def test_keys_are_fetched_once_for_many_requests() -> None:
    identity, body = Identity(), activity()
    async with door_to(identity) as door:
        many = [let_in(door, identity.bearer(body), body) for _ in range(20)]

        assert all(await asyncio.gather(*many))

    assert identity.asked == {"metadata": 1, "keys": 1}


async def test_a_new_key_is_believed_at_once_and_the_one_that_went_no_more() -> None:
    identity, body, clock = Identity(), activity(), Clock()
    async with door_to(identity, clock=clock) as door:
        await door.check(identity.bearer(body), body)
        identity.key_ids = ["k2"]
        clock.now += 61

        assert await let_in(door, identity.bearer(body, "k2"), body)
        assert await refused(door, identity.bearer(body), body) == "unknown_key"


async def test_unknown_keys_make_the_provider_be_asked_once_a_minute_at_most() -> None:
    identity, body, clock = Identity(), activity(), Clock()
    async with door_to(identity, clock=clock) as door:
        await door.check(identity.bearer(body), body)
        for _ in range(5):
            await refused(door, "Bearer " + signed(claims(body), "k9"), body)
        first = identity.asked["keys"]
        clock.now += 61
        for _ in range(5):
            await refused(door, "Bearer " + signed(claims(body), "k9"), body)

    assert (first, identity.asked["keys"]) == (1, 2)


async def test_while_the_provider_is_away_known_keys_are_believed_for_a_day() -> None:
    identity, body, clock = Identity(), activity(), Clock()
    async with door_to(identity, clock=clock) as door:
        await door.check(identity.bearer(body), body)
        identity.down = True
        clock.now += 23 * 3600
        late = await let_in(door, identity.bearer(body), body)
        clock.now += 2 * 3600
        too_late = await refused(door, identity.bearer(body), body)

        assert (late, too_late) == (True, "keys_unreachable")
        assert await door.trouble() == "keys_unreachable"


async def test_a_provider_that_is_away_at_the_start_is_asked_until_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    port, identity, body = unused_port(), Identity(), activity()
    address = f"http://127.0.0.1:{port}{METADATA}"
    async with aiohttp.ClientSession() as session:
        keys = SigningKeys(session, address, QUICK)
        door = Door(TokenCheck(keys, APP_ID, ISSUER), frozenset({TENANT}), ServiceHosts())
        starting = await door.trouble()
        door.start()
        before = await refused(door, identity.bearer(body), body)
        trouble = await door.trouble()
        async with listening(identity, port):
            await until(lambda: let_in(door, identity.bearer(body), body))
            now = await door.trouble()
        await door.close()

    assert (starting, before, trouble, now) == (
        "starting",
        "keys_unreachable",
        "keys_unreachable",
        None,
    )
    lines = [one for one in caplog.records if one.name == "adapters.teams.receive.signing_keys"]
    assert [one.__dict__["reason"] for one in lines] == ["keys_unreachable"]
    assert "TEAMS_OPENID_METADATA_URL" in lines[0].__dict__["cure"]


async def test_keys_are_fetched_again_before_they_get_old() -> None:
    identity, body = Identity(), activity()
    async with listening(identity) as address, aiohttp.ClientSession() as session:
        keys = SigningKeys(session, address, Pace(refresh_s=0.01))
        door = Door(TokenCheck(keys, APP_ID, ISSUER), frozenset({TENANT}), ServiceHosts())
        door.start()
        await until(lambda: let_in(door, identity.bearer(body), body))
        identity.key_ids = ["k2"]

        await until(lambda: let_in(door, identity.bearer(body, "k2"), body))
        await door.close()
        asked = identity.asked["keys"]
        await asyncio.sleep(0.05)

    assert asked >= 2
    assert identity.asked["keys"] == asked


@pytest.mark.parametrize("moved", ["metadata", "keys"])
async def test_a_provider_that_sends_elsewhere_for_its_keys_is_not_believed(moved: str) -> None:
    stranger, provider, body = Identity(), web.Application(), activity()

    async def elsewhere(request: web.Request) -> web.Response:
        raise web.HTTPFound(other.make_url(METADATA if moved == "metadata" else "/keys"))

    async def named(request: web.Request) -> web.Response:
        keys = str(request.url.origin().with_path("/keys"))
        return web.json_response({"issuer": ISSUER, "jwks_uri": keys})

    provider.router.add_get(METADATA, elsewhere if moved == "metadata" else named)
    provider.router.add_get("/keys", elsewhere)
    async with (
        TestServer(stranger.application) as other,
        TestServer(provider) as server,
        aiohttp.ClientSession() as session,
    ):
        keys = SigningKeys(session, str(server.make_url(METADATA)), QUICK)
        door = Door(TokenCheck(keys, APP_ID, ISSUER), frozenset({TENANT}), ServiceHosts())
        why = await refused(door, stranger.bearer(body), body)
        await keys.close()

    assert why == "keys_unreachable"
    assert not stranger.asked


async def test_a_slow_provider_makes_nobody_wait_for_long() -> None:
    identity, body = Identity(), activity()
    identity.gate = asyncio.Event()
    async with door_to(identity, Pace(wait_s=0.01)) as door:
        first = await refused(door, identity.bearer(body), body)
        identity.gate.set()

        await until(lambda: let_in(door, identity.bearer(body), body))

    assert first == "keys_unreachable"
    assert identity.asked["keys"] == 1


async def test_a_provider_that_never_answers_is_given_up() -> None:
    identity, body = Identity(), activity()
    identity.gate = asyncio.Event()
    async with door_to(identity, Pace(fetch_s=0.01, wait_s=5)) as door:
        why = await refused(door, identity.bearer(body), body)
        trouble = await door.trouble()
        identity.gate.set()

    assert (why, trouble) == ("keys_unreachable", "keys_unreachable")


@pytest.mark.parametrize(
    "document",
    [
        [],
        "keys",
        {"keys": []},
        {"keys": "all"},
        {"keys": [7, None, {"kty": "oct", "k": "c2VjcmV0", "kid": "k1"}]},
        {"keys": [{"kty": "RSA", "kid": "k1", "n": "?", "e": "AQAB"}]},
        {"keys": [{"kty": "RSA", "kid": "k1"}]},
    ],
)
async def test_what_lists_no_keys_lets_nobody_in(document: object) -> None:
    identity, body = Identity(), activity()
    identity.keys_document = document
    async with door_to(identity) as door:
        why = await refused(door, identity.bearer(body), body)

        assert (why, await door.trouble()) == ("keys_unreachable", "bad_keys")


async def test_one_unreadable_key_does_not_cost_the_others() -> None:
    identity, body = Identity(), activity()
    good = identity.listed("k1")
    identity.keys_document = {"keys": [{"kty": "RSA", "kid": "k0"}, good]}
    async with door_to(identity) as door:
        assert await let_in(door, identity.bearer(body), body)


@pytest.mark.parametrize("claim", ["aud", "serviceurl", "exp", "nbf", "iat"])
@pytest.mark.parametrize(
    "value", [True, -1, 1.5, float("nan"), "", "1e9", [], [7], {"a": 1}, "\ud800"]
)
async def test_a_claim_of_any_kind_is_no_bug(claim: str, value: Any) -> None:
    identity, body = Identity(), activity()
    async with door_to(identity) as door:
        believed = await let_in(door, identity.bearer(body, **{claim: value}), body)

    assert not believed or claim in ("nbf", "iat")


async def test_a_foreign_tenant_is_not_allowed() -> None:
    identity = Identity()
    body = activity(channelData={"tenant": {"id": OTHER_TENANT}})
    async with door_to(identity) as door:
        with pytest.raises(NotAllowedError, match="other_tenant"):
            await door.check(identity.bearer(body), body)


async def test_a_tenant_is_named_in_any_letters_and_in_either_place() -> None:
    identity = Identity()
    body = activity(channelData=None)
    body["conversation"]["tenantId"] = TENANT.upper()
    async with door_to(identity) as door:
        assert await let_in(door, identity.bearer(body), body)


@pytest.mark.parametrize("said", [None, "tenant", {"tenant": None}, {"tenant": {"id": 7}}, []])
async def test_without_a_tenant_nobody_is_allowed(said: object) -> None:
    identity = Identity()
    body = activity(channelData=said, conversation={"id": "a:1"})
    async with door_to(identity) as door:
        with pytest.raises(NotAllowedError, match="no_tenant"):
            await door.check(identity.bearer(body), body)


async def test_where_no_tenant_is_named_in_the_settings_nobody_is_allowed() -> None:
    identity, body = Identity(), activity()
    async with door_to(identity, tenants=frozenset()) as door:
        with pytest.raises(NotAllowedError, match="other_tenant"):
            await door.check(identity.bearer(body), body)


@pytest.mark.parametrize("service", ["https://evil.example/", "http://127.0.0.1:8080/"])
async def test_a_foreign_host_is_not_allowed_even_when_it_is_signed(service: str) -> None:
    identity, body = Identity(), activity(serviceUrl=service)
    async with door_to(identity) as door:
        with pytest.raises(NotAllowedError, match="other_host"):
            await door.check(identity.bearer(body), body)


async def test_the_settings_say_who_is_let_in() -> None:
    identity, body = Identity(), activity(serviceUrl="http://127.0.0.1:3978/")
    async with listening(identity) as address, aiohttp.ClientSession() as session:
        settings = TeamsSettings(
            app_id=APP_ID,
            tenant_id=TENANT,
            openid_metadata_url=address,
            service_hosts=frozenset({"127.0.0.1"}),
        )
        door = build_door(settings, session, build_hosts(settings))
        door.start()
        await until(lambda: let_in(door, identity.bearer(body), body))
        why = await refused(door, "", body)
        await door.close()

    assert why == "no_token"


async def test_switched_off_everybody_is_let_in_to_be_answered_on_this_machine() -> None:
    settings = TeamsSettings(auth="off")
    async with aiohttp.ClientSession() as session:
        door = build_door(settings, session, build_hosts(settings))
        door.start()
        body = activity(serviceUrl="http://localhost:56150/_connector")
        said = await door.check("", body)
        with pytest.raises(NotAllowedError, match="other_host"):
            await door.check("", activity(serviceUrl="https://evil.example/"))

        assert (said, await door.trouble()) == ({}, None)
        await door.close()


async def test_without_an_app_id_there_is_no_door_that_asks_nobody() -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(ValueError, match="TEAMS_APP_ID"):
            build_door(TeamsSettings(), session, ServiceHosts())


async def test_who_believes_everybody_has_nothing_to_begin_or_end() -> None:
    believed = Everybody()
    believed.start()
    await believed.close()

    assert await believed.trouble() is None
