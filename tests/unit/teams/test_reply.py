"""Our words as a message of Teams, within its limits."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from markdown_it import MarkdownIt

from adapters.teams.receive.activities import Chat, Place, to_place
from adapters.teams.render.budget import size
from adapters.teams.render.cards import answer_card, help_card
from adapters.teams.render.markdown import to_line, to_markdown
from adapters.teams.render.reply import (
    ending_stream,
    informative,
    to_activity,
    to_card_message,
    to_forms,
    to_plain,
    typing,
)
from bot.model import Choice, Confidence, Reply, Table, Verdict
from knowledge.model.documents import Audience, Language
from tests.flow.teams.stand_in.form import faults
from tests.unit.slack.given import ID, answer, reply, source
from tests.unit.teams.given import BOT, CHANNEL, MINA, activity

Z = "\u200b"
DIRECT = to_place(activity())
GROUP = to_place(activity(kind="groupChat"))
THREAD = to_place(activity(kind="channel"))
PERSON = {"id": MINA}


def made(said: Reply, place: Place = THREAD, **how: Any) -> dict[str, Any]:
    form = to_activity(said, Chat(place, BOT, PERSON), **how)
    assert faults(form) == []
    return form


def plain(said: Reply, place: Place = THREAD) -> dict[str, Any]:
    form = to_plain(said, Chat(place, BOT, PERSON))
    assert faults(form) == []
    return form


def citations(form: dict[str, Any]) -> list[dict[str, Any]]:
    [root] = form["entities"]
    found: list[dict[str, Any]] = root.get("citation", [])
    return found


def test_a_reply_goes_into_the_thread_in_the_bot_s_name() -> None:
    form = made(reply())

    assert form["type"] == "message"
    assert form["conversation"] == {"id": CHANNEL}
    assert form["replyToId"] == "1700000000002"
    assert (form["from"], form["recipient"]) == (BOT, PERSON)
    assert form["text"].startswith("Yes [1].")


def test_an_answer_has_the_label_and_its_citations() -> None:
    cited = source(
        1, url="https://kb.example/1", page=3, effective_from=date(2026, 1, 1), quote="**14** days."
    )

    [root] = made(reply(sources=(cited,)))["entities"]

    assert root == {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
        "additionalType": ["AIGeneratedContent"],
        "citation": [
            {
                "@type": "Claim",
                "position": 1,
                "appearance": {
                    "@type": "DigitalDocument",
                    "name": "Refund policy",
                    "abstract": "14 days.",
                    "url": "https://kb.example/1",
                    "keywords": ["p. 3", "v2", "from 1 Jan 2026"],
                },
            }
        ],
    }


@pytest.mark.parametrize("place", [DIRECT, GROUP, THREAD])
@pytest.mark.parametrize(
    ("audience", "language", "name", "words"),
    [
        (Audience.MANAGER, "en", "For managers", "managers only"),
        (Audience.MANAGER, "ko", "매니저용", "매니저에게만"),
        (Audience.ADMIN, "en", "For administrators", "administrators only"),
        (Audience.ADMIN, "ko", "관리자용", "관리자에게만"),
    ],
)
def test_an_answer_from_documents_that_not_all_may_read_has_a_sensitivity_label(
    place: Place, audience: Audience, language: Language, name: str, words: str
) -> None:
    [root] = made(reply(language=language, audience=audience), place)["entities"]

    label = root["usageInfo"]
    assert (label["@type"], label["name"]) == ("CreativeWork", name)
    assert words in label["description"]
    # A citation's label has to name the message's one: there is none.
    assert all("usageInfo" not in one["appearance"] for one in root["citation"])


def test_an_answer_for_all_has_no_sensitivity_label() -> None:
    [root] = made(reply(audience=Audience.STAFF))["entities"]

    assert "usageInfo" not in root


def test_only_what_the_text_cites_is_a_citation() -> None:
    sources = tuple(source(n) for n in range(1, 15))

    assert [
        one["position"] for one in citations(made(reply("A [2]. B [14].", sources=sources)))
    ] == [
        2,
        14,
    ]
    assert citations(made(reply("Nothing.", sources=sources))) == []
    all_of_them = " ".join(f"So [{n}]." for n in range(1, 15))
    assert len(citations(made(reply(all_of_them, sources=sources)))) == 10


@pytest.mark.parametrize(
    ("change", "name", "abstract"),
    [
        ({"title": "", "quote": ""}, "문서", "Opened goods"),
        ({"title": "**", "quote": "", "section": ""}, "문서", "문서"),
        ({"title": "가" * 200, "quote": "나" * 500}, "가" * 79 + "…", "나" * 159 + "…"),
    ],
)
def test_a_name_and_an_abstract_are_never_empty(
    change: dict[str, Any], name: str, abstract: str
) -> None:
    form = made(reply("네 [1].", language="ko", sources=(source(**change),)))

    shown = citations(form)[0]["appearance"]
    assert (shown["name"], shown["abstract"]) == (name, abstract)


def test_quotes_stand_in_the_order_of_their_passage() -> None:
    cited = source(
        quote="| 골드 | 3% |",
        more_quotes=("| 등급 | 적립률 |", "누구나 적립합니다."),
        passage="| 등급 | 적립률 |\n|---|---|\n| 골드 | 3% |\n\n누구나 적립합니다.",
    )

    form = made(reply(sources=(cited,)))

    said = "등급 · 적립률 … 골드 · 3% … 누구나 적립합니다."
    assert citations(form)[0]["appearance"]["abstract"] == said
    assert f"“{said}”" in plain(reply(sources=(cited,)))["text"]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (None, None),
        ("javascript:alert(1)", None),
        ("file:///etc", None),
        ("//kb.example/1", None),
        ("https://x/" + "a" * 2000, None),
        ("HTTPS://kb.example/a b\n<c>", "HTTPS://kb.example/a%20b%0A%3Cc%3E"),
        ("https://kb.example/문서", "https://kb.example/%EB%AC%B8%EC%84%9C"),
    ],
)
def test_a_citation_links_to_web_pages_only(url: str | None, address: str | None) -> None:
    shown = citations(made(reply(sources=(source(url=url),))))[0]["appearance"]

    assert shown.get("url") == address


def test_what_was_kept_can_be_rated() -> None:
    assert made(reply())["channelData"] == {"feedbackLoop": {"type": "default"}}
    assert "channelData" not in made(reply(kept=False))
    assert "channelData" not in made(reply(), targeted=True)


@pytest.mark.parametrize("kept", [True, False])
def test_in_a_personal_chat_two_topics_are_suggested(kept: bool) -> None:
    gifts = "Refund policy: what about gifts?"
    said = reply(suggestions=(gifts, "Warranty", "Points", "Hours"), kept=kept)

    form = made(said, DIRECT)

    assert form["suggestedActions"]["to"] == [MINA]
    assert form["suggestedActions"]["actions"] == [
        {"type": "imBack", "title": "Gifts", "value": gifts},
        {"type": "imBack", "title": "Warranty", "value": "Warranty"},
    ]


def test_in_a_personal_chat_the_question_back_is_answered_by_a_tap() -> None:
    opened = Choice("개봉", "개봉한 상품인데 헤드폰 환불 기간은?")
    said = reply(follow_up="개봉했나요?", choices=(opened,), suggestions=("교환은요?",))

    assert made(said, DIRECT)["suggestedActions"]["actions"] == [
        {"type": "imBack", "title": opened.label, "value": opened.question}
    ]
    assert "suggestedActions" not in made(said, GROUP)


@pytest.mark.parametrize("place", [GROUP, THREAD])
def test_where_others_read_two_topics_are_a_line(place: Place) -> None:
    form = made(reply(suggestions=("Gifts", "Warranty", "Points")), place)

    assert "suggestedActions" not in form
    assert form["text"].endswith("Related: Gifts · Warranty")


@pytest.mark.parametrize("place", [DIRECT, GROUP, THREAD])
def test_a_tap_on_a_citation_opens_its_passage(place: Place) -> None:
    goods = "Opened goods: 14 days."
    cited = source(passage=f"Unopened: 30 days. {goods}", quote=goods)

    form = made(reply(sources=(cited,)), place)
    [shown] = [one["appearance"] for one in citations(form)]
    card = json.loads(shown["text"])

    assert "attachments" not in form
    assert shown["encodingFormat"] == "application/vnd.microsoft.card.adaptive"
    assert "Unopened: 30 days." in json.dumps(card)
    bold = [one for one in _runs(card) if one.get("weight") == "Bolder"]
    assert goods in [one["text"] for one in bold]


@pytest.mark.parametrize(("place", "opens"), [(DIRECT, True), (GROUP, False), (THREAD, False)])
def test_passages_that_not_all_may_read_are_not_in_a_chat(place: Place, opens: bool) -> None:
    cited = source(passage="Vouchers above 50 euro: a second manager signs.")

    form = made(reply(sources=(cited,), audience=Audience.MANAGER), place)

    assert ("second manager" in json.dumps(form)) is opens
    assert len(citations(form)) == 1


def test_long_passages_are_cut_before_citations_are() -> None:
    many = tuple(source(n, passage="This rule is long. " * 400) for n in range(1, 11))
    text = " ".join(f"So [{n}]." for n in range(1, 11))

    cited = citations(made(reply(text, sources=many)))

    assert len(cited) == 10
    assert all(len(one["appearance"].get("text", "")) < 1500 for one in cited)


def _runs(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, list):
        for one in node:
            yield from _runs(one)
    elif isinstance(node, dict):
        if node.get("type") == "TextRun":
            yield node
        for value in node.values():
            yield from _runs(value)


def test_what_was_not_kept_has_no_buttons_but_says_what_may_be_asked() -> None:
    form = made(reply(kept=False, suggestions=("Gifts",)))

    assert "attachments" not in form
    assert "Related: Gifts" in form["text"]


@pytest.mark.parametrize(
    ("language", "scope"),
    [
        ("en", "Convenience · as of 22 Nov 2026"),
        ("ko", "편의점 · 2026년 11월 22일 기준"),
    ],
)
def test_the_text_says_all_that_a_person_needs(language: Language, scope: str) -> None:
    said = reply(
        "It is [1].",
        language=language,
        of=answer(language, "convenience"),
        notice="I removed <b>.",
        follow_up="Has it been opened?",
    )

    assert made(said, DIRECT)["text"] == (
        f"I removed &lt;b&gt;.\n\nIt is [1].\n\n{scope}\n\nHas it been opened?"
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "This may not be what you meant"), ("ko", "찾으시는 내용이 아닐 수 있습니다")],
)
def test_a_doubt_stands_above_the_answer(language: Language, words: str) -> None:
    said = reply(language=language, of=answer(language, confidence=Confidence.LOW))

    for form in (made(said), plain(said)):
        above, answered, *_ = form["text"].split("\n\n")
        assert words in above
        assert answered == "Yes [1]."
    assert words in str(answer_card(said, "?")["body"][1])


def test_greetings_and_errors_have_no_label_and_no_buttons() -> None:
    form = made(Reply("안녕하세요!", "ko", trace_id=ID), DIRECT)

    assert not {"entities", "attachments", "channelData", "suggestedActions"} & form.keys()


def test_a_refusal_has_the_label_but_no_citations() -> None:
    said = replace(reply("Not available.", sources=()), verdict=Verdict.INSUFFICIENT)

    assert citations(made(said)) == []


def test_the_plain_form_has_the_same_words_and_its_sources_as_lines() -> None:
    sources = (source(url="https://kb.example/1", title="Refund *policy*"), source(2))

    form = plain(reply("Yes [1].", sources=sources, suggestions=("Gifts",)))

    assert not {"entities", "attachments", "channelData", "suggestedActions"} & form.keys()
    assert form["text"] == (
        "Yes [1].\n\n"
        "As of 22 Nov 2026\n\n"
        "[1] [Refund policy](https://kb.example/1) › Opened goods · v2 — “14 days.”\n\n"
        "and 1 more\n\n"
        "Related: Gifts"
    )


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "I couldn't find a colour.\nWhich product is it about?"),
        ("ko", "색상은 찾지 못했습니다.\n어떤 상품인가요?"),
    ],
)
def test_what_is_asked_back_stands_below_the_answer_line_by_line(
    language: Language, asked: str
) -> None:
    said = reply("Yes [1].", language=language, follow_up=asked, suggestions=("Gifts",))
    first, second = asked.split("\n")

    for form in (made(said, DIRECT), plain(said)):
        answered, holds, *asked_back = form["text"].split("\n\n")
        assert (answered, "22" in holds) == ("Yes [1].", True)
        assert asked_back[:2] == [first, second]
        assert "Gifts" not in str(form)


def test_an_answer_is_cut_where_a_sentence_ends_and_keeps_its_citations() -> None:
    long = "\n".join(f"{n}번 규정은 **{n}번 매대**에 적용됩니다. [1]" for n in range(900))
    said = reply(long, language="ko", suggestions=("Gifts",))

    for form in to_forms(said, Chat(THREAD, BOT, PERSON)):
        assert faults(form) == []
        body = form["text"].split("\n\n2026년")[0]
        assert "적용됩니다. [1] …" in body
        assert body.count("**") % 2 == 0
        assert size(form) > 17_000
    assert len(citations(made(said))) == 1


def test_what_is_cut_away_is_not_cited() -> None:
    long = "So it is [1]. " + "It goes on. " * 3000 + "And the last [2]."

    form = made(reply(long, sources=(source(1), source(2))))

    assert [one["position"] for one in citations(form)] == [1]


def test_the_most_of_everything_fits() -> None:
    sources = tuple(
        source(
            n,
            title='"제목"' * 100,
            section="가" * 500,
            quote='"\\' * 1000,
            url="https://kb.example/" + "a" * 900,
            version="9" * 100,
            page=10**6,
            effective_from=date(2026, 1, 1),
        )
        for n in range(1, 13)
    )
    text = " ".join(f"So [{n}]." for n in range(1, 13)) + " <&>" * 9000
    said = reply(
        text, sources=sources, suggestions=('"' * 300,) * 5, notice="&" * 999, follow_up="<" * 999
    )

    for place in (DIRECT, THREAD):
        for form in to_forms(said, Chat(place, BOT, PERSON)):
            assert faults(form) == []
            assert "So [1]. So [2]" in form["text"]
    assert len(citations(made(said))) == 10


def test_a_report_keeps_its_lines_and_counts_those_without_room() -> None:
    lines = "\n".join(f"- ko/문서_{n}.md: <b>머리글</b>이 없습니다" for n in range(900))

    form = made(Reply(f"색인했습니다.\n{lines}", "ko", private=True), DIRECT)

    assert form["text"].startswith("색인했습니다.\n- ko/문서_0.md: &lt;b&gt;머리글&lt;/b&gt;")
    assert form["text"].rstrip().endswith("개")


def test_a_difference_stays_in_its_fence() -> None:
    form = made(Reply("```\n+ | <at>Kim</at> |\n" + "+ a | b\n" * 900 + "```", private=True))

    assert form["text"].startswith(f"```\n+ | <{Z}at>Kim<{Z}/at> |\n+ a | b\n")
    assert form["text"].count("```") == 2


def test_a_stream_begins_with_a_status_and_ends_with_the_answer() -> None:
    status = informative("매장 문서에서 찾고 있습니다…", Chat(DIRECT, BOT, PERSON))
    final = ending_stream(made(reply(), DIRECT), "s-1")

    assert status["type"] == "typing"
    assert status["entities"] == [
        {"type": "streaminfo", "streamType": "informative", "streamSequence": 1}
    ]
    assert final["entities"][1:] == [
        {"type": "streaminfo", "streamType": "final", "streamId": "s-1"}
    ]
    assert faults(final) == []
    assert typing(Chat(DIRECT, BOT, PERSON))["conversation"] == {"id": "a:1"}


def test_a_card_is_a_message_too() -> None:
    card = to_card_message(help_card("ko"), "사용 방법", "ko", Chat(DIRECT, BOT, PERSON))

    assert faults(card) == []
    assert (card["summary"], card["locale"]) == ("사용 방법", "ko-KR")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("하나 [1]\n둘 [2]\n\n셋", "하나 [1]\n\n둘 [2]\n\n셋"),
        ("Steps:\n- one\n- two\nThen", "Steps:\n- one\n- two\n\nThen"),
        ("1. one\n2. two", "1. one\n2. two"),
        ("둘:\n- 7일 ≠ 14일\n  가: “7일”\n  나: “14일”\n- 끝",
         "둘:\n- 7일 ≠ 14일\n\n  가: “7일”\n\n  나: “14일”\n- 끝"),
        ("- one\n  - two", "- one\n  - two"),
        ("**30일(개봉 시)**까지", f"**30일(개봉 시){Z}**까지"),
        ("## 환불\n끝", "환불\n\n끝"),
        ("| 상품 | 기간 |\n|---|---|\n| 옷 | 14일 |", "상품 · 기간\n\n옷 · 14일"),
        ("<at>Kim</at> & 1 < 2", "&lt;at&gt;Kim&lt;/at&gt; &amp; 1 &lt; 2"),
        ("&lt;at&gt;", "&amp;lt;at&amp;gt;"),
        ("[ours](https://evil.example)", "ours (https://evil.example)"),
        ("[a](javascript:x) [1](개봉)", f"[a]{Z}(javascript:x) [1]{Z}(개봉)"),
        ("환\u2060불 \u202etxt", "환불 txt"),
        ("```\n<at>\n\n# x\n```", f"```\n<{Z}at>\n\n# x\n```"),
    ],
)  # fmt: skip
def test_markdown_names_nobody_and_hides_no_link(text: str, shown: str) -> None:
    assert to_markdown(text) == shown


def test_the_lines_of_a_contradiction_stay_lines_of_its_item() -> None:
    html = MarkdownIt("commonmark").render(to_markdown("- 7 ≠ 14\n  A: “7”\n  B: “14”\n- 1 ≠ 2"))

    assert html.count("<li>") == 2
    assert "<p>7 ≠ 14</p>\n<p>A: “7”</p>\n<p>B: “14”</p>\n</li>" in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a b"),
        ("_x_ refund_policy_ko ~~y~~", r"x refund_policy_ko \~\~y\~\~"),
        ("**Gifts** <at>x</at>", "Gifts &lt;at&gt;x&lt;/at&gt;"),
        ("[1]: https://evil.example", f"[1]{Z}: https://evil.example"),
    ],
)
def test_in_a_line_nothing_means_anything(text: str, shown: str) -> None:
    assert to_line(text) == shown


@pytest.mark.parametrize(
    ("lines", "row", "listed"),
    [
        (
            "Before: 3 days. [1]\nNow: 9 days. [1]",
            ("Parcels", "3 days [1]", "9 days [1]"),
            "- **Parcels**: 3 days [1] → 9 days [1]",
        ),
        (
            "변경 전: 3일입니다. [1]\n변경 후: 9일입니다. [1]",
            ("택배", "3일 [1]", "9일 [1]"),
            "- **택배**: 3일 [1] → 9일 [1]",
        ),
    ],
)
def test_what_changed_is_a_list_whose_numbers_open_the_sentences(
    lines: str, row: tuple[str, ...], listed: str
) -> None:
    table = Table(("", "", ""), (row,), lines, shortened=True)
    said = reply(f"Changed:\n\n{lines}", tables=(table,))

    form = made(said)

    assert form["text"].startswith(f"Changed:\n\n{listed}")
    assert [one["position"] for one in citations(form)] == [1]
    assert "attachments" not in form
    assert lines.split("\n", maxsplit=1)[0] in plain(said)["text"]
