"""A reply that chooses between documents that disagree."""

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.answering.understand.follow_up.chosen_rule import chosen
from bot.model import Turn, Verdict
from bot.model.said import turn_of
from bot.privacy import still_safe
from tests.fakes import FakeSearch
from tests.unit import given

ASKED = "how long is lost property kept?"
KEPT_14, KEPT_30 = (f"Lost property is kept in the store for {days} days." for days in (14, 30))


def _turn(*titles: str) -> Turn:
    headers = [given.passage(title=title, doc_id=title).header for title in titles]
    return Turn(still_safe(ASKED), disagreeing=tuple(headers))


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("the Lost Property one", "Lost Property"),
        ("lost property", "Lost Property"),
        ("we follow the service desk guide", "Service Desk Guide"),
        ("the newest", "Service Desk Guide"),
        ("the second one", "Lost Property"),
        ("Lost Property이요", "Lost Property"),
        ("the old one", "Lost Property"),
        ("the third", None),
        ("where do I send lost property?", None),
        ("how long is a voucher valid?", None),
        ("the second, older one", "Lost Property"),
        ("both", None),
        ("not the newest", None),
        ("not the service desk guide", None),
        ("what is our latest store policy?", None),
        ("is lost property older?", None),
    ],
)
def test_a_document_is_chosen_by_its_title_or_its_place(said: str, title: str | None) -> None:
    header = chosen(said, _turn("Service Desk Guide", "Lost Property"))

    assert (header.title if header else None) == title


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("상품권 안내요", "하늘 상품권 안내"),
        ("계산대 결제 문서 따라요", "계산대 결제 수단 안내"),
        ("최신 문서요", "계산대 결제 수단 안내"),
        ("두 번째요", "하늘 상품권 안내"),
        ("두 번째 거로 할게요", "하늘 상품권 안내"),
        ("가장 최근 문서로요", "계산대 결제 수단 안내"),
        ("상품권 안내 말고요", None),
        ("유효기간은요?", None),
    ],
)
def test_a_document_is_chosen_in_korean(said: str, title: str | None) -> None:
    header = chosen(said, _turn("계산대 결제 수단 안내", "하늘 상품권 안내"))

    assert (header.title if header else None) == title


def test_nothing_is_chosen_if_no_documents_disagree() -> None:
    assert chosen("the newest", None) is None
    assert chosen("the newest", _turn()) is None


@pytest.mark.parametrize("said", ["홍대점이요", "홍대점이에요", "홍대점", "두 번째요"])
def test_a_shop_is_chosen_by_its_name(said: str) -> None:
    header = chosen(said, _turn("강남점 안내", "홍대점 안내"))

    assert header is not None
    assert header.title == "홍대점 안내"


async def test_the_chosen_document_alone_answers_the_question_before() -> None:
    desk, lost = (
        given.passage(text, doc_id=title, title=title)
        for text, title in ((KEPT_14, "Service Desk Guide"), (KEPT_30, "Lost Property"))
    )
    search = FakeSearch([given.found(ASKED, desk, lost)], alike=0.9)
    answering = Answering(search, Extractive(), {"en": "documents", "ko": "문서"})
    first = await answering.answer(given.question(ASKED))

    then = await answering.answer(given.question("the Lost Property one"), turn_of(first))

    assert first.verdict is Verdict.CONFLICT
    assert (then.verdict, then.text) == (Verdict.PASS, f"{KEPT_30} [1]")
    assert then.follow_up != first.follow_up
