"""A question is sent again as Slack sends it, until the server has accepted it."""

from dataclasses import dataclass, field

from benchmarks.under_load.posed import Posed, Request
from benchmarks.under_load.sending import PAUSES_S, sent, unheard


@dataclass
class FakeServer:
    """Fails in these ways, one after the other, and then accepts."""

    failures: list[str]
    tries: list[Request] = field(default_factory=list)

    async def attempt(self, request: Request) -> str:
        self.tries.append(request)
        return self.failures.pop(0) if self.failures else ""

    @property
    def retries(self) -> list[tuple[str | None, str | None]]:
        names = "X-Slack-Retry-Num", "X-Slack-Retry-Reason"
        return [(one.headers.get(names[0]), one.headers.get(names[1])) for one in self.tries]


@dataclass
class Signing:
    """Signs every try anew."""

    signed: int = 0

    def request(self) -> Request:
        self.signed += 1
        return Request("/slack/events", b"{}", {"X-Slack-Signature": f"v0={self.signed}"})


def posed(signing: Signing) -> Posed:
    return Posed("Ev1", "U1", "C1:1.0", "how long?", "30 days", signing.request)


async def test_what_is_accepted_at_once_is_sent_once() -> None:
    server = FakeServer([])

    sending = await sent(posed(Signing()), server.attempt, faster=1e6)

    assert (sending.accepted, sending.tries) == (True, 1)
    assert server.retries == [(None, None)]


async def test_a_retry_is_signed_anew_and_says_its_number_and_why() -> None:
    server = FakeServer(["connection_failed", "http_timeout"])

    sending = await sent(posed(Signing()), server.attempt, faster=1e6)

    assert (sending.accepted, sending.tries) == (True, 3)
    assert server.retries == [(None, None), ("1", "connection_failed"), ("2", "http_timeout")]
    assert [one.headers["X-Slack-Signature"] for one in server.tries] == ["v0=1", "v0=2", "v0=3"]


async def test_after_the_third_retry_slack_gives_up() -> None:
    server = FakeServer(["http_error"] * 9)

    sending = await sent(posed(Signing()), server.attempt, faster=1e6)

    assert (sending.accepted, sending.tries) == (False, 1 + len(PAUSES_S))


async def test_where_no_200_is_heard_every_retry_comes_and_the_last_is_accepted() -> None:
    server = FakeServer([])

    sending = await sent(posed(Signing()), unheard(server.attempt), faster=1e6)

    assert (sending.accepted, sending.tries) == (True, 1 + len(PAUSES_S))
    assert server.retries[1:] == [(str(n), "http_timeout") for n in (1, 2, 3)]
