"""A reply says whether a language model worded it, or the documents' own sentences answer."""

from dataclasses import replace

import pytest

from bot.model import Answer, Citation, Sentence, Verdict
from bot.privacy import safe
from bot.shown.reply import to_reply
from bot.shown.written import to_json
from bot.shown.written import to_reply as read_again
from tests.unit import given

OWN = "Unopened headphones can be returned within 14 days."
WORDED = "You have two weeks while the box is sealed."
OWN_KO = "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다."
WORDED_KO = "뜯지 않았다면 2주 안에 환불됩니다."


def answer(said: str, *, worded: bool) -> Answer:
    korean = said in (OWN_KO, WORDED_KO)
    cited = Citation(
        given.passage(given.REFUND_KO if korean else given.REFUND), OWN_KO if korean else OWN
    )
    usual = Answer(given.question("?"), Verdict.PASS, safe(said), (cited,))
    sentences = (Sentence(said, (cited,), worded=worded),)
    return replace(usual, sentences=sentences, model="gpt-x")


@pytest.mark.parametrize(
    ("said", "worded"), [(OWN, False), (OWN_KO, False), (WORDED, True), (WORDED_KO, True)]
)
def test_words_of_a_model_are_told_from_words_of_the_documents(said: str, worded: bool) -> None:
    reply = to_reply(answer(said, worded=worded))

    assert reply.model_worded is worded
    assert read_again(to_json(replace(reply, answer=None))).model_worded is worded
