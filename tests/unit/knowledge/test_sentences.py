"""What a passage says, one statement at a time, each with the words it is made of."""

import pytest

from knowledge.sentences import pieces, plain, sentences, statements
from knowledge.splitting import split
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "환불합니다. 교환도 됩니다! 될까요? 네",
            ["환불합니다.", "교환도 됩니다!", "될까요?", "네"],
        ),
        ("14일입니다。 그 뒤에는 안 됩니다。", ["14일입니다。", "그 뒤에는 안 됩니다。"]),
        ("Ask Mr. Kim. Then pay.", ["Ask Mr. Kim.", "Then pay."]),
        ("Open from 9 a.m. Monday to Friday.", ["Open from 9 a.m. Monday to Friday."]),
        ("Hygiene goods, e.g. Swimwear, stay.", ["Hygiene goods, e.g. Swimwear, stay."]),
        ("Form No. 5 is needed. Sign it.", ["Form No. 5 is needed.", "Sign it."]),
        ("It costs 3.5 km of tape.", ["It costs 3.5 km of tape."]),
        ("버전 1.10을 씁니다. 2.0은 나중에.", ["버전 1.10을 씁니다.", "2.0은 나중에."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("(영수증이 있을 때.) 없으면 안 됩니다.", ["(영수증이 있을 때.)", "없으면 안 됩니다."]),
        ("Wait... and see.", ["Wait... and see."]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_sentences_end_where_they_end(text: str, found: list[str]) -> None:
    assert sentences(text) == found


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


def test_two_tables_have_their_own_columns() -> None:
    said = _said("| A |\n|---|\n| 1 |\n\n그리고:\n\n| B |\n|---|\n| 2 |")

    assert said == ["A: 1", "B: 2"]


def test_a_product_is_one_statement() -> None:
    text = "Product: 유자차\nCategory: cafe\nPrice: ₩5,000\nDescription: SKU CF-1. Hot."

    [said] = statements(passage(text, record=True))

    assert said.text == (
        "Product: 유자차 · Category: cafe · Price: ₩5,000 · Description: SKU CF-1. Hot."
    )
    assert said.quotes == tuple(text.split("\n"))


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


@pytest.mark.parametrize(
    ("marked", "read"),
    [
        ("**굵게** and *so*", "굵게 and so"),
        ("5 * 3 * 2", "5 * 3 * 2"),
        ("`HM-RF-02` 양식", "HM-RF-02 양식"),
        ("![그림](a.png) [Form](https://x.example)", "그림 Form"),
        ("> 인용\n> 둘째 줄", "인용 둘째 줄"),
        ("  two\n  lines ", "two lines"),
    ],
)
def test_plain_text_has_no_marks(marked: str, read: str) -> None:
    assert plain(marked) == read


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


def test_each_line_of_a_record_is_a_piece() -> None:
    assert pieces("Refund: Opened. Worn.\n\n7 days", record=True) == (
        "Refund: Opened. Worn.",
        "7 days",
    )
