"""What a model sends back becomes a choice: the last object that fits, after its thoughts."""

import json

import pytest

from bot.answering.choose.by_model import WireChoice
from bot.answering.choose.json_in_text import UnreadableError, last_in, schema_of


def told(*units: object, verdict: str = "answered", understood: str = "How long?") -> str:
    wire = {"understood": understood, "verdict": verdict, "units": units, "search_again": []}
    return json.dumps(wire, ensure_ascii=False)


def read(said: str) -> WireChoice:
    return last_in(said, WireChoice)


@pytest.mark.parametrize("understood", ["How long may shoes be returned?", "신발은 며칠인가요?"])
def test_a_plain_reply_is_read_as_it_is(understood: str) -> None:
    said = read(told(3, 1, understood=understood))

    assert (said.understood, said.verdict, said.units) == (understood, "answered", [3, 1])


@pytest.mark.parametrize(
    "said",
    [
        f"```json\n{told(2)}\n```",
        f"Sure, here it is: {told(2)} Have a nice day {{}}!",
        f"네, 답변입니다.\n{told(2)}\n감사합니다.",
        f'{{"answer": {told(2)}}}',
        f'{{"choices": [{{"message": {told(2)}}}]}}',
        f"[{told(2)}]",
        json.dumps(told(2)),
        json.dumps({"content": told(2)}),
    ],
    ids=["fence", "chatter", "korean", "object", "deeper", "list", "text", "text in an object"],
)
def test_a_choice_is_found_in_whatever_it_is_wrapped(said: str) -> None:
    assert read(said).units == [2]


@pytest.mark.parametrize(
    "said",
    [
        "{“verdict”: “answered”, “units”: [2]}",
        '{"verdict": "answered", "units": [2,],}',
        '{"understood": "a\nb", "verdict": "answered", "units": [2]}',
        '{"understood": null, "verdict": "answered", "units": [2], "search_again": null}',
        '{"understood": "„그만“ said “stop”: it", "verdict": "answered", "units": [2]}',
        '{"verdict": "answered", "units": 2, "search_again": "", "confidence": 0.9}',
    ],
)
def test_slips_that_models_make_in_json_are_read_over(said: str) -> None:
    assert read(said).units == [2]


@pytest.mark.parametrize(
    "unit",
    [2, "2", "[2]", "#2", [2], "2.", "statement 2", "문장 2", "2번", "2. Free over $40."],
    ids=repr,
)
def test_a_number_is_one_however_it_is_written(unit: object) -> None:
    assert read(told(unit)).units == [2]


@pytest.mark.parametrize("unit", ["none", "2.5", 2.5, "1, 2", "-", {"id": 2}], ids=repr)
def test_what_may_be_any_number_is_none(unit: object) -> None:
    with pytest.raises(UnreadableError):
        read(told(unit))


@pytest.mark.parametrize("verdict", ["Off_Topic", "OFF-TOPIC", "off topic."])
def test_a_verdict_is_one_however_it_is_spelt(verdict: str) -> None:
    assert read(told(verdict=verdict)).verdict == "off_topic"


def test_one_wording_of_a_second_search_is_a_list_of_it() -> None:
    said = read('{"verdict": "insufficient", "search_again": "우산 대여"}')

    assert said.search_again == ["우산 대여"]


@pytest.mark.parametrize(
    "thoughts",
    [
        "<think>Maybe {}?</think>",
        "Maybe {}?</thinking>",
        "[THINK]아마 {}?[/THINK]",
        "First I thought {}, but no:",
    ],
)
def test_a_choice_counts_after_the_thoughts_and_not_in_them(thoughts: str) -> None:
    said = thoughts.replace("{}", told(verdict="insufficient")) + told(1)

    assert (read(said).verdict, read(said).units) == ("answered", [1])


@pytest.mark.parametrize(
    "said",
    [
        f"Maybe {told(verdict='insufficient')}?</think>",
        f"<think>{told(verdict='insufficient')}",
        f"{told(1)} or rather {told(2)[:-1]}",
        f"<think>so</think>{told(1)[:-1]}",
    ],
)
def test_a_choice_that_is_not_the_last_word_is_none(said: str) -> None:
    with pytest.raises(UnreadableError):
        read(said)


@pytest.mark.parametrize("where", ["understood", "search_again"])
def test_a_choice_that_stands_inside_the_words_of_another_is_none_of_its_own(where: str) -> None:
    wire = {where: told(9, verdict="insufficient"), "verdict": "answered", "units": [1]}

    assert read(json.dumps(wire)).units == [1]


@pytest.mark.parametrize(
    "said",
    [
        "",
        "no",
        "{",
        "[1]",
        '{"units": [1]}',
        '{"verdict": 1}',
        '{"verdict": "maybe", "units": [1]}',
        '{"a":' * 3_000,
        "{}" * 20_000,
        told(1) + " " * 20_000,
    ],
)
def test_what_is_no_choice_is_an_error(said: str) -> None:
    with pytest.raises(UnreadableError):
        read(said)


@pytest.mark.parametrize("secret", ["Kim Minsu asks", "김민수 고객님"])
def test_an_error_has_none_of_the_model_s_words(secret: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        read(told("none", understood=secret))

    assert secret not in str(raised.value)


@pytest.mark.parametrize("understood", ["Bags too?", "가방도 되나요?"])
@pytest.mark.parametrize("half", ["\ud83d", "\\ud83d"], ids=["as it is", "escaped in the JSON"])
def test_half_a_character_costs_no_choice(understood: str, half: str) -> None:
    said = read(told(1, understood=understood).replace(understood, half + understood))

    assert (said.understood, said.units) == (understood, [1])


def test_servers_get_a_schema_that_names_every_field_and_allows_no_others() -> None:
    schema = schema_of(WireChoice)

    assert schema["required"] == list(schema["properties"]) == list(WireChoice.model_fields)
    assert schema["additionalProperties"] is False
    assert schema["properties"]["units"]["items"]["type"] == "integer"
    assert set(schema["properties"]["verdict"]["enum"]) == {
        *("answered", "insufficient", "conflict", "off_topic")
    }
