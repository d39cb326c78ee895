"""Words about the answer before: it is repeated, shortened, proved, explained or translated."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.model import Answer, Verdict
from bot.model.said import turn_of
from bot.model.understood import About, Talk
from knowledge.model.documents import Filters, Found, Language
from tests.fakes import FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = given.question("Can unopened headphones be returned?")
ASKED_KO = given.question("개봉하지 않은 헤드폰은 환불할 수 있나요?")
PASSAGE = given.passage(
    title="Refund Policy",
    section=("Electronics",),
    owner="Customer Care",
    effective_from=date(2026, 5, 1),
)
PASSAGE_KO = given.passage(
    given.REFUND_KO,
    doc_id="refund-policy-ko",
    title="환불 규정",
    owner="고객지원팀",
    effective_from=date(2026, 5, 1),
)
RULE = "Unopened headphones can be returned within 14 days."
RULE_KO = "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다."


class OwnLanguageFirst(FakeSearch):
    """Finds the passages in the language of the search if there are any, else all."""

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        found = await super().find(text, filters, limit)
        own = [one for one in found.hits if one.passage.header.language == filters.language]
        return replace(found, hits=tuple(own) or found.hits)


class Thread:
    """A thread in which one question was answered."""

    def __init__(self, *, korean: bool = False, both: bool = False) -> None:
        self._asked = ASKED_KO if korean else ASKED
        own = PASSAGE_KO if korean else PASSAGE
        passages = (PASSAGE, PASSAGE_KO) if both else (own,)
        found = given.found(self._asked.text, *passages)
        search = OwnLanguageFirst([found], alike=0.9, relevant=lambda _: 5.0)
        self._answering = Answering(search, Extractive(), CORPUS)

    async def then(self, said: str) -> Answer:
        first = await self._answering.answer(self._asked)
        return await self._answering.answer(given.question(said), turn_of(first))


@pytest.mark.parametrize(
    ("said", "line", "rule", "korean"),
    [
        (
            "are you sure?",
            "I checked again. This is what “Refund Policy” (version 2, in force since 1 May 2026) "
            "says:",
            RULE,
            False,
        ),
        (
            "확실해요?",
            "다시 확인했습니다. “환불 규정”(버전 2, 2026년 5월 1일 시행)의 내용입니다.",
            RULE_KO,
            True,
        ),
    ],
)
async def test_a_doubt_is_met_with_the_answer_its_source_and_day(
    said: str, line: str, rule: str, korean: bool
) -> None:
    answer = await Thread(korean=korean).then(said)

    assert answer.text.splitlines()[:2] == [line, f"{rule} [1]"]
    assert answer.citations
    assert answer.understood.about is About.DOUBT


@pytest.mark.parametrize(
    ("said", "korean"), [("repeat that", False), ("다시 말해줘", True), ("shorter please", False)]
)
async def test_an_answer_is_repeated(said: str, korean: bool) -> None:
    answer = await Thread(korean=korean).then(said)

    assert answer.verdict is Verdict.PASS
    assert answer.text.startswith(RULE_KO if korean else RULE)


async def test_a_shorter_answer_has_one_sentence() -> None:
    answer = await Thread().then("shorter please")

    assert len(answer.sentences) == 1


@pytest.mark.parametrize(("said", "korean"), [("why?", False), ("왜요?", True)])
async def test_a_why_is_met_with_the_sentence_that_proves_it(said: str, korean: bool) -> None:
    answer = await Thread(korean=korean).then(said)

    title = "환불 규정" if korean else "Refund Policy › Electronics"
    assert title in answer.text.splitlines()[1]
    assert f"“{RULE_KO if korean else RULE}”" in answer.text


@pytest.mark.parametrize(
    ("said", "words", "korean"),
    [
        ("who wrote this?", ("Refund Policy", "version 2", "1 May 2026", "Customer Care"), False),
        ("이거 누가 썼어요?", ("환불 규정", "버전 2", "2026년 5월 1일", "고객지원팀"), True),
        ("that is wrong", ("feedback", "Customer Care"), False),
        ("틀렸어요", ("의견", "고객지원팀"), True),
        ("can I talk to a person", ("Customer Care",), False),
        ("사람이랑 얘기할래요", ("고객지원팀",), True),
        ("what did I ask first?", ("Can unopened headphones be returned?",), False),
        ("처음에 뭐 물어봤지?", ("개봉하지 않은 헤드폰은 환불할 수 있나요?",), True),
    ],
)
async def test_what_needs_no_rule_is_said_at_once(
    said: str, words: tuple[str, ...], korean: bool
) -> None:
    answer = await Thread(korean=korean).then(said)

    assert answer.understood.talk is Talk.ABOUT_ANSWER
    assert all(one in answer.text for one in words)


@pytest.mark.parametrize(
    ("said", "rule", "korean"),
    [("in Korean please", RULE_KO, False), ("영어로", RULE, True)],
)
async def test_the_same_rule_is_told_from_the_other_languages_document(
    said: str, rule: str, korean: bool
) -> None:
    answer = await Thread(korean=korean, both=True).then(said)

    assert answer.text.startswith(rule)


@pytest.mark.parametrize(
    ("said", "line", "rule", "korean"),
    [
        (
            "in Korean please",
            "There is no Korean document with this rule. “Refund Policy” says:",
            RULE,
            False,
        ),
        ("영어로", "이 규정은 영어 문서에 없습니다. “환불 규정”의 내용입니다.", RULE_KO, True),
        (
            "in Japanese please",
            "There is no Japanese document with this rule. “Refund Policy” says:",
            RULE,
            False,
        ),
        ("일본어로", "이 규정은 일본어 문서에 없습니다. “환불 규정”의 내용입니다.", RULE_KO, True),
        (
            "日本語で",
            "この規定の日本語の文書はありません。「Refund Policy」の内容です。",
            RULE,
            False,
        ),
    ],
)
async def test_without_such_a_document_it_is_said(
    said: str, line: str, rule: str, korean: bool
) -> None:
    answer = await Thread(korean=korean).then(said)

    assert answer.text.splitlines()[0] == line
    assert rule in answer.text


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        (
            "are you sure?",
            "I haven't answered anything here yet. Ask me anything about the store documents.",
        ),
        ("짧게", "아직 답변한 내용이 없습니다. 매장 문서에 대해 질문해 주세요."),
        ("who do I ask?", "What is it about? I'll tell you who to ask."),
    ],
)
async def test_without_an_answer_before_it_is_said_what_can_be_asked(said: str, reply: str) -> None:
    answering = Answering(FakeSearch(), Extractive(), CORPUS)

    answer = await answering.answer(given.question(said))

    assert answer.text == reply
