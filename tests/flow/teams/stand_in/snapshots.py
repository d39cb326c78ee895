"""What people see in Teams of replies and cards of every kind, in files that are read by eye.

tests/data/teams/replies has a drawing of each reply and card, tests/data/teams/json what is sent
for one of each kind. After a change that is meant, look at what it changed:

    python -m tests.flow.teams.stand_in.snapshots && git diff tests/data/teams
"""

import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from adapters.chat.channels.channels import ChannelSettings
from adapters.chat.channels.texts import TITLE
from adapters.chat.rules.correcting import Offer
from adapters.chat.rules.deciding import Listed
from adapters.chat.rules.owning import Held, PinSheet, Shelf
from adapters.chat.rules.texts import STATES, TO_DECIDE
from adapters.chat.rules.writing import Previewed, Sheet, Writer, Written, Wrong
from adapters.chat.texts import ASK_ABOUT, SEARCHING
from adapters.teams.receive.activities import Chat, to_place
from adapters.teams.receive.clicks import Verb
from adapters.teams.render import cards, invoke_answers
from adapters.teams.render.budget import size
from adapters.teams.render.forms import channel_form, pin_form, recent_card, settings_card
from adapters.teams.render.reply import (
    ending_stream,
    informative,
    to_forms,
    to_plain,
    typing,
)
from adapters.teams.render.rule_cards import preview_card, rule_form, write_card
from adapters.teams.render.rule_lists import (
    changes_card,
    corrections_card,
    decisions,
    rules_card,
    waiting_card,
    withdraw_card,
)
from adapters.teams.texts import TITLES
from bot.conversation.examples import Example
from bot.conversation.overview import RecentQuestion
from bot.model import Platform, Reply
from bot.model.kept import ShiftMessage
from bot.model.rules import Author, Fault, Rule, RuleError, State, WrittenRule
from bot.privacy import safe
from bot.rules.forms import Form, Place, fault_line
from bot.stores import Store, Stores
from knowledge.model.documents import Audience, Language
from knowledge.model.report import Progress
from tests.flow.stand_in.replies import SELECTED, SELECTED_KO, Case, cases
from tests.flow.teams.stand_in.drawn import drawn
from tests.unit.slack.given import source, waiting
from tests.unit.teams.given import BOT, MINA, activity

FOLDER = Path(__file__).parents[3] / "data" / "teams"
DIRECT, THREAD = to_place(activity()), to_place(activity(kind="channel"))
PERSON = {"id": MINA}
_EXAMPLES: Mapping[Language, tuple[str, ...]] = {
    "en": ("How long can customers return headphones?", "Who may open the safe?"),
    "ko": ("이어폰은 며칠 안에 환불되나요?", "금고는 누가 열 수 있나요?"),
}
_SETTINGS = ChannelSettings("cafe", "refund", "ko", private=True, store="gangnam")
_SHIFT: Mapping[Language, str] = {
    "en": "**Gangnam · 27 November 2026**\n\n**New today**\n- Refunds: Unopened goods: 14 days.",
    "ko": "**강남점 · 2026년 11월 27일**\n\n**오늘부터 시행**\n- 환불 규정: 미개봉 상품은 14일.",
}
_STORES = Stores(
    [
        Store("gangnam", {"ko": "강남점", "en": "Gangnam"}),
        Store("haeundae", {"ko": "해운대점", "en": "Haeundae"}),
    ]
)
_ASKED_AT = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
_RULES: Mapping[Language, tuple[str, str, str, tuple[str, ...]]] = {
    "en": (
        "Can customers bring a parrot into the store?",
        "Parrots may come in if they are in a cage.",
        "Pets › Dogs",
        (
            "**Can customers bring a parrot into the store?** (from 27 Nov 2026)",
            "Parrots may come in if they are in a cage.",
            "These rules in force say otherwise:",
            "- Pets › Birds: “Birds stay outside.”",
        ),
    ),
    "ko": (
        "앵무새를 데리고 들어와도 되나요?",
        "앵무새는 새장에 넣은 경우에만 매장에 들어올 수 있습니다.",
        "반려동물 › 개",
        (
            "**앵무새를 데리고 들어와도 되나요?** (2026년 11월 27일부터)",
            "앵무새는 새장에 넣은 경우에만 매장에 들어올 수 있습니다.",
            "시행 중인 다음 규정과 내용이 다릅니다:",
            "- 반려동물 › 새: “새는 들어올 수 없습니다.”",
        ),
    ),
}
"""The title of a rule, its text, a place for it, and what its preview says."""
_GAPS: Mapping[Language, tuple[str, str]] = {
    "en": (
        "Missing rules, last 30 days: 15 questions",
        "Full report: storewise report gaps --since 30d",
    ),
    "ko": ("빠진 규정, 최근 30일: 질문 15건", "전체 보기: storewise report gaps --since 30d"),
}
"""What stands above and below the questions of a report."""
_FOUND = (
    source(
        0, title="환불 규정", section="개봉 상품", quote="개봉 상품은 **14일** 안에 환불됩니다.",
        version="3", page=2, effective_from=date(2026, 10, 1), url="https://kb.example/환불",
    ),
    source(0, title="Refund policy", quote="Opened goods: <14 days>.", url=None),
)  # fmt: skip

Made = dict[str, str]
"""Texts by the name of their file."""


def forms(case: Case) -> dict[str, dict[str, Any]]:
    """A reply in every form that is sent, by name."""
    reply = case.reply
    return {
        "channel": next(to_forms(reply, Chat(THREAD, BOT, PERSON), targeted=case.alone)),
        "personal": next(to_forms(reply, Chat(DIRECT, BOT, PERSON))),
        "plain": to_plain(reply, Chat(THREAD, BOT, PERSON)),
    }


def windows(case: Case) -> dict[str, dict[str, Any]]:
    """The windows and cards that show a reply, by name."""
    reply = case.reply
    found = {}
    if any(one.passage for one in reply.sources):
        found["sources"] = cards.sources_card(reply)
    if case.name.startswith(("selected", "rows")):
        found["answer"] = cards.answer_card(reply, "그럼 언제요?")
    if case.name.startswith(("report", "difference")):
        found["report"] = cards.report_card(reply)
    return found


def other_cards() -> Iterator[tuple[str, dict[str, Any]]]:
    """Cards and answers to invokes that show no reply, by name."""
    selected: Mapping[Language, str] = {"en": SELECTED, "ko": SELECTED_KO}
    for language in ("en", "ko"):
        spoken: Language = "ko" if language == "ko" else "en"
        examples = [
            Example(f"7:{spoken}:{n}", safe(text)) for n, text in enumerate(_EXAMPLES[spoken])
        ]
        form = cards.question_card(spoken, selected[spoken])
        progress = Progress("passages", 120, 315, 42.0)
        yield f"card-welcome-{language}", cards.welcome_card(spoken, examples)
        yield f"card-help-{language}", cards.help_card(spoken)
        yield f"card-help-admin-{language}", cards.help_card(spoken, admin=True, writes=True)
        yield f"card-settings-{language}", settings_card(spoken)
        settings = channel_form(_SETTINGS, spoken, _STORES)
        yield f"card-settings-form-{language}", invoke_answers.window(TITLE[spoken], settings)
        shift = ShiftMessage(
            "s1",
            "gangnam",
            "2026-11-27",
            Platform.TEAMS,
            "19:c",
            spoken,
            _SHIFT[spoken],
            ("1", "2"),
        )
        yield f"card-shift-{language}", cards.shift_card(shift)
        recent = [RecentQuestion(one.question, _ASKED_AT, one.key) for one in examples]
        yield f"card-recent-{language}", recent_card(recent, 30, spoken)
        for name, window in rule_windows(spoken):
            yield f"card-rule-{name}-{language}", window
        yield f"card-progress-{language}", cards.progress_card(progress, spoken)
        yield f"card-question-{language}", invoke_answers.window(ASK_ABOUT[spoken], form)
        yield f"card-search-{language}", invoke_answers.results(_FOUND, spoken)


def rule_windows(language: Language) -> Iterator[tuple[str, dict[str, Any]]]:
    """The windows by which people write rules, by name."""
    title, text, place, lines = _RULES[language]
    form = Form(
        title,
        "",
        language,
        date(2026, 11, 27),
        date(2027, 5, 26),
        question=title,
        stores=("gangnam",),
        places=(Place("pets", "pets@1#1", place),),
    )
    sheet = Sheet(form, "a1", (Audience.STAFF, Audience.MANAGER), replaces=False)
    writer = Writer(Author("teams:t:29:owner", Audience.MANAGER), language)
    typed = Written(title, text, form.effective_from, form.review_by, stores=form.stores)
    wrong = Wrong(fault_line(RuleError(Fault.DAYS), language), "review_by")
    previewed = Previewed("w00000000001", lines)
    changed = replace(form, text=text, places=form.places[:1])
    shown = {
        "form": rule_form(sheet, writer, _STORES),
        "wrong": rule_form(sheet, writer, _STORES, typed, wrong),
        "preview": preview_card(previewed, sheet, writer, _STORES, typed),
        "change": rule_form(replace(sheet, form=changed, replaces=True), writer, _STORES),
    }
    kept = [
        WrittenRule("w1", _rule(form, text), state, "teams:t:29:a", _ASKED_AT)
        for state in (State.WAITING, State.IN_FORCE)
    ]
    named = [f"**{one.rule.title}**\n{STATES[one.state][language]} · Finance" for one in kept]
    listed = [Listed(kept[0], named[0], decides=True), Listed(kept[1], named[1], withdraws=True)]
    posted = {}
    due, pinned = [Held("pets", named[0])], [Held("p1", f"**{title}**\nFinance")]
    posted["list"] = rules_card(Shelf(listed, "", due, pinned), language)
    shown["end"] = withdraw_card(named[1:], "answer-1", language)
    places = [("a1:0", place)]
    posted["wrong-answer"] = changes_card(places, language)
    posted["corrections"] = corrections_card(Offer("w1:t", lines), language)
    posted["offer"] = write_card(language)
    report = Reply("\n".join(_GAPS[language]), language, waiting=(waiting(language),))
    posted["gaps"] = waiting_card(report)
    pinned_form = pin_form(PinSheet("a1", title, (f"- {text}",)), language)
    yield "pin", invoke_answers.window(TITLES[Verb.PIN][language], pinned_form)
    waits = "\n".join([TO_DECIDE[language], *previewed.lines])
    posted["waits"] = cards.note_card(waits, language, decisions("w1", language))
    yield from posted.items()
    for name, card in shown.items():
        yield name, invoke_answers.window(TITLES[Verb.WRITE_RULE][language], card)


def _rule(form: Form, text: str) -> Rule:
    return Rule("answer-1", form.title, text, form.effective_from, language=form.language)


def drawings(made: list[Case]) -> Made:
    """Every reply and card as lines that can be read."""
    seen = {case.name: _drawn_case(case) for case in made}
    return seen | {name: drawn([one]) for name, one in other_cards()}


def wire(made: list[Case]) -> Made:
    """What is sent for one reply or card of each kind, as JSON."""
    by_name = {case.name: forms(case) for case in made}
    status = informative(SEARCHING["ko"], Chat(DIRECT, BOT, PERSON))
    sent = {
        "answer-channel-ko": by_name["rule-ko"]["channel"],
        "answer-personal-en": by_name["rule-en"]["personal"],
        "answer-plain-en": by_name["rule-en"]["plain"],
        "answer-targeted-ko": by_name["for-asker-ko"]["channel"],
        "answer-end-of-stream-ko": ending_stream(by_name["rule-ko"]["personal"], "stream-1"),
        "conflict-channel-ko": by_name["conflict-ko"]["channel"],
        "refusal-channel-en": by_name["refused-en"]["channel"],
        "talk-personal-ko": by_name["talk-ko"]["personal"],
        "error-personal-en": by_name["error-en"]["personal"],
        "status-personal-ko": status,
        "typing-channel": typing(Chat(THREAD, BOT, PERSON)),
        **dict(other_cards()),
    }
    sent |= {f"window-sources-{name}": windows(_of(made, name))["sources"] for name in _TWO}
    return {
        name: json.dumps(one, ensure_ascii=False, indent=1) + "\n" for name, one in sent.items()
    }


_TWO = ("rule-en", "rule-ko")


def _of(made: list[Case], name: str) -> Case:
    return next(case for case in made if case.name == name)


def _drawn_case(case: Case) -> str:
    parts: list[Any] = []
    for name, form in (forms(case) | windows(case)).items():
        parts += [f"━━ {name}, {size(form)} bytes", form, ""]
    return drawn(parts)


def kept() -> tuple[Made, Made]:
    """The drawings and the JSON that were read by eye."""
    return _read(FOLDER / "replies", "txt"), _read(FOLDER / "json", "json")


def _read(folder: Path, ending: str) -> Made:
    return {file.stem: file.read_text(encoding="utf-8") for file in folder.glob(f"*.{ending}")}


def _write(folder: Path, ending: str, made: Made) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob(f"*.{ending}"):
        if file.stem not in made:
            file.unlink()
    for name, text in made.items():
        (folder / f"{name}.{ending}").write_text(text, encoding="utf-8")


def main() -> None:
    """Renew every file."""
    with tempfile.TemporaryDirectory() as data:
        made = asyncio.run(cases(Path(data)))
    _write(FOLDER / "replies", "txt", drawings(made))
    _write(FOLDER / "json", "json", wire(made))


if __name__ == "__main__":
    main()
