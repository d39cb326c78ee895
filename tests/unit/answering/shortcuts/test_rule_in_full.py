"""A "yes" to the only closest rule tells its whole section; a rule that is gone chooses nothing."""

from dataclasses import replace

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.model import ClosestPlace, SafeText, Turn, Verdict
from knowledge.model.documents import Audience, Document, Language, Passage
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
SLEEVES = {
    "en": "Shortening the sleeves of a coat costs 8,000 won. It takes 5 days.",
    "ko": "코트 소매를 줄이는 수선은 8,000원입니다. 5일 걸립니다.",
}
ASKED = {"en": "How much is shortening a skirt?", "ko": "치마 수선은 얼마예요?"}
YES = {"en": "yes", "ko": "네"}

both = pytest.mark.parametrize("language", ["en", "ko"])


def _answering(*passages: Passage) -> Answering:
    history = FakeHistory([Document(one.header, one.text) for one in passages])
    return Answering(FakeSearch(history=history), Extractive(), CORPUS)


def _after(passage: Passage, language: Language) -> Turn:
    shown = ClosestPlace(passage.header, passage.section)
    return Turn(SafeText(ASKED[language]), closest=(shown,))


@both
async def test_a_yes_tells_the_only_rule_in_full(language: Language) -> None:
    rule = given.passage(SLEEVES[language], title="Alterations")

    answer = await _answering(rule).answer(given.question(YES[language]), _after(rule, language))

    lead, *lines = answer.text.splitlines()
    assert (answer.verdict, answer.question.text) == (Verdict.PASS, ASKED[language])
    assert rule.header.title in lead
    assert " ".join(one.removesuffix(" [1]") for one in lines) == SLEEVES[language]


@both
async def test_a_rule_that_is_no_longer_there_or_not_for_the_asker_is_not_told(
    language: Language,
) -> None:
    rule = given.passage(SLEEVES[language])
    secret = replace(rule, header=replace(rule.header, audience=Audience.MANAGER))
    for answering in (_answering(), _answering(secret)):
        answer = await answering.answer(given.question(YES[language]), _after(rule, language))

        assert answer.citations == ()
