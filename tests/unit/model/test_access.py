"""Whose documents answer, and who may read an answer."""

from dataclasses import replace

import pytest

from bot.model import Answer, Citation, Question, Verdict
from bot.model.access import may_read, needed_for, read_with, role_of
from bot.privacy import safe
from knowledge.model.documents import Audience, Filters
from tests.unit.given import TODAY, passage

STAFF, MANAGER, ADMIN = Audience


@pytest.mark.parametrize(
    ("own", "here", "both"),
    [
        (STAFF, ADMIN, STAFF),
        (ADMIN, STAFF, STAFF),
        (ADMIN, MANAGER, MANAGER),
        (ADMIN, ADMIN, ADMIN),
    ],
)
def test_where_others_read_the_lesser_right_decides(
    own: Audience, here: Audience, both: Audience
) -> None:
    assert read_with(own, here) is both


def test_each_role_reads_what_those_before_it_may() -> None:
    assert [role_of(), role_of(manager=True), role_of(admin=True)] == [STAFF, MANAGER, ADMIN]
    assert [may_read(MANAGER, needed) for needed in Audience] == [True, True, False]


@pytest.mark.parametrize(
    ("verdict", "cited", "needed"),
    [
        (Verdict.PASS, [STAFF], STAFF),
        (Verdict.PASS, [STAFF, MANAGER], MANAGER),
        (Verdict.CONFLICT, [MANAGER, STAFF], MANAGER),
        (Verdict.PASS, [], ADMIN),
        (Verdict.INSUFFICIENT, [STAFF], ADMIN),
        (Verdict.OFF_TOPIC, [], ADMIN),
    ],
)
def test_an_answer_is_as_secret_as_what_it_tells_of(
    verdict: Verdict, cited: list[Audience], needed: Audience
) -> None:
    asked = Question(safe("금고 비밀번호는?"), "ko", Filters(TODAY, audience=ADMIN))
    passages = [replace(passage(), header=replace(passage().header, audience=one)) for one in cited]
    citations = tuple(Citation(one, one.text) for one in passages)

    assert needed_for(answer(asked, verdict, citations)) is needed


def answer(question: Question, verdict: Verdict, citations: tuple[Citation, ...]) -> Answer:
    return Answer(question=question, text=safe(""), verdict=verdict, citations=citations)
