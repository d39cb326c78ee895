"""Modals: what they show, and what comes back from them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from adapters.chat.channels.channels import AnswerMode, ChannelSettings
from adapters.slack.receive.forms import (
    Complaint,
    Handover,
    Reason,
    to_channel,
    to_complaint,
    to_handover,
    to_question,
)
from adapters.slack.render import windows
from bot.model import Source
from bot.stores import Store, Stores
from knowledge.model.documents import Audience, Language
from tests.unit.slack.given import reply, source
from tests.unit.slack.test_safety import NASTY

BOTH: tuple[Language, ...] = ("en", "ko")
CHANNEL = ChannelSettings(
    store_type="pop-up",
    category="refund",
    language="ko",
    answer_mode=AnswerMode.EVERY,
    private=True,
    allowed_groups=frozenset({"S0123", "S0456"}),
    audience=Audience.MANAGER,
)


def runs(view: dict[str, Any]) -> list[tuple[str, bool]]:
    """The words of every passage, and whether they are bold."""
    return [
        (run["text"], run.get("style", {}).get("bold", False))
        for block in view["blocks"]
        if block["type"] == "rich_text"
        for part in block["elements"]
        for run in part["elements"]
    ]


def bold(view: dict[str, Any]) -> list[str]:
    return [text for text, is_bold in runs(view) if is_bold]


def opened(cited: Source, language: Language = "en") -> dict[str, Any]:
    view = windows.sources_view(reply(sources=(cited,), language=language))
    check(view)
    assert "submit" not in view
    return view


def check(view: dict[str, Any]) -> None:
    """What Slack's documentation demands of a view."""
    View(**view).to_dict()
    assert 0 < len(view["blocks"]) <= 100
    assert not {block["type"] for block in view["blocks"]} - {
        *("header", "section", "context", "divider", "rich_text", "input", "actions")
    }
    for block in view["blocks"]:
        parsed = Block.parse(block)
        assert parsed is not None
        parsed.to_dict()
        assert sum(map(len, texts(block))) <= 3000
        assert all(texts(block))


def texts(node: object) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from texts(item)
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "text" and isinstance(value, str):
                yield value
            else:
                yield from texts(value)


@pytest.mark.parametrize("language", BOTH)
def test_every_view_is_within_slacks_limits(language: Language) -> None:
    long = source(passage="한 문장입니다. " * 5000, quote="없는 문장", title="x" * 900)
    for view in (
        windows.sources_skeleton(language),
        windows.sources_view(reply(sources=(long,) * 30, language=language)),
        windows.sources_view(
            reply(
                sources=tuple(source(passage=nasty * 50, quote=nasty) for nasty in NASTY),
                language=language,
            )
        ),
        windows.feedback_form("a1b2c3d4", language),
        windows.ask_person_form("a1b2c3d4", language),
        windows.tell_owner_form(
            replace(reply(language=language), owners=("Customer Care",) * 4), "?" * 3000, "C1"
        ),
        windows.channel_form("C1", CHANNEL, language),
        windows.channel_form("C1", ChannelSettings(), language),
        *(windows.channel_form("C1", CHANNEL, language, chain(size)) for size in (3, 99, 250)),
        windows.question_form(language),
        windows.answer_view(reply("**a(b)**c" * 3000, language=language, kept=False), "?" * 3000),
        windows.saying("Sent.", language),
    ):
        check(view)


def test_a_source_says_where_it_stands_and_its_quote_is_bold_in_its_passage() -> None:
    view = opened(
        source(
            passage="Unopened: 30 days. Opened goods: 14 days. Ask a manager.",
            quote="Opened goods: 14 days.",
            url="https://kb.example/1",
            effective_from=date(2026, 1, 1),
        )
    )

    assert view["blocks"][2]["text"]["text"] == (
        "[1] <https://kb.example/1|Refund policy> › Opened goods · v2 · from 1 Jan 2026"
    )
    assert runs(view) == [
        ("Unopened: 30 days. ", False),
        ("Opened goods: 14 days.", True),
        (" Ask a manager.", False),
    ]


def test_korean_is_bold_beside_particles_and_brackets() -> None:
    cited = source(
        passage="**개봉 상품**은 14일(영수증 필요)까지입니다.", quote="14일(영수증 필요)"
    )

    view = opened(cited, "ko")

    assert runs(view) == [
        ("개봉 상품은 ", False),
        ("14일(영수증 필요)", True),
        ("까지입니다.", False),
    ]


def test_a_quote_is_found_across_lines_and_marks() -> None:
    passage = "## Headphones\nOpened **headphones** can be\nreturned only when they are faulty."
    quote = "Opened **headphones** can be returned only"

    assert bold(opened(source(passage=passage, quote=quote))) == [
        "Opened headphones can be\nreturned only"
    ]


def test_a_row_of_a_table_is_bold_with_its_head() -> None:
    passage = "| Goods | Days |\n|---|---|\n| Food | 3 |\n| Clothes | 14 |"

    view = opened(
        source(passage=passage, quote="| Clothes | 14 |", more_quotes=("| Goods | Days |",))
    )

    assert runs(view) == [
        ("Goods · Days", True),
        ("\nFood · 3\n", False),
        ("Clothes · 14", True),
    ]


@pytest.mark.parametrize(
    ("passage", "quote", "shown"),
    [
        ("Goods:\n- Food\n  * Drinks\n- 3 - 1", "Drinks", "Goods:\n• Food\n  • Drinks\n• 3 - 1"),
        ("- 개봉 상품\n- 식품은 제외", "개봉 상품 - 식품은 제외", "• 개봉 상품\n• 식품은 제외"),
    ],
)
def test_the_items_of_a_list_have_bullets(passage: str, quote: str, shown: str) -> None:
    view = opened(source(passage=passage, quote=quote))

    assert "".join(run for run, _ in runs(view)) == shown
    assert bold(view)


def test_quotes_that_overlap_are_bold_once() -> None:
    cited = source(passage="One two three four.", quote="two three", more_quotes=("One two",))

    assert bold(opened(cited)) == ["One two three"]


@pytest.mark.parametrize("passage", ["", "Something else."])
def test_a_quote_that_the_passage_does_not_hold_stands_before_it(passage: str) -> None:
    view = opened(source(passage=passage, quote="14 days."))

    assert bold(view) == ["14 days.\n"]


def test_a_long_passage_is_shown_around_its_quote() -> None:
    filler = "This is a sentence of the handbook. "
    passage = filler * 400 + "Opened goods: 14 days. " + filler * 400

    shown = runs(opened(source(passage=passage, quote="Opened goods: 14 days.")))

    assert ("Opened goods: 14 days.", True) in shown
    text = "".join(run for run, _ in shown)
    assert len(text) <= 6000
    assert text.startswith("… This is a sentence")
    assert text.endswith("of the handbook. …")


def test_nothing_in_a_passage_means_anything_to_slack() -> None:
    for nasty in NASTY:
        view = opened(source(passage=f"{nasty} 14 days.", quote="14 days."))

        types = {block["type"] for block in view["blocks"][3:-2]}
        assert types == {"rich_text"}, nasty
        assert {run.keys() <= {"type", "text", "style"} for run in parts(view)} == {True}


def parts(view: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for block in view["blocks"][3:-2]:
        for part in block["elements"]:
            yield from part["elements"]


@pytest.mark.parametrize(
    ("language", "reasons"),
    [
        ("en", ["It's wrong", "It's out of date", "Something is missing"]),
        ("ko", ["틀린 내용입니다", "오래된 내용입니다", "빠진 내용이 있습니다"]),
    ],
)
def test_the_feedback_form_asks_for_a_reason(language: Language, reasons: list[str]) -> None:
    form = windows.feedback_form("a1b2c3d4", language)

    options = form["blocks"][0]["element"]["options"]
    assert [one["text"]["text"] for one in options][:3] == reasons
    assert [one["value"] for one in options] == [str(one) for one in Reason]
    assert form["blocks"][1]["optional"]
    assert (form["callback_id"], form["private_metadata"]) == ("feedback", "a1b2c3d4")


def sent(about: str, **fields: dict[str, Any]) -> dict[str, Any]:
    """A view as Slack sends it back."""
    values = {name: {name: value} for name, value in fields.items()}
    return {"private_metadata": about, "state": {"values": values}}


def test_a_complaint_comes_back() -> None:
    view = sent(
        "a1b2c3d4",
        reason={"selected_option": {"value": "out_of_date"}},
        note={"value": " It is 14 days now. "},
    )

    assert to_complaint(view) == Complaint("a1b2c3d4", Reason.OUT_OF_DATE, "It is 14 days now.")
    assert "14 days" not in repr(to_complaint(view))


def test_a_person_comes_back() -> None:
    view = sent("a1", person={"selected_user": "U1"}, note={"value": None})

    assert to_handover(view) == Handover("a1", "U1", "")


@pytest.mark.parametrize(
    "settings", [CHANNEL, ChannelSettings(), ChannelSettings(store_type="cafe")]
)
@pytest.mark.parametrize("language", BOTH)
def test_a_channel_form_that_is_sent_as_it_opened_changes_nothing(
    settings: ChannelSettings, language: Language
) -> None:
    form = windows.channel_form("C1", settings, language)

    assert to_channel(sent(form["private_metadata"], **untouched(form))) == ("C1", settings)


def untouched(form: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        block["block_id"]: {
            "selected_option": block["element"].get("initial_option"),
            "selected_options": block["element"].get("initial_options", []),
            "value": block["element"].get("initial_value"),
        }
        for block in form["blocks"]
    }


def chain(size: int) -> Stores:
    """A chain of stores, all but the last three in one of two regions."""
    regions = ("seoul", "busan")
    return Stores(
        Store(
            f"s{number}",
            {"en": f"Store {number}", "ko": f"{number}호점"},
            region=regions[number % 2] if number < size - 3 else None,
        )
        for number in range(size)
    )


@pytest.mark.parametrize("size", [3, 99, 250])
@pytest.mark.parametrize("store", [None, "s0", "s2"])
@pytest.mark.parametrize("language", BOTH)
def test_a_channel_is_of_one_of_many_stores(
    size: int, store: str | None, language: Language
) -> None:
    settings = replace(CHANNEL, store=store)
    form = windows.channel_form("C1", settings, language, chain(size))
    element = form["blocks"][0]["element"]
    groups = element.get("option_groups", [element])

    assert to_channel(sent(form["private_metadata"], **untouched(form))) == ("C1", settings)
    assert sum(len(group["options"]) for group in groups) == size + 1
    assert all(len(group["options"]) <= 100 for group in groups)


def test_groups_are_parted_by_commas_and_spaces() -> None:
    _, settings = to_channel(sent("C1", allowed_groups={"value": "S0123, @managers; S0123"}))

    assert settings.allowed_groups == {"S0123", "@managers"}


@pytest.mark.parametrize(
    "view",
    [
        {},
        {"state": None},
        {"state": {"values": []}},
        {
            "state": {
                "values": {"reason": "x", "answer_mode": {"answer_mode": {"selected_option": "x"}}}
            }
        },
        sent("a1", reason={"selected_option": {"value": "x"}}, person={"selected_user": 1}),
    ],
)
def test_any_submission_can_be_read(view: dict[str, Any]) -> None:
    assert to_complaint(view).reason is Reason.OTHER
    assert to_handover(view).person == ""
    assert to_channel(view)[1] == ChannelSettings()
    assert to_question(view) == ""
