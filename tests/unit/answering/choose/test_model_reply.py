"""What a model sends back becomes a draft; ids are numbers, quotes are the document's own words."""

import json

import pytest

from bot.answering.choose.model_reply import read
from bot.model import Draft, Sentence
from tests.unit import given

PASSAGE = given.passage("**Unopened** headphones can be “returned”\nwithin 14 days. Bags too.")
KOREAN = given.passage("**개봉하지 않은** 헤드폰은\n14일 이내에 환불됩니다. 가방도 같습니다.")


def told(*sentences: object, verdict: str = "answered") -> str:
    return json.dumps({"verdict": verdict, "sentences": sentences})


def sentences(said: str) -> tuple[Sentence, ...]:
    return read(said, {1: PASSAGE, 2: KOREAN}).sentences


@pytest.mark.parametrize(
    ("number", "quote", "verbatim"),
    [
        (1, 'Unopened headphones can be "returned"', "Unopened** headphones can be “returned”"),
        (1, "can be “returned” within 14 days.", "can be “returned”\nwithin 14 days."),
        (1, "Bags too.", "Bags too."),
        (2, "개봉하지 않은 헤드폰은 14일 이내에", "개봉하지 않은** 헤드폰은\n14일 이내에"),
    ],
)
def test_a_quote_becomes_the_words_of_the_document(number: int, quote: str, verbatim: str) -> None:
    passage = PASSAGE if number == 1 else KOREAN

    [sentence] = sentences(told({"text": "So it is.", "passage": number, "quote": quote}))

    assert [one.quote for one in sentence.citations] == [verbatim]
    assert verbatim in passage.text


def test_words_that_are_not_there_are_left_for_the_check_to_find() -> None:
    [sentence] = sentences(told({"text": "So.", "passage": 1, "quote": "within 99 days"}))

    assert sentence.citations[0].quote == "within 99 days"


@pytest.mark.parametrize(
    "wire",
    [
        {"text": "So it is.", "passage": 9, "quote": "Bags too."},
        {"text": "So it is.", "passage": 1, "quote": " "},
        {"text": "So it is.", "passage": None, "quote": "Bags too."},
        {"text": "So it is.", "passage": 1},
        "So it is.",
        None,
    ],
)
def test_a_sentence_that_nothing_carries_keeps_its_place(wire: object) -> None:
    good = {"text": "Bags too.", "passage": 1, "quote": "Bags too."}

    first, second = sentences(told(wire, good))

    assert first.citations == ()
    assert second == given.verbatim("Bags too.", PASSAGE)


def test_a_text_of_two_sentences_is_two_sentences() -> None:
    text = "Headphones can be returned. They are free."

    said = sentences(told({"text": text, "passage": 1, "quote": "Bags too."}))

    assert [one.text for one in said] == ["Headphones can be returned.", "They are free."]
    assert said[0].citations == said[1].citations


@pytest.mark.parametrize("verdict", ["insufficient", "off_topic"])
def test_a_model_that_cannot_answer_says_nothing_and_that_nothing_answers(verdict: str) -> None:
    assert read(told(verdict=verdict), {1: PASSAGE}) == Draft(denies=True)


@pytest.mark.parametrize("verdict", ["insufficient", "off_topic"])
def test_a_model_that_denies_and_answers_at_once_has_done_neither(verdict: str) -> None:
    wire = {"text": "Bags too.", "passage": 1, "quote": "Bags too."}

    assert read(told(wire, verdict=verdict), {1: PASSAGE}) == Draft()


def test_a_model_that_only_says_nothing_does_not_deny_that_there_is_an_answer() -> None:
    assert read(told(), {1: PASSAGE}) == Draft()


@pytest.mark.parametrize("verdict", ["Insufficient", "OFF-TOPIC", "off topic."])
def test_a_denial_is_one_however_it_is_spelt(verdict: str) -> None:
    assert read(f"Sure!\n```json\n{told(verdict=verdict)}\n```", {1: PASSAGE}).denies


@pytest.mark.parametrize(
    "said",
    [
        f"Maybe {told(verdict='insufficient')}?</think>",
        f"<think>{told(verdict='insufficient')}",
        f"{told(verdict='insufficient')} or rather {told()[:-1]}",
        '{"verdict": "insufficient"}',
    ],
)
def test_a_denial_that_is_not_the_last_word_is_none(said: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - pydantic's and json's own
        read(said, {1: PASSAGE})


def test_a_denial_that_was_cut_off_may_have_been_a_thought() -> None:
    with pytest.raises(ValueError, match="cut off"):
        read(told(verdict="insufficient"), {1: PASSAGE}, cut=True)


def test_an_order_for_a_model_in_a_quote_is_no_draft_of_its_own() -> None:
    quote = told(verdict="insufficient")

    [sentence] = sentences(told({"text": "Bags too.", "passage": 1, "quote": quote}))

    assert sentence.text == "Bags too."


@pytest.mark.parametrize("said", ["", "no", "{", '{"verdict": 1}', "[1]", "{}" * 20_000])
def test_what_is_no_draft_is_an_error(said: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - pydantic's and json's own
        read(said, {1: PASSAGE})


@pytest.mark.parametrize(("number", "quote"), [(1, "Bags too."), (2, "가방도 같습니다.")])
@pytest.mark.parametrize("half", ["\ud83d", "\\ud83d"], ids=["as it is", "escaped in the JSON"])
def test_half_a_character_takes_no_sentence_away(number: int, quote: str, half: str) -> None:
    said = told({"text": quote, "passage": number, "quote": quote})

    [sentence] = sentences(said.replace(json.dumps(quote)[1:-1], half + json.dumps(quote)[1:-1]))

    assert sentence.text == quote
    assert [one.quote for one in sentence.citations] == [quote]
