"""What a passage says, one statement at a time, each with the words it is made of."""

import pytest

from knowledge.language.sentences import plain
from knowledge.split.passages import split
from knowledge.split.statements import pieces, statements
from tests.unit.knowledge.texts import document, handbook, passage, words


def _said(text: str) -> list[str]:
    return [statement.text for statement in statements(passage(text))]


def test_every_quote_of_the_sample_stands_in_its_passage() -> None:
    passages = [found for read in handbook().documents for found in split(read, words)]

    for found in passages:
        said = statements(found)
        assert said or not found.text.strip()
        for statement in said:
            assert statement.quotes
            assert all(quote in found.text for quote in statement.quotes)


def test_each_sentence_of_a_paragraph_is_a_statement() -> None:
    text = (
        "Refunds take **14 days**. See [the `form`](https://x.example/a).\n환불은\n_카드_로 합니다."
    )

    said = statements(passage(text))

    assert [statement.text for statement in said][:2] == ["Refunds take 14 days.", "See the form."]
    assert said[0].quotes == ("Refunds take **14 days**.",)
    assert said[2].quotes == ("환불은\n_카드_로 합니다.",)


@pytest.mark.parametrize("sign", ["\u2028", "\x0b", "\x0c", "\x85"])
@pytest.mark.parametrize(
    "text",
    ["첫 줄{}둘째 줄입니다.", "- Tags{}attached", "| 등급 | Rate |\n|---|---|\n| 골{}드 | 3% |"],
)
def test_quotes_keep_even_odd_line_ends(text: str, sign: str) -> None:
    found = passage(text.format(sign))

    said = statements(found)

    assert said
    assert all(quote in found.text for statement in said for quote in statement.quotes)


def test_headings_and_blank_lines_say_nothing() -> None:
    assert _said("# 환불\n\n14일입니다.\n\n## Cash\n\nFrom the till.\n") == [
        "14일입니다.",
        "From the till.",
    ]


def test_a_short_list_is_said_with_its_sentence_as_a_whole_and_item_by_item() -> None:
    said = statements(passage("Not refundable:\n\n- Swimwear\n- 속옷\n"))

    assert [statement.text for statement in said] == [
        "Not refundable: Swimwear; 속옷.",
        "Not refundable: Swimwear",
        "Not refundable: 속옷",
    ]
    assert said[0].quotes == ("Not refundable:", "Swimwear", "속옷")
    assert said[2].quotes == ("속옷", "Not refundable:")


def test_a_long_list_is_said_item_by_item_only() -> None:
    items = [f"상품 {number}번은 세일 기간에 산 경우 환불하지 않습니다" for number in range(20)]

    said = _said("환불 불가:\n\n" + "\n".join(f"- {item}" for item in items))

    assert said == [f"환불 불가: {item}" for item in items]


@pytest.mark.parametrize("mark", ["-", "*", "+", "•", "1.", "12)"])
def test_every_mark_of_a_list_is_known(mark: str) -> None:
    assert _said(f"제외:\n{mark} 수영복") == ["제외: 수영복.", "제외: 수영복"]


def test_items_that_are_sentences_stand_alone() -> None:
    assert _said("Do this.\n\n1. Ask the customer.\n2. 날짜를 확인합니다. 기록합니다.\n") == [
        "Do this.",
        "Ask the customer.",
        "날짜를 확인합니다.",
        "기록합니다.",
    ]


def test_a_list_without_a_sentence_above_stands_alone() -> None:
    assert _said("- Swimwear\n- 속옷") == ["Swimwear", "속옷"]


def test_a_wrapped_line_belongs_to_its_item() -> None:
    said = statements(passage("- Tags attached\n  and unworn.\n- 영수증\n"))

    assert [statement.text for statement in said] == ["Tags attached and unworn.", "영수증"]
    assert said[0].quotes == ("Tags attached\n  and unworn.",)


def test_a_heading_between_a_sentence_and_a_list_parts_them() -> None:
    assert _said("Not refundable:\n\n# 준비물\n\n- 영수증") == ["영수증"]


def test_a_row_of_a_table_is_said_with_the_names_of_its_columns() -> None:
    said = statements(
        passage("| 등급 | **Rate** |\n|---|:---:|\n| 실버 | 2% |\n| 골드 | `3%` |\n\nDone.")
    )

    assert [statement.text for statement in said] == [
        "등급: 실버; Rate: 2%",
        "등급: 골드; Rate: 3%",
        "Done.",
    ]
    assert said[1].quotes == ("| 골드 | `3%` |", "| 등급 | **Rate** |")


def test_a_table_without_outer_bars_has_rows_too() -> None:
    assert _said("등급 | Rate\n---|---\n골드 | 3%") == ["등급: 골드; Rate: 3%"]


def test_a_later_part_of_a_long_table_is_said_without_names_of_columns() -> None:
    rows = "".join(f"| 우유 {number} | kept {number} days |\n" for number in range(300))
    table = document(f"| 상품 | Limit |\n|---|---|\n{rows}")

    first, *later = [
        [statement.text for statement in statements(part)] for part in split(table, words)
    ]

    assert first[0] == "상품: 우유 0; Limit: kept 0 days"
    assert later[-1][-1] == "우유 299 · kept 299 days"
    assert not any(":" in text for part in later for text in part)


def test_an_empty_cell_is_not_said() -> None:
    assert _said("| 상품 | Limit |  |\n|---|---|---|\n| 우유 |  | cold |") == ["상품: 우유; cold"]


def test_a_blank_first_cell_is_that_of_the_row_above() -> None:
    found = passage(
        "| 사유 | Who | 일수 |\n|---|---|---|\n| 결혼 | 본인 | 5일 |\n|  | Child | 1일 |\n"
        "| 사망 | 부모 | 5일 |\n| | | 유급 |\n"
    )

    said = statements(found)

    assert [one.text for one in said] == [
        "사유: 결혼; Who: 본인; 일수: 5일",
        "사유: 결혼; Who: Child; 일수: 1일",
        "사유: 사망; Who: 부모; 일수: 5일",
        "사유: 사망; 일수: 유급",
    ]
    assert said[1].quotes == (
        "|  | Child | 1일 |",
        "| 결혼 | 본인 | 5일 |",
        "| 사유 | Who | 일수 |",
    )
    assert all(quote in found.text for one in said for quote in one.quotes)


@pytest.mark.parametrize(
    ("names", "rows", "said"),
    [
        ("| | 일수 |", ["| 결혼 | 5일 |", "| | 1일 |"], "일수: 1일"),
        ("| 사유 | Days |", ["| 결혼 | 5 |", "| | Total 6 |"], "Days: Total 6"),
        ("| 사유 | 일수 |", ["| 합계 | 6 |", "| | 별도 |"], "일수: 별도"),
        ("| 비고 | Days |", ["| 유급 | 5 |", "| | 3 |", "| | 2 |", "| | 1 |"], "Days: 1"),
        ("| 사유 | Days |", ["| | 5 |", "| 결혼 | 3 |"], "사유: 결혼; Days: 3"),
        ("| 사유 | Days |", [f"| {'결혼 ' * 40} | 5 |", "| | 3 |"], "Days: 3"),
    ],
)
def test_a_blank_first_cell_may_be_nothing_but_blank(
    names: str, rows: list[str], said: str
) -> None:
    assert _said("\n".join((names, "|---|---|", *rows)))[-1] == said


def test_two_tables_have_their_own_columns() -> None:
    said = _said("| A |\n|---|\n| 1 |\n\n그리고:\n\n| B |\n|---|\n| 2 |")

    assert said == ["A: 1", "B: 2"]


def test_a_product_is_named_and_priced_and_then_described_sentence_by_sentence() -> None:
    facts = ("Product: 유자차", "Category: cafe", "Price: ₩5,000")
    text = "\n".join((*facts, "Description: SKU CF-1. Served hot.\n우유가 들어 있습니다."))

    named, *described = statements(passage(text, record=True))

    assert (named.text, named.quotes) == (" · ".join(facts), facts)
    assert [(one.text, one.quotes) for one in described] == [
        ("유자차: SKU CF-1.", ("SKU CF-1.", facts[0])),
        ("유자차: Served hot.", ("Served hot.", facts[0])),
        ("유자차: 우유가 들어 있습니다.", ("우유가 들어 있습니다.", facts[0])),
    ]


@pytest.mark.parametrize("described", ["", "\nDescription:", "\nDescription: "])
def test_a_product_without_a_description_is_one_statement(described: str) -> None:
    text = f"Product: Yuja tea\nCategory: cafe\nPrice: ₩5,000{described}"

    assert [one.text for one in statements(passage(text, record=True))] == [
        "Product: Yuja tea · Category: cafe · Price: ₩5,000"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Refund: Unopened goods are refunded.\nA receipt is needed.\n14 days",
        "환불: 미개봉 상품은 환불합니다.\n영수증이 필요합니다.\n구매일로부터 14일",
    ],
)
def test_a_policy_keeps_its_conditions_and_its_time_frame(text: str) -> None:
    said = statements(passage(text, record=True))

    time_frame = text.rpartition("\n")[2]
    assert time_frame in " ".join(statement.text for statement in said)
    assert all(quote in text for statement in said for quote in statement.quotes)


@pytest.mark.parametrize("marks", ["1. {}", "1) {}", "- {}", "1\\. {}", "가\\. {}"])
def test_an_item_is_one_however_it_is_marked(marks: str) -> None:
    text = f"환불 불가:\n\n{marks.format('수영복')}\n{marks.format('속옷')}"

    assert _said(text) == ["환불 불가: 수영복; 속옷.", "환불 불가: 수영복", "환불 불가: 속옷"]


def test_every_sentence_item_and_row_is_a_piece_once() -> None:
    text = (
        "# 환불\n\n14일입니다. **30일**은 아닙니다.\n\n제외:\n\n- Swimwear\n- 속옷\n\n"
        "| 등급 | Rate |\n|---|---|\n| 골드 | 3% |\n"
    )

    assert pieces(text) == (
        "14일입니다.",
        "30일은 아닙니다.",
        "제외:",
        "Swimwear",
        "속옷",
        "등급: 골드; Rate: 3%",
    )


def test_each_line_of_a_record_is_a_piece_however_far_it_is_indented() -> None:
    text = "Refund: Opened. Worn.\n\n7 days\n  > 영수증이 있으면 14일"

    said = ("Refund: Opened. Worn.", "7 days", "영수증이 있으면 14일")
    assert pieces(text, record=True) == said


@pytest.mark.parametrize(
    "text",
    [
        "Can I wash it?\nYes, at 30 degrees.",
        "**Can I wash it?**\n\nYes, at 30 degrees.",
        "1) Can I wash it?\n   Yes, at 30 degrees.",
        "1) Can I wash it?\n\n   Yes, at 30 degrees.",
        "- Can I wash it? Yes, at 30 degrees.",
        "# FAQ\n\nCan I wash it?\n\nYes, at 30 degrees.",
        "**Q: Can I wash it?**\n\nA: Yes, at 30 degrees.",
        "**Q1.** Can I wash it?\n**A1.** Yes, at 30 degrees.",
        "질문: Can I wash it?\n답: Yes, at 30 degrees.",
    ],
)
def test_a_question_is_said_with_its_reply(text: str) -> None:
    [said] = statements(passage(text))

    assert said.text == "Can I wash it? Yes, at 30 degrees."
    assert said.quotes[0] == "Yes, at 30 degrees."
    assert plain(said.quotes[1]) == "Can I wash it?"
    assert not said.only_asks


def test_each_question_has_its_own_reply() -> None:
    assert _said(
        "환불되나요? 네. 14일 안에요.\n\n교환은요? 30일 안에요.\n\n영수증이 필요합니다."
    ) == [
        "환불되나요? 네. 14일 안에요.",
        "교환은요? 30일 안에요.",
        "영수증이 필요합니다.",
    ]


def test_a_long_reply_ends_after_some_sentences() -> None:
    reply = [f"Sentence {number} of a long reply that goes on and on." for number in range(12)]

    first, *rest = _said("Why? " + " ".join(reply))

    assert first.startswith("Why? Sentence 0")
    assert rest == reply[-len(rest) :]
    assert len(first) < 400


def test_a_question_leads_the_list_below_it() -> None:
    said = statements(passage("What do I need?\n\n- 신분증\n- A receipt"))

    assert [one.text for one in said if not one.only_asks] == [
        "What do I need? 신분증; A receipt.",
        "What do I need? 신분증",
        "What do I need? A receipt",
    ]


def test_a_question_without_a_reply_only_asks() -> None:
    said = statements(passage("It is cold.\n\nIs it?\n\n# 다음\n\n왜죠?\n"))

    assert [one.text for one in said if not one.only_asks] == ["It is cold."]
    assert [one.text for one in said if one.only_asks] == ["Is it?", "왜죠?"]


def test_what_to_ask_somebody_is_told() -> None:
    [said] = statements(passage("Ask the customer: is it opened?"))

    assert not said.only_asks


def test_a_list_of_questions_is_a_list_of_what_to_check() -> None:
    said = statements(passage("- Is the safe shut?\n- 불은 껐나요?"))

    assert said[0].text == "Is the safe shut; 불은 껐나요."
    assert [one.only_asks for one in said] == [False, True, True]


def test_items_are_said_with_the_items_above_them() -> None:
    text = (
        "Ask for time off:\n\n"
        "- Ten days ahead\n  - one day\n- 3주 전:\n    1. 일주일\n    2. 그보다 길면\n- at any time"
    )

    said = statements(passage(text))

    assert [one.text for one in said] == [
        "Ask for time off: Ten days ahead",
        "Ask for time off: Ten days ahead: one day",
        "Ask for time off: 3주 전: 일주일; 그보다 길면.",
        "Ask for time off: 3주 전: 일주일",
        "Ask for time off: 3주 전: 그보다 길면",
        "Ask for time off: at any time",
    ]
    assert said[1].quotes == ("one day", "Ten days ahead", "Ask for time off:")


def test_items_below_a_whole_sentence_stand_alone() -> None:
    assert _said("1. Find the order.\n   - Ask for the number.\n   - 이름을 묻습니다.") == [
        "Find the order.",
        "Ask for the number.",
        "이름을 묻습니다.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "**Capacity**: 4 persons  \n**무게**: 5 kg",
        "**Capacity:** 4 persons\n**무게:** 5 kg",
        "Capacity: 4 persons\n무게: 5 kg",
        "Capacity: 4 persons\\\n무게: 5 kg",
    ],
)
def test_a_line_with_a_label_is_a_statement(text: str) -> None:
    assert _said(text) == ["Capacity: 4 persons", "무게: 5 kg"]


def test_a_wrapped_line_with_a_colon_goes_on() -> None:
    assert _said("Refunds take 14 days and\nthen: nothing more.") == [
        "Refunds take 14 days and then: nothing more."
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "- **Gold members:** 60 days. Shipping is free.",
            ["Gold members: 60 days.", "Gold members: Shipping is free."],
        ),
        ("- 골드: 60일. 배송비는 무료.", ["골드: 60일.", "골드: 배송비는 무료."]),
        ("- Gold: 60 days. Silver: 30 days.", ["Gold: 60 days.", "Silver: 30 days."]),
        (
            "There are two kinds: teas and juices. Both are sold.",
            ["There are two kinds: teas and juices.", "Both are sold."],
        ),
    ],
)
def test_every_sentence_behind_a_label_is_about_it(text: str, found: list[str]) -> None:
    assert _said(text) == found


@pytest.mark.parametrize(
    "lead",
    [
        "안내판에는 다음 각 호의 사항이 포함되어야 한다.",
        "The sign shows the following.",
    ],
)
def test_a_whole_sentence_may_introduce_a_list(lead: str) -> None:
    assert _said(f"{lead}\n\n  1\\. 촬영 시간.\n  2\\. Who to call") == [
        lead,
        f"{lead} 촬영 시간; Who to call.",
        f"{lead} 촬영 시간.",
        f"{lead} Who to call",
    ]


@pytest.mark.parametrize(
    "text", ["\\", "- \\", "- \t", "- \n- a", "- ?\n  - ?", "**", "- **:**\n  - -", "?\n\n:\n\n- :"]
)
def test_odd_marks_break_nothing(text: str) -> None:
    said = statements(passage(text))

    assert all(quote in text for statement in said for quote in statement.quotes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ask at https://hr.example/leave?a=b&c.", "Ask at […]."),
        ("Ask at www.hr.example, or your manager.", "Ask at […], or your manager."),
        ("Ask at hr.example/leave (new).", "Ask at […] (new)."),
        ("Form (see <https://hr.example/f>) is new.", "Form (see <[…]>) is new."),
        ("서식은 https://hr.example/f에서 받습니다.", "서식은 […]에서 받습니다."),
        ("Opens from 9/10 to 3/4, 2.5/5 stars.", "Opens from 9/10 to 3/4, 2.5/5 stars."),
        ("Write to help@hr.example or and/or call.", "Write to help@hr.example or and/or call."),
    ],
)
def test_a_statement_is_read_without_addresses_and_quotes_them(text: str, said: str) -> None:
    [one] = statements(passage(text))

    assert one.text == said
    assert one.quotes == (text,)


@pytest.mark.parametrize(
    ("section", "text", "said"),
    [
        (("Shop", "Opening hours"), "9am-6pm", ["Opening hours: 9am-6pm"]),
        (("Can we keep tips?",), "No.", ["Can we keep tips? No."]),
        (("휴무일",), "월요일", ["휴무일: 월요일"]),
        (("Opening hours",), "From 9 to 6 each day.", ["From 9 to 6 each day."]),
        ((), "9am-6pm", ["9am-6pm"]),
        (("Dogs",), "Yes. On a lead. Always.", ["Yes. On a lead.", "Dogs: Always."]),
    ],
)
def test_a_few_letters_are_said_below_their_heading_or_with_what_follows(
    section: tuple[str, ...], text: str, said: list[str]
) -> None:
    assert [one.text for one in statements(passage(text, section=section))] == said
