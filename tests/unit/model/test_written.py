"""A value whose parts disagree cannot be built."""

from dataclasses import replace

import pytest

from bot.model import Checked, Nearest, Sentence, Verdict
from tests.unit import given

PASSAGE = given.passage("Bread is sold.", title="Bread")
TRUE = given.verbatim("Bread is sold.", PASSAGE)
TRUE_KO = given.verbatim("빵을 팝니다.", given.passage("빵을 팝니다.", title="빵"))
UNSOURCED = Sentence("Bread is sold.", ())


def test_an_answer_has_a_sentence_and_a_refusal_has_none() -> None:
    with pytest.raises(ValueError, match="pass with 0 sentences"):
        Checked(Verdict.PASS)
    with pytest.raises(ValueError, match="insufficient with 1 sentences"):
        Checked(Verdict.INSUFFICIENT, (TRUE,))
    with pytest.raises(ValueError, match="off_topic with 1 sentences"):
        replace(Checked(Verdict.PASS, (TRUE_KO,)), verdict=Verdict.OFF_TOPIC)


def test_nothing_is_worth_quoting_without_a_quote() -> None:
    with pytest.raises(ValueError, match="no sentence is the nearest"):
        Checked(Verdict.INSUFFICIENT, worth_quoting=True)
    with pytest.raises(ValueError, match="no sentence is the nearest"):
        Checked(Verdict.INSUFFICIENT, missing="SM-100")
    with pytest.raises(ValueError, match="no sentence is the nearest"):
        replace(Checked(Verdict.INSUFFICIENT, nearest=(TRUE,), missing="빵"), nearest=())


def test_no_sentence_both_answers_and_is_only_near() -> None:
    with pytest.raises(ValueError, match="and a nearest one"):
        Checked(Verdict.PASS, (TRUE,), nearest=(TRUE_KO,))


def test_a_sentence_that_is_shown_has_its_source() -> None:
    with pytest.raises(ValueError, match="without a citation"):
        Checked(Verdict.PASS, (TRUE, UNSOURCED))
    with pytest.raises(ValueError, match="without a citation"):
        Checked(Verdict.INSUFFICIENT, nearest=(UNSOURCED,))
    with pytest.raises(ValueError, match="without a citation"):
        Nearest(UNSOURCED)
    with pytest.raises(ValueError, match="without a citation"):
        Nearest(TRUE, against=(UNSOURCED,))
