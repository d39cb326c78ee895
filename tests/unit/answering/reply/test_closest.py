"""The closest rules: only what has to do with the question, the asker's language first."""

from dataclasses import replace

import pytest

from bot.answering.reply.closest import closest_rules
from bot.answering.reply.tie import content_terms
from bot.model import Candidate
from knowledge.language.meanings.glossary import load
from knowledge.model.documents import Found
from tests.unit import given

LIKELY = 0.6
NIGHT_SHIFT = "22:00부터 06:00까지의 근무에는 시급의 50%를 더해 지급합니다."


def near(text: str, like: float = 0.3, score: float = 0.0) -> Candidate:
    """A statement in a passage of its own, as near to the question as said."""
    passage = given.passage(text, doc_id=text)
    return replace(given.candidate(passage, text), likeness=like, score=score)


def product(name: str, like: float) -> Candidate:
    text = f"Product: {name}\nCategory: cafe\nPrice: ₩3,200"
    one = near(text, like)
    passage = replace(one.hit.passage, record=True)
    return replace(one, hit=replace(one.hit, passage=passage))


def shown(asked: str, *candidates: Candidate) -> list[str]:
    question = given.question(asked)
    rarity = dict.fromkeys(content_terms(asked), 1.0)
    hits = tuple(one.hit for one in candidates)
    found = Found(hits, rarity, load().alternatives(asked))
    rules = closest_rules(question, replace(given.evidence(*candidates), found=found), LIKELY)
    return [one.text for one in rules]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("nail polish, can it go back?", "Polish and other cosmetics stay sealed."),
        ("전기포트 되나요?", "전기포트는 전시하지 않습니다."),
        ("is a spoiled lunch box thrown away?", "도시락은 매일 저녁에 치웁니다."),
    ],
)
def test_a_rule_with_a_word_of_the_subject_is_shown(asked: str, text: str) -> None:
    assert shown(asked, near(text)) == [text]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("what is the fee for cats?", "The fee for fish is ₩2,000."),
        ("can a customer park here?", "A customer pays at the till."),
        ("고객 주차 되나요?", "고객은 계산대에서 결제합니다."),
    ],
)
def test_a_rule_with_general_words_only_is_not_shown(asked: str, text: str) -> None:
    assert shown(asked, near(text)) == []


def test_a_rule_in_other_words_is_shown_if_it_is_near_in_meaning() -> None:
    text = "Wrapping is free above ₩30,000."

    assert shown("bow and paper for a rattle?", near(text, like=0.5)) == [text]


def test_a_product_has_to_be_named() -> None:
    cake, rule = product("밤 휘낭시에", like=0.6), near(NIGHT_SHIFT, like=0.5)

    assert shown("야간수당 얼마?", cake, rule) == [NIGHT_SHIFT]
    assert len(shown("밤 휘낭시에 얼마?", cake, rule)) == 2


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("how long is a parcel kept?", "A parcel waits at the desk."),
        ("택배 얼마나 보관해요?", "택배는 안내대에 둡니다."),
    ],
)
def test_the_askers_language_comes_first(asked: str, first: str) -> None:
    rules = [near("A parcel waits at the desk."), near("택배는 안내대에 둡니다.")]

    assert shown(asked, *rules)[0] == shown(asked, *reversed(rules))[0] == first


def test_a_better_rule_in_the_other_language_stays_among_the_three() -> None:
    foreign = near("택배는 7일 동안 보관합니다.", like=0.9, score=1.0)
    own = [near(f"A parcel waits at desk {name}.") for name in "ABC"]

    assert shown("how long is a parcel kept?", foreign, *own) == [
        *(one.statement.text for one in own[:2]),
        foreign.statement.text,
    ]
