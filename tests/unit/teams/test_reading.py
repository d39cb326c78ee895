"""A message of Teams as words: every part that can be read, and what is not read is named."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.chat.unread import Unread
from adapters.teams.receive.wording import read
from bot.model.text import as_asked

BOT = {"id": "28:x", "name": "storewise"}
QUESTIONS = st.sampled_from(
    ["how long do customers have to return headphones?", "포인트는 언제 만료되나요?"]
)
DECORATION = st.sampled_from(
    ['<quoted messageId="1"/>', "<b>", "</b>", "<i>", "<br>", "<br/>", "<p>", "</p>", "&nbsp;",
     '<img alt="a cat">', '<attachment id="1"></attachment>', '<emoji alt="🙏">', "“", "🙏🏽", "*"]
)  # fmt: skip
REPLY = (
    '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="1700000000001">\r\n'
    '<strong itemprop="mri" itemid="28:x">storewise</strong><span itemprop="time" itemid="17">'
    '</span>\r\n<p itemprop="preview">Headphones: 14 days</p>\r\n</blockquote>\r\n'
)


def said(text: str | None = "", html: str = "", *kinds: str) -> dict[str, Any]:
    parts = [{"contentType": "text/html", "content": html}] if html else []
    return {
        "text": text,
        "recipient": BOT,
        "attachments": [*parts, *({"contentType": kind} for kind in kinds)],
    }


@given(st.lists(DECORATION, max_size=4), QUESTIONS, st.lists(DECORATION, max_size=4))
def test_decoration_never_changes_the_words(
    before: list[str], question: str, behind: list[str]
) -> None:
    decorated = f"{''.join(before)}{question}{''.join(behind)}"

    assert as_asked(read(said(decorated)).text) == question
    assert as_asked(read(said("", f"<div>{decorated}</div>")).text) == question


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("and opened ones?", "<p>and opened ones?</p>"),
        ('<quoted messageId="1"/> and opened ones?', "<p>and opened ones?</p>"),
        ("storewise Headphones: 14 days and opened ones?", "<p>and <b>opened</b> ones?</p>"),
        ("<at>storewise</at> and opened ones?",
         '<p><span itemtype="schema.skype.com/Mention">storewise</span> and opened ones?</p>'),
        ("", '<p><at id="0">storewise</at>&nbsp;and opened ones?</p>'),
        ("and opened ones?", ""),
    ],
)  # fmt: skip
def test_a_reply_has_its_own_words_and_those_that_it_quotes(text: str, html: str) -> None:
    found = read(said(text, REPLY + html, "messageReference"))

    assert (found.text, found.unread) == ("and opened ones?", None)
    assert (found.quoted, found.replies_to) == ("Headphones: 14 days", "1700000000001")


@pytest.mark.parametrize(
    ("message", "unread"),
    [
        (said("", "", "application/vnd.microsoft.card.fluidEmbedCard"), Unread.CARD),
        (said("", "", "application/vnd.microsoft.card.codesnippet"), Unread.CODE),
        (said("", "", "application/vnd.microsoft.of.next.year"), Unread.CARD),
        (said("x = 1", "<codeblock><code>x = 1</code></codeblock>"), Unread.CODE),
        (said("", "", "image/png"), Unread.PICTURE),
        (said("", "", "audio/mp4"), Unread.CLIP),
        (said("", "", "application/vnd.microsoft.teams.file.download.info"), Unread.FILE),
        (said("", "", "forwardedMessageReference"), Unread.FORWARDED),
        (said(None), None),
    ],
)
def test_what_is_not_read_is_named(message: dict[str, Any], unread: Unread | None) -> None:
    found = read(message)

    assert (found.text, found.unread) == ("", unread)


def test_code_beside_words_is_named_and_they_are_read() -> None:
    html = "<p>포인트는 언제 만료되나요?</p><codeblock><code>x = 1</code></codeblock>"

    found = read(said("포인트는 언제 만료되나요?\nx = 1", html))

    assert (found.text, found.unread) == ("포인트는 언제 만료되나요?", Unread.CODE)
