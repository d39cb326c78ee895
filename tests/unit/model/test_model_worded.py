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


def answer(model: str, *said: str) -> Answer:
    korean = said[0] in (OWN_KO, WORDED_KO)
    cited = Citation(
        given.passage(given.REFUND_KO if korean else given.REFUND), OWN_KO if korean else OWN
    )
    sentences = tuple(Sentence(one, (cited,)) for one in said)
    usual = Answer(given.question("?"), Verdict.PASS, safe(" ".join(said)), (cited,))
    return replace(usual, sentences=sentences, model=model)


@pytest.mark.parametrize(
    ("model", "said", "worded"),
    [
        ("extractive", (OWN,), False),
        ("extractive", (WORDED,), False),
        ("gpt-x", (WORDED,), True),
        ("gpt-x", (WORDED_KO,), True),
        ("gpt-x", (OWN, WORDED), True),
        ("extractive + gpt-x", (OWN, WORDED), True),
        # It found the rule, and the rule's own words went out.
        ("gpt-x", (OWN,), False),
        ("gpt-x", (OWN_KO,), False),
    ],
)
def test_words_of_a_model_are_told_from_words_of_the_documents(
    model: str, said: tuple[str, ...], worded: bool
) -> None:
    reply = to_reply(answer(model, *said))

    assert reply.model_worded is worded
    assert read_again(to_json(replace(reply, answer=None))).model_worded is worded
