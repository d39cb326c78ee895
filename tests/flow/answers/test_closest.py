"""What people reply to the closest rules, through the handler, on the sample handbook."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot import texts
from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Verdict
from bot.model.understood import Talk
from bot.settings import SAMPLE
from knowledge.model.documents import Language
from tests.flow.stand_in.editions import settings

SEVERAL = {
    "en": "customer is angry about a rude colleague what do I offer",
    "ko": "손님이 매장에서 넘어졌는데 보상은 누가 해요",
}
"""Questions with several closest rules."""
SECOND = {"en": "the second one", "ko": "두 번째요"}
YES = {"en": "yes", "ko": "네"}
NO = {"en": "none of them", "ko": "아니요"}
ON = {"en": "and without a receipt?", "ko": "영수증이 없으면요?"}
REFUSES = {
    "en": "no proof of purchase cannot receive a cash or card refund",
    "ko": "구매 증빙이 전혀 없는 고객에게는 현금이나 카드로 환불할 수 없습니다",
}
"""The rule for the case in `ON`."""

Say = Callable[[str], Awaitable[Reply]]


@pytest.fixture
async def app(sample: Path, tmp_path: Path) -> AsyncIterator[App]:
    app = build(settings(SAMPLE, shutil.copytree(sample, tmp_path / "data")))
    yield app
    app.close()


@pytest.fixture(params=[Platform.SLACK, Platform.TEAMS])
def say(app: App, request: pytest.FixtureRequest) -> Say:
    """Says something in one thread of a chat."""

    async def said(text: str) -> Reply:
        message = Message(request.param, "T1:C1:1.0", "U1", text, workspace_id="T1")
        return await app.conversation.handle(message)

    return said


both = pytest.mark.parametrize("language", ["en", "ko"])


@both
async def test_a_chosen_rule_is_told_in_full_with_its_source(language: Language, say: Say) -> None:
    near = await say(SEVERAL[language])

    told = await say(SECOND[language])

    second, source = near.closest[1], told.sources[0]
    lead, *lines = told.text.splitlines()
    assert (near.outcome, told.verdict) == ("closest", Verdict.PASS)
    assert {(one.doc_id, one.section) for one in told.sources} == {(second.doc_id, second.section)}
    assert lead == texts.IN_FULL[language].format(place=f"{source.title} › {source.section}")
    assert second.quote in "\n".join(lines)
    assert len(lines) > len(second.text.split(". "))
    assert all(one.endswith("[1]") for one in lines)


@both
async def test_one_rule_after_another_may_be_chosen(language: Language, say: Say) -> None:
    near = await say(SEVERAL[language])
    await say(SECOND[language])

    told = await say("3")

    assert told.sources[0].section == near.closest[2].section


@both
async def test_a_yes_to_several_rules_is_asked_which(language: Language, say: Say) -> None:
    near = await say(SEVERAL[language])

    which = await say(YES[language])

    assert len(near.closest) > 1
    assert (which.text, which.sources) == (texts.TALK[Talk.WHICH_RULE][language], ())


@both
async def test_none_of_them_is_a_refusal(language: Language, say: Say) -> None:
    await say(SEVERAL[language])

    refusal = await say(NO[language])

    assert (refusal.outcome, refusal.sources) == ("refusal", ())
    assert len(refusal.text.splitlines()) == 1


@both
async def test_a_follow_up_is_understood_from_the_question_before(
    language: Language, say: Say
) -> None:
    await say(SEVERAL[language])

    reply = await say(ON[language])

    assert reply.answer is not None
    assert reply.answer.question.said == ON[language]
    assert reply.answer.question.text != ON[language]
    assert (reply.verdict, reply.sources[0].doc_id) == (Verdict.PASS, f"refund-policy-{language}")
    assert REFUSES[language] in reply.text


@both
async def test_without_closest_rules_a_number_chooses_nothing(language: Language, say: Say) -> None:
    assert (await say(SECOND[language])).verdict is not Verdict.PASS
