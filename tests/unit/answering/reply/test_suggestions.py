"""What may be asked next: a click on each is answered, from the section that it was taken from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from bot import telemetry
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.model import Chosen, Question, Verdict
from bot.model.said import turn_of
from knowledge.model.documents import Audience, Filters, Found, Header, Language, Passage
from tests.fakes import FakeChooser, FakeHistory, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = given.question("Can unopened headphones be returned?")
ASKED_KO = given.question("개봉하지 않은 헤드폰은 환불할 수 있나요?")


def section(heading: str, text: str, place: int, title: str, doc_id: str = "policy") -> Passage:
    one = given.passage(text, doc_id=doc_id, number=place, title=title, section=(heading,))
    return replace(one, start=place * 1000, end=place * 1000 + len(text))


def document(title: str, sections: Mapping[str, str], doc_id: str = "policy") -> list[Passage]:
    return [
        section(heading, text, place, title, doc_id)
        for place, (heading, text) in enumerate(sections.items())
    ]


POLICY = document(
    "Refund Policy",
    {
        "Vouchers for returns": "A voucher is never paid out.",
        "Refund window": given.REFUND,
        "Proof of return": "A paper receipt counts as proof of purchase.",
        "How the return is paid": "The money goes back to the same card.",
        "If a return is faulty": "Call the store manager after a mistake.",
    },
)
POLICY_KO = document(
    "환불 정책",
    {
        "환불 기간": given.REFUND_KO,
        "환불 증빙": "종이 영수증은 구매 증빙으로 인정합니다.",
        "환불로 점장을 부를 때": "영수증이 고쳐진 것 같으면 점장을 부릅니다.",
    },
)
PROOF, MONEY, MISTAKE, VOUCHERS = (
    "Refund Policy: what about proof of return?",
    "Refund Policy: can you tell me how the return is paid?",
    "Refund Policy: what should I do if a return is faulty?",
    "Refund Policy: what about vouchers for returns?",
)
ANSWERS = {
    ASKED.text: POLICY[1],
    "ouchers for returns?": POLICY[0],
    "roof of return?": POLICY[2],
    "how the return is paid?": POLICY[3],
    "if a return is faulty?": POLICY[4],
}
ANSWERS_KO = {
    ASKED_KO.text: POLICY_KO[0],
    "환불 증빙": POLICY_KO[1],
    "환불로 점장을 부를 때": POLICY_KO[2],
}


NAMES = "Ask Gold members, or a colleague."


@dataclass
class Sections(FakeHistory):
    """Documents with sections."""

    passed: Sequence[Passage] = ()

    async def passages(self, header: Header) -> list[Passage]:
        return [one for one in self.passed if one.header.key == header.key]


@dataclass
class Store(FakeSearch):
    """Finds the passage that is known for the words of a question, and what is near to all."""

    known: Mapping[str, Passage] = field(default_factory=dict)
    beside: Sequence[Passage] = ()
    alike: float = 0.9

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        await super().find(text, filters, limit)
        fitting = (passage for words, passage in self.known.items() if words in text)
        found = given.found(text, *fitting)
        behind = tuple(replace(given.hit(one), score=0.1) for one in self.beside if found.hits)
        return replace(found, hits=(*found.hits, *behind))


def store(
    answers: Mapping[str, Passage] = ANSWERS,
    sections: Sequence[Passage] = (*POLICY, *POLICY_KO),
) -> Store:
    return Store(known=answers, history=Sections(passed=sections))


def answering_from(searched: Store, racer: TimedModel | None = None) -> Answering:
    """Answers in no time, so that everything may be tried."""
    return Answering(searched, Extractive(), CORPUS, racer=racer, clock=lambda: 0.0)


async def suggested(searched: Store, asked: Question = ASKED) -> tuple[str, ...]:
    answer = await answering_from(searched).answer(asked)
    assert answer.verdict is Verdict.PASS
    return answer.suggestions


async def test_sections_that_follow_come_before_those_that_precede() -> None:
    assert await suggested(store()) == (PROOF, MONEY, MISTAKE)


@pytest.mark.parametrize(
    ("asked", "heading", "rule", "suggestion"),
    [
        (
            ASKED,
            "Clothes",
            "Unworn clothes can be returned within 14 days.",
            "Within how many days can unworn clothes be returned?",
        ),
        (
            ASKED,
            "Members",
            "Gold members cannot return sale items unless they are faulty.",
            "Can Gold members return sale items?",
        ),
        (
            ASKED_KO,
            "의류",
            "입지 않은 의류는 14일 이내에 환불할 수 있습니다.",
            "입지 않은 의류는 며칠 이내에 환불할 수 있나요?",
        ),
        (
            ASKED_KO,
            "식품",
            "개봉한 식품은 품질 문제가 없으면 환불할 수 없습니다.",
            "개봉한 식품은 환불할 수 있나요?",
        ),
    ],
)
async def test_a_section_is_asked_for_as_a_person_would(
    asked: Question, heading: str, rule: str, suggestion: str
) -> None:
    title, refund = ("Rules", given.REFUND) if asked is ASKED else ("안내", given.REFUND_KO)
    sections = document(title, {"A": refund, heading: f"{rule} {NAMES}"})
    known = {asked.text: sections[0], suggestion[-12:]: sections[1]}

    assert await suggested(store(known, sections), asked) == (suggestion,)


@pytest.mark.parametrize(
    ("asked", "heading", "rule"),
    [
        (given.question("what is the fee for cats?"), "Fish", "The fee for fish can be paid."),
        (ASKED, "Opening hours", "The shop can be entered from 09:00."),
        (ASKED_KO, "영업시간", "매장은 설날에 쉴 수 있습니다."),
    ],
)
async def test_what_shares_no_word_of_the_subject_is_not_suggested(
    asked: Question, heading: str, rule: str
) -> None:
    is_korean = asked is ASKED_KO
    said = given.REFUND_KO if is_korean else f"{given.REFUND} The fee for cats is ₩500."
    sections = document("안내" if is_korean else "Fees", {"A": said, heading: rule})
    words = (asked.text, heading.lower(), heading, rule[-15:-1])
    known = {words[0]: sections[0], **dict.fromkeys(words[1:], sections[1])}

    answer = await answering_from(store(known, sections)).answer(asked)

    assert answer.citations
    assert answer.suggestions == ()


async def test_a_section_of_two_versions_is_suggested_once() -> None:
    older = [replace(one, header=replace(one.header, version="1")) for one in POLICY]
    searched = store(sections=[*older, *POLICY])
    searched.beside = older

    offered = await suggested(searched)

    assert len(offered) == len(set(offered)) > 1


async def test_then_those_before_it() -> None:
    without = {words: one for words, one in ANSWERS.items() if one is not POLICY[3]}

    assert await suggested(store(without)) == (PROOF, MISTAKE, VOUCHERS)


async def test_in_an_emergency_nobody_is_offered_anything_else() -> None:
    accidents = document(
        "Accidents", {"Fire": "In a fire press the alarm.", "Reporting": "It is reported."}
    )
    known = {"in a fire": accidents[0], "eporting?": accidents[1]}

    assert await suggested(store(known, accidents), given.question("fire!")) == ()


async def test_korean_headings_are_asked_in_korean() -> None:
    assert await suggested(store(ANSWERS_KO), ASKED_KO) == (
        "환불 정책: 환불 증빙 알려 주세요",
        "환불 정책: 환불로 점장을 부를 때에는 어떻게 하나요?",
    )


@pytest.mark.parametrize(
    ("answers", "asked", "sections"), [(ANSWERS, ASKED, POLICY), (ANSWERS_KO, ASKED_KO, POLICY_KO)]
)
async def test_a_click_is_answered_from_the_section_alone_and_in_the_thread(
    answers: Mapping[str, Passage], asked: Question, sections: Sequence[Passage]
) -> None:
    answering = answering_from(store(answers))
    first = await answering.answer(asked)

    clicked = [
        await answering.answer(replace(asked, text=one), before)
        for one in first.suggestions
        for before in (None, turn_of(first))
    ]

    places = [sections.index(one.citations[0].passage) for one in clicked]
    assert len(first.suggestions) >= 2
    assert {one.verdict for one in clicked} == {Verdict.PASS}
    assert places[::2] == places[1::2]
    assert len(set(places)) == len(first.suggestions)


async def test_what_another_section_answers_is_not_offered() -> None:
    elsewhere = {**ANSWERS, "roof of return?": POLICY[3]}

    assert PROOF not in await suggested(store(elsewhere))


async def test_what_is_refused_is_not_offered() -> None:
    without = {words: one for words, one in ANSWERS.items() if one is not POLICY[2]}

    assert PROOF not in await suggested(store(without))


async def test_what_fails_in_one_way_is_asked_in_another() -> None:
    other = "what should I know about proof of return?"
    without = {words: one for words, one in ANSWERS.items() if one is not POLICY[2]}

    assert (await suggested(store({**without, other: POLICY[2]})))[0] == f"Refund Policy: {other}"


async def test_what_was_just_answered_is_not_offered_again() -> None:
    again = section("Headphones", given.REFUND, 2, "Refund Policy")
    known = {ASKED.text: POLICY[1], "eadphones?": again}

    assert await suggested(store(known, (POLICY[1], again))) == ()


async def test_what_leans_on_the_question_before_in_the_thread_is_not_offered() -> None:
    it = section("Using it", "Show the card at the till.", 2, "Refund Policy")
    known = {ASKED.text: POLICY[1], "sing it?": it}

    assert await suggested(store(known, (POLICY[1], it))) == ()


async def test_a_document_in_the_other_language_suggests_what_was_found_in_ones_own() -> None:
    gifts = document("Gift Cards", {"Returned cards": "It is not replaced."}, "gifts")
    known = {ASKED.text: POLICY_KO[0], "eturned cards?": gifts[0]}
    searched = store(known, (*POLICY_KO, *gifts))
    searched.beside = gifts

    assert await suggested(searched) == ("Gift Cards: what about returned cards?",)


async def test_what_not_every_reader_of_the_answer_may_read_is_not_offered_to_anybody() -> None:
    [secret] = document("Safe Codes", {"New codes": "The code is changed on Mondays."}, "codes")
    secret = replace(secret, header=replace(secret.header, audience=Audience.MANAGER))
    searched = store({ASKED.text: POLICY[1], "ew codes?": secret}, [POLICY[1], secret])
    searched.beside = [secret]
    asked = replace(ASKED, filters=replace(ASKED.filters, audience=Audience.MANAGER))

    assert await suggested(searched, asked) == ()


async def test_a_click_that_asks_for_another_day_is_tried_as_of_the_asker_s() -> None:
    searched = store({**ANSWERS, "eturned": POLICY[1]})
    asked = given.question("Could headphones be returned on 3 March 2026?")

    await suggested(searched, asked)

    days = {one.filters.as_of for one in searched.searches if "Refund Policy:" in one.text}
    assert date(2026, 3, 3) in {one.filters.as_of for one in searched.searches}
    assert days == {given.TODAY}


async def test_suggestions_are_tried_as_the_person_may_see() -> None:
    searched = store()
    asked = replace(ASKED, filters=replace(ASKED.filters, audience=Audience.MANAGER))

    await suggested(searched, asked)

    assert {one.filters for one in searched.searches} == {asked.filters}


async def test_each_is_tried_once_for_an_index() -> None:
    searched = store()
    answering = answering_from(searched)
    first = await answering.answer(ASKED)
    tried = len(searched.searches)

    again = await answering.answer(ASKED)

    later = [one.text for one in searched.searches[tried:]]
    assert again.suggestions == first.suggestions
    assert not set(later) & set(first.suggestions)


async def test_what_takes_long_is_offered_the_next_time() -> None:
    times = iter(range(1000))
    # A tenth of a second passes whenever somebody looks at the clock.
    answering = Answering(store(), Extractive(), CORPUS, clock=lambda: next(times) / 10)

    offered = [(await answering.answer(ASKED)).suggestions for _ in range(3)]

    assert offered == [(PROOF, MONEY), (PROOF, MONEY, MISTAKE), (PROOF, MONEY, MISTAKE)]


async def test_however_long_an_answer_takes_one_is_tried_until_one_is_true() -> None:
    times = iter(range(1000))
    without = {words: one for words, one in ANSWERS.items() if one is not POLICY[2]}
    answering = Answering(store(without), Extractive(), CORPUS, clock=lambda: float(next(times)))

    offered = [(await answering.answer(ASKED)).suggestions for _ in range(4)]

    # Proof of return is asked for in two ways, both in vain.
    assert offered == [(), (), (MONEY,), (MONEY,)]


async def test_no_language_model_is_asked_for_a_suggestion() -> None:
    model = FakeChooser([Chosen((0,))])
    answering = answering_from(store(), TimedModel(model, 60.0))

    await answering.answer(ASKED)

    assert {question.text for question, *_ in model.asked} == {ASKED.text}


async def test_what_is_tried_is_no_step_of_the_question() -> None:
    with telemetry.request("r1") as trace:
        await answering_from(store()).answer(ASKED)

    assert sum(trace.steps.values()) <= trace.ms


async def test_who_compares_answers_needs_no_suggestions() -> None:
    searched = store()

    answer = await Answering(searched, Extractive(), CORPUS, suggests=False).answer(ASKED)

    assert answer.suggestions == ()
    assert not any("Refund Policy:" in one.text for one in searched.searches)
