"""Every switch of `benchmarks.criteria` has something to switch off, and switches it on again."""

import pytest

from benchmarks.switches import SWITCHES, off
from bot.answering import shortcuts
from bot.answering.check import rules
from bot.answering.criteria.condition import known
from bot.answering.find import evidence
from bot.answering.reply import notes


def sizes() -> list[int]:
    tables = (shortcuts.SHORTCUTS, notes.NOTES, rules.RULES, known.STATES, evidence.CRITERIA)
    return [len(table) for table in tables]


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_is_on_again_after_its_block(name: str) -> None:
    before = sizes()

    with off(name):
        pass

    assert sizes() == before


def test_a_switch_takes_its_row_out_of_the_table() -> None:
    names = ("shortcut:catalogue", "note:last_day", "state:opened", "criterion:condition")

    with off(*names, "rule:not_plain"):
        without = sizes()

    assert without == [one - 1 for one in sizes()]
