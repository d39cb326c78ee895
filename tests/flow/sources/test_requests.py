"""Requests to an API of a source: patience, and where its token goes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from adapters.sources.connectors.web import StatusError, Web
from knowledge.model.errors import SourceError
from tests.flow.sources.web_server import Answer, Request, serving


@contextmanager
def asking(answer: Callable[[Request], Answer]) -> Iterator[tuple[Web, str, list[float]]]:
    """A client with a token for a server that answers so; the pauses that it makes."""
    pauses: list[float] = []
    with serving(answer) as home:
        web = Web(home, "the wiki", lambda: {"Authorization": "Bearer hush"}, pauses.append)
        yield web, home, pauses
        web.close()


def elsewhere(home: str) -> str:
    return home.replace("127.0.0.1", "localhost")


def test_a_token_never_follows_a_redirect_to_another_host() -> None:
    seen: list[str | None] = []

    def answer(request: Request) -> Answer:
        if request.path == "/start":
            return Answer(None, 302, {"Location": f"{elsewhere(home)}/files/a"})
        seen.append(request.headers.get("Authorization"))
        return Answer(b"the file")

    with asking(answer) as (web, home, _):
        content = web.content("/start")

    assert content == b"the file"
    assert seen == [None]


def test_a_next_page_on_an_open_foreign_host_is_not_asked_for() -> None:
    with (
        asking(lambda _: Answer({"next": "http://store.example/page"})) as (web, _, _),
        pytest.raises(SourceError, match="bad answer"),
    ):
        list(web.pages("/list", lambda said: str(said["next"])))


def test_redirects_in_a_circle_end() -> None:
    with (
        asking(lambda _: Answer(None, 302, {"Location": "/again"})) as (web, _, _),
        pytest.raises(SourceError, match="bad answer"),
    ):
        web.content("/again")


@pytest.mark.parametrize(
    ("header", "pauses"),
    [({"Retry-After": "5"}, [5.0] * 5), ({}, [1.0, 2.0, 4.0]), ({"Retry-After": "600"}, [])],
)
def test_a_limit_is_waited_for_but_not_for_ever(
    header: dict[str, str], pauses: list[float]
) -> None:
    with asking(lambda _: Answer({}, 429, header)) as (web, _, made):
        with pytest.raises(SourceError, match="busy"):
            web.get("/list")

        assert made == pauses


def test_a_server_that_is_down_for_a_moment_is_asked_again() -> None:
    answers = iter([Answer({}, 503), Answer({}, 502), Answer({"value": 1})])

    with asking(lambda _: next(answers)) as (web, _, pauses):
        said = web.get("/list")

        assert said == {"value": 1}
        assert pauses == [1.0, 2.0]


def test_a_server_that_is_away_is_named() -> None:
    with serving(lambda _: Answer()) as home:
        pass
    pauses: list[float] = []
    web = Web(home, "the wiki", sleep=pauses.append)

    with pytest.raises(SourceError, match="unreachable") as refused:
        web.get("/list")

    web.close()
    assert home.removeprefix("http://") in refused.value.cure


def test_a_page_of_a_proxy_is_no_answer() -> None:
    with (
        asking(lambda _: Answer(b"<html>Please sign in</html>")) as (web, _, _),
        pytest.raises(SourceError, match="the wiki"),
    ):
        web.get("/list")


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"error": "denied"}', b"no json"])
def test_a_refusal_is_its_status_whatever_its_body(body: bytes) -> None:
    with asking(lambda _: Answer(body, 403)) as (web, _, _), pytest.raises(StatusError) as refused:
        web.get("/list")

    assert refused.value.status == 403
