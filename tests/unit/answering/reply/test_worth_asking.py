"""A question is asked back only if a reply to it changes the answer."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot import texts
from bot.answering.reply.citations import citations_of
from bot.answering.reply.question_back.worth import if_worth_asking
from bot.model import Answer, Question, SafeText, Verdict
from bot.model.written import sentence_of
from knowledge.model.documents import Found, Language, Passage
from knowledge.split.statements import Statement
from tests.unit import given

RULES: Mapping[Language, tuple[str, str]] = {
    "en": ("Headphones go back within 14 days.", "Opened headphones do not go back."),
    "ko": ("헤드폰은 14일 안에 환불됩니다.", "개봉한 헤드폰은 환불되지 않습니다."),
}
ASKED: Mapping[Language, Question] = {
    "en": given.question("Do headphones go back?"),
    "ko": given.question("헤드폰은 환불되나요?"),
}
BOTH = pytest.mark.parametrize("language", ["en", "ko"])


def answer(passage: Passage, *said: str, verdict: Verdict = Verdict.PASS) -> Answer:
    """An answer in the words of a passage, or its closest rules."""
    sentences = tuple(sentence_of(passage, Statement(one, (one,))) for one in said)
    is_sure = verdict is Verdict.PASS
    return Answer(
        ASKED[passage.header.language],
        verdict,
        SafeText("\n".join(said)),
        citations_of(sentences, len(sentences)),
        sentences,
        found=Found((given.hit(passage),)),
        closest=() if is_sure else sentences,
    )


def rules(language: Language, doc_id: str = "headphones") -> Passage:
    """Both rules as one passage."""
    return given.passage(" ".join(RULES[language]), doc_id=doc_id)


async def kept(first: Answer, *replies: Answer) -> bool:
    """Whether the answer still asks if the goods were opened; the replies are to yes and no."""
    left = [*replies]

    async def ask(question: Question) -> Answer:
        assert question.text != first.question.text
        return left.pop(0)

    back = SafeText(texts.ASK_OPENED[first.question.language])
    told = await if_worth_asking(replace(first, follow_up=back), ask)
    assert left == []
    assert told == replace(first, follow_up=told.follow_up)
    return told.follow_up == back


@BOTH
async def test_a_reply_that_narrows_the_answer_is_asked_for(language: Language) -> None:
    passage, (sealed, opened) = rules(language), RULES[language]

    first = answer(passage, sealed, opened)

    assert await kept(first, answer(passage, opened), answer(passage, sealed))


@BOTH
async def test_replies_that_all_say_the_same_are_not_asked_for(language: Language) -> None:
    passage, (sealed, opened) = rules(language), RULES[language]

    assert not await kept(answer(passage, sealed), answer(passage, sealed), answer(passage, sealed))
    assert not await kept(answer(passage, sealed), answer(passage, opened), answer(passage, opened))


@BOTH
async def test_closest_rules_that_repeat_the_answer_are_nothing_new(language: Language) -> None:
    passage, (sealed, opened) = rules(language), RULES[language]
    first = answer(passage, sealed)
    repeated = answer(passage, sealed, opened, verdict=Verdict.INSUFFICIENT)
    new = answer(passage, opened, verdict=Verdict.INSUFFICIENT)

    assert not await kept(first, answer(passage, sealed), repeated)
    assert await kept(first, answer(passage, sealed), new)


@BOTH
async def test_a_reply_that_finds_nothing_is_no_answer(language: Language) -> None:
    passage, (sealed, _) = rules(language), RULES[language]
    nothing = replace(answer(passage, verdict=Verdict.INSUFFICIENT), closest=())

    assert not await kept(answer(passage, sealed), answer(passage, sealed), nothing)


@BOTH
async def test_a_reply_answered_from_elsewhere_is_not_asked_for(language: Language) -> None:
    passage, (sealed, opened) = rules(language), RULES[language]
    other = rules(language, "deliveries")
    foreign = rules("ko" if language == "en" else "en")
    first = answer(passage, sealed)

    assert not await kept(first, answer(other, opened), answer(passage, opened))
    abroad = answer(foreign, RULES[foreign.header.language][1])
    assert not await kept(first, abroad, answer(passage, opened))


async def test_a_question_without_replies_to_tap_stays() -> None:
    async def ask(_: Question) -> Answer:
        raise AssertionError

    first = answer(rules("en"), RULES["en"][0])
    asked = replace(first, follow_up=SafeText(texts.ASK_BOUGHT["en"]))

    assert await if_worth_asking(asked, ask) == asked
