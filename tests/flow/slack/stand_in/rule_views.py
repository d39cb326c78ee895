"""The modals and messages about rules that people write, as samples to be read by eye."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from adapters.chat.rules.correcting import Offer
from adapters.chat.rules.deciding import Listed
from adapters.chat.rules.owning import Held, PinSheet, Shelf
from adapters.chat.rules.texts import OUTDATED, REVIEW_BY, STATES, TO_DECIDE
from adapters.chat.rules.writing import Sheet, spaced
from adapters.slack.render.buttons import FOR_COLLEAGUE, FOR_CORRECTOR, FOR_DECIDER, Shown
from adapters.slack.render.reply import to_forms
from adapters.slack.render.rules import pin_form, preview_view, rule_form, rules_view
from adapters.slack.render.windows import feedback_form
from bot.model import Reply
from bot.model.rules import Rule, State, WrittenRule
from bot.rules.forms import Form, Place
from bot.stores import Store, Stores
from knowledge.model.documents import Audience, Language

View = dict[str, Any]

_STORES = Stores([Store("gangnam", {"ko": "강남점", "en": "Gangnam"})])
_FIRST, _REVIEW = date(2026, 12, 1), date(2027, 5, 30)
_SAID: Mapping[Language, tuple[str, str, str, tuple[str, ...]]] = {
    "en": (
        "Can customers bring a parrot into the store?",
        "Parrots may come in if they are in a cage.",
        "Pets › Dogs",
        (
            "**Can customers bring a parrot into the store?** (from 1 December 2026)",
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
            "**앵무새를 데리고 들어와도 되나요?** (2026년 12월 1일부터)",
            "앵무새는 새장에 넣은 경우에만 매장에 들어올 수 있습니다.",
            "현재 규정 중 내용이 다른 것:",
            "- 반려동물 › 새: “새는 들어올 수 없습니다.”",
        ),
    ),
}
"""A question, a rule, a place for it, and what its preview says."""


def rule_views() -> dict[str, View]:
    """Returns each modal and message by the name of its file."""
    return {f"written-{name}-{one}": view for one in _SAID for name, view in _views(one)}


def _views(language: Language) -> Iterator[tuple[str, View]]:
    title, text, place, lines = _SAID[language]
    places = (Place("pets", "pets@1#1", place),)
    form = Form(title, "", language, _FIRST, _REVIEW, title, places=places)
    managers = Audience.MANAGER.readable
    asked = Sheet(form, "r0000000c0de", managers, replaces=False)
    yield "form", rule_form(asked, _STORES, language)
    change = Form(place, text, language, _FIRST, _REVIEW, title, places=places)
    replaces = Sheet(change, "r0000000c0de:0", managers, replaces=True)
    yield "form-change", rule_form(replaces, _STORES, language)
    yield "preview", preview_view("w0000000c0de", lines, language)
    listed = _listed(title, text, language)
    due = Held("pets", f"**{place}**\n{REVIEW_BY[language].format(day='2027-05-30')}")
    pinned = Held("p0000000c0de", f"**{title}**\nStore Operations")
    yield "list", rules_view(Shelf(listed, "", [due], [pinned]), language)
    yield "pin", pin_form(PinSheet("r0000000c0de", title, (f"- {text}",)), language, "C1")
    changes = [("r0000000c0de:0", place)]
    yield "feedback", feedback_form("r0000000c0de", language, "C1", changes)
    yield "to-answer", _message(title, language, FOR_COLLEAGUE)
    yield "to-decide", _message(spaced([TO_DECIDE[language], *lines]), language, FOR_DECIDER)
    said = OUTDATED[language].format(count=2, title=title)
    offer = Offer("w0000000c0de:0123456789abcdef", (said, text))
    yield "to-correct", _message("\n\n".join(offer.lines), language, FOR_CORRECTOR)


def _listed(title: str, text: str, language: Language) -> list[Listed]:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    rule = Rule("answer-1", title, text, _FIRST)
    waits, counts = (
        WrittenRule("w0000000c0de", rule, state, "slack:T1:U1", at)
        for state in (State.WAITING, State.IN_FORCE)
    )
    line = f"**{title}**\n{{state}} · Store Operations"
    return [
        Listed(waits, line.format(state=STATES["waiting"][language]), decides=True),
        Listed(counts, line.format(state=STATES["in_force"][language]), withdraws=True),
    ]


def _message(text: str, language: Language, shown: Shown) -> View:
    return next(to_forms(Reply(text, language, kept=True, trace_id="r0000000c0de"), shown))


def drawn_view(view: View) -> str:
    """Returns a modal or a message as lines: each block, its fields and its buttons."""
    head = [view[key]["text"] for key in ("title", "submit", "close") if key in view]
    lines = ["━━ " + " · ".join(head)] if head else ["━━ message"]
    lines += [f"[{one['type']}] {_block(one)}" for one in view["blocks"]]
    return "\n".join(line.rstrip() for line in "\n".join([*lines, ""]).split("\n"))


def _block(block: View) -> str:
    return " ".join(filter(None, _words(block)))


def _words(node: object) -> Iterator[str]:
    if isinstance(node, list):
        for one in node:
            yield from _words(one)
    if not isinstance(node, dict):
        return
    if node.get("type") == "button":
        yield f"({node['text']['text']} → {node['action_id']} {node['value']})"
        node = {"confirm": node.get("confirm")}
    for key, value in node.items():
        if isinstance(value, str) and key in ("text", "initial_value", "initial_date"):
            yield value
        elif isinstance(value, str) and key == "type" and "action_id" in node:
            yield f"<{value}>"
        else:
            yield from _words(value)
