"""The Home tab: what it shows to whom, within Slack's limits, with nothing in it that acts."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View

from adapters.slack.render.home import home_view
from bot.conversation.examples import Example
from bot.conversation.overview import Known, Overview, RecentQuestion, Upkeep
from bot.model import SafeText
from bot.model.kept import Ratings
from bot.model.said import WaitingQuestion
from bot.stores import Store
from knowledge.model.documents import Language
from knowledge.model.report import Progress
from tests.unit.slack.given import waiting

NOW = datetime(2026, 11, 21, 18, 5, tzinfo=ZoneInfo("Asia/Seoul"))
SNAPSHOTS = Path(__file__).parents[2] / "snapshots" / "slack_home"
_EXAMPLES: dict[Language, tuple[str, ...]] = {
    "en": ("How long can headphones be returned?", "Refund policy: Opened goods"),
    "ko": ("이어폰은 며칠 안에 환불할 수 있나요?", "환불 규정: 개봉 상품"),
}
UPKEEP = Upkeep(
    running=False,
    number=7,
    passages=315,
    skipped=2,
    clashes=3,
    ratings=Ratings(good=31, bad=4),
)


def overview(language: Language = "en", upkeep: Upkeep | None = UPKEEP) -> Overview:
    examples = tuple(
        Example(f"7:{language}:{n}", SafeText(one)) for n, one in enumerate(_EXAMPLES[language])
    )
    return Overview(
        known=Known(48, {"ko": 25, "en": 23}, NOW),
        examples=examples,
        recent=(
            RecentQuestion(SafeText("고객 번호 [REDACTED_PHONE]로 환불되나요?"), NOW),
            RecentQuestion(SafeText("What about opened headphones?"), NOW),
        ),
        upkeep=upkeep,
    )


@pytest.mark.parametrize("admin", [True, False], ids=["admin", "staff"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_tab_looks_as_it_was_read_by_eye(language: Language, admin: bool) -> None:
    kept = SNAPSHOTS / f"{language}-{'admin' if admin else 'staff'}.json"

    view = home_view(overview(language), language, admin, (), [waiting(language)] if admin else ())

    assert view == json.loads(kept.read_text(encoding="utf-8"))
    assert faults(view) == []


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Ask about the lighthouse book"), ("ko", "등대 책에 대해 물어보세요")],
)
def test_its_title_has_the_name_of_the_documents(language: Language, title: str) -> None:
    named = replace(overview(language), corpus={"en": "lighthouse book", "ko": "등대 책"})

    assert home_view(named, language, admin=False)["blocks"][0]["text"]["text"] == title


@pytest.mark.parametrize("language", ["en", "ko"])
def test_staff_see_nothing_of_what_administrators_look_after(language: Language) -> None:
    view = home_view(overview(language), language, admin=False)

    assert "reindex" not in str(view)


def test_each_example_has_a_button_that_carries_its_key() -> None:
    buttons = values(home_view(overview("ko"), "ko", admin=False), "accessory")

    assert [(one["action_id"], one["value"]) for one in buttons] == [
        ("example:0", "7:ko:0"),
        ("example:1", "7:ko:1"),
    ]


def test_reindexing_is_asked_for_twice() -> None:
    [confirm] = values(home_view(overview("ko"), "ko", admin=True), "confirm", of="button")

    assert confirm["text"]["text"] == "새 색인이 준비될 때까지 현재 색인으로 답합니다."


@pytest.mark.parametrize(
    ("progress", "language", "said"),
    [
        (Progress("passages", 100, 315, 12.0), "en", "passages 100 of 315, about 12 s left."),
        (Progress("passages", 100, 315, 12.0), "ko", "문단 100/315, 약 12초 남음."),
        (None, "en", "Indexing is in progress."),
        (None, "ko", "색인이 진행 중입니다."),
    ],
)
def test_while_a_run_is_under_way_there_is_no_button_for_another(
    progress: Progress | None, language: Language, said: str
) -> None:
    upkeep = replace(UPKEEP, running=True, progress=progress)

    view = home_view(overview(language, upkeep), language, admin=True)

    assert said in str(view)
    assert "'reindex'" not in str(view)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "I can't show this right now. Please try again in a minute."),
        ("ko", "지금은 보여 드릴 수 없습니다. 잠시 후 다시 시도해 주세요."),
    ],
)
def test_what_cannot_be_read_is_left_out_with_a_word(language: Language, word: str) -> None:
    upkeep = Upkeep(running=False, ratings=None)
    page = Overview(known=None, examples=None, recent=None, upkeep=upkeep)

    view = home_view(page, language, admin=True, waiting=None)

    assert [text for text in texts(view) if text == word] == [word] * 5
    assert faults(view) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["I haven't read the documents yet", "Nothing yet."]),
        ("ko", ["아직 문서를 읽지 않아", "아직 없습니다."]),
    ],
)
def test_a_bot_that_was_never_used_says_so(language: Language, said: list[str]) -> None:
    upkeep = Upkeep(running=False, ratings=Ratings())
    page = Overview(known=None, nothing_indexed=True, upkeep=upkeep)

    view = home_view(page, language, admin=True)

    for words in said:
        assert any(words in text for text in texts(view))
    assert "example" not in str(view)
    assert faults(view) == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_where_nothing_is_kept_nobody_is_told_that_nothing_was_asked(language: Language) -> None:
    view = home_view(replace(overview(language), kept_days=0), language, admin=True)

    assert "REDACTED" not in str(view)
    assert "RECORDS_DAYS" in str(view)
    assert faults(view) == []


def test_days_are_those_that_answers_are_kept() -> None:
    page = replace(overview(), kept_days=7)

    view = home_view(page, "en", admin=True, waiting=[waiting("en")])

    assert "Waiting for a rule (last 7 days)" in texts(view)
    assert "Feedback from the last 7 days" in str(texts(view))
    assert "30" not in "".join(texts(view))


@pytest.mark.parametrize(
    "words",
    [
        "<!channel> <!here> <!subteam^S1> <@U1> <#C1|general>",
        "<https://evil.example|Haneul Support>",
        "@channel @here @everyone",
        "&lt;!channel&gt;",
        "one\n• 99 × two\n\n>three",
    ],
)
def test_words_of_people_and_documents_call_nobody_and_link_nowhere(words: str) -> None:
    view = full(words, "en")

    for text in mrkdwn(view):
        assert "<" not in text
        assert not re.search(r"@(?:channel|here|everyone)", text)
        assert "&" not in re.sub(r"&(?:amp|lt|gt);", "", text)
    assert not any("\n• 99 × two" in text for text in mrkdwn(view))
    assert all(one["verbatim"] for one in values(view, "text") if one.get("type") == "mrkdwn")
    assert faults(view) == []


@pytest.mark.parametrize("letter", ["a", "가", "&", "<", "@here ", "*", " "])
def test_the_longest_page_keeps_slack_s_limits(letter: str) -> None:
    for language in ("en", "ko"):
        assert faults(full(letter * 2000, language)) == []


def full(words: str, language: Language) -> dict[str, Any]:
    """As much as there can be of everything, all in the same words."""
    question = SafeText(words)
    page = replace(
        overview(language),
        examples=tuple(Example(f"123456789:en:{n}", question) for n in range(4)),
        recent=(RecentQuestion(question, NOW.astimezone(UTC)),) * 5,
    )
    waiting = [WaitingQuestion(f"r{n}", words, (words,) * 4) for n in range(5)]
    return home_view(page, language, admin=True, waiting=waiting)


def faults(view: Mapping[str, Any]) -> list[str]:
    """What Slack's documentation, or its SDK, forbids about a Home tab."""
    blocks = view["blocks"]
    View(**view).validate_json()
    found = ["not a Home tab"] if view["type"] != "home" else []
    found += ["more than 100 blocks"] if len(blocks) > 100 else []
    for one in blocks:
        parsed = Block.parse(one)
        if parsed is None or parsed.to_dict().keys() != one.keys():
            found.append(f"not a block: {one}")
    found += ["no text" for one in values(view, "text") if one.get("text") == ""]
    found += ["too long" for one in mrkdwn(view) if len(one) > 3000]
    heads = [one["text"]["text"] for one in blocks if one["type"] == "header"]
    found += ["too long a header" for one in heads if len(one) > 150]
    ids = [one["action_id"] for one in dicts(view) if "action_id" in one]
    return found + (["an action id twice"] if len(ids) != len(set(ids)) else [])


def texts(view: Mapping[str, Any]) -> list[str]:
    return [one["text"] for one in dicts(view) if isinstance(one.get("text"), str)]


def mrkdwn(view: Mapping[str, Any]) -> list[str]:
    return [one["text"] for one in dicts(view) if one.get("type") == "mrkdwn"]


def values(view: Mapping[str, Any], key: str, of: str | None = None) -> list[dict[str, Any]]:
    """What stands under a key, wherever, in what is of a type."""
    return [
        one[key]
        for one in dicts(view)
        if isinstance(one.get(key), dict) and (of is None or one.get("type") == of)
    ]


def dicts(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object in a view, the outer ones first."""
    if isinstance(value, Mapping):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from dicts(one)


@pytest.mark.parametrize(("language", "more"), [("en", "185 more stores"), ("ko", "매장 185개")])
def test_of_many_stores_the_first_are_shown_within_slacks_limits(
    language: Language, more: str
) -> None:
    channels = [f"C{number:010}" for number in range(40)]
    stores = [(Store(f"s{n}", {"en": "<!here> Shop " * 40}), channels) for n in range(200)]

    view = home_view(overview(language, UPKEEP), language, True, stores)

    shown = json.dumps(view, ensure_ascii=False)
    texts = [one["text"]["text"] for one in view["blocks"] if one["type"] == "section"]
    assert more in shown
    assert "<!here>" not in shown
    assert max(map(len, texts)) <= 3000
    assert texts[-1].count("• ") == 15
