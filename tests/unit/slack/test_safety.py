"""Whatever a document or a person writes, a reply calls nobody and hides no link."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adapters.slack.render.reply import Form, to_forms
from bot.model import Reply
from tests.flow.slack.stand_in.api import faults
from tests.unit.slack.given import answer, reply, source

NASTY = (
    "<!channel>",
    "<!here|here>",
    "<!everyone>",
    "<!subteam^S1>",
    "<!subteam^S1|@boss>",
    "<!date^1^{date}^https://evil.example|x>",
    "<@U1>",
    "<@W1|boss>",
    "<#C1|general>",
    "@here",
    "@Channel은",
    "@everyone!",
    "<https://evil.example|Refund policy>",
    "<mailto:a@evil.example|Refund policy>",
    "<slack://channel?id=C1|x>",
    "[Refund policy](https://evil.example)",
    "![Refund policy](https://evil.example/p.png)",
    "[Refund policy](<https://evil.example>)",
    "[Refund policy][1]\n\n[1]: https://evil.example",
    "[Refund [1] policy](https://evil.example 'x')",
    "&lt;!channel&gt;",
    "&#60;!channel>",
    "&amp;lt;!channel>",
    "<\u200b!channel>",
    "<\u2060@U1>",
    "@\u200bhere",
    "@\ufeffchannel",
    "[Refund policy]\u200b(https://evil.example)",
    "a\u202e>lennahc!<b",
    "</b><a href='https://evil.example'>x</a>",
    "**30일(개봉 시)**까지 <!channel>",
    "| a | b |\n|---|---|\n| <!channel> | <@U1> |",
    "```\n<!channel>\n```",
    "\\<!channel>",
    '"\\\n\t\x00\x7f',
)
AROUND = ("{}", "{}" * 40, "매장은 {}에서 **{}**까지", "x" * 2990 + "{}" * 5)


def in_answer(words: str) -> Reply:
    return reply(f"{words} [1]")


def in_report(words: str) -> Reply:
    return Reply(f"Indexed.\n- {words}")


def in_quote(words: str) -> Reply:
    return reply(sources=(source(quote=words, more_quotes=(words,)),))


def in_title(words: str) -> Reply:
    return reply(sources=(source(title=words, url="https://kb.example/1"),))


def in_section(words: str) -> Reply:
    return reply(sources=(source(section=words, version=words),))


def in_address(words: str) -> Reply:
    return reply(sources=(source(url=f"https://kb.example/{words}"),))


def in_suggestion(words: str) -> Reply:
    return reply(suggestions=(words, words))


def in_notice(words: str) -> Reply:
    return reply(notice=words, follow_up=words)


def in_scope(words: str) -> Reply:
    return reply(of=answer(store_type=words))


PLACES = (
    *(in_answer, in_report, in_quote, in_title, in_section),
    *(in_address, in_suggestion, in_notice, in_scope),
)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("around", AROUND)
def test_no_words_call_people_or_hide_a_link(place: Callable[[str], Reply], around: str) -> None:
    for nasty in NASTY:
        said = place(around.replace("{}", nasty))
        for form in to_forms(said):
            assert faults(form) == [], nasty
            assert list(harm(form)) == [], nasty


def harm(form: Form) -> Iterator[str]:
    """What of a form calls somebody, leads somewhere unseen, or is not seen itself."""
    for kind, text in texts({"type": "mrkdwn", "text": form["text"]}, form.get("blocks", [])):
        yield from re.findall(r"[\u2060\ufeff\u00ad\u202a-\u202e\u2066-\u2069]", text)
        yield from re.findall(r"@(?:here|channel|everyone)(?![a-z0-9_])", text, re.IGNORECASE)
        if kind == "mrkdwn":
            tokens = re.findall(r"<[^>]*>?", text)
            yield from (one for one in tokens if not one.startswith("<https://kb.example/"))
        if kind == "markdown":
            yield from re.findall(r"(?:<|&lt;|&#60;)[!@#/a-z]", text)
            yield from re.findall(r"\][(:\[]", text)


def texts(*nodes: Any) -> Iterator[tuple[str, str]]:
    """Each text object as its type and its text."""
    for node in nodes:
        if isinstance(node, list):
            yield from texts(*node)
        elif isinstance(node, dict):
            if isinstance(node.get("text"), str):
                yield node["type"], node["text"]
            yield from texts(*(value for value in node.values() if not isinstance(value, str)))


def test_a_button_says_a_document_s_words_and_sends_none() -> None:
    for nasty in NASTY:
        rich, *_ = to_forms(reply(suggestions=(nasty,)))
        *_, row = [block for block in rich["blocks"] if block["type"] == "actions"]

        assert row["elements"][-1]["value"] == "a1b2c3d4:0"
        assert row["elements"][-1]["text"]["type"] == "plain_text"


def test_the_address_of_a_citation_stays_within_its_link() -> None:
    rich, *_ = to_forms(in_address("a|b> <!channel>"))

    assert "<https://kb.example/a%7Cb%3E%20%3C!channel%3E|Refund policy>" in json.dumps(rich)
