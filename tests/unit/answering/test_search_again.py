"""A language model that finds no answer may ask to search once more, in other words."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from bot.answering.choose.calls import MOST_CALLS
from bot.answering.choose.choosing import SURE
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.find.gate.gate import Gate, Weights
from bot.answering.pipeline import Answering
from bot.model import Answer, Candidate, Chosen, Confidence, Question, Verdict
from bot.model.errors import ModelTrouble, ModelUnavailableError
from knowledge.model.documents import Filters, Found, Language
from knowledge.split.statements import statements
from tests.fakes import FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
AGAIN = ("wrapping of presents", "선물 포장")


@dataclass(frozen=True)
class Case:
    """A question in slang, what it finds by itself, and what other words find."""

    asked: Question
    by_itself: str
    by_other_words: str

    @property
    def first(self) -> Found:
        return given.found(self.asked.text, given.passage(self.by_itself))

    @property
    def second(self) -> Found:
        passage = given.passage(self.by_other_words, doc_id="wrapping")
        return given.found(AGAIN[passage.header.language == "ko"], passage)


SLANG = Case(
    given.question("whats the dmg for doing up a little pressie"),
    "The service desk closes at 20:00.",
    "Wrapping of presents costs $3 an item.",
)
SLANG_KO = Case(
    given.question("쪼꼬미 예쁘게 싸주는 거 얼마예요"),
    "안내 데스크는 20시에 닫습니다.",
    "선물 포장은 한 개에 3,000원입니다.",
)
CASES = pytest.mark.parametrize("case", [SLANG, SLANG_KO], ids=["en", "ko"])


@dataclass
class WordedSearch(FakeSearch):
    """Finds other things for other words."""

    by_words: Mapping[str, Found] = field(default_factory=dict)

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        found = await super().find(text, filters, limit)
        return self.by_words.get(text, found)

    @property
    def again(self) -> list[str]:
        """The other words that were searched for."""
        return [one.text for one in self.searches if one.text in AGAIN]


@dataclass
class Reader:
    """Chooses the statement that it seeks; asks to search again as long as it is not on offer."""

    seeks: str
    again: tuple[str, ...] = AGAIN
    eager: bool = False
    """Whether it asks to search again although it chooses."""
    then: Chosen | ModelUnavailableError | None = None
    """What becomes of its second call, if not the same."""
    name: str = "reader"
    asked: list[Sequence[Candidate]] = field(default_factory=list)

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        self.asked.append(units)
        if len(self.asked) > 1 and self.then is not None:
            if isinstance(self.then, ModelUnavailableError):
                raise self.then
            return self.then
        found = [n for n, one in enumerate(units) if one.statement.text == self.seeks]
        again = () if found and not self.eager else self.again
        return Chosen(tuple(found), denies=not found, search_again=again)


def search_of(case: Case, second: Found | None = None) -> WordedSearch:
    worded = dict.fromkeys(AGAIN, case.second if second is None else second)
    return WordedSearch([case.first], alike=0.4, by_words=worded)


async def answered(
    model: Reader | None, search: FakeSearch, asked: Question, gate: Gate | None = None
) -> Answer:
    timed = TimedModel(model, 60.0) if model else None
    return await Answering(search, Extractive(), CORPUS, gate, racer=timed).answer(asked)


def gate_of(likelihood: float) -> Gate:
    """A gate that finds everything equally likely to answer."""
    same = Weights(0, 0, 0, 0, 0, 0, 0, bias=math.log(likelihood / (1 - likelihood)))
    return Gate(same, same, same)


@CASES
async def test_what_only_other_words_find_is_the_answer(case: Case) -> None:
    model, search = Reader(case.by_other_words), search_of(case)

    answer = await answered(model, search, case.asked, gate_of(0.3))

    assert (answer.verdict, answer.model, answer.attempts) == (Verdict.PASS, "reader", 2)
    assert [one.text for one in answer.sentences] == [case.by_other_words]
    assert answer.question.own_words == case.asked.text


@CASES
async def test_there_is_one_further_search_and_one_further_call(case: Case) -> None:
    model, search = Reader("Something else."), search_of(case)

    answer = await answered(model, search, case.asked, gate_of(0.3))

    assert answer.verdict is Verdict.INSUFFICIENT
    assert search.again == list(AGAIN)
    assert len(model.asked) == MOST_CALLS
    own, both = ([one.statement.text for one in units] for units in model.asked)
    assert own == [case.by_itself]
    assert set(both) == {case.by_itself, case.by_other_words}


@CASES
async def test_a_model_is_not_asked_again_where_other_words_find_nothing_new(case: Case) -> None:
    model, search = Reader(case.by_other_words), search_of(case, Found())

    answer = await answered(model, search, case.asked, gate_of(0.3))

    assert (answer.verdict, len(model.asked)) == (Verdict.INSUFFICIENT, 1)
    assert search.again == list(AGAIN)


async def test_without_other_words_the_retry_asks_no_model_the_same_again() -> None:
    model, search = Reader(SLANG.by_other_words, again=()), search_of(SLANG)

    answer = await answered(model, search, SLANG.asked, gate_of(0.3))

    assert (answer.verdict, answer.attempts, len(model.asked)) == (Verdict.INSUFFICIENT, 2, 1)
    assert search.again == []


HEADPHONES = "Can headphones be returned?", given.REFUND
HEADPHONES_KO = "헤드폰은 환불할 수 있나요?", given.REFUND_KO


@pytest.mark.parametrize(("asked", "text"), [HEADPHONES, HEADPHONES_KO], ids=["en", "ko"])
@pytest.mark.parametrize(
    "then",
    [None, ModelUnavailableError(ModelTrouble.DOWN), Chosen(), Chosen(denies=True)],
    ids=["nothing found", "the call fails", "nothing chosen", "denied"],
)
async def test_the_first_choice_stands_if_the_second_search_brings_no_other(
    then: Chosen | ModelUnavailableError | None, asked: str, text: str
) -> None:
    case = Case(given.question(asked), text, SLANG.by_other_words)
    found = Found() if then is None else None
    by_rank = await answered(None, search_of(case), case.asked, gate_of(0.99))
    [other] = [
        one.text
        for one in statements(given.passage(text))
        if one.text != by_rank.draft.sentences[0].text
    ]
    search = search_of(case, found)

    answer = await answered(Reader(other, eager=True, then=then), search, case.asked, gate_of(0.99))

    assert (answer.verdict, answer.model) == (Verdict.PASS, "reader")
    assert [one.text for one in answer.draft.sentences] == [other]
    assert search.again == list(AGAIN)


@pytest.mark.parametrize(("asked", "text"), [HEADPHONES, HEADPHONES_KO], ids=["en", "ko"])
async def test_a_denial_stays_valid_where_other_words_find_nothing_new(
    asked: str, text: str
) -> None:
    case = Case(given.question(asked), text, SLANG.by_other_words)

    below, above = [
        await answered(Reader("None."), search_of(case, Found()), case.asked, gate_of(likelihood))
        for likelihood in (SURE - 0.05, SURE + 0.05)
    ]

    assert below.verdict is Verdict.INSUFFICIENT
    assert (above.verdict, above.model) == (Verdict.PASS, "extractive")
    assert above.confidence is Confidence.LOW


async def test_other_words_are_searched_for_instead_of_the_question_without_its_day() -> None:
    asked = given.question(f"{SLANG.asked.text} as of 3 March 2026?")
    model, search = Reader(SLANG.by_other_words), search_of(SLANG)

    answer = await answered(model, search, asked, gate_of(0.3))

    assert search.again == list(AGAIN)
    assert {one.filters.as_of.month for one in search.searches} == {3}
    assert answer.verdict is Verdict.PASS


async def test_other_words_keep_the_day_the_audience_and_the_store() -> None:
    asked = given.question(SLANG.asked.text, store_type="cafe")
    model, search = Reader(SLANG.by_other_words), search_of(SLANG)

    await answered(model, search, asked, gate_of(0.3))

    first, *_, last = search.searches
    worded = [one for one in search.searches if one.text in AGAIN]
    assert {one.filters for one in worded} == {asked.filters.widened()}
    assert (first.text, last.filters.store_type) == (asked.text, "cafe")
