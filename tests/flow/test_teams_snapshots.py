"""Replies and cards of every kind as people see them in Teams, against files read by eye."""

import asyncio

import pytest

from tests.flow.replies import Case
from tests.flow.teams_form import card_faults, cards_in, faults
from tests.flow.teams_snapshots import cases, drawings, forms, kept, other_cards, windows, wire

_RENEW = "python -m tests.flow.teams_snapshots renews them; read the difference"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    return asyncio.run(cases(tmp_path_factory.mktemp("data")))


def test_there_are_replies_of_every_kind_in_both_languages(made: list[Case]) -> None:
    assert len(made) >= 40
    assert sum(case.reply.language == "ko" for case in made) * 5 >= len(made) * 2


def test_teams_takes_every_form_of_every_reply(made: list[Case]) -> None:
    for case in made:
        for name, form in forms(case).items():
            assert faults(form) == [], (case.name, name)


def test_teams_takes_every_card(made: list[Case]) -> None:
    shown = [*(windows(case) for case in made), *(one for _, one in other_cards())]

    for card in cards_in(shown):
        assert card_faults(card) == []


def test_people_see_what_was_read_by_eye(made: list[Case]) -> None:
    seen, (known, _) = drawings(made), kept()

    assert sorted(seen) == sorted(known)
    assert [name for name in seen if seen[name] != known[name]] == [], _RENEW


def test_teams_gets_what_was_read_by_eye(made: list[Case]) -> None:
    sent, (_, known) = wire(made), kept()

    assert sorted(sent) == sorted(known)
    assert [name for name in sent if sent[name] != known[name]] == [], _RENEW
