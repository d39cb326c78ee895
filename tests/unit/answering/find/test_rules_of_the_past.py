"""A day that has passed: what has changed since is likelier to be what is asked for."""

from datetime import date

import pytest

from bot.answering.find.rules_to_come import raise_if_changed_since
from bot.model import Evidence, Judged
from knowledge.model.documents import Document, Header, Passage
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

BEFORE, SINCE, TODAY = date(2026, 2, 1), date(2026, 3, 1), date(2026, 11, 21)
WITHIN, PAID = "Customers can return goods within 7 days.", "Refunds are paid in cash."
OLD = f"{WITHIN} {PAID}"
NEW = f"Customers can return goods within 14 days. {PAID}"
LIKELY = 0.4


def _document(number: str, text: str, since: date | None = None) -> Document:
    header = Header("refunds", "Refunds", "refunds.md", version=number, effective_from=since)
    return Document(header, text)


async def _likelihood(said: str, as_of: date, *documents: Document) -> float:
    first = documents[0]
    passage = Passage("refunds@1#1", first.header, (), first.text, 0, len(first.text))
    evidence = given.evidence(given.candidate(passage, said))
    search = FakeSearch(history=FakeHistory(documents))
    question = given.question("how many days?", as_of=as_of)

    judged = await raise_if_changed_since(Judged(LIKELY), evidence, question, search, TODAY)

    return judged.likelihood


async def test_what_has_changed_since_is_likelier() -> None:
    versions = _document("1", OLD), _document("2", NEW, SINCE)

    assert LIKELY < await _likelihood(WITHIN, BEFORE, *versions) < 1


@pytest.mark.parametrize(("said", "as_of"), [(PAID, BEFORE), (WITHIN, TODAY)])
async def test_what_has_not_changed_or_is_asked_of_today_is_not(said: str, as_of: date) -> None:
    versions = _document("1", OLD), _document("2", NEW, SINCE)

    assert await _likelihood(said, as_of, *versions) == LIKELY


async def test_a_document_of_one_version_has_not_changed() -> None:
    assert await _likelihood(WITHIN, BEFORE, _document("1", OLD)) == LIKELY


@pytest.mark.parametrize("likely", [0.0, 1.0])
async def test_what_is_sure_stays_so(likely: float) -> None:
    question = given.question("how many days?", as_of=BEFORE)

    judged = await raise_if_changed_since(Judged(likely), Evidence(), question, FakeSearch(), TODAY)

    assert judged.likelihood == likely
