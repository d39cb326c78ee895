"""Adaptive Cards that Teams takes, and the answers that hold them."""

import json
from datetime import date
from typing import Any

import pytest

from adapters.teams.receive.clicks import to_selected
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import (
    answer_card,
    help_card,
    passage_card,
    progress_card,
    question_card,
    report_card,
    result_card,
    said_card,
    sources_card,
    welcome_card,
)
from bot.conversation.examples import Example
from bot.model import Reply
from bot.privacy import safe
from knowledge.model.documents import Language
from knowledge.model.report import Progress
from tests.flow.teams.stand_in.form import card_faults, cards_in
from tests.unit.slack.given import reply, source
from tests.unit.teams.given import invoke

PASSAGE = (
    "Opened goods can be returned within **14 days**.\n\n- with the receipt\n- in the box\n"
    "Food cannot be returned."
)
PASSAGE_KO = "개봉 상품은 **14일** 안에 환불됩니다.\n\n| 옷 | 7일 |\n식품은 환불되지 않습니다."


def checked(card: dict[str, Any]) -> dict[str, Any]:
    assert card_faults(card) == []
    assert card["version"] == "1.5"
    return card


def runs(card: dict[str, Any], bold: bool | None = None) -> list[str]:
    """The words of a card; only those in bold, or only the others."""
    return [
        node["text"]
        for node in _nodes(card)
        if node.get("type") in ("TextRun", "TextBlock")
        and bold in (None, node.get("weight") == "Bolder")
    ]


def _nodes(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [found for item in node for found in _nodes(item)]
    if not isinstance(node, dict):
        return []
    return [node, *(found for value in node.values() for found in _nodes(value))]


def actions(card: dict[str, Any]) -> list[dict[str, Any]]:
    return [node for node in _nodes(card) if str(node.get("type")).startswith("Action.")]


@pytest.mark.parametrize(
    ("language", "passage", "quote", "bold"),
    [
        ("en", PASSAGE, "in the box\nFood cannot", ["in the box", "Food cannot"]),
        ("ko", PASSAGE_KO, "개봉 상품은 **14일** 안에", ["개봉 상품은 14일 안에"]),
        ("ko", PASSAGE_KO, "아무 데도 없는 문장", ["아무 데도 없는 문장"]),
    ],
)
def test_the_sources_show_the_passage_with_its_quote_in_bold(
    language: Language, passage: str, quote: str, bold: list[str]
) -> None:
    one = source(1, passage=passage, quote=quote, page=3, url="https://kb.example/1")

    card = checked(sources_card(reply(sources=(one,), language=language)))

    assert card["lang"] == language
    assert runs(card, bold=True)[1:] == bold
    assert "[1] Refund policy" in runs(card)
    assert not any(text.startswith("- ") for text in runs(card))
    assert [one["url"] for one in actions(card)] == ["https://kb.example/1"]
    assert not any("*" in text or "|" in text for text in runs(card))


def test_many_long_passages_fit_and_keep_their_quotes() -> None:
    long = "This goes on. " * 600 + "Here it is. " + "And on. " * 600
    many = [source(n, passage=long, quote="Here it is.") for n in range(1, 13)]

    card = checked(sources_card(reply(sources=tuple(many))))

    assert runs(card, bold=True).count("Here it is.") == 10
    assert "and 2 more" in runs(card)


def test_a_passage_of_many_short_lines_fits() -> None:
    card = checked(
        sources_card(reply(sources=(source(passage="가\n" * 3000, quote="가"),) * 3, language="ko"))
    )

    assert runs(card)


def test_quotes_that_are_longer_than_there_is_room_fit() -> None:
    said = "이 규정은 모든 매장에 적용됩니다. " * 100
    many = [source(n, passage=said * 2, quote=said, more_quotes=(said[::-1],)) for n in range(10)]

    checked(sources_card(reply(sources=tuple(many), language="ko")))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "▓▓▓▓▓░░░░░ 50%  documents read 24 / 48 · about 9 s left"),
        ("ko", "▓▓▓▓▓░░░░░ 50%  문서 읽는 중 24 / 48 · 약 9초 남음"),
    ],
)
def test_progress_is_a_bar(language: Language, said: str) -> None:
    card = checked(progress_card(Progress("documents", 24, 48, 9.0), language))

    assert said in runs(card)


def test_a_report_counts_the_lines_without_room() -> None:
    lines = "\n".join(f"- ko/문서_{n}.md: **머리글**이 없습니다" for n in range(900))

    card = checked(report_card(Reply(f"색인했습니다.\n{lines}", "ko")))

    assert runs(card)[:2] == ["결과", "색인했습니다."]
    assert runs(card)[-1].endswith("개")


def test_a_difference_keeps_its_form() -> None:
    card = checked(report_card(Reply("```\n+ 개봉  <at>x</at> **a**\n```\n끝", "ko")))

    [line] = [one for one in _nodes(card) if one.get("fontType") == "Monospace"]
    assert line["text"] == "+ 개봉  <at>x</at> **a**"
    assert runs(card)[-1] == "끝"


def test_a_question_about_a_message_is_asked_and_comes_back() -> None:
    card = checked(question_card("ko", "월요일 물류 차량은 " * 200))

    [field] = [one for one in _nodes(card) if one.get("type") == "Input.Text"]
    sent = {"data": {field["id"]: "언제 와요?"}, "messagePayload": {"body": {"content": "x"}}}
    assert to_selected(invoke("composeExtension/submitAction", sent)).question == "언제 와요?"
    assert field["isRequired"] is True
    assert field["label"] == "이 메시지에 대해 궁금한 점을 입력해 주세요."


def test_the_answer_about_a_message_has_its_quotes() -> None:
    said = reply(
        "**오전 6시 30분**입니다 [1].", language="ko", follow_up="어느 매장인가요?", notice="지움"
    )

    card = checked(answer_card(said, "언제 와요?"))

    assert runs(card, bold=True) == ["언제 와요?", "오전 6시 30분", "[1] "]
    assert runs(card)[-3:] == ["어느 매장인가요?", "[1] ", "“14 days.”"]
    assert actions(card) == []


def test_a_long_answer_about_a_message_fits() -> None:
    checked(answer_card(reply("그렇습니다 [1].\n" * 3000, sources=(source(),) * 12), "왜? " * 999))


@pytest.mark.parametrize(
    ("language", "title", "first", "ask"),
    [
        (
            "en",
            "Ask about the store documents",
            "How many days after purchase can unopened headphones be returned with the receipt?",
            "Ask",
        ),
        ("ko", "매장 문서에 대해 물어보세요", "이어폰은 며칠 안에 환불되나요?", "질문하기"),
    ],
)
def test_the_welcome_has_whole_questions_in_a_person_s_language(
    language: Language, title: str, first: str, ask: str
) -> None:
    card = checked(welcome_card(language, [Example(f"7:{language}:0", safe(first))]))

    assert runs(card)[0] == title
    example, shows_help = actions(card)
    assert first in runs(card)
    assert (example["title"], example["data"]["about"]) == (ask, f"7:{language}:0")
    assert shows_help["data"] == {"verb": "help"}
    assert len(actions(checked(welcome_card(language)))) == 1


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", "How long for headphones?"), ("ko", "이어폰은 며칠 안에 환불되나요?")],
)
def test_help_has_example_questions_where_nobody_is_greeted(language: Language, first: str) -> None:
    card = checked(help_card(language, [Example(f"7:{language}:0", safe(first))]))

    [example] = actions(card)
    assert first in runs(card)
    assert example["data"]["about"] == f"7:{language}:0"
    assert actions(checked(help_card(language))) == []


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("en", "Ask about the lighthouse book", "I find answers in the lighthouse book and"),
        ("ko", "등대 책에 대해 물어보세요", "등대 책에서 답을 찾아"),
    ],
)
def test_the_welcome_has_the_name_of_the_documents(
    language: Language, title: str, text: str
) -> None:
    card = checked(welcome_card(language, corpus={"en": "lighthouse book", "ko": "등대 책"}))

    assert runs(card)[0] == title
    assert any(one.startswith(text) for one in runs(card))


@pytest.mark.parametrize(
    ("language", "command"),
    [
        ("en", "reindex status"),
        ("ko", "다시 색인 상태"),
        ("en", "report gaps 30d"),
        ("ko", "보고 빠진 규정 30일"),
    ],
)
def test_only_administrators_read_about_their_commands(language: Language, command: str) -> None:
    card = checked(help_card(language, admin=True))

    assert command in runs(card)
    assert card["body"][-1]["separator"] is True
    assert command not in json.dumps(checked(help_card(language)), ensure_ascii=False)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_sentence_in_a_window_keeps_its_lines(language: Language) -> None:
    card = checked(said_card("Please ask again.\nReference: r1", language))

    assert runs(card) == ["Please ask again.", "Reference: r1"]


NASTY = (
    "<at>Kim</at>",
    "[Refund policy](https://evil.example)",
    "{{DATE(2017-02-14T06:08:39Z, SHORT)}}",
    "a\u202eb\u2060c",
    "**bold** _x_",
)


@pytest.mark.parametrize("nasty", NASTY)
def test_no_words_of_others_mean_anything_in_a_card(nasty: str) -> None:
    bad = source(1, title=nasty, section=nasty, quote=nasty, passage=f"{nasty}\n{nasty}")
    said = reply(f"{nasty} [1]", sources=(bad,), suggestions=(nasty,), notice=nasty)
    cards = [
        sources_card(said),
        result_card(bad, "en"),
        answer_card(said, nasty),
        question_card("en", nasty),
        report_card(Reply(f"{nasty}\n```\n{nasty}\n```")),
        passage_card(bad, "en", 500),
    ]

    for card in cards:
        assert card is not None
        checked(card)
        assert not any("{{" in text or "\u202e" in text for text in runs(card))
        blocks = [one for one in _nodes(card) if one.get("type") == "TextBlock"]
        assert not any(nasty in one["text"] for one in blocks)
        assert not any("evil" in str(one.get("url")) for one in actions(card))


def test_a_search_gives_cards_with_a_preview() -> None:
    found = [
        source(0, title="환불 <규정>", quote="**14일** 안에", url="https://kb.example/1"),
        source(0, page=3, effective_from=date(2026, 1, 1), url="ftp://x"),
    ]

    body = invoke_answers.results(found, "ko")

    extension = body["composeExtension"]
    assert (extension["type"], extension["attachmentLayout"]) == ("result", "list")
    first, second = extension["attachments"]
    assert first["contentType"] == "application/vnd.microsoft.card.adaptive"
    assert first["preview"] == {
        "contentType": "application/vnd.microsoft.card.hero",
        "content": {"title": "환불 &lt;규정&gt;", "text": "14일 안에"},
    }
    assert runs(checked(first["content"]))[0] == "환불 <규정>"
    assert [one["url"] for one in actions(first["content"])] == ["https://kb.example/1"]
    assert "Opened goods · 3쪽 · v2 · 2026년 1월 1일 시행" in runs(checked(second["content"]))
    assert actions(second["content"]) == []


def test_results_stay_within_what_an_extension_takes() -> None:
    body = invoke_answers.results([source(n, quote="가" * 3000) for n in range(60)], "ko")

    assert 10 < len(body["composeExtension"]["attachments"]) < 60
    assert len(json.dumps(body, ensure_ascii=False).encode("utf-16-le")) < 28_672


def test_invokes_are_answered_in_the_shapes_of_teams() -> None:
    card = help_card("en")

    assert invoke_answers.nothing() == {}
    assert invoke_answers.window("Sources", card) == {
        "task": {
            "type": "continue",
            "value": {"title": "Sources", "height": "medium", "width": "medium", "card": {
                "contentType": "application/vnd.microsoft.card.adaptive", "content": card,
            }},
        }
    }  # fmt: skip
    assert invoke_answers.search_saying("None.") == {
        "composeExtension": {"type": "message", "text": "None."}
    }
    assert list(cards_in(invoke_answers.window("x", card))) == [card]
