"""The page for a first look, and the same for curl."""

import asyncio
import re
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from html import unescape
from typing import Any

import pytest
from aiohttp import FormData, web
from aiohttp.test_utils import TestClient, TestServer

from adapters.web.page import build_page
from adapters.web.server import WebServer
from bot.model import ClosestRule, Platform, Reply, SafeText, Source, Verdict
from bot.model.health import Trouble
from bot.model.said import USUAL_NAME, Corpus
from bot.ports import ExampleOf
from bot.privacy import safe
from bot.texts import CLOSEST
from knowledge.model.documents import Language
from tests.fakes import FakeHandle

SOURCE = Source(
    number=1,
    title="Refunds & returns",
    section="Opened goods",
    quote="Opened <b>headphones</b> go back within 14 days.",
    doc_id="refund-policy-en",
    passage_id="refund-policy-en@2#1",
    version="2",
    page=3,
    url="https://kb.example/refunds?a=1&b=2",
    effective_from=date(2026, 3, 1),
)
REPLY = Reply("Within 14 days. [1]\nWith a receipt. [1][2]", sources=(SOURCE,))


@asynccontextmanager
async def page(
    reply: Reply = REPLY, corpus: Corpus = USUAL_NAME, example: ExampleOf | None = None
) -> AsyncIterator[tuple[TestClient[Any, Any], FakeHandle]]:
    """The page on loopback, in front of a conversation that always says the same."""
    handle = FakeHandle(reply)
    application = WebServer(routes=build_page(handle, corpus, example)).application
    async with TestClient(TestServer(application)) as client:
        yield client, handle


async def asked(question: str, reply: Reply = REPLY) -> str:
    async with page(reply) as (client, _):
        response = await client.post("/", data={"question": question})
        return await response.text()


async def test_the_page_has_a_form_in_both_languages() -> None:
    async with page() as (client, handle):
        response = await client.get("/")
        text = await response.text()

    assert (response.status, response.content_type) == (200, "text/html")
    assert '<form method="post" action="/">' in text
    assert "Question · 질문" in text
    assert "<article>" not in text
    assert handle.messages == []


async def test_a_question_is_answered_with_its_citations() -> None:
    async with page() as (client, handle):
        response = await client.post("/", data={"question": "헤드폰 환불돼요?"})
        text = await response.text()

    [message] = handle.messages
    assert (message.platform, message.text) == (Platform.WEB, "헤드폰 환불돼요?")
    assert "<p>Within 14 days.<sup>[1]</sup></p>" in text
    assert "<p>With a receipt.<sup>[1][2]</sup></p>" in text
    assert "Opened goods › p. 3 · v2" in text
    assert 'value="헤드폰 환불돼요?"' in text


RULES = {
    "en": ("I couldn't find anything about “skirt”.", "Sleeves cost 8,000 won. Ask first."),
    "ko": ("“치마”에 대한 내용은 찾지 못했습니다.", "소매는 8,000원입니다. 먼저 물어보세요."),
}


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_the_closest_rules_are_marked_as_unsure_and_stand_beside_their_source(
    language: Language,
) -> None:
    lacks, rule = RULES[language]
    quote, _, more = rule.partition(". ")
    near = ClosestRule(
        number=1,
        section=SOURCE.section,
        text=f"**{quote}.** {more}",
        quote=quote,
        doc_id=SOURCE.doc_id,
        passage_id=SOURCE.passage_id,
    )
    other = replace(SOURCE, number=2, title="Other", quote="Sleeves cost 9,000 won.")
    lead = CLOSEST[language]
    said = f"{lacks}\n{lead}\nRefunds: **{quote}.** {more} [1]\nBut: “9,000” [2]\nAsk Mina."
    verdict = Verdict.INSUFFICIENT
    text = await asked(
        "x", Reply(said, language, (SOURCE, other), closest=(near,), verdict=verdict)
    )

    assert '<article class="closest">' in text
    assert f'<p>{lacks}</p><p class="unsure">{lead}' in re.sub(r">\s+<", "><", unescape(text))
    [shown] = re.findall("<section>.*?</section>", text)
    assert '<a href="https://kb.example/refunds?a=1&amp;b=2"' in shown
    assert "Opened goods › " in shown
    assert f"<strong>{quote}.</strong> {more}" in shown
    assert text.count(quote) == 1
    [listed] = re.findall("<li>.*?</li>", text)
    assert "Other" in listed


@pytest.mark.parametrize("language", ["en", "ko"])
async def test_a_list_among_the_closest_rules_stands_once_and_together(language: Language) -> None:
    items = {"en": "Bring:\n- **the bag**\n- the slip", "ko": "준비물:\n- **가방**\n- 전표"}[
        language
    ]
    near = ClosestRule(
        number=1,
        section=SOURCE.section,
        text=items,
        quote="the bag",
        doc_id=SOURCE.doc_id,
        passage_id=SOURCE.passage_id,
    )
    said = f"{CLOSEST[language]}\nRefunds › Opened goods: {items} [1]"
    reply = Reply(said, language, (SOURCE,), closest=(near,), verdict=Verdict.INSUFFICIENT)

    text = await asked("x", reply)

    lead, item, last = items.replace("**", "").split("\n")
    [shown] = re.findall("<section>.*?</section>", text)
    bold = item.replace("- ", "- <strong>") + "</strong>"
    assert f"{lead}<br>{bold}<br>{last}" in shown
    assert text.count(last) == 1


async def test_a_first_visit_names_the_documents_and_a_question_of_each_language() -> None:
    async def example(language: Language) -> SafeText | None:
        known = {"en": "Which desks & chairs are there?", "ko": "책상 있어요?"}
        return safe(known[language]) if language in known else None

    corpus: Corpus = {"en": "furniture list", "ko": "가구 목록"}
    async with page(corpus=corpus, example=example) as (client, _):
        text = await (await client.get("/")).text()

    assert "Answers from the furniture list · 가구 목록에서 찾은 답" in text
    assert 'value="Which desks &amp; chairs are there?">' in text
    assert 'value="책상 있어요?">' in text


async def test_what_stands_out_in_an_answer_does_so_on_the_page() -> None:
    text = await asked("x", Reply("**7 days → <b>14**\nNow: 14 days. [1]", sources=(SOURCE,)))

    assert "<p><strong>7 days → &lt;b&gt;14</strong></p>" in text


async def test_what_may_be_asked_next_is_shown() -> None:
    text = await asked("x", Reply("Yes. [1]", sources=(SOURCE,), suggestions=("Gifts & wrapping",)))

    assert "<p>Related:</p>" in text
    assert 'value="Gifts &amp; wrapping">Gifts &amp; wrapping</button>' in text


async def test_the_page_speaks_the_language_of_the_reply() -> None:
    text = await asked("환불?", Reply("14일입니다.", language="ko"))

    assert '<html lang="ko">' in text


@pytest.mark.parametrize(
    "hostile",
    ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onfocus=alert(1) x='"],
)
async def test_whatever_is_asked_or_quoted_is_shown_as_text(hostile: str) -> None:
    source = replace(SOURCE, title=hostile, section=hostile, quote=hostile, version=hostile)
    reply = Reply(hostile, sources=(source,), follow_up=hostile, notice=hostile)

    text = await asked(hostile, reply)

    assert hostile not in text
    assert "<script" not in text
    assert "<img" not in text


async def test_marks_of_the_template_in_a_question_are_only_text() -> None:
    assert 'value="$answer ${x} $5"' in await asked("$answer ${x} $5")


async def test_a_citation_links_to_its_document() -> None:
    text = await asked("q")

    link = '<a href="https://kb.example/refunds?a=1&amp;b=2" rel="noreferrer">'
    assert f"{link}Refunds &amp; returns</a>" in text
    assert "<blockquote>Opened &lt;b&gt;headphones&lt;/b&gt; go back" in text


async def test_a_document_without_an_address_is_no_link() -> None:
    text = await asked("q", Reply("x [1]", sources=(replace(SOURCE, url=None),)))

    assert "<a " not in text
    assert "Refunds &amp; returns" in text


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"])
async def test_only_a_web_address_becomes_a_link(url: str) -> None:
    text = await asked("q", Reply("x [1]", sources=(replace(SOURCE, url=url),)))

    assert "<a " not in text
    assert url not in text


async def test_a_quote_is_shown_without_its_markdown() -> None:
    text = await asked("q", Reply("x [1]", sources=(replace(SOURCE, quote="**14일**\n이내"),)))

    assert "<blockquote>14일 이내</blockquote>" in text


async def test_a_long_quote_is_cut_on_the_page() -> None:
    text = await asked("q", Reply("x [1]", sources=(replace(SOURCE, quote="길" * 1000),)))

    assert "길" * 100 in text
    assert "길" * 999 not in text
    assert "…</blockquote>" in text


async def test_notice_and_question_back_are_shown() -> None:
    reply = Reply("Within 14 days.", follow_up="Has it been opened?", notice="I removed a number.")

    text = await asked("q", reply)

    assert '<p class="notice">I removed a number.</p>' in text
    assert '<p class="follow">Has it been opened?</p>' in text


async def test_the_form_carries_its_thread_so_that_a_reply_to_the_bots_question_is_understood() -> (
    None
):
    async with page() as (client, handle):
        shown = await (await client.get("/")).text()
        [thread] = re.findall(r'name="conversation_id" value="(\w+)"', shown)
        sent = {"question": "headphones?", "conversation_id": thread}
        again = await (await client.post("/", data=sent)).text()
        await client.post("/", data={"question": "no"})
        refused = await client.post("/", data=sent | {"conversation_id": "a b"})

    assert f'value="{thread}"' in again
    assert [one.conversation_id for one in handle.messages] == [thread, ""]
    assert refused.status == 400


async def test_a_selected_text_is_handed_on_and_an_empty_one_is_none() -> None:
    async with page() as (client, handle):
        await client.post("/", data={"question": "며칠?", "selected_text": "환불은 14일입니다."})
        await client.post("/", data={"question": "며칠?", "selected_text": ""})
        await client.post("/", data={"question": "며칠?"})

    assert [one.selected_text for one in handle.messages] == ["환불은 14일입니다.", None, None]


async def test_a_question_is_handed_on_as_it_is_seen_and_a_selected_text_in_its_own_letters() -> (
    None
):
    decomposed = unicodedata.normalize("NFD", "환불은 \uff11\uff14일?\u200b")

    async with page() as (client, handle):
        await client.post("/", data={"question": decomposed, "selected_text": f"{decomposed}\r\n"})

    [message] = handle.messages
    assert (message.text, message.selected_text) == ("환불은 14일?", f"{decomposed}\r\n")


async def test_a_source_without_a_version_is_named_by_its_title() -> None:
    selected = replace(SOURCE, title="Selected text", section="", version="", page=None, url=None)

    text = await asked("며칠?", replace(REPLY, sources=(selected,)))

    assert "<div>Selected text<blockquote>" in text


async def test_a_program_that_accepts_json_gets_json() -> None:
    async with page() as (client, _):
        response = await client.post(
            "/", data={"question": "며칠?"}, headers={"Accept": "application/json"}
        )
        answer = await response.json()

    assert answer["question"] is None
    assert answer["answer"] == REPLY.text
    assert answer["citations"][0]["doc_id"] == "refund-policy-en"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "file://", ""]
)
async def test_a_page_of_another_site_is_refused_by_its_origin_too(origin: str) -> None:
    async with page() as (client, handle):
        headers = {"Origin": origin}
        response = await client.post("/", data={"question": "q"}, headers=headers)

    assert response.status == 403
    assert handle.messages == []


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/octet-stream"])
async def test_what_is_no_form_is_refused_aloud(kind: str) -> None:
    async with page() as (client, handle):
        response = await client.post("/", data=b'{"question": "q"}', headers={"Content-Type": kind})
        told = await response.text()

    assert response.status == 415
    assert "/api/v1/ask" in told
    assert handle.messages == []


async def test_a_field_that_is_not_known_is_named() -> None:
    async with page() as (client, handle):
        response = await client.post("/", data={"question": "q", "store": "cafe"})
        told = await response.text()

    assert response.status == 400
    assert "store" in told
    assert handle.messages == []


def _file() -> FormData:
    form = FormData()
    form.add_field("question", b"refund?", filename="question.txt")
    return form


@pytest.mark.parametrize(
    ("path", "data", "status", "named"),
    [
        ("/", {'{"question": "환불?"}': ""}, 415, "/api/v1/ask"),
        ("/", FormData([("question", "a"), ("question", "b")]), 400, "once: question"),
        ("/", _file(), 400, "not a file: question"),
        ("/?as_of=2026-01-01", {"question": "q"}, 400, "as_of"),
    ],
    ids=["JSON as a form", "twice", "a file", "in the address"],
)
async def test_nothing_that_is_sent_is_dropped_in_silence(
    path: str, data: FormData | dict[str, str], status: int, named: str
) -> None:
    async with page() as (client, handle):
        response = await client.post(path, data=data)
        told = await response.text()

    assert response.status == status
    assert named in told
    assert handle.messages == []


async def test_a_question_in_the_address_is_refused_aloud() -> None:
    async with page() as (client, handle):
        response = await client.get("/", params={"question": "환불?"})
        told = await response.text()

    assert response.status == 400
    assert "question" in told
    assert handle.messages == []


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
async def test_who_comes_through_a_proxy_is_not_at_this_machine(header: str) -> None:
    async with page() as (client, handle):
        response = await client.post("/", data={"question": "q"}, headers={header: "203.0.113.9"})

    assert response.status == 403
    assert handle.messages == []


async def test_a_form_without_a_question_asks_nothing_in_particular() -> None:
    async with page() as (client, handle):
        response = await client.post("/", data={})

    assert response.status == 200
    assert handle.messages[0].text == ""


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example"])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_another_name_for_this_machine_is_refused(host: str, method: str) -> None:
    async with page() as (client, handle):
        response = await client.request(method, "/", data={}, headers={"Host": host})

    assert response.status == 403
    assert handle.messages == []


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1:9", "[::1]:8080"])
async def test_this_machine_s_own_names_are_served(host: str) -> None:
    async with page() as (client, _):
        response = await client.get("/", headers={"Host": host})

    assert response.status == 200


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200), (None, 200)],
)
async def test_a_page_elsewhere_cannot_have_its_visitors_ask(site: str | None, status: int) -> None:
    async with page() as (client, handle):
        headers = {"Sec-Fetch-Site": site} if site else {}
        response = await client.post("/", data={"question": "refunds?"}, headers=headers)

    assert (response.status, len(handle.messages)) == (status, int(status == 200))


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_the_page_runs_no_script_and_is_kept_by_nobody(method: str) -> None:
    async with page() as (client, _):
        response = await client.request(method, "/", data={"question": "q"})

    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cache-Control"] == "no-store"


async def test_the_server_says_that_it_is_up() -> None:
    async with page() as (client, _):
        health = await client.get("/healthz")
        ready = await client.get("/readyz")

        assert await health.json() == {"status": "ok"}
        assert await ready.json() == {"status": "ready"}


async def test_a_check_that_fails_makes_the_server_unready() -> None:
    async def unpaid() -> Trouble | None:
        return Trouble("unpaid", "Pay it.")

    async with TestClient(TestServer(WebServer(checks={"rent": unpaid}).application)) as client:
        response = await client.get("/readyz")

        assert response.status == 503
        assert await response.json() == {
            "status": "unready",
            "reasons": {"rent": {"reason": "unpaid", "cure": "Pay it."}},
        }


@dataclass
class Chat:
    """A way in that may be shut."""

    name: str
    shut: Trouble | None = None
    routes: tuple[web.RouteDef, ...] = ()

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        yield

    async def trouble(self) -> Trouble | None:
        return self.shut


REVOKED = Trouble("token_revoked", "Install it again.")


@pytest.mark.parametrize(
    ("chats", "status", "said"),
    [
        ([Chat("slack", REVOKED)], 503, "unready"),
        ([Chat("slack", REVOKED), Chat("teams", REVOKED)], 503, "unready"),
        ([Chat("slack", REVOKED), Chat("teams")], 200, "limited"),
        ([Chat("slack"), Chat("teams")], 200, "ready"),
    ],
)
async def test_the_people_of_one_chat_get_answers_while_another_is_shut(
    chats: list[Chat], status: int, said: str
) -> None:
    async with TestClient(TestServer(WebServer(chats).application)) as client:
        response = await client.get("/readyz")
        answer = await response.json()

    assert (response.status, answer["status"]) == (status, said)
    shut = {one.name for one in chats if one.shut}
    assert answer.get("reasons", {}).keys() == shut


async def test_a_part_that_is_missed_limits_the_server_and_leaves_it_ready_to_answer() -> None:
    async def tired() -> Trouble | None:
        return Trouble("tired", "Sleep.")

    async with TestClient(TestServer(WebServer(limits={"poet": tired}).application)) as client:
        response = await client.get("/readyz")

        assert response.status == 200
        reasons = {"poet": {"reason": "tired", "cure": "Sleep."}}
        assert await response.json() == {"status": "limited", "reasons": reasons}


async def test_a_check_that_hangs_or_fails_is_named_and_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.web.watching.watchdog.LIMIT_S", 0.05)
    asked = []

    async def hangs() -> Trouble | None:
        asked.append("hangs")
        await asyncio.Event().wait()
        return None

    async def fails() -> Trouble | None:
        raise ValueError("a secret word")

    server = WebServer(checks={"disk": hangs, "index": fails})
    async with TestClient(TestServer(server.application)) as client:
        reasons = [(await (await client.get("/readyz")).json())["reasons"] for _ in range(2)]

    assert [reasons[0][name]["reason"] for name in ("disk", "index")] == ["timeout", "check_failed"]
    assert reasons[0] == reasons[1]
    assert "secret" not in str(reasons)
    assert asked == ["hangs"]
