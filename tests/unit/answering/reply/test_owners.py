"""Whom to ask about a document, and who settles it if documents disagree."""

import pytest

from bot.answering.reply.citations import who_settles, whom_to_ask
from knowledge.model.documents import Header, Language
from tests.unit import given

DESK = given.passage(title="Service Desk Guide", doc_id="desk", owner="Store Operations").header
LOST = given.passage(title="Lost Property", doc_id="lost", owner="Customer Care").header
CARE = given.passage(title="Complaints", doc_id="complaints", owner="Customer Care").header
NOBODY = given.passage(title="Old Notes", doc_id="notes").header


@pytest.mark.parametrize(
    ("headers", "language", "line"),
    [
        (
            (DESK, LOST),
            "en",
            "Which one counts? Ask Store Operations (“Service Desk Guide”) or Customer Care"
            " (“Lost Property”).",
        ),
        (
            (DESK, LOST),
            "ko",
            "어느 쪽이 맞는지 담당 부서에 확인해 주세요: Store Operations (“Service Desk Guide”) "
            "또는 Customer Care (“Lost Property”)",
        ),
        ((LOST, CARE), "en", "Which one counts? Ask Customer Care (“Lost Property”)."),
        ((NOBODY, LOST), "en", "Which one counts? Ask Customer Care (“Lost Property”)."),
        ((NOBODY,), "en", "Which one counts? Ask your store manager."),
        ((NOBODY,), "ko", "어느 쪽이 맞는지 담당 부서에 확인해 주세요: 점장"),
    ],
)
def test_the_owners_settle_what_documents_disagree_on(
    headers: tuple[Header, ...], language: Language, line: str
) -> None:
    assert who_settles(headers, language) == line


def test_the_first_cited_document_with_an_owner_says_whom_to_ask() -> None:
    line = whom_to_ask((NOBODY, LOST, DESK), "en")

    assert line == "Ask Customer Care. They own “Lost Property”."
