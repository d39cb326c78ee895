"""What two documents say about headphones, in both languages, and how it is chosen from."""

from dataclasses import dataclass

import pytest

from bot.answering.choose.choosing import Choosing
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.reply.refusal import refuse
from bot.model import Answer, Checked, Chosen, Evidence, ModelCall, Question, Verdict, Written
from bot.model.said import USUAL_NAME
from tests.unit import given

ASKED = given.question("how long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")
RULES = {
    "en": (
        "Unopened headphones can be returned within 14 days.",
        "Opened headphones can be returned only when they are faulty.",
        "Headphones can be returned at any store within 30 days.",
    ),
    "ko": (
        "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다.",
        "개봉한 헤드폰은 불량일 때만 환불할 수 있습니다.",
        "헤드폰은 어느 매장에서나 30일 이내에 환불할 수 있습니다.",
    ),
}
"""The best statement, one close behind it in the next paragraph, and one far behind it in another
document."""
FIRST, CLOSE, FAR = 0, 1, 2
"""Their places on offer."""
DENIES = Chosen(denies=True)
BOTH = pytest.mark.parametrize("asked", [ASKED, ASKED_KO], ids=["en", "ko"])
SHORT_S, LONG_S = 0.01, 60.0
"""Times: one that is over before a model answers, and one that no machine is too slow for."""
NOTHING = Written(Checked(Verdict.INSUFFICIENT))
"""What is there before a model reads, if the gate doubts that the documents answer."""


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Quota:
    """Has so many calls left."""

    left: int
    most: int = 3

    async def take(self) -> bool:
        self.left -= 1
        return self.left >= 0

    async def made(self) -> int | None:
        return self.most - self.left


def evidence_for(asked: Question, *scores: float) -> Evidence:
    first, close, far = RULES[asked.language]
    policy, desk = given.passage(f"{first}\n\n{close}"), given.passage(far, doc_id="service-desk")
    one, two, three = scores or (3.0, 1.0, -4.0)
    return given.evidence(
        given.candidate(policy, first, one),
        given.candidate(policy, close, two),
        given.candidate(desk, far, three),
    )


def choosing(model: TimedModel | None) -> Choosing:
    return Choosing(Extractive(), model)


async def answered(one: Choosing, asked: Question = ASKED, likelihood: float = 0.7) -> Written:
    """The answer where the gate lets the question through: the best statements, or others."""
    evidence = evidence_for(asked)
    return await one.read(asked, evidence, likelihood, await one.best(asked, evidence))


async def doubted(one: Choosing, asked: Question = ASKED, likelihood: float = 0.3) -> Written:
    """The answer where the gate does not: what the model chooses, if anything."""
    return await one.read(asked, evidence_for(asked), likelihood, NOTHING)


def said(one: Written) -> list[str]:
    return [sentence.text for sentence in one.checked.kept]


def nearest(one: Written) -> list[str]:
    return [sentence.text for sentence in one.checked.nearest]


def rules(asked: Question, *places: int) -> list[str]:
    return [RULES[asked.language][place] for place in places]


def noted(one: Choosing) -> Answer:
    return one.noted(refusal())


def refusal() -> Answer:
    return refuse(ASKED, Verdict.INSUFFICIENT, USUAL_NAME)


def calls_of(one: Choosing) -> tuple[ModelCall, ...]:
    return noted(one).calls
