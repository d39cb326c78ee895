"""A message of Slack as words: every part that can be read, and what is not read is named."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.chat.unread import Unread
from adapters.slack.receive.reading import BY_APP, read
from bot.model.text import as_asked

QUESTIONS = st.sampled_from(
    ["how long do customers have to return headphones?", "포인트는 언제 만료되나요?"]
)
NAMES = st.from_regex(r":[a-z가-힣][a-z가-힣0-9_+-]{0,20}:", fullmatch=True)
TONES = st.sampled_from(["", ":skin-tone-2:", ":skin-tone-5:"])
DECORATION = st.one_of(
    st.builds("{}{}".format, NAMES, TONES),
    st.sampled_from(
        [":+1:", ":100:", "<@UBOT>", "```x = 1\ny```", "*", "_", "&gt;", "“", "🙏🏽", "\u200b"]
    ),
)


@given(st.lists(DECORATION, max_size=3), QUESTIONS, st.lists(DECORATION, max_size=3))
def test_decoration_never_changes_the_words(
    before: list[str], question: str, behind: list[str]
) -> None:
    wire = " ".join([*before, question, *(one for one in behind if one != "&gt;")])

    assert as_asked(read({"text": wire}, "UBOT").text) == question


@pytest.mark.parametrize(
    ("wire", "words"),
    [
        ("… headphones? :pray::skin-tone-5:", "… headphones?"),
        ("포인트 만료되나요?:pray:", "포인트 만료되나요?"),
        ("can `SM-100` be *returned* _today_, *_never_*?", "can SM-100 be returned today, never?"),
        ("&gt; he said\n&gt; so\nis it?", "he said\nso\nis it?"),
        ("from 10:30:15 to 9:00: why?", "from 10:30:15 to 9:00: why?"),
        ("a:b:c and file_a_b, 3*4*5", "a:b:c and file_a_b, 3*4*5"),
        ("<https://a.example/b_c|page> <!date^1^{date}|today>", "page https://a.example/b_c today"),
        (":wave: :+1:", ""),
    ],
)  # fmt: skip
def test_signs_that_say_something_stay(wire: str, words: str) -> None:
    assert read({"text": wire}, "UBOT").text == words


def rich(*elements: dict[str, Any], kind: str = "rich_text_section") -> list[dict[str, Any]]:
    """Blocks with one line of rich text."""
    return [{"type": "rich_text", "elements": [{"type": kind, "elements": list(elements)}]}]


def said(text: str, kind: str = "text") -> dict[str, Any]:
    return {"type": kind, "text": text}


QUESTION = "how long for headphones?"
BELOW_HEADING = said(f"*Question*\n{QUESTION}", "mrkdwn")
IN_SECTION = [{"type": "section", "text": said(f"<@UBOT> *{QUESTION}*", "mrkdwn")}]


@pytest.mark.parametrize(
    "parts",
    [
        {"blocks": rich({"type": "user", "user_id": "UBOT"}, said(f" {QUESTION} "),
                        {"type": "emoji", "name": "pray"})},
        {"blocks": rich(said("how long for "), said("headphones?"), kind="rich_text_quote")},
        {"blocks": IN_SECTION},
        {"blocks": [{"type": "header", "text": said(QUESTION, "plain_text")}, {"type": "divider"},
                    {"type": "actions", "elements": [{"type": "button", "text": said("Yes")}]}]},
        {"blocks": [{"type": "context", "elements": [said(QUESTION, "mrkdwn")]}]},
        {"blocks": [{"type": "markdown", "text": f"**{QUESTION}**"}]},
        {"blocks": [{"type": "table", "rows": [[said(QUESTION, "raw_text")]]}]},
        {"attachments": [{"text": QUESTION, "fallback": "other"}]},
        {"attachments": [{"fallback": QUESTION}]},
        {"attachments": [{"blocks": IN_SECTION}]},
        {"attachments": [{"fields": [{"value": QUESTION}]}]},
        {"text": "New request", "blocks": [{"type": "header", "text": said("From the form")},
                                           {"type": "section", "text": BELOW_HEADING}]},
        {"text": "A form was sent", "attachments": [{"title": "Question", "text": QUESTION}]},
        {"text": QUESTION, "blocks": IN_SECTION, "attachments": [{"text": QUESTION}]},
    ],
)  # fmt: skip
def test_what_an_app_asks_is_read_wherever_it_stands_and_once(parts: dict[str, Any]) -> None:
    found = read({"text": "", BY_APP: True} | parts, "UBOT")

    assert as_asked(found.text) == QUESTION
    assert found.unread is None


@pytest.mark.parametrize(
    ("parts", "unread"),
    [
        ({"text": "```x = 1```"}, Unread.CODE),
        ({"blocks": rich(said("x = 1"), kind="rich_text_preformatted")}, Unread.CODE),
        ({"blocks": [{"type": "image", "alt_text": "a cat"}]}, Unread.PICTURE),
        ({"blocks": [{"type": "video", "title": said("a cat", "plain_text")}]}, Unread.CLIP),
        ({"blocks": [{"type": "block_of_next_year", "text": "words"}]}, Unread.CARD),
        ({"files": [{"mode": "snippet", "mimetype": "text/plain"}]}, Unread.FILE),
        ({"files": [{"mimetype": "image/png", "alt_txt": "a cat"}]}, Unread.PICTURE),
        ({"attachments": [{"is_share": True, "text": "a cat"}]}, Unread.FORWARDED),
        ({"blocks": "nonsense", "attachments": 3, "files": ["x"]}, None),
    ],
)
def test_what_is_not_read_is_named(parts: dict[str, Any], unread: Unread | None) -> None:
    found = read(parts, "UBOT")

    assert (found.text, found.unread) == ("", unread)


def test_what_a_link_of_a_person_shows_is_nobodys_words() -> None:
    preview = {"title": "Other", "text": "words", "from_url": "https://a.example"}

    assert read({"text": QUESTION, "attachments": [preview]}, "UBOT").text == QUESTION
