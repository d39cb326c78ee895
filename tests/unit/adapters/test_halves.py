"""JSON that a program sends is read without half surrogate pairs, and is otherwise the same."""

import json

import pytest

from adapters.web.edge import whole_json, whole_values

DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (rb'{"text": "refund \ud83d"}', {"text": "refund "}),
        (rb'{"text": "\uDE00\uD83D"}', {"text": ""}),
        (rb'{"text": "\ud83d\ude00"}', {"text": "😀"}),
        ('{"text": "환불 \\udfff기간"}'.encode(), {"text": "환불 기간"}),
        (
            rb'{"a\ud83d": [{"b": "\ud83dc"}, 1, null, true, 1.5]}',
            {"a": [{"b": "c"}, 1, None, True, 1.5]},
        ),
        (rb'"a\\ud83d"', r"a\ud83d"),
    ],
)
def test_half_a_character_is_left_out_and_all_else_stays(raw: bytes, value: object) -> None:
    assert json.loads(whole_json(raw)) == value
    assert whole_values(json.loads(raw)) == value


@pytest.mark.parametrize(
    "raw", [b"", b"{", rb'{"a": "\ud83d', rb"\ud83d", DEEP, DEEP + rb'"\ud83d"']
)
def test_what_is_no_json_is_left_to_its_reader(raw: bytes) -> None:
    assert whole_json(raw) == raw
