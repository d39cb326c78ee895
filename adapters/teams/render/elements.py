"""The pieces of Adaptive Cards that the bot uses."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from adapters.chat.cutting import cut
from adapters.chat.quoted import Run
from adapters.chat.words import (
    ZERO_WIDTH,
    bold_runs,
    seen,
    with_addresses,
    without_bars,
    without_headings,
)
from adapters.teams.receive.clicks import Verb
from adapters.teams.render.entities import CARD, web_address
from adapters.teams.render.markdown import to_label
from knowledge.model.documents import Language

Card = dict[str, Any]
Element = dict[str, Any]

MAX_LABEL = 60
_DIALOGS = (
    Verb.SOURCES,
    Verb.CHANNEL,
    Verb.TELL_OWNER,
    Verb.ASK_PERSON,
    Verb.WRITE_RULE,
    Verb.END_RULE,
)
"""Verbs whose button opens a dialog."""
_FUNCTION = re.compile(r"\{(?=\{)")
_FENCE = "```"


def card(body: Sequence[Element], language: Language, actions: Sequence[Element] = ()) -> Card:
    """A card, with its language for screen readers."""
    whole: Card = {"type": "AdaptiveCard", "version": "1.5", "lang": language, "body": list(body)}
    return whole | {"actions": list(actions)} if actions else whole


def attached(one: Card) -> Element:
    """A card as an attachment of a message."""
    return {"contentType": CARD, "content": one}


def heading(text: str) -> Element:
    """A title; only for words of our own."""
    return _text(text) | {"size": "Medium", "weight": "Bolder", "style": "heading"}


def note(text: str) -> Element:
    """A small grey paragraph; only for words of our own."""
    return _text(text) | {"isSubtle": True, "size": "Small"}


def rich(runs: Iterable[Run], *, subtle: bool = False, code: bool = False) -> Element:
    """A paragraph of any words without markup; some in bold."""
    inlines = [_run(text, bold, subtle=subtle, code=code) for text, bold in runs]
    return {"type": "RichTextBlock", "inlines": inlines}


def words(text: str, *, bold: bool = False, subtle: bool = False) -> Element:
    """One paragraph of any words."""
    return rich([(text, bold)], subtle=subtle)


def paragraphs(text: str) -> list[Element]:
    """An answer or a report, one paragraph a line; code fences keep their form."""
    elements: list[Element] = []
    fenced = False
    for line in without_bars(text).split("\n"):
        if line.startswith(_FENCE):
            fenced = not fenced
        elif fenced:
            elements.append(rich([(line or " ", False)], code=True) | {"spacing": "None"})
        elif runs := bold_runs(with_addresses(without_headings(line.strip()))):
            elements.append(rich(runs) | {"spacing": "Small"})
    return elements


def lines(runs: Iterable[Run], most: int) -> list[Element]:
    """A passage's runs, one paragraph a line; lines beyond `most` are joined."""
    whole: list[list[Run]] = [[]]
    for text, bold in runs:
        first, *others = text.split("\n")
        whole[-1].append((first, bold))
        whole += [[(other, bold)] for other in others]
    filled = [line for line in whole if any(text.strip() for text, _ in line)]
    joined = [run for line in filled[most - 1 :] for run in (*line, (" ", False))][:-1]
    return [
        rich(run for run in line if run[0]) | {"spacing": "Small"}
        for line in [*filled[: most - 1], joined]
        if line
    ]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Element:
    """A table of any words, with its columns' names in bold."""
    head = [_cell(rich([(one or " ", True)])) for one in columns]
    body = ([_cell(rich([(one or " ", False)])) for one in row] for row in rows)
    return {
        "type": "Table",
        "columns": [{"width": 1}] * len(columns),
        "firstRowAsHeader": True,
        "rows": [{"type": "TableRow", "cells": cells} for cells in (head, *body)],
    }


def said_lines(lines: Iterable[str]) -> list[Element]:
    """Each line as paragraphs."""
    return [one for line in lines for one in paragraphs(line)]


def action_set(actions: Sequence[Element]) -> Element:
    """Buttons among other elements."""
    return {"type": "ActionSet", "actions": list(actions)}


def part(items: Sequence[Element]) -> Element:
    """Some elements below a line."""
    return {"type": "Container", "separator": True, "spacing": "Medium", "items": list(items)}


def beside(element: Element, action: Element) -> Element:
    """An element with a button to its right."""
    sides = (("stretch", element), ("auto", action_set([action])))
    columns = [
        {"type": "Column", "width": width, "verticalContentAlignment": "Center", "items": [item]}
        for width, item in sides
    ]
    return {"type": "ColumnSet", "columns": columns}


def button(label: str, verb: Verb, about: str = "", number: int = 0) -> Element:
    """A button; it carries an id and a number, never a person's words."""
    sent: Element = {"verb": verb.value}
    if about:
        sent |= {"about": about, "number": number}
    if verb in _DIALOGS:
        sent["msteams"] = {"type": "task/fetch"}  # opens a dialog
    return {"type": "Action.Submit", "title": label_of(label), "data": sent}


def link(label: str, url: str | None) -> list[Element]:
    """A button that opens a web page; none without an address."""
    address = web_address(url)
    return [{"type": "Action.OpenUrl", "title": label_of(label), "url": address}] if address else []


def label_of(text: str) -> str:
    """Any words as a button's label."""
    return cut(to_label(text), MAX_LABEL) or "…"


def _cell(item: Element) -> Element:
    return {"type": "TableCell", "items": [item]}


def _text(text: str) -> Element:
    return {"type": "TextBlock", "text": text, "wrap": True}


def _run(text: str, bold: bool, *, subtle: bool, code: bool) -> Element:
    # {{DATE(…)}} is a function of cards.
    calm = _FUNCTION.sub(f"{{{ZERO_WIDTH}", seen(text))
    run: Element = {"type": "TextRun", "text": calm}
    if bold:
        run["weight"] = "Bolder"
    if subtle:
        run |= {"isSubtle": True, "size": "Small"}
    return run | {"fontType": "Monospace"} if code else run
