"""Our words to Slack's blocks, within its limits."""

import json
from datetime import date

import pytest

from adapters.slack.blocks import to_blocks, to_forms, to_line
from adapters.slack.markdown import cut, to_markdown, to_mrkdwn, to_plain
from bot.model import Reply, Source
from tests.flow.slack_api import faults

Z = "\u200b"


def source(number: int = 1, **change: object) -> Source:
    usual: dict[str, object] = {
        "title": "Refund policy",
        "section": "Opened goods",
        "quote": "14 days.",
        "doc_id": "refunds",
        "passage_id": "refunds@2#1",
        "version": "2",
    }
    return Source(number=number, **(usual | change))  # type: ignore[arg-type]  # a test's shorthand


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**30일(개봉 시)**까지", f"**30일(개봉 시)**{Z}까지"),
        ("매장은**(본사)**에서", f"매장은{Z}**(본사)**{Z}에서"),
        ("**30일**까지", "**30일**까지"),
        ("**14 days.** Then", "**14 days.** Then"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("<!channel> <@U1> <#C1>", f"<{Z}!channel> <{Z}@U1> <{Z}#C1>"),
        ("@here and @Channel, not a@hereby.co", f"@{Z}here and @{Z}Channel, not a@hereby.co"),
        ("<https://evil.example|ours>", f"<{Z}https://evil.example|ours>"),
        ("[ours](https://evil.example)", "ours (https://evil.example)"),
        ("![x](https://evil.example/p.png)", "x (https://evil.example/p.png)"),
        ("days [1](개봉)", f"days [1]{Z}(개봉)"),
        ("[1]: https://evil.example", f"[1]{Z}: https://evil.example"),
        ("[a](javascript:x)", f"[a]{Z}(javascript:x)"),
        ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
    ],
)
def test_an_answer_in_markdown_calls_nobody_and_hides_no_link(text: str, shown: str) -> None:
    assert to_markdown(text) == shown


def test_mrkdwn_is_escaped() -> None:
    assert to_mrkdwn("<!here> & <@U1> @here") == f"&lt;!here&gt; &amp; &lt;@U1&gt; @{Z}here"


def test_plain_text_has_no_markdown() -> None:
    assert to_plain("## 환불\n**30일(개봉 시)**까지 [1]") == "환불\n30일(개봉 시)까지 [1]"


@pytest.mark.parametrize(
    ("limit", "kept"), [(20, "one two three"), (12, "one two…"), (3, "on…"), (1, "…"), (0, "")]
)
def test_text_is_cut_between_words(limit: int, kept: str) -> None:
    assert cut("one two three", limit) == kept


def test_an_entity_is_never_cut_in_two() -> None:
    assert cut("aaa&amp;bbb", 7) == "aaa…"


def test_a_citation_says_where_the_words_stand() -> None:
    cited = source(url="https://kb/a|b", page=3, effective_from=date(2026, 1, 1))

    assert to_line(cited, "en") == (
        "[1] <https://kb/a%7Cb|Refund policy> › Opened goods · p. 3 · v2 · effective 2026-01-01"
    )
    assert to_line(cited, "ko").endswith("3쪽 · v2 · 2026-01-01 시행")


@pytest.mark.parametrize(
    "url", [None, "javascript:alert(1)", "file:///etc", "https://x/" + "a" * 1000]
)
def test_a_citation_links_to_web_pages_only(url: str | None) -> None:
    assert to_line(source(url=url, section=""), "en") == "[1] Refund policy · v2"


def test_a_title_cannot_call_or_link() -> None:
    line = to_line(source(title="<!channel>|x", url="https://kb"), "en")

    assert "<https://kb|&lt;!channel&gt;|x>" in line


def test_notice_answer_citations_and_follow_up_come_in_this_order() -> None:
    reply = Reply(
        "Yes [1].",
        sources=(source(),),
        follow_up="Gifts?",
        suggestions=("Gift receipts", "Gift wrapping"),
        notice="Removed a number.",
    )

    blocks = to_blocks(reply)

    assert [block["type"] for block in blocks] == ["context", "markdown", *["context"] * 3]
    shown = [json.dumps(block, ensure_ascii=False) for block in blocks]
    assert "Removed a number." in shown[0]
    assert "“14 days.”" in shown[2]
    assert "Gifts?" in shown[3]
    assert "You can also ask about: Gift receipts · Gift wrapping" in shown[4]


HUGE = "한" * 20_000
LONG = source(title=HUGE, section="&" * 9000, quote="<" * 9000, url="https://x/" + "a" * 480)


@pytest.mark.parametrize(
    "reply",
    [
        Reply("a"),
        Reply(""),
        Reply(" \n "),
        Reply(HUGE),
        Reply("&<>" * 9000, notice=HUGE, follow_up="&" * 9000),
        Reply("**a(b)**c" * 3000, sources=(LONG,) * 30, notice=HUGE, follow_up=HUGE),
        Reply("**a(b)**c" * 3000, sources=(LONG,) * 30, suggestions=(HUGE, "&" * 9000)),
        Reply('"\\\n' * 9000, sources=tuple(source(n, quote='"\\' * 500) for n in range(10))),
    ],
)
def test_every_form_of_every_reply_is_within_slacks_limits(reply: Reply) -> None:
    assert [faults(form) for form in to_forms(reply)] == [[], [], []]


def test_citations_keep_their_room_beside_a_long_answer() -> None:
    reply = Reply(HUGE, sources=tuple(source(n, quote="q" * 900) for n in range(1, 11)))

    shown = json.dumps(to_blocks(reply), ensure_ascii=False)

    assert all(f"[{n}] Refund policy" in shown for n in range(1, 11))
    assert "qqq" in shown


def test_without_blocks_the_text_still_names_the_sources() -> None:
    *_, last = to_forms(Reply("Yes [1].", sources=(source(),), follow_up="Gifts?"))

    assert last == {"text": "Yes [1].\n\n[1] Refund policy › Opened goods · v2\nGifts?"}


def test_a_source_without_a_version_is_named_by_its_title() -> None:
    selected = source(title="선택한 텍스트", section="", version="", url=None)

    assert to_line(selected, "ko") == "[1] 선택한 텍스트"
