"""What a question is about has to be in the passage that would answer it."""

from dataclasses import replace

import pytest

from bot.answering.check.relevance import mentions_subject, unmentioned
from bot.answering.reply.refusal import nearest_of, refuse
from bot.model import Checked, Evidence, Nearest, Verdict
from bot.model.said import Corpus
from knowledge.model.documents import Found, Passage
from tests.unit import given

CORPUS: Corpus = {"en": "store documents", "ko": "매장 문서"}
SLEEVES = given.passage("Sleeve shortening costs ₩8,000.", title="Alterations")
PARCELS = given.passage("택배 요금은 4,500원입니다.", title="택배")

SKIRT = "how much do we charge to shorten a skirt?"
JAPAN = "일본으로 택배 보낼 때 요금은 얼마예요?"
FEES = pytest.mark.parametrize(
    ("asked", "passage", "word"), [(SKIRT, SLEEVES, "skirt"), (JAPAN, PARCELS, "일본")]
)


def evidence(
    asked: str, passage: Passage, likeness: float = 0.3, alternatives: str | None = None
) -> Evidence:
    best = replace(given.candidate(passage, passage.text), likeness=likeness)
    rarity = given.found(asked, passage).rarity
    others = {"skirt": ((alternatives,),)} if alternatives else {}
    return Evidence(Found((best.hit,), rarity, others), (best,))


@FEES
def test_what_the_passage_does_not_mention_is_named_and_the_passage_quoted_as_the_nearest(
    asked: str, passage: Passage, word: str
) -> None:
    question, found = given.question(asked), evidence(asked, passage)
    kept = (given.verbatim(passage.text, passage),)

    checked = mentions_subject(question, Checked(Verdict.PASS, kept), found)
    refusal = refuse(
        question, checked.verdict, CORPUS, found, 2, checked.issues, nearest_of(checked, found)
    )

    assert (checked.verdict, checked.kept) == (Verdict.INSUFFICIENT, ())
    assert [issue.code for issue in refusal.issues] == ["not_about_it"]
    assert f"“{word}”" in refusal.text
    assert f"**{passage.text}** [1]" in refusal.text


@pytest.mark.parametrize(
    ("asked", "passage"),
    [
        ("how much do we charge to shorten a sleeve?", SLEEVES),
        ("택배 요금은 얼마예요?", PARCELS),
        # Words that only ask, whatever the documents call themselves.
        ("summarize the latest info on sleeve shortening, the main theme of it", SLEEVES),
        ("택배 요금 관련 최신 정보를 요약해 주세요", PARCELS),
        # In the title.
        ("how much are alterations?", SLEEVES),
        # What a rule may be about, and verbs.
        ("when the sleeve tears, who signs, and how much is it?", SLEEVES),
        ("택배를 가져와도 요금을 받나요?", PARCELS),
        ("how much does the customer pay when they want sleeves to change?", SLEEVES),
        ("손님한테 택배 요금을 얼마나 받아야 해요?", PARCELS),
        # In the other language no word is the same.
        ("how much is a parcel?", PARCELS),
        ("소매를 줄이면 얼마예요?", SLEEVES),
    ],
)
def test_what_a_passage_mentions_or_any_rule_may_be_about_is_not_missed(
    asked: str, passage: Passage
) -> None:
    found = evidence(asked, passage)

    assert unmentioned(given.question(asked), passage, found) is None


def test_another_word_for_the_same_is_no_other_thing() -> None:
    near = evidence(SKIRT, SLEEVES, likeness=0.61)
    known = evidence(SKIRT, SLEEVES, alternatives="sleev")

    assert unmentioned(given.question(SKIRT), SLEEVES, near) is None
    assert unmentioned(given.question(SKIRT), SLEEVES, known) is None


def test_a_follow_up_may_leave_out_what_the_question_before_was_about() -> None:
    question = replace(given.question(SKIRT), said=given.question("and skirts?").text)

    assert unmentioned(question, SLEEVES, evidence(SKIRT, SLEEVES)) is None


def test_what_weighs_little_beside_the_other_words_may_be_missing() -> None:
    asked = "please tell the alterations desk sleeve shortening fee ₩8,000 costs on a Tuesday skirt"

    assert unmentioned(given.question(asked), SLEEVES, evidence(asked, SLEEVES)) is None


@FEES
def test_what_holds_little_of_the_question_is_not_even_the_nearest(
    asked: str, passage: Passage, word: str
) -> None:
    found = evidence(asked, passage)
    far = replace(found, candidates=(replace(found.candidates[0], context=0.4),))
    kept = (given.verbatim(passage.text, passage),)

    checked = mentions_subject(given.question(asked), Checked(Verdict.PASS, kept), far)

    assert checked.missing == word
    assert nearest_of(checked, far) is None


@pytest.mark.parametrize(
    ("asked", "passage", "word"),
    [
        ("can staff take the sleeves home, are the ones in parcels sold?", SLEEVES, "ones"),
        ("@storewise what does storewise charge for sleeves?", SLEEVES, "storewise"),
        ("택배를 집에 가져가도 되나요?", PARCELS, "가져가"),
        ("택배 한꺼번에 보내도 요금은 같아요?", PARCELS, "한꺼번"),
    ],
)
def test_a_pronoun_a_verb_or_the_bot_s_name_is_never_named_as_not_found(
    asked: str, passage: Passage, word: str
) -> None:
    near = Nearest(given.verbatim(passage.text, passage), word)

    refusal = refuse(given.question(asked), Verdict.INSUFFICIENT, CORPUS, nearest=near)

    assert f"“{word}”" not in refusal.text
    assert passage.text in refusal.text
