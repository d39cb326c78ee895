"""Sends a reply in the richest form that a platform takes, and in words alone if need be."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from enum import StrEnum
from operator import call
from typing import TypeVar

from adapters.web.edge import wordless

Form = TypeVar("Form")
Refusal = TypeVar("Refusal")

logger = logging.getLogger(__name__)


class Step(StrEnum):
    """Where to go on after a refusal."""

    PLAIN = "plain"
    """At the words alone: nobody knows what in the form was refused."""
    NEXT = "next"
    """At the next form: only how this one is drawn was refused."""
    STOP = "stop"
    """Nowhere: no other form would be taken here."""


def drawn_in_turn(*drawings: Callable[[], Form]) -> Iterator[Form]:
    """Yields a reply in each form; after an error in one, the next can still be had."""
    return map(call, drawings)  # a generator would be over


async def first_taken(
    forms: Iterator[Form],
    bare: Callable[[], Form],
    send: Callable[[Form], Awaitable[Refusal | None]],
    after: Callable[[Refusal], Step],
    trace_id: str,
    rich: int = 1,
) -> Refusal | None:
    """Sends forms until one is taken; returns the last refusal, None if one was.

    The first `rich` forms are more than words. A form that cannot be drawn is a bug, which costs no
    answer: the next one is sent, and after all of them the `bare` words.
    """
    plain_only = False
    for number, form in enumerate(_drawn(forms, trace_id)):
        is_plain = number >= rich
        if form is None or (plain_only and not is_plain):
            continue
        refused = await send(form)
        if refused is None:
            return None
        step = after(refused)
        if is_plain or step is Step.STOP:
            return refused
        plain_only = step is Step.PLAIN
    return await send(bare())


def _drawn(forms: Iterator[Form], trace_id: str) -> Iterator[Form | None]:
    """Yields each form; None for one that cannot be drawn."""
    while True:
        try:
            yield next(forms)
        except StopIteration:
            return
        except Exception as error:  # the adapter's edge
            about = {"trace_id": trace_id}
            logger.exception("a bug in a form", exc_info=wordless(error), extra=about)
            yield None
