"""Replies and cards of every kind as people see them in Teams, against files read by eye."""

from tests.flow.stand_in.replies import Case
from tests.flow.teams.stand_in.form import card_faults, cards_in, faults
from tests.flow.teams.stand_in.snapshots import drawings, forms, kept, other_cards, windows, wire

_RENEW = "python -m tests.flow.teams.stand_in.snapshots renews them; read the difference"


def test_teams_takes_every_form_of_every_reply(replies: list[Case]) -> None:
    for case in replies:
        for name, form in forms(case).items():
            assert faults(form) == [], (case.name, name)


def test_teams_takes_every_card(replies: list[Case]) -> None:
    shown = [*(windows(case) for case in replies), *(one for _, one in other_cards())]

    for card in cards_in(shown):
        assert card_faults(card) == []


def test_people_see_what_was_read_by_eye(replies: list[Case]) -> None:
    seen, (known, _) = drawings(replies), kept()

    assert sorted(seen) == sorted(known)
    assert [name for name in seen if seen[name] != known[name]] == [], _RENEW


def test_teams_gets_what_was_read_by_eye(replies: list[Case]) -> None:
    sent, (_, known) = wire(replies), kept()

    assert sorted(sent) == sorted(known)
    assert [name for name in sent if sent[name] != known[name]] == [], _RENEW
