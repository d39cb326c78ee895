"""Whatever a document or a person writes, a reply in Teams names nobody and hides no link."""

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from markdown_it import MarkdownIt

from adapters.teams.receive.activities import Chat, to_place
from adapters.teams.render.reply import to_forms
from bot.model import Reply
from tests.flow.teams.stand_in.form import cards_in, faults
from tests.unit.slack.test_safety import AROUND, NASTY, PLACES
from tests.unit.teams.given import BOT, MINA, activity

WORSE = (
    "<at>Kim Chulsoo</at>",
    "<AT id='0'>Kim</AT>",
    "&lt;at&gt;Kim&lt;/at&gt;",
    "<img src=https://evil.example/p.png>",
    "<\u200bat>Kim</at>",
    "[1](https://evil.example)",
    "[ours]\\(https://evil.example)",
    "{{DATE(2017-02-14T06:08:39Z, SHORT)}}",
)
DIRECT, THREAD = to_place(activity()), to_place(activity(kind="channel"))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("around", AROUND)
def test_no_words_name_people_or_hide_a_link(place: Callable[[str], Reply], around: str) -> None:
    for nasty in (*NASTY, *WORSE):
        said = place(around.replace("{}", nasty))
        for chat in (DIRECT, THREAD):
            for form in to_forms(said, Chat(chat, BOT, {"id": MINA})):
                assert faults(form) == [], nasty
                assert list(harm(form)) == [], nasty


@pytest.mark.parametrize("place", PLACES)
def test_a_reader_of_markdown_finds_no_link_and_no_tag(place: Callable[[str], Reply]) -> None:
    for nasty in (*NASTY, *WORSE):
        for form in to_forms(place(nasty), Chat(THREAD, BOT, {"id": MINA})):
            page = MarkdownIt("commonmark").render(form["text"])

            links = re.findall(r'(?:href|src)="([^"]*)"', page)
            assert [one for one in links if not _ours(one)] == [], nasty
            tags = set(re.findall(r"</?([a-z]\w*)", page))
            assert tags <= {"p", "em", "strong", "code", "pre", "a", "br", "ul", "li"}, nasty
            assert page.count("<a ") <= 1, nasty


def harm(form: dict[str, Any]) -> Iterator[str]:
    """What of a message names somebody, leads somewhere unseen, or is not seen itself."""
    text = form["text"]
    yield from re.findall(r"<[a-z!/?@#]", text, re.IGNORECASE)
    yield from (one for one in re.findall(r"\]\(([^)]*)\)", text) if not _ours(one))
    yield from re.findall(r"\][:\[]", text)
    for words in (text, *_words(form)):
        yield from re.findall(r"[\u2060\ufeff\u00ad\u202a-\u202e\u2066-\u2069]", words)
    for card in cards_in(form):
        blocks = [node for node in _nodes(card) if "text" in node]
        yield from (one["text"] for one in blocks if "{{" in one["text"])
        # All words of others are text runs, in which nothing means anything.
        yield from (one["text"] for one in blocks if one["type"] == "TextBlock")


def _ours(address: str) -> bool:
    return html.unescape(address).startswith("https://kb.example/")


def _words(form: dict[str, Any]) -> Iterator[str]:
    for node in _nodes(form):
        for key in ("title", "value", "name", "abstract", "text"):
            if isinstance(node.get(key), str):
                yield node[key]


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, list):
        for item in node:
            yield from _nodes(item)
    elif isinstance(node, dict):
        yield node
        for value in node.values():
            yield from _nodes(value)
