"""Replies of every kind as people see them in Slack, against files that were read by eye."""

from typing import Any

from adapters.chat.about import doubt
from adapters.slack.render.reply import to_blocks, to_forms
from adapters.slack.render.windows import sources_view
from tests.flow.slack.stand_in.api import faults, view_faults
from tests.flow.slack.stand_in.rule_views import drawn_view, rule_views
from tests.flow.slack.stand_in.snapshots import FOLDER, drawn, offers
from tests.flow.stand_in.replies import Case
from tests.unit.slack.test_safety import harm
from tests.unit.slack.test_windows import check


def test_there_are_replies_of_every_kind_in_both_languages(replies: list[Case]) -> None:
    assert len(replies) >= 40
    assert sum(case.reply.language == "ko" for case in replies) * 5 >= len(replies) * 2


def test_every_form_is_valid_and_within_the_budgets(replies: list[Case]) -> None:
    for case in replies:
        for form in to_forms(case.reply, offers(case)):
            assert faults(form) == [], case.name
            assert foreign(harm(form)) == [], case.name


def test_a_reply_is_read_in_one_glance(replies: list[Case]) -> None:
    for case in replies:
        reply, blocks = case.reply, to_blocks(case.reply, offers(case))
        if reply.outcome == "talk":
            continue
        more = bool(reply.follow_up) + bool(reply.notice) + bool(doubt(reply))
        rows = [one["elements"] for one in blocks if one["type"] == "actions"]
        suggested = [one for row in rows for one in row if "follow_up" in one["action_id"]]
        grey = [one for one in blocks if one["type"] == "context"]
        # The answer, a grey paragraph, a row of buttons, thumbs.
        assert len(blocks) <= 4 + more, case.name
        assert len(rows) <= 1, case.name
        assert len(grey) <= 1 + bool(reply.notice), case.name
        assert len(suggested) <= 2, case.name
        for table in reply.tables:
            # On a phone of 375 x 667 pixels: columns of a few words, and no row out of sight.
            assert len(table.columns) <= 4, case.name
            assert len(table.rows) <= 5, case.name
            assert all(len(cell) <= 90 for row in table.rows for cell in row), case.name


def test_what_changed_is_one_phone_screen_with_the_sentences_a_tap_away(
    replies: list[Case],
) -> None:
    changed = [case for case in replies if case.name.startswith("changed-")]
    for case in changed:
        blocks = to_blocks(case.reply, offers(case))
        [table] = case.reply.tables
        [answer, sources, row, _] = blocks
        assert len(table.rows) <= 4, case.name
        assert len(answer["text"]) <= 500, case.name
        # A line for each version and one for the day, however many passages are cited.
        assert len(sources["elements"][0]["text"].split("\n")) == 3, case.name
        assert row["elements"][0]["action_id"] == "sentences", case.name
        shown = sources_view(case.reply)["blocks"][0]["elements"][0]["elements"]
        for sentence in case.reply.answer.sentences if case.reply.answer else ():
            assert sentence.text in "".join(run["text"] for run in shown), case.name
    assert {case.reply.language for case in changed} == {"en", "ko"}


def foreign(harms: Any) -> list[str]:
    """What is no link to the made-up store's own handbook."""
    return [one for one in harms if not one.startswith("<https://handbook.haneul-market.example/")]


def test_the_sources_of_every_reply_open(replies: list[Case]) -> None:
    for case in replies:
        check(sources_view(case.reply))


def test_the_modals_of_rules_are_within_the_limits() -> None:
    for name, view in rule_views().items():
        if name.startswith("written-to-"):
            assert faults(view) == [], name
        else:
            assert view_faults(view) == [], name
            check(view)


def test_people_see_what_was_read_by_eye(replies: list[Case]) -> None:
    seen = {case.name: drawn(case) for case in replies}
    seen |= {name: drawn_view(view) for name, view in rule_views().items()}
    known = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.txt")}

    assert sorted(seen) == sorted(known)
    changed = [name for name in seen if seen[name] != known[name]]
    assert changed == [], (
        "python -m tests.flow.slack.stand_in.snapshots renews them; read the difference"
    )
