"""Text for Slack: safe in each of its dialects, and cut where a reader would."""

from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt

from adapters.chat.cutting import cut, cut_at_sentence
from adapters.slack.render.markdown import to_label, to_markdown, to_mrkdwn, to_plain
from adapters.teams.render.markdown import to_markdown as to_message

Z = "\u200b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**30일(개봉 시)**까지", f"**30일(개봉 시){Z}**까지"),
        ("매장은**(본사)**에서", f"매장은**{Z}(본사){Z}**에서"),
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
        ("하나 [1]\n둘 [2]\n\n셋", "하나 [1]  \n둘 [2]\n\n셋"),
        ("@here가 아니라", f"@{Z}here가 아니라"),
        ("<\u200b!channel> 환\u2060불 \u202etxt", f"<{Z}!channel> 환불 txt"),
        ("&lt;!channel&gt; &#60;@U1>", f"&lt;{Z}!channel&gt; &#60;{Z}@U1>"),
        ("</p><!subteam^S1>", f"<{Z}/p><{Z}!subteam^S1>"),
        ("| 상품 | 기간 |\n|---|---|\n| 옷 | 14일 |", "| 상품 | 기간 |\n|---|---|\n| 옷 | 14일 |"),
    ],
)
def test_an_answer_in_markdown_calls_nobody_and_hides_no_link(text: str, shown: str) -> None:
    assert to_markdown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**30일(개봉 시)**까지입니다", "<strong>30일(개봉 시)</strong>까지입니다"),
        ("그**‘개봉’**은", "그<strong>‘개봉’</strong>은"),
        ("매장은 **(본사)**에서", "매장은 <strong>(본사)</strong>에서"),
        ("**10%**를 **₩5,000.**까지", "<strong>10%</strong>를 <strong>₩5,000.</strong>까지"),
        ("pay **₩5,000 (cash)**only", "pay <strong>₩5,000 (cash)</strong>only"),
        ("**14 days.** Then", "<strong>14 days.</strong> Then"),
    ],
)
@pytest.mark.parametrize("made", [to_markdown, to_message], ids=["slack", "teams"])
def test_what_is_bold_shows_no_stars(made: Callable[[str], str], text: str, shown: str) -> None:
    assert MarkdownIt("commonmark").renderInline(made(text)).replace(Z, "") == shown


def test_two_ranges_strike_out_nothing_between_them() -> None:
    shown = to_markdown("3~5일 안에, 또는 7~10일\n```\n~/notes\n```")

    assert shown.startswith("3\u223c5일 안에, 또는 7\u223c10일")
    assert "~/notes" in shown


def test_mrkdwn_is_escaped() -> None:
    assert to_mrkdwn("<!here> & <@U1> @here") == f"&lt;!here&gt; &amp; &lt;@U1&gt; @{Z}here"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("## 환불\n**30일(개봉 시)**까지 [1]", "환불\n30일(개봉 시)까지 [1]"),
        (
            "기간:\n| 상품 | 기간 |\n|:---|---:|\n| **옷** | 14일 |\n\n끝",
            "기간:\n상품 · 기간\n옷 · 14일\n\n끝",
        ),
        ("```\n# kept | as **is**\n| a | b |\n```", "```\n# kept | as **is**\n| a | b |\n```"),
        ("a | b", "a | b"),
    ],
)
def test_plain_text_has_no_markdown(text: str, shown: str) -> None:
    assert to_plain(text) == shown


def test_a_label_is_one_line_without_calls() -> None:
    assert to_label(" Gifts\n&\u200b @here? ") == f"Gifts & @{Z}here?"


@pytest.mark.parametrize(
    ("limit", "kept"), [(20, "one two three"), (12, "one two…"), (3, "on…"), (1, "…"), (0, "")]
)
def test_text_is_cut_between_words(limit: int, kept: str) -> None:
    assert cut("one two three", limit) == kept


def test_an_entity_is_never_cut_in_two() -> None:
    assert cut("aaa&amp;bbb", 7) == "aaa…"


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("One is. Two is. Three is.", 40, "One is. Two is. Three is."),
        ("One is. Two is. Three is.", 20, "One is. Two is. …"),
        ("하나입니다. [1]\n둘입니다. [2]\n셋입니다. [3]", 26, "하나입니다. [1]\n둘입니다. [2] …"),
        ("Is. And a very long one that never ends", 30, "Is. And a very long one that…"),
    ],
)
def test_text_is_cut_between_sentences(text: str, limit: int, kept: str) -> None:
    assert cut_at_sentence(text, limit) == kept
