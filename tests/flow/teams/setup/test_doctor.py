"""`storewise doctor teams` over loopback: what is wrong, and what cures it."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from adapters.teams.api.tokens import SCOPE, FixedToken
from adapters.teams.api.trouble import TokenError
from adapters.teams.sdk_choice import PACKAGES
from adapters.teams.setup.doctor import examine
from bot.__main__ import main
from bot.settings import TeamsSettings
from bot.upkeep.checkup import Finding, Mark, lines
from tests.flow.teams.stand_in.identity import (
    APP_ID,
    ISSUER,
    METADATA,
    OTHER_TENANT,
    TENANT,
    Identity,
    private_key,
)

SECRET = "s8Q~fake.value_of-a.secret"
ADMIN = "bbbbbbbb-0000-4000-8000-000000000001"
NO_PACKAGE = "storewise-has-no-such-package"
METADATA_NAME, ENDPOINT = "TEAMS_OPENID_METADATA_URL", "messaging endpoint"


class NoToken:
    """Tokens that cannot be had."""

    def __init__(self, word: str) -> None:
        self.word = word

    async def token(self, scope: str = SCOPE) -> str:
        raise TokenError(self.word)

    async def trouble(self) -> str | None:
        return self.word


class Endpoint:
    """What stands at the address that Teams sends to; the bot refuses what is not signed."""

    def __init__(self, status: int = 401, headers: Mapping[str, str] | None = None) -> None:
        self.status = status
        self.headers = headers or {}
        self.asked: list[web.BaseRequest] = []
        self.bodies: list[dict[str, Any]] = []
        self.application = web.Application()
        self.application.router.add_route("*", "/{path:.*}", self._answer)

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.append(request)
        self.bodies.append(await request.json())
        return web.Response(status=self.status, headers=self.headers)


def settings(url: str, **changed: object) -> TeamsSettings:
    usual: dict[str, object] = {
        "app_id": APP_ID,
        "app_password": SECRET,
        "tenant_id": TENANT,
        "admin_object_ids": ADMIN,
        "openid_metadata_url": f"{url}{METADATA}",
    }
    return TeamsSettings.model_validate(usual | changed)


@asynccontextmanager
async def address(application: web.Application) -> AsyncIterator[str]:
    async with TestServer(application) as server:
        yield str(server.make_url("/")).rstrip("/")


async def looked(made: TeamsSettings, **options: Any) -> dict[str, Finding]:
    """What the doctor finds, by what it looks at; addresses are left out."""
    options = {"tokens": FixedToken("t")} | options
    return {one.what.partition(" (")[0]: one async for one in examine(made, **options)}


async def found(
    identity: Identity | None = None, ahead_s: float = 0, **changed: Any
) -> dict[str, Finding]:
    tokens = changed.pop("tokens", FixedToken("t"))
    async with address((identity or Identity()).application) as url:
        made = settings(url, **changed)
        return await looked(made, tokens=tokens, clock=lambda: time.time() + ahead_s)


async def at_endpoint(endpoint: Endpoint, path: str = "") -> Finding:
    """What is found about the address that Teams sends to."""
    async with address(endpoint.application) as url, address(Identity().application) as keys:
        findings = await looked(settings(keys), url=f"{url}{path}")
    return findings[ENDPOINT]


def bad(findings: Mapping[str, Finding]) -> list[str]:
    return [what for what, one in findings.items() if one.mark is Mark.BAD]


async def test_where_all_is_well_everything_asked_for_has_a_tick() -> None:
    endpoint = Endpoint()

    async with address(endpoint.application) as url, address(Identity().application) as keys:
        findings = await looked(settings(keys), url=url)

    assert [(what, one.mark) for what, one in findings.items()] == [
        ("TEAMS_SDK", Mark.GOOD),
        ("TEAMS_APP_ID", Mark.GOOD),
        ("TEAMS_APP_PASSWORD", Mark.GOOD),
        ("TEAMS_TENANT_ID", Mark.GOOD),
        ("TEAMS_ALLOWED_TENANTS", Mark.GOOD),
        ("TEAMS_ADMIN_OBJECT_IDS", Mark.GOOD),
        ("TEAMS_ADMIN_GROUP_IDS", Mark.UNASKED),
        ("TEAMS_MANAGER_OBJECT_IDS", Mark.UNASKED),
        ("TEAMS_MANAGER_GROUP_IDS", Mark.UNASKED),
        ("TEAMS_AUTH", Mark.GOOD),
        (METADATA_NAME, Mark.GOOD),
        ("TEAMS_TOKEN_ISSUER", Mark.GOOD),
        ("clock", Mark.GOOD),
        ("token", Mark.GOOD),
        (ENDPOINT, Mark.GOOD),
    ]


async def test_the_sdk_that_runs_is_named_with_its_version() -> None:
    findings = await found(sdk="agents")

    assert findings["TEAMS_SDK"].mark is Mark.GOOD
    assert findings["TEAMS_SDK"].said.startswith("agents (microsoft-agents-hosting-core 1.")


async def test_an_sdk_that_is_not_installed_is_named_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PACKAGES, "agents", NO_PACKAGE)

    findings = await found(sdk="agents")

    assert bad(findings) == ["TEAMS_SDK"]
    assert f"{NO_PACKAGE} is not installed" in findings["TEAMS_SDK"].said
    assert "pip install 'storewise[agents]'" in findings["TEAMS_SDK"].cure


@pytest.mark.usefixtures("source", "process_as_it_was")
def test_without_its_sdk_the_server_does_not_start_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(PACKAGES, "agents", NO_PACKAGE)
    monkeypatch.setenv("TEAMS_SDK", "agents")
    monkeypatch.setenv("TEAMS_AUTH", "off")

    code = main(["serve"])

    [line] = [one for one in capsys.readouterr().err.splitlines() if "storewise: " in one]
    assert code == 2
    assert f"TEAMS_SDK=agents needs {NO_PACKAGE}" in line
    assert "pip install 'storewise[agents]'" in line


async def test_no_secret_is_shown() -> None:
    findings = await found()

    shown = "\n".join(line for finding in findings.values() for line in lines(finding))
    assert SECRET not in shown
    assert all(line.isprintable() for line in shown.splitlines())


@pytest.mark.parametrize(
    ("setting", "value", "what", "said", "cured"),
    [
        ("app_id", None, "TEAMS_APP_ID", "not set", "Microsoft App ID"),
        ("app_id", "storewise", "TEAMS_APP_ID", "1111", "Microsoft App ID"),
        ("app_id", f"28:{APP_ID}", "TEAMS_APP_ID", "1111", "Microsoft App ID"),
        ("app_id", TENANT, "TEAMS_APP_ID", "the tenant id", "Microsoft App ID"),
        ("app_password", None, "TEAMS_APP_PASSWORD", "not set", "client secret"),
        ("app_password", APP_ID, "TEAMS_APP_PASSWORD", "not its id", "client secret"),
        ("app_password", "a b", "TEAMS_APP_PASSWORD", "secret's value", "client secret"),
        ("tenant_id", None, "TEAMS_TENANT_ID", "not set", "Directory (tenant) ID"),
        ("tenant_id", "acme.onmicrosoft.com", "TEAMS_TENANT_ID", "1111", "Directory (tenant) ID"),
        (
            "allowed_tenants",
            "acme.example",
            "TEAMS_ALLOWED_TENANTS",
            "some entries",
            "Directory ID",
        ),
        (
            "admin_object_ids",
            f"{ADMIN},jin@acme.example",
            "TEAMS_ADMIN_OBJECT_IDS",
            "some entries",
            "Users",
        ),
        ("manager_object_ids", "jin", "TEAMS_MANAGER_OBJECT_IDS", "some entries", "Users"),
        ("admin_group_ids", "Store leads", "TEAMS_ADMIN_GROUP_IDS", "some entries", "Groups"),
        ("manager_group_ids", "점장", "TEAMS_MANAGER_GROUP_IDS", "some entries", "Groups"),
    ],
)
async def test_a_setting_that_is_missing_or_mixed_up_is_named(
    setting: str, value: str | None, what: str, said: str, cured: str
) -> None:
    changed: dict[str, Any] = {setting: value}

    findings = await found(**changed)

    assert bad(findings) == [what]
    assert said in findings[what].said
    assert cured in findings[what].cure
    about_the_bot = {"app_id", "app_password", "tenant_id"}
    assert ("token" in findings) == (setting not in about_the_bot)
    assert "TEAMS_GRAPH_URL" not in findings


async def test_a_managed_identity_needs_no_secret() -> None:
    findings = await found(app_password=None, managed_identity=True)

    assert bad(findings) == []
    assert findings["TEAMS_MANAGED_IDENTITY"].mark is Mark.GOOD
    assert findings["token"].mark is Mark.GOOD


@pytest.mark.parametrize(
    ("allowed", "mark", "said"),
    [
        ("", Mark.GOOD, "of TEAMS_TENANT_ID"),
        (f"{TENANT},{OTHER_TENANT}", Mark.GOOD, "people of 2"),
        (OTHER_TENANT, Mark.DOUBT, "without TEAMS_TENANT_ID"),
    ],
)
async def test_whose_people_are_answered_is_said(allowed: str, mark: Mark, said: str) -> None:
    finding = (await found(allowed_tenants=allowed))["TEAMS_ALLOWED_TENANTS"]

    assert finding.mark is mark
    assert said in finding.said


async def test_that_nobody_may_reindex_is_no_failure() -> None:
    finding = (await found(admin_object_ids=""))["TEAMS_ADMIN_OBJECT_IDS"]

    assert finding.mark is Mark.UNASKED
    assert "nobody can reindex" in finding.said


async def test_without_auth_nothing_is_asked_and_that_is_for_emulators() -> None:
    identity = Identity()

    findings = await found(identity, app_id=None, app_password=None, tenant_id=None, auth="off")

    assert bad(findings) == []
    assert findings["TEAMS_AUTH"].mark is Mark.DOUBT
    assert findings["TEAMS_APP_ID"].mark is Mark.UNASKED
    assert not {METADATA_NAME, "clock", "token"} & findings.keys()
    assert not identity.asked


async def test_keys_that_cannot_be_reached_are_told(unused_tcp_port: int) -> None:
    identity = Identity()
    identity.down = True

    down = await found(identity)
    nobody = await looked(settings(f"http://127.0.0.1:{unused_tcp_port}"))

    assert bad(down) == bad(nobody) == [METADATA_NAME]
    assert (down[METADATA_NAME].said, nobody[METADATA_NAME].said) == ("http_503", "unreachable")
    assert "TEAMS_OPENID_METADATA_URL" in down[METADATA_NAME].cure


@pytest.mark.parametrize("document", [[], {}, {"keys": []}, {"keys": 7}, {"keys": [7, {}]}])
async def test_an_address_without_keys_is_told(document: object) -> None:
    identity = Identity()
    identity.keys_document = document

    finding = (await found(identity))[METADATA_NAME]

    assert (finding.mark, finding.said) == (Mark.BAD, "bad_keys")
    assert "leave it unset" in finding.cure


@pytest.mark.parametrize("text", ["<html>", "[]", "{}", '{"jwks_uri": "nowhere"}'])
async def test_an_address_that_is_no_provider_s_is_told(text: str) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(text=text)

    application = web.Application()
    application.router.add_get(METADATA, answer)

    async with address(application) as url:
        findings = await looked(settings(url))

    assert METADATA_NAME in bad(findings)
    assert findings[METADATA_NAME].said == "bad_response"
    assert "leave it unset" in findings[METADATA_NAME].cure


async def test_keys_that_sign_for_other_channels_only_are_none() -> None:
    identity = Identity()
    identity.endorsements = {"k1": ["webchat"]}

    assert bad(await found(identity)) == [METADATA_NAME]


async def test_another_issuer_is_told() -> None:
    findings = await found(token_issuer="https://other.example")

    assert ISSUER != "https://other.example"
    assert bad(findings) == ["TEAMS_TOKEN_ISSUER"]
    assert "Leave both unset" in findings["TEAMS_TOKEN_ISSUER"].cure


@pytest.mark.parametrize(
    ("ahead_s", "mark"),
    [(0, Mark.GOOD), (-50, Mark.GOOD), (90, Mark.DOUBT), (310, Mark.BAD), (-310, Mark.BAD)],
)
async def test_a_clock_that_goes_wrong_is_noticed(ahead_s: float, mark: Mark) -> None:
    finding = (await found(ahead_s=ahead_s))["clock"]

    assert finding.mark is mark
    assert ("Sync this machine's clock" in finding.cure) == (mark is not Mark.GOOD)


@pytest.mark.parametrize(
    ("word", "cured"),
    [
        ("secret_expired", "TEAMS_APP_PASSWORD"),
        ("app_unknown", "TEAMS_APP_ID"),
        ("tenant_unknown", "TEAMS_TENANT_ID"),
        ("login_unreachable", "HTTPS_PROXY"),
    ],
)
async def test_a_token_that_cannot_be_had_has_its_cure(word: str, cured: str) -> None:
    findings = await found(tokens=NoToken(word))

    assert bad(findings) == ["token"]
    assert findings["token"].said == word
    assert cured in findings["token"].cure


@pytest.mark.parametrize("path", ["", "/", "/api/messages"])
async def test_an_endpoint_that_refuses_what_is_not_signed_is_good(path: str) -> None:
    endpoint = Endpoint(401, {"WWW-Authenticate": "Bearer"})

    finding = await at_endpoint(endpoint, path)

    [request], [body] = endpoint.asked, endpoint.bodies
    assert finding.mark is Mark.GOOD
    assert (request.method, request.path) == ("POST", "/api/messages")
    assert "Authorization" not in request.headers
    assert body["recipient"]["id"] == f"28:{APP_ID}"
    assert (body["type"], body["channelId"]) == ("message", "msteams")


@pytest.mark.parametrize(
    ("status", "headers", "said", "cured"),
    [
        (200, {}, "accepts an unsigned request", "TEAMS_AUTH=on"),
        (202, {}, "accepts an unsigned request", "TEAMS_AUTH=on"),
        (301, {"Location": "/elsewhere"}, "answers 301", "/api/messages"),
        (404, {}, "answers 404", "Messaging endpoint"),
        (405, {}, "answers 405", "Messaging endpoint"),
        (502, {}, "answers 502", "Start storewise"),
        (403, {}, "in front of storewise refuses", "has no password"),
        (401, {"WWW-Authenticate": 'Basic realm="x"'}, "in front of storewise", "has no password"),
    ],
)
async def test_an_endpoint_that_teams_cannot_use_has_its_cure(
    status: int, headers: dict[str, str], said: str, cured: str
) -> None:
    endpoint = Endpoint(status, headers)

    finding = await at_endpoint(endpoint)

    assert finding.mark is Mark.BAD
    assert said in finding.said
    assert cured in finding.cure
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize(
    "url",
    [
        "",
        "bot.example",
        "http://bot.example",
        "https://",
        "https://bot.example/slack/events",
        "https://bot.example?x=1",
        "https://jin:secret@bot.example",
        "https://[::1",
        "https://bot.example:99999",
    ],
)
async def test_an_address_that_teams_cannot_send_to_is_told(url: str) -> None:
    async with address(Identity().application) as keys:
        finding = (await looked(settings(keys), url=url))[ENDPOINT]

    assert finding.mark is Mark.BAD
    assert "https://bot.example" in finding.cure
    assert "secret" not in "".join(lines(finding))


async def test_an_address_where_nobody_answers_is_told(unused_tcp_port: int) -> None:
    async with address(Identity().application) as keys:
        findings = await looked(settings(keys), url=f"http://127.0.0.1:{unused_tcp_port}")

    assert (findings[ENDPOINT].mark, findings[ENDPOINT].said) == (Mark.BAD, "unreachable")
    assert "firewall" in findings[ENDPOINT].cure


async def test_a_certificate_of_no_authority_is_told(tmp_path: Path) -> None:
    server = TestServer(Endpoint().application, scheme="https", host="localhost")

    await server.start_server(ssl=own_certificate(tmp_path))
    try:
        async with address(Identity().application) as keys:
            finding = (await looked(settings(keys), url=str(server.make_url("/"))))[ENDPOINT]
    finally:
        await server.close()

    assert (finding.mark, finding.said) == (Mark.BAD, "certificate")
    assert "public authority" in finding.cure


async def test_without_an_address_the_endpoint_is_not_asked() -> None:
    finding = (await found())[ENDPOINT]

    assert finding.mark is Mark.UNASKED
    assert "--url" in finding.said


@pytest.mark.usefixtures("source", "process_as_it_was")
@pytest.mark.parametrize(
    ("status", "code", "last"), [(401, 0, "no problems found"), (404, 1, "1 problem to fix")]
)
async def test_the_command_prints_a_line_for_each_and_fails_when_one_does(
    status: int,
    code: int,
    last: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TEAMS_AUTH", "off")

    async with address(Endpoint(status).application) as url:
        ended = await asyncio.to_thread(main, ["doctor", "teams", "--url", url])

    printed = capsys.readouterr().out.splitlines()
    assert ended == code
    assert printed[0].startswith("✓ TEAMS_SDK: botbuilder (botbuilder-core 4.")
    assert printed[1] == "– TEAMS_APP_ID: not set; not needed with TEAMS_AUTH=off"
    assert any(f"messaging endpoint ({url}/api/messages)" in line for line in printed)
    assert printed[-1] == last


@pytest.mark.usefixtures("source", "process_as_it_was")
async def test_where_nothing_is_set_the_command_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with address(Identity().application) as url:
        monkeypatch.setenv("TEAMS_OPENID_METADATA_URL", url + METADATA)
        code = await asyncio.to_thread(main, ["doctor", "teams"])

    printed = capsys.readouterr().out
    assert code == 1
    assert "✗ TEAMS_APP_ID: not set" in printed
    assert "✗ TEAMS_APP_PASSWORD: not set" in printed
    assert "✗ TEAMS_TENANT_ID: not set" in printed
    assert printed.endswith("3 problems to fix\n")


def own_certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for localhost that nobody else has signed."""
    key, now = private_key("server"), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    certificate = (
        x509.CertificateBuilder(name, name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, SHA256())
    )
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "server.pem"
    file.write_bytes(certificate.public_bytes(Encoding.PEM) + plain)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
