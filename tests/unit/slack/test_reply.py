"""Our words to Slack's blocks, within its limits."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from adapters.slack.render.buttons import FOR_ASKER, IN_THREAD
from adapters.slack.render.citations import to_line
from adapters.slack.render.elements import markdown, section
from adapters.slack.render.reply import to_forms
from bot.model import ClosestRule, Confidence, Reply, Scope, Verdict
from knowledge.model.documents import Language
from tests.flow.slack.stand_in.api import faults
from tests.unit.slack.given import DAY, answer, reply, source


def test_a_citation_says_where_the_words_stand() -> None:
    cited = source(url="https://kb/a|b", page=3, effective_from=date(2026, 1, 1))

    assert to_line(cited, "en") == (
        "[1] <https://kb/a%7Cb|Refund policy> › Opened goods · p. 3 · v2 · from 1 Jan 2026"
    )
    assert to_line(cited, "ko").endswith("3쪽 · v2 · 2026년 1월 1일 시행")


@pytest.mark.parametrize(
    "url", [None, "javascript:alert(1)", "file:///etc", "https://x/" + "a" * 1000]
)
def test_a_citation_links_to_web_pages_only(url: str | None) -> None:
    assert to_line(source(url=url, section=""), "en") == "[1] Refund policy · v2"


def test_a_title_cannot_call_or_link() -> None:
    line = to_line(source(title="<!channel>|x", url="https://kb"), "en")

    assert "<https://kb|&lt;!channel&gt;|x>" in line


def kinds(form: dict[str, Any]) -> list[str]:
    return [str(block["type"]) for block in form["blocks"]]


def labels(form: dict[str, Any]) -> dict[str, str]:
    """What stands on each button, by the id of its action."""
    rows = [block for block in form["blocks"] if block["type"] == "actions"]
    return {one["action_id"]: one["text"]["text"] for row in rows for one in row["elements"]}


def shown(form: dict[str, Any]) -> str:
    return json.dumps(form.get("blocks", []), ensure_ascii=False)


def test_notice_answer_one_grey_paragraph_question_back_buttons_and_thumbs_come_in_this_order() -> (
    None
):
    full = reply(
        suggestions=("Refund policy: Gift receipts", "Gift wrapping"),
        notice="Removed a number.",
        of=answer(store_type="convenience"),
    )

    rich, simple, last = to_forms(full)

    assert kinds(rich) == ["context", "markdown", "context", "actions", "context_actions"]
    assert kinds(simple) == ["context", "section", "context", "actions"]
    assert "Removed a number." in shown({"blocks": rich["blocks"][:1]})
    assert rich["blocks"][2]["elements"][0]["text"].split("\n") == [
        "[1] Refund policy · v2",
        "“14 days.”",
        "Convenience · as of 22 Nov 2026",
    ]
    assert list(labels(rich).values()) == ["View sources", "Gift receipts", "Gift wrapping"]
    assert "Related: Gift receipts · Gift wrapping" in last["text"]
    assert "Convenience · as of 22 Nov 2026" in last["text"]


@pytest.mark.parametrize(
    ("language", "asked", "other"),
    [("en", "Is it faulty?", "Gift receipts"), ("ko", "불량 상품입니까?", "선물 영수증")],
)
def test_what_is_asked_back_stands_below_the_answer_and_no_topic_looks_like_its_answer(
    language: Language, asked: str, other: str
) -> None:
    forms = list(to_forms(reply(language=language, follow_up=asked, suggestions=(other,))))

    for form in forms[:2]:
        assert "[1] Refund policy" in json.dumps(form["blocks"][1])
        assert form["blocks"][2] == section(asked)
        assert list(labels(form)) == ["sources"]
    assert forms[2]["text"].startswith(f"Yes [1].\n\n{asked}\n\n[1] Refund policy")
    assert other not in json.dumps(forms, ensure_ascii=False)


def test_a_refusal_says_what_helps_line_by_line() -> None:
    helps = "I couldn't find a colour.\nClosest match: “Tags”.\nWhich product is it about?"
    refused = reply("None.", of=answer(verdict=Verdict.INSUFFICIENT), sources=(), follow_up=helps)

    rich, simple, last = to_forms(refused)

    assert rich["blocks"][1] == simple["blocks"][1] == section(helps)
    assert f"None.\n\n{helps}" in last["text"]


@pytest.mark.parametrize(
    ("language", "lead", "rule"),
    [
        ("en", "I'm not sure.", "Sleeves: 8,000 won."),
        ("ko", "확실하지 않습니다.", "소매: 8,000원."),
    ],
)
def test_closest_rules_stand_apart_and_are_quoted_once(
    language: Language, lead: str, rule: str
) -> None:
    cited = source(quote=rule)
    near = ClosestRule(
        number=1,
        section=cited.section,
        text=f"**{rule}**",
        quote=rule,
        doc_id=cited.doc_id,
        passage_id=cited.passage_id,
    )
    said = reply(
        f"{lead}\nFees: **{rule}** [1]",
        language=language,
        sources=(cited,),
        closest=(near,),
        verdict=Verdict.INSUFFICIENT,
    )

    form = next(to_forms(said))

    assert form["blocks"][0]["text"] == f"{lead}\n\nFees: **{rule}** [1]"
    assert shown(form).count(rule) == 1
    # Its title stands above it.
    assert "Refund policy" not in shown(form)
    assert form["blocks"][1]["elements"][0]["text"].startswith("[1] · v2")


@pytest.mark.parametrize(
    ("quote", "text", "is_shown"),
    [
        ("Opened goods: 14 days.", "Opened goods: 14 days [1].", False),
        ("개봉한 상품은 **14일**입니다.", "개봉한 상품은 14일입니다. [1]", False),
        ("Opened goods: 14 days.", "You have two weeks [1].", True),
        ("Opened goods: 14 days.", "개봉한 상품은 14일입니다. [1]", True),
    ],
)
def test_a_quote_is_shown_only_where_the_answer_does_not_say_it(
    quote: str, text: str, is_shown: bool
) -> None:
    rich, *_ = to_forms(reply(text, sources=(source(quote=quote),)))

    assert ("“" in shown(rich)) is is_shown


@pytest.mark.parametrize(
    ("quotes", "lines"),
    [
        (("Yes", "yes"), ["[1] [2] Refund policy · v2 · as of 22 Nov 2026"]),
        (
            ("Yes", "14 days."),
            [
                "[1] Refund policy · v2",
                "[2] Refund policy · v2",
                "“14 days.”",
                "As of 22 Nov 2026",
            ],
        ),
    ],
)
def test_sources_from_one_document_share_a_line_unless_one_is_quoted(
    quotes: Sequence[str], lines: list[str]
) -> None:
    cited = tuple(source(n, quote=one) for n, one in enumerate(quotes, 1))

    rich, *_ = to_forms(reply("Yes. [1] [2]", sources=cited))

    assert rich["blocks"][1]["elements"][0]["text"].split("\n") == lines


@pytest.mark.parametrize(
    ("quotes", "said", "is_shown"),
    [
        (("Item · Price", "Umbrella · ₩9,000"), "Item: Umbrella; Price: ₩9,000 [1]", False),
        (("상품 · 가격", "우산 · 9,000원"), "우산은 9,000원입니다. [1]", True),
        (("Product: Umbrella", "Price: ₩9,000"), "Umbrella (goods): ₩9,000. [1]", False),
        (("Price: ₩9,000",), "It costs ₩19,000. [1]", True),
    ],
)
def test_a_row_is_quoted_only_where_the_answer_lacks_a_cell(
    quotes: Sequence[str], said: str, is_shown: bool
) -> None:
    first, *more = quotes
    cited = source(quote=first, more_quotes=tuple(more))

    rich, *_ = to_forms(reply(said, sources=(cited,)))

    assert ("“" in shown(rich)) is is_shown


def test_buttons_carry_the_id_of_the_answer_and_no_words() -> None:
    rich, *_ = to_forms(reply(suggestions=("Refund policy: Gift receipts", "Q2", "Q3", "Q4")))

    rows = [block for block in rich["blocks"] if block["type"] == "actions"]
    assert [(one["action_id"], one["value"]) for row in rows for one in row["elements"]] == [
        ("sources", "a1b2c3d4"),
        ("follow_up:0", "a1b2c3d4:0"),
        ("follow_up:1", "a1b2c3d4:1"),
    ]
    assert labels(rich)["follow_up:0"] == "Gift receipts"
    rated = rich["blocks"][-1]["elements"][0]
    assert (rated["type"], rated["action_id"]) == ("feedback_buttons", "feedback")
    assert rated["positive_button"]["value"] == "a1b2c3d4:good"
    assert rated["negative_button"]["value"] == "a1b2c3d4:bad"


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", ["View sources", "Share in channel", "Ask a person", "Delete"]),
        ("ko", ["출처 보기", "채널에 공유", "담당자에게 묻기", "삭제"]),
    ],
)
def test_an_answer_for_its_asker_alone_can_be_shared(language: Language, row: list[str]) -> None:
    rich, *_ = to_forms(reply(language=language), FOR_ASKER)

    assert list(labels(rich).values()) == row
    assert "context_actions" not in kinds(rich)


def test_a_private_reply_has_no_thumbs() -> None:
    assert "context_actions" not in kinds(next(to_forms(reply(private=True))))


@pytest.mark.parametrize(
    "said",
    [
        Reply("Sorry, something went wrong.", trace_id="a1"),
        Reply("Indexed 3 documents.", private=True),
        reply("Hello!", verdict=None, kept=False, sources=()),
        reply("안녕하세요!", language="ko", verdict=None, kept=False, sources=()),
    ],
)
def test_what_is_no_answer_has_nothing_to_click_and_no_scope(said: Reply) -> None:
    for form in to_forms(said, FOR_ASKER):
        assert not {"actions", "context_actions"} & {*kinds({"blocks": []} | form)}
        assert "s of 22 Nov" not in shown(form) + form["text"]


def test_a_refusal_can_be_rated() -> None:
    refused = reply("Not available.", of=answer(verdict=Verdict.INSUFFICIENT), sources=())

    assert kinds(next(to_forms(refused))) == ["markdown", "actions", "context_actions"]


@pytest.mark.parametrize(
    ("language", "scope", "line"),
    [
        ("en", Scope(as_of=DAY), "As of 22 Nov 2026"),
        ("en", Scope("cafe", language="en", as_of=DAY), "Café · English · as of 22 Nov"),
        ("ko", Scope(as_of=DAY), "2026년 11월 22일 기준"),
        ("ko", Scope("convenience", as_of=DAY), "편의점 · 2026년 11월 22일 기준"),
        ("ko", Scope("pop-up", language="ko", as_of=DAY), "Pop-up · 한국어 · 2026년 11월 22일"),
    ],
)
def test_the_scope_is_said_in_words(language: Language, scope: Scope, line: str) -> None:
    rich, *_ = to_forms(reply(language=language, scope=scope))

    grey = rich["blocks"][1]["elements"][0]["text"]
    assert grey.split("\n")[-1].startswith(line)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "As of 22 November 2026:\nYes [1]."), ("ko", "2026년 11월 22일 기준:\n네 [1].")],
)
def test_the_day_of_an_answer_is_said_once(language: Language, text: str) -> None:
    rich, *_ = to_forms(reply(text, language=language, scope=Scope("cafe", as_of=DAY)))

    assert shown(rich).count("22") == 1
    assert rich["blocks"][1]["elements"][0]["text"].split("\n")[-1] in ("Café", "카페")


@pytest.mark.parametrize("verdict", [Verdict.INSUFFICIENT, Verdict.OFF_TOPIC])
def test_only_an_answer_holds_for_a_day(verdict: Verdict) -> None:
    for form in to_forms(reply(of=answer(verdict=verdict))):
        assert "s of 22 Nov" not in shown(form) + form["text"]


def test_an_answer_from_a_selected_text_has_no_scope() -> None:
    rich, *_ = to_forms(reply(scope=None))

    assert "s of 22 Nov" not in shown(rich)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "This may not be what you meant"), ("ko", "찾으시는 내용이 아닐 수 있습니다")],
)
def test_an_answer_of_low_confidence_says_so_above(language: Language, words: str) -> None:
    sure, *_ = to_forms(reply(language=language))
    unsure, simple, last = to_forms(
        reply(language=language, of=answer(language, confidence=Confidence.LOW))
    )

    assert words not in shown(sure)
    assert words in unsure["blocks"][0]["text"]["text"]
    assert unsure["blocks"][1] == markdown("Yes [1].")
    assert simple["blocks"][:2] == [unsure["blocks"][0], section("Yes [1].")]
    for text in (unsure["text"], last["text"]):
        assert words in text.split("Yes [1].")[0]


def test_without_buttons_the_suggestions_are_read() -> None:
    rich, *_ = to_forms(reply(suggestions=("Gift receipts",), kept=False))

    assert "follow_up:0" not in labels(rich)
    assert "Related: Gift receipts" in shown(rich)


def test_a_long_suggestion_is_cut_between_words() -> None:
    rich, *_ = to_forms(reply(suggestions=("gift receipts " * 20,)))

    assert labels(rich)["follow_up:0"] == "Gift receipts gift receipts…"


@pytest.mark.parametrize(
    ("topics", "shown"),
    [
        (
            ("Refund policy: what about paper cups?", "Refund policy: what about lids?"),
            ["Paper cups", "Lids"],
        ),
        (
            ("소모품: 종이 빨대 알려 주세요", "소모품: 컵 알려 주세요"),
            ["소모품: 종이 빨대", "소모품: 컵"],
        ),
        (
            (
                "Refund policy: what about the opening of small shops on Sundays?",
                "Refund policy: what about the opening of small shops on Mondays?",
            ),
            ["The opening of small shops on…"],
        ),
    ],
)
def test_a_topic_is_as_long_as_a_phone_shows(topics: tuple[str, ...], shown: list[str]) -> None:
    rich, *_ = to_forms(reply(suggestions=topics))

    found = [label for name, label in labels(rich).items() if name.startswith("follow_up")]
    assert [label[: len(wanted)] for label, wanted in zip(found, shown, strict=True)] == shown


@pytest.mark.parametrize(
    "topics",
    [
        ("Can a customer with no receipt have the money back in cash?", "Gift receipts", "Lids"),
        ("영수증이 없는 고객에게 현금으로 환불해 드려도 되나요, 아니면 안 되나요?", "교환", "컵"),
    ],
)
def test_of_three_topics_the_two_that_fit_a_phone_are_offered(topics: tuple[str, ...]) -> None:
    rich, *_ = to_forms(reply(suggestions=topics))

    found = {name: label for name, label in labels(rich).items() if name.startswith("follow_up")}
    assert found == {"follow_up:1": topics[1], "follow_up:2": topics[2]}


def test_a_topic_that_takes_two_rows_is_offered_only_if_no_other_fits() -> None:
    long = "Can a customer with no receipt have the money back in cash?"
    longer = "영수증이 없는 고객에게 현금으로 환불해 드려도 되나요, 아니면 안 되나요?"
    alone, *_ = to_forms(reply(suggestions=(longer, long)))
    beside, *_ = to_forms(reply(suggestions=(long, longer, "Lids")))

    assert list(labels(alone)) == ["sources", "follow_up:1"]
    assert list(labels(beside)) == ["sources", "follow_up:2"]


def test_the_text_holds_the_answer_and_names_its_sources() -> None:
    sources = (source(1), source(2), source(3, title="<!here> policy"))

    rich, simple, _ = to_forms(reply("**14 days** [1].", sources=sources, follow_up="Opened?"))

    assert rich["text"] == simple["text"]
    assert rich["text"] == (
        "14 days [1].\n\nOpened?\n\nSources: Refund policy, &lt;!here&gt; policy"
    )


HUGE = "한" * 20_000
LONG = source(title=HUGE, section="&" * 9000, quote="<" * 9000, url="https://x/" + "a" * 480)


@pytest.mark.parametrize(
    "said",
    [
        Reply("a"),
        Reply(""),
        Reply(" \n "),
        Reply(HUGE),
        Reply("&<>" * 9000, notice=HUGE, follow_up="&" * 9000),
        Reply("**a(b)**c" * 3000, sources=(LONG,) * 30, notice=HUGE, follow_up=HUGE),
        Reply("**a(b)**c" * 3000, sources=(LONG,) * 30, suggestions=(HUGE, "&" * 9000)),
        reply("**a(b)**c" * 3000, sources=(LONG,) * 30, suggestions=(HUGE, '"' * 900, "\\" * 99)),
        reply('"' * 9000, sources=(LONG,) * 30, suggestions=('"' * 999,) * 4, notice='"' * 999),
        reply("\\" * 9000, of=answer(store_type='"' * 999, confidence=Confidence.LOW)),
        Reply("- a line of a report\n" * 3000),
        Reply("```\n" + "+ a line\n" * 3000 + "```"),
        Reply('"\\\n' * 9000, sources=tuple(source(n, quote='"\\' * 500) for n in range(10))),
    ],
)
def test_every_form_of_every_reply_is_within_slacks_limits(said: Reply) -> None:
    for shown in (IN_THREAD, FOR_ASKER):
        assert [faults(form) for form in to_forms(said, shown)] == [[], [], []]


def test_citations_keep_their_room_beside_a_long_answer() -> None:
    long = reply(HUGE, sources=tuple(source(n, quote="q" * 900) for n in range(1, 11)))

    rich, *_ = to_forms(long)

    assert all(f"[{n}] Refund policy" in shown(rich) for n in range(1, 11))
    assert "qqq" in shown(rich)
    assert len(rich["blocks"][0]["text"]) == 3000


def test_a_long_answer_ends_at_the_end_of_a_sentence() -> None:
    long = reply("\n".join(f"Rule {n} is **written** down here. [1]" for n in range(200)))

    rich, simple, last = to_forms(long)

    assert rich["blocks"][0]["text"].endswith("down here. [1] …")
    assert simple["blocks"][0]["text"]["text"].endswith("down here. [1] …")
    assert "down here. [1] …\n\n[1] Refund policy" in last["text"]
    assert rich["text"].endswith("down here. [1] …")


def test_bold_is_closed_where_an_answer_is_cut() -> None:
    rich, *_ = to_forms(reply(f"It is **{'long ' * 2000}** then."))

    assert rich["blocks"][0]["text"].endswith("…**")


@pytest.mark.parametrize(("language", "more"), [("en", "more"), ("ko", "외")])
def test_a_long_report_goes_over_several_sections_and_counts_what_is_left(
    language: Language, more: str
) -> None:
    lines = [f"- file {n}.md: 머리글이 없어서 읽지 못했습니다" for n in range(900)]

    rich, _, last = to_forms(Reply("\n".join(lines), language, private=True))

    assert set(kinds(rich)) == {"section"}
    said = [line for block in rich["blocks"] for line in block["text"]["text"].split("\n")]
    assert len(said) > 200
    assert said[:-1] == lines[: len(said) - 1]
    assert str(900 - len(said) + 1) in said[-1]
    assert more in said[-1]
    assert more in last["text"].split("\n")[-1]


def test_a_fence_is_closed_in_every_section_of_a_report() -> None:
    rich, *_ = to_forms(Reply("```\n" + "+ a line of a document\n" * 300 + "```"))

    sections = [block["text"]["text"] for block in rich["blocks"]]
    assert len(sections) > 1
    assert all(one.count("```") == 2 for one in sections)


def test_a_short_report_is_whole() -> None:
    rich, *_ = to_forms(Reply("Indexed 3 documents.\n- a.md: no title"))

    assert [block["text"]["text"] for block in rich["blocks"]] == [
        "Indexed 3 documents.\n- a.md: no title"
    ]


def test_without_blocks_the_text_still_names_the_sources() -> None:
    *_, last = to_forms(Reply("Yes [1].", sources=(source(),), follow_up="Gifts?"))

    assert last == {"text": "Yes [1].\n\nGifts?\n\n[1] Refund policy › Opened goods · v2"}


def test_a_row_of_a_table_is_quoted_without_its_bars() -> None:
    rich, *_ = to_forms(reply(sources=(source(quote="| **Food** | 3 days |"),)))

    assert "“Food · 3 days”" in shown(rich)


@pytest.mark.parametrize(
    ("head", "row", "line"),
    [
        ("| Grade | Earning rate |", "| Gold | 3% |", "“Grade · Earning rate … Gold · 3%”"),
        ("| 등급 | 적립률 |", "| 골드 | 3% |", "“등급 · 적립률 … 골드 · 3%”"),
    ],
)
def test_the_head_of_a_table_is_quoted_before_its_row(head: str, row: str, line: str) -> None:
    passage = f"{head}\n|---|---|\n| Silver | 1% |\n{row}"

    rich, *_ = to_forms(reply(sources=(source(quote=row, more_quotes=(head,), passage=passage),)))

    assert line in shown(rich)


@pytest.mark.parametrize(("language", "words"), [("en", "and 2 more"), ("ko", "그 외 2건")])
def test_sources_without_room_are_counted(language: Language, words: str) -> None:
    rich, *_ = to_forms(reply(language=language, sources=tuple(source(n) for n in range(1, 13))))

    assert words in shown(rich)
    assert "[10]" in shown(rich)
    assert "[11]" not in shown(rich)


def test_a_source_without_a_version_is_named_by_its_title() -> None:
    selected = source(title="선택한 텍스트", section="", version="", url=None)

    assert to_line(selected, "ko") == "[1] 선택한 텍스트"
