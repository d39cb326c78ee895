"""An OpenID provider on loopback that signs requests as Teams does, and as those who pretend to."""

import asyncio
import base64
import functools
import hmac
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import RSAAlgorithm

APP_ID = "0f0f0f0f-0000-4000-8000-00000000000a"
TENANT = "aaaaaaaa-0000-4000-8000-000000000001"
OTHER_TENANT = "aaaaaaaa-0000-4000-8000-000000000002"
ISSUER = "https://api.botframework.com"
SERVICE = "https://smba.trafficmanager.net/kr/"
METADATA = "/v1/.well-known/openidconfiguration"

Body = dict[str, Any]
Request = tuple[str, Body]
"""The Authorization header and the body."""


@functools.cache
def private_key(name: str) -> RSAPrivateKey:
    """A key by its name, made once for all tests: it takes a while."""
    return generate_private_key(public_exponent=65537, key_size=2048)


def activity(text: str = "how long for headphones?", **changes: Any) -> Body:
    """A message in a personal chat; a change to None takes a field away."""
    body: Body = {
        "type": "message",
        "id": "1700000000000",
        "channelId": "msteams",
        "serviceUrl": SERVICE,
        "from": {"id": "29:mina", "aadObjectId": "bbbbbbbb-0000-4000-8000-000000000001"},
        "recipient": {"id": f"28:{APP_ID}", "name": "storewise"},
        "conversation": {"id": "a:1", "conversationType": "personal", "tenantId": TENANT},
        "channelData": {"tenant": {"id": TENANT}},
        "locale": "en-US",
        "text": text,
    }
    return {key: value for key, value in (body | changes).items() if value is not None}


class Identity:
    """Says which keys sign requests, and signs them."""

    def __init__(self, *key_ids: str) -> None:
        self.key_ids = list(key_ids or ["k1"])
        self.endorsements: Mapping[str, list[str]] = {}
        """Of keys that are for other channels than Teams."""
        self.down = False
        self.keys_document: object = None
        """What it says instead of its keys."""
        self.gate: asyncio.Event | None = None
        """It answers only when its gate is open."""
        self.asked: Counter[str] = Counter()
        self.application = web.Application()
        self.application.router.add_get(METADATA, self._metadata)
        self.application.router.add_get("/keys", self._keys)

    def bearer(self, body: Body, key_id: str = "k1", **changes: Any) -> str:
        """Return the Authorization header of a request; a change to None takes a claim away."""
        return "Bearer " + signed(claims(body, **changes), key_id)

    async def _metadata(self, request: web.Request) -> web.Response:
        await self._answering("metadata")
        keys = str(request.url.origin().with_path("/keys"))
        return web.json_response({"issuer": ISSUER, "jwks_uri": keys})

    async def _keys(self, request: web.Request) -> web.Response:
        await self._answering("keys")
        if self.keys_document is not None:
            return web.json_response(self.keys_document)
        return web.json_response({"keys": [self.listed(key_id) for key_id in self.key_ids]})

    async def _answering(self, what: str) -> None:
        self.asked[what] += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.down:
            raise web.HTTPServiceUnavailable

    def listed(self, key_id: str) -> dict[str, Any]:
        """A key as it stands in the list of keys."""
        endorsements = self.endorsements.get(key_id, ["msteams", "webchat"])
        public = RSAAlgorithm.to_jwk(private_key(key_id).public_key(), as_dict=True)
        return public | {"use": "sig", "kid": key_id, "endorsements": endorsements}


def claims(body: Body, **changes: Any) -> dict[str, Any]:
    """What a token of Teams says about a request."""
    now = int(time.time())
    said = {
        "iss": ISSUER,
        "aud": APP_ID,
        "serviceurl": body.get("serviceUrl"),
        "nbf": now - 10,
        "iat": now - 10,
        "exp": now + 3600,
    }
    return {key: value for key, value in (said | changes).items() if value is not None}


def signed(said: dict[str, Any], key_id: str | None = "k1", key: str | None = None) -> str:
    """A token of a key by its id; by another key under that id when one is named."""
    signing = private_key(key or key_id or "k1")
    return jwt.encode(said, signing, "RS256", headers={"kid": key_id} if key_id else None)


def _plain(part: object) -> str:
    written = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(written).decode().rstrip("=")


def _by_the_public_key(said: dict[str, Any]) -> str:
    """HS256 with what everybody knows, the public key, as its secret."""
    public = private_key("k1").public_key()
    secret = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    head = _plain({"alg": "HS256", "typ": "JWT", "kid": "k1"})
    text = f"{head}.{_plain(said)}"
    return f"{text}.{_plain(hmac.digest(secret, text.encode(), 'sha256'))}"


def _with(header: object) -> Callable[[Body], Request]:
    return lambda body: (f"Bearer {_plain(header)}.{_plain(claims(body))}.c2lnbmVk", body)


def _saying(**changes: Any) -> Callable[[Body], Request]:
    return lambda body: ("Bearer " + signed(claims(body, **changes)), body)


def _without(key: str) -> Callable[[Body], Request]:
    def request(body: Body) -> Request:
        return "Bearer " + signed(claims(body)), {k: v for k, v in body.items() if k != key}

    return request


def _valid(body: Body) -> str:
    return signed(claims(body))


_PAST = {"nbf": 1_700_000_000, "iat": 1_700_000_000, "exp": 1_700_003_600}
_FUTURE = {"nbf": 9_000_000_000, "exp": 9_000_003_600}

REFUSED: Mapping[str, tuple[str, Callable[[Body], Request]]] = {
    "no header": ("no_token", lambda body: ("", body)),
    "garbage": ("unreadable", lambda body: ("Bearer garbage", body)),
    "three parts of garbage": ("unreadable", lambda body: ("Bearer a.b.c", body)),
    "no token": ("unreadable", lambda body: ("Bearer ", body)),
    "bytes that are no text": ("unreadable", lambda body: ("Bearer \udc80.a.b", body)),
    "letters beyond ASCII": ("unreadable", lambda body: ("Bearer 토큰.a.b", body)),
    "a deep header": ("unreadable", _with(b"[" * 5000)),
    "a list as header": ("unreadable", _with([])),
    "a number as key id": ("unreadable", _with({"alg": "RS256", "kid": 7})),
    "Basic": ("unreadable", lambda body: (f"Basic {_valid(body)}", body)),
    "bearer in small letters": ("unreadable", lambda body: (f"bearer {_valid(body)}", body)),
    "two spaces": ("unreadable", lambda body: (f"Bearer  {_valid(body)}", body)),
    "another key": (
        "wrong_signature",
        lambda body: ("Bearer " + signed(claims(body), "k1", key="stranger"), body),
    ),
    "a changed claim": (
        "wrong_signature",
        lambda body: (
            "Bearer {0}.{2}.{1}".format(*_valid(body).split(".")[::2], _plain(claims(body, x=1))),
            body,
        ),
    ),
    "another audience": ("wrong_audience", _saying(aud="another-app")),
    "no audience": ("claim_missing", _saying(aud=None)),
    "another issuer": ("wrong_issuer", _saying(iss="https://sts.windows.net/")),
    "no issuer": ("claim_missing", _saying(iss=None)),
    "expired": ("expired", _saying(**_PAST)),
    "not valid yet": ("too_early", _saying(**_FUTURE)),
    "no expiry": ("claim_missing", _saying(exp=None)),
    "no number as expiry": ("unreadable", _saying(exp="soon")),
    "endless expiry": ("unreadable", _saying(exp=float("inf"))),
    "another service": ("other_service", _saying(serviceurl="https://evil.example/")),
    "no service in the token": ("claim_missing", _saying(serviceurl=None)),
    "a list as service": ("other_service", _saying(serviceurl=[SERVICE])),
    "an unknown key id": (
        "unknown_key",
        lambda body: ("Bearer " + signed(claims(body), "k9"), body),
    ),
    "no key id": ("no_key_id", lambda body: ("Bearer " + signed(claims(body), None), body)),
    "HS256": (
        "wrong_algorithm",
        lambda body: ("Bearer " + _by_the_public_key(claims(body)), body),
    ),
    "RS512": (
        "wrong_algorithm",
        lambda body: (
            "Bearer " + jwt.encode(claims(body), private_key("k1"), "RS512", headers={"kid": "k1"}),
            body,
        ),
    ),
    "alg none": (
        "wrong_algorithm",
        lambda body: ("Bearer " + jwt.encode(claims(body), "", "none", {"kid": "k1"}), body),
    ),
    "an activity without serviceUrl": ("other_service", _without("serviceUrl")),
    "an activity without channelId": ("other_channel", _without("channelId")),
    "an activity of another channel": (
        "other_channel",
        lambda body: ("Bearer " + _valid(body), body | {"channelId": "webchat"}),
    ),
}
"""Requests that nobody may believe: why not, and how each is made of an activity."""
