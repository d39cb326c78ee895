"""Every button has a row, and under an answer those that its person may use."""

from dataclasses import replace

import pytest

from adapters.slack.render.buttons import BUTTONS, FOR_ASKER, IN_THREAD, Shown, offered
from bot.model import Reply, Table
from knowledge.model.documents import Language
from tests.unit.slack import given


def labels(reply: Reply, shown: Shown) -> list[str]:
    rows = offered(reply, shown)
    elements = [one for row in rows if row["type"] == "actions" for one in row["elements"]]
    return [one["text"]["text"] for one in elements if one["action_id"] in BUTTONS]


@pytest.mark.parametrize(
    ("language", "in_thread", "for_asker"),
    [
        ("en", ["View sources"], ["View sources", "Share in channel", "Ask a person", "Delete"]),
        ("ko", ["출처 보기"], ["출처 보기", "채널에 공유", "담당자에게 묻기", "삭제"]),
    ],
)
def test_a_private_answer_can_be_shared_and_passed_on(
    language: Language, in_thread: list[str], for_asker: list[str]
) -> None:
    reply = replace(given.reply(), language=language, kept=True)

    assert labels(reply, IN_THREAD) == in_thread
    assert labels(reply, FOR_ASKER) == for_asker


def test_an_answer_without_sources_has_no_button_for_them() -> None:
    reply = replace(given.reply(), sources=(), kept=True)

    assert labels(reply, IN_THREAD) == []


@pytest.mark.parametrize(("language", "label"), [("en", "Show sentences"), ("ko", "문장 보기")])
def test_a_table_in_few_words_has_a_button_for_its_sentences(
    language: Language, label: str
) -> None:
    table = Table(("What", "Before"), (("Parcels", "3 days [1]"),), "Yes [1].", shortened=True)
    reply = replace(given.reply(), language=language, tables=(table,), kept=True)

    assert labels(reply, IN_THREAD) == [label]


def test_an_answer_that_is_not_stored_has_no_buttons() -> None:
    assert offered(replace(given.reply(), kept=False), FOR_ASKER) == []


@pytest.mark.parametrize(
    ("language", "tell", "ask"),
    [
        ("en", "Tell the owner", "Ask a person"),
        ("ko", "담당 부서에 알리기", "담당자에게 묻기"),
    ],
)
def test_where_documents_disagree_their_owner_can_be_told_and_else_a_person_asked(
    language: Language, tell: str, ask: str
) -> None:
    reply = replace(given.reply(), language=language, kept=True, disputed=True)
    owned = replace(reply, owners=("Customer Care",))

    assert labels(owned, IN_THREAD)[1:3] == [tell, ask]
    assert labels(reply, IN_THREAD)[1] == ask
    assert tell not in labels(reply, IN_THREAD)
