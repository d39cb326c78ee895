"""Everything in the way of a question that can be switched off, by name.

`python -m benchmarks.criteria` prints what each is worth. A switch puts something that does nothing
in the place of a function, in every module that imports it, or takes a row out of a table.
"""

import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any

from bot.answering import shortcuts
from bot.answering.check import rules
from bot.answering.criteria.condition import known
from bot.answering.find import evidence
from bot.answering.reply import notes

Off = Callable[[], AbstractContextManager[None]]
_ROOT = "bot.answering."


def _nothing(value: object) -> Callable[..., object]:
    return lambda *_, **__: value


def _same(place: int) -> Callable[..., object]:
    return lambda *given, **_: given[place]


def _soon(function: Callable[..., object]) -> Callable[..., object]:
    async def later(*given: object, **named: object) -> object:
        return function(*given, **named)

    return later


async def _none(*_: object, **__: object) -> AsyncIterator[object]:
    found: tuple[object, ...] = ()
    for one in found:
        yield one


_FUNCTIONS: Mapping[str, Mapping[str, tuple[str, object]]] = {
    "understand": {
        "small_talk": ("understand.talk.talk_of", _nothing(None)),
        "world_knowledge": (
            "understand.talk.is_general_knowledge",
            _nothing(False),
        ),
        "danger": ("understand.kinds.danger_in", _nothing(None)),
        "about_answer": ("understand.kinds.about_answer", _nothing(None)),
        "fillers": ("understand.fillers.without_fillers", _same(0)),
        "store_hint": ("understand.message.store_hint", _nothing(None)),
        "several_questions": ("understand.questions.parts", lambda text: (text,)),
        "chosen_document": ("understand.follow_up.chosen_rule.from_chosen", _nothing(None)),
        "follow_up": ("understand.follow_up.meanings.leans", _nothing(False)),
        "swapped_day": ("understand.follow_up.replied.spelled_out", _nothing(None)),
        "purchase": ("understand.day_purpose.is_purchase", _nothing(False)),
        "delivery": ("understand.day_purpose.is_delivery", _nothing(False)),
        "deadline": ("understand.day_purpose.is_deadline", _nothing(False)),
        "day_asked_for": ("understand.day_purpose.is_asked_for", _nothing(True)),
    },
    "find": {
        "state_search": ("criteria.condition.agreement.besides", _nothing([])),
        "chapter": ("criteria.names_only.chapter_of", _nothing(None)),
        "subject": ("criteria.names_only.subject_of", _nothing(frozenset())),
        "translations": ("find.translations.with_translations", _soon(_same(0))),
        "unmentioned": ("find.evidence._unmentioned", _nothing(0)),
        "by_name": ("find.gate.gate.BY_NAME", 0.0),
        "past_rules": ("find.rules_to_come.raise_if_changed_since", _soon(_same(0))),
        "coming_rules": ("find.rules_to_come.upcoming", _none),
        "wanted_kinds": ("criteria.answer_kind.asked.slot_of", _nothing(None)),
        "second_attempt": ("find.gate.gate.ATTEMPTS", 1),
        "nearness": ("find.gate.nearness.may_answer", _nothing(True)),
    },
    "choose": {
        "qualifier": ("choose.with_qualifier.with_qualified", lambda near, _: near),
        "own_language": ("find.translations.in_own_language", lambda ranked, _: ranked[0]),
    },
    "check": {
        "demanded": ("criteria.answer_kind.telling.demanded", _same(1)),
        "mentioned": ("check.relevance.mentions_subject", _same(1)),
        "conflicts": ("check.conflicts.with_conflicts", _soon(_same(1))),
    },
    "reply": {
        "rules_before_products": ("shortcuts.catalogue.is_left_to_rules", _soon(_nothing(False))),
        "before_newest": ("shortcuts.whats_new.dated", _soon(_same(0))),
        "as_of": ("reply.notes.last_day.with_day", _same(0)),
    },
}


def _tables() -> Iterator[tuple[str, Off]]:
    for name in evidence.CRITERIA:
        yield f"criterion:{name}", partial(_without_key, evidence, "CRITERIA", name)
    for name in shortcuts.SHORTCUTS:
        yield f"shortcut:{name}", partial(_without_key, shortcuts, "SHORTCUTS", name)
    for name in notes.NOTES:
        yield f"note:{name}", partial(_without_key, notes, "NOTES", name)
    for state in known.STATES:
        rest = tuple(one for one in known.STATES if one is not state)
        yield f"state:{state.name}", partial(_instead, known.STATES, rest)
    for rule in rules.RULES:
        left = tuple(one for one in rules.RULES if one is not rule)
        yield f"rule:{rule.code}", partial(_instead, rules.RULES, left)


def _functions() -> Iterator[tuple[str, Off]]:
    for step, switches in _FUNCTIONS.items():
        for name, (path, instead) in switches.items():
            module, _, attribute = path.rpartition(".")
            target = getattr(import_module(_ROOT + module), attribute)
            yield f"{step}:{name}", partial(_instead, target, instead, attribute)


@contextmanager
def _without_key(module: Any, table: str, key: str) -> Iterator[None]:
    whole = getattr(module, table)
    rest = MappingProxyType({name: one for name, one in whole.items() if name != key})
    with _instead(whole, rest):
        yield


@contextmanager
def _instead(target: object, instead: object, number: str = "") -> Iterator[None]:
    """Replaces an object in every module of answering that has it; a number, under its name."""
    named = {number} if isinstance(target, int | float) else None
    places = [
        (module, name)
        for key, module in list(sys.modules.items())
        if key.startswith(_ROOT) and module is not None
        for name, value in list(vars(module).items())
        if value is target and (named is None or name in named)
    ]
    for module, name in places:
        setattr(module, name, instead)
    try:
        yield
    finally:
        for module, name in places:
            setattr(module, name, target)


@contextmanager
def off(*names: str) -> Iterator[None]:
    """Switches these off, and on again behind the block."""
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(SWITCHES[name]())
        yield


SWITCHES: Mapping[str, Off] = MappingProxyType({**dict(_tables()), **dict(_functions())})
