"""The sentence that names the asked thing beats the general one of its document."""

import pytest

from bot.answering.criteria.criterion import Asked
from bot.answering.criteria.named_thing import named_thing
from bot.model.found import Seen
from knowledge.language.terms import query_terms
from knowledge.model.documents import Found, Hit
from knowledge.split.statements import statements
from tests.unit import given

GENERAL = "Lost property is kept for 30 days."
WALLETS = "Wallets and phones go to the police within 3 days."
LOG = "Every item is written down with the wallet it was in."
GENERAL_KO = "분실물은 30일 동안 보관합니다."
WALLETS_KO = "지갑과 휴대전화는 3일 안에 경찰에 넘깁니다."


def _scores(asked: str, texts: tuple[str, ...], *scores: float, apart: bool = False) -> list[float]:
    hits = [
        Hit(given.passage(text, doc_id=f"doc-{n if apart else 0}", number=n), 1.0)
        for n, text in enumerate(texts)
    ]
    seen = [
        Seen(hit, statement, 0, 0.5, 0.5, 0.5, 0.5, 0.0)
        for hit in hits
        for statement in statements(hit.passage)
    ]
    found = Found(tuple(hits), dict.fromkeys(query_terms(asked), 1.0))
    turns = named_thing(Asked(given.question(asked), seen, found))(scores)
    return [one + turn for one, turn in zip(scores, turns, strict=True)]


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("found a wallet, how long do we keep it?", (GENERAL, WALLETS)),
        (
            "customer gave me this torn note, do we take it?",
            ("Do not give back a note that looks fake.", "Torn notes are taken."),
        ),
        ("지갑은 며칠 보관해요?", (GENERAL_KO, WALLETS_KO)),
    ],
)
def test_a_sentence_with_the_named_thing_comes_first(asked: str, texts: tuple[str, str]) -> None:
    general, named = _scores(asked, texts, 3.0, 1.0)

    assert named > general == 3.0


@pytest.mark.parametrize(
    ("asked", "texts", "scores", "apart"),
    [
        ("how long do we keep lost property?", (GENERAL, WALLETS), (3.0, 1.0), False),
        ("found a wallet, how long do we keep it?", (GENERAL, LOG), (3.0, 1.0), False),
        (
            "are scratches covered by the warranty?",
            ("Scratches are not covered.", "The warranty lasts two years."),
            (3.0, 1.0),
            False,
        ),
        ("found a wallet, how long do we keep it?", (GENERAL, WALLETS), (3.0, -4.0), False),
        ("found a wallet, how long do we keep it?", (GENERAL, WALLETS), (3.0, 1.0), True),
    ],
)
def test_nothing_moves_without_it_nor_far_away_nor_in_another_document(
    asked: str, texts: tuple[str, ...], scores: tuple[float, ...], apart: bool
) -> None:
    assert _scores(asked, texts, *scores, apart=apart) == list(scores)
