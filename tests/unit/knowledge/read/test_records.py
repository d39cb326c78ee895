"""Policies, products and other records: each makes one passage, in one fixed form."""

import json
from pathlib import Path

import pytest

from knowledge.model.documents import Document
from tests.unit.knowledge.texts import read, read_one, reasons

_NO_LIST = "a.json: a JSON file must hold a list of records, or one object with one such list"


def _records(document: Document) -> list[str]:
    return [document.text[one.start : one.end] for one in document.records]


def test_a_policy_has_its_type_description_and_conditions(tmp_path: Path) -> None:
    document = read_one(
        tmp_path,
        "policies.csv",
        "policy_id,policy_type,description,conditions\n"
        'P-1,Refund,Unopened goods are refunded.,"Receipt, card."\n'
        "P-2,교환,의류는 교환할 수 있습니다.,태그가 있어야 합니다.\n",
    )

    assert _records(document) == [
        "Refund: Unopened goods are refunded.\nReceipt, card.",
        "교환: 의류는 교환할 수 있습니다.\n태그가 있어야 합니다.",
    ]


@pytest.mark.parametrize("nothing", ["none", "None", "N/A", "null", "-", "없음", "해당 없음", ""])
def test_a_policy_leaves_out_what_a_cell_says_there_is_not(tmp_path: Path, nothing: str) -> None:
    rows = "policy_type,description,conditions,timeframe\n"
    document = read_one(
        tmp_path, "a.csv", f"{rows}Refund,Goods are refunded.,{nothing},{nothing}\n"
    )

    assert _records(document) == ["Refund: Goods are refunded."]


@pytest.mark.parametrize(
    ("description", "timeframe", "text"),
    [
        ("Goods are refunded.", "14 days", "Refund: Goods are refunded.\nReceipt.\n14 days"),
        ("Within 14 Days.", "14 days", "Refund: Within 14 Days.\nReceipt."),
        ("Goods are refunded.", "", "Refund: Goods are refunded.\nReceipt."),
        ("환불합니다.", "구매일로부터 14일", "Refund: 환불합니다.\nReceipt.\n구매일로부터 14일"),
        ("14일 이내 환불.", "14일 이내", "Refund: 14일 이내 환불.\nReceipt."),
    ],
)
def test_a_time_frame_is_written_once(
    tmp_path: Path, description: str, timeframe: str, text: str
) -> None:
    rows = (
        f"policy_type,description,conditions,timeframe\nRefund,{description},Receipt.,{timeframe}\n"
    )

    assert _records(read_one(tmp_path, "a.csv", rows)) == [text]


@pytest.mark.parametrize(
    ("price", "currency", "written"),
    [
        (12900, "KRW", "₩12,900"),
        (0, "KRW", "₩0"),
        (1299.5, "USD", "$1,299.50"),
        (5, "USD", "$5"),
        (5, "CHF", "CHF 5"),
        (5000.0, "KRW", "₩5,000"),
        (249.99, "USD", "$249.99"),
        (599.0, "USD", "$599.00"),
        (599.0, "EUR", "€599.00"),
        (599.0, "GBP", "£599.00"),
        ("599.00", "USD", "$599.00"),
        ("599.0", "usd", "$599.00"),
        (599, "USD", "$599"),
        ("$599.00", "KRW", "$599.00"),
        (1500.0, "KRW", "₩1,500"),
        (1500.0, "JPY", "¥1,500"),
        (1e3, "KRW", "₩1,000"),
        (True, "KRW", "True"),
        ("4,500", "KRW", "₩4,500"),
        ("1,234,567.5", "USD", "$1,234,567.50"),
        ("4,50", "EUR", "4,50"),
        pytest.param(10**400, "KRW", f"1{'0' * 400}", id="401 digits"),
        ("시가", "KRW", "시가"),
        (None, "KRW", ""),
    ],
)
def test_a_product_has_four_lines_with_the_price_in_the_stores_money(
    tmp_path: Path, price: object, currency: str, written: str
) -> None:
    product = {"name": "유자차", "category": "cafe", "price": price, "description": "SKU CF-1."}

    document = read_one(tmp_path, "a.json", json.dumps([product]), currency)

    assert _records(document) == [
        f"Product: 유자차\nCategory: cafe\nPrice: {written}\nDescription: SKU CF-1."
    ]


def test_a_price_in_a_csv_is_in_the_stores_money_too(tmp_path: Path) -> None:
    rows = "name,category,price,description\n물,음료,12900,생수\n"

    document = read_one(tmp_path, "a.csv", rows)

    assert _records(document) == ["Product: 물\nCategory: 음료\nPrice: ₩12,900\nDescription: 생수"]


def test_the_decimals_of_a_price_in_json_are_kept_as_they_are_written(tmp_path: Path) -> None:
    written = '[{"name": "Desk", "price": 599.00}, {"name": "Pen", "price": 1.50}]'

    document = read_one(tmp_path, "a.json", written, "USD")

    prices = [one.splitlines()[2] for one in _records(document)]
    assert prices == ["Price: $599.00", "Price: $1.50"]


@pytest.mark.parametrize(
    ("name", "key"), [("Aurora Headphones", "products"), ("헤드폰", "items"), ("가방", "상품")]
)
def test_a_catalogue_around_a_list_is_read_like_the_list(
    tmp_path: Path, name: str, key: str
) -> None:
    products = [{"name": name, "category": "Audio", "price": 249.99, "description": "SKU 1."}]
    shop = {"shop": "Harbour", "pages": 1, "tags": ["audio"], key: products}

    bare = read_one(tmp_path / "bare", "a.json", json.dumps(products))
    around = read_one(tmp_path / "around", "a.json", json.dumps(shop))

    assert _records(around) == _records(bare)
    assert [one.name for one in around.records] == [name]


def test_policies_around_a_list_are_read_as_policies(tmp_path: Path) -> None:
    policy = {"policy_type": "환불", "description": "14일 이내", "conditions": "영수증"}

    document = read_one(tmp_path, "a.json", json.dumps({"policies": [policy]}))

    assert _records(document) == ["환불: 14일 이내\n영수증"]


def test_a_catalogue_without_products_has_no_text(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.json": '{"products": []}'}) == ["a.json: there is no text in it"]


@pytest.mark.parametrize(
    ("currency", "price"),
    [("USD", "$599.00"), ("eur", "€599.00"), ("£", "£599.00"), ("원", "₩599"), ("", "₩599")],
)
def test_a_product_may_name_its_own_currency(tmp_path: Path, currency: str, price: str) -> None:
    rows = f"name,price,currency\nDesk,599.00,{currency}\n"

    document = read_one(tmp_path, "a.csv", rows)

    assert _records(document)[0].splitlines()[2] == f"Price: {price}"


def test_a_catalogue_may_name_the_currency_of_its_products(tmp_path: Path) -> None:
    catalogue = {"currency": "USD", "products": [{"name": "Desk", "price": 599.0}]}

    document = read_one(tmp_path, "a.json", json.dumps(catalogue))

    assert _records(document)[0].splitlines()[2] == "Price: $599.00"


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ("policy_id,policy_type,description,conditions\nP-1,환불,14일,영수증\n", "환불"),
        ("category,name,price,description\ncafe,Yuja tea,5000,Hot.\n", "Yuja tea"),
        ("store,phone\n강남점,02-123-4567\n", "강남점"),
        ("번호,매장\n17,서초점\n", "서초점"),
        ("번호,층\n17,3\n", "17"),
    ],
)
def test_a_record_has_a_name_of_its_own(tmp_path: Path, rows: str, name: str) -> None:
    document = read_one(tmp_path, "a.csv", rows)

    assert [one.name for one in document.records] == [name]


def test_other_records_have_a_line_for_each_filled_cell(tmp_path: Path) -> None:
    document = read_one(
        tmp_path, "a.csv", "매장,전화,메모\n강남점,02-123-4567,\n서초점,,주차 가능\n"
    )

    assert _records(document) == [
        "매장: 강남점\n전화: 02-123-4567",
        "매장: 서초점\n메모: 주차 가능",
    ]


def test_a_row_with_more_cells_than_the_header_is_named_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    reading = read(tmp_path, {"a.csv": "매장,전화\n강남점,2\n1,2,3\nHarbour,4\n"})

    [document] = reading.documents
    assert _records(document) == ["매장: 강남점\n전화: 2", "매장: Harbour\n전화: 4"]
    assert [one.lost for one in reading.partly] == [
        ("the row in line 3: it has more cells than the header",)
    ]


def test_a_row_with_fewer_cells_than_the_header_is_read_and_named(tmp_path: Path) -> None:
    rows = "매장,전화,주차\n강남점,2,O\nHarbour,4\n서초점,3,X,more\n"

    reading = read(tmp_path, {"a.csv": rows})

    [document] = reading.documents
    assert [one.partition("\n주차")[0] for one in _records(document)] == [
        "매장: 강남점\n전화: 2",
        "매장: Harbour\n전화: 4",
    ]
    assert [one.lost for one in reading.partly] == [
        (
            "the row in line 4: it has more cells than the header",
            "the last cells of the row in line 3: it has fewer than the header",
        )
    ]


def test_a_row_may_end_in_empty_cells(tmp_path: Path) -> None:
    document = read_one(tmp_path, "a.csv", "store,phone\n강남점,2,,\n")

    assert _records(document) == ["store: 강남점\nphone: 2"]


def test_a_text_with_commas_is_no_table(tmp_path: Path) -> None:
    text = "Dear all,\nwe open late, at ten, on Monday.\nThe door, as ever, is shut.\n"

    assert reasons(tmp_path, {"a.csv": text}) == [
        "a.csv:2: this row has more or fewer cells than the header"
    ]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.TXT.tab"])
@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_mark_between_cells_is_found(tmp_path: Path, name: str, mark: str) -> None:
    cells = [("품목", "Note", "수량"), ("컵", "4,5 inches", "1"), ("쟁반", 'big, "new"; old', "2")]
    quoted = ['"{}"'.format('"|"'.join(c.replace('"', '""') for c in row)) for row in cells]

    rows = "\n".join(quoted).replace('"|"', f'"{mark}"')
    document = read_one(tmp_path, name, rows)

    assert _records(document) == [
        "품목: 컵\nNote: 4,5 inches\n수량: 1",
        '품목: 쟁반\nNote: big, "new"; old\n수량: 2',
    ]


def test_excel_is_told_the_mark_in_the_first_line(tmp_path: Path) -> None:
    document = read_one(tmp_path, "a.csv", "sep=;\nstore;phone\n강남점;2\n")

    assert _records(document) == ["store: 강남점\nphone: 2"]


@pytest.mark.parametrize(
    ("written", "shown"), [("3,50", "€3.50"), ("1.234,5", "€1,234.50"), ("12", "€12")]
)
def test_a_price_may_have_a_decimal_comma(tmp_path: Path, written: str, shown: str) -> None:
    document = read_one(tmp_path, "a.csv", f"Artikel;Price;Breite\nTasse;{written};2,5\n", "EUR")

    assert _records(document) == [f"Artikel: Tasse\nPrice: {shown}\nBreite: 2,5"]


def test_a_quote_may_stand_for_inches_between_tabs(tmp_path: Path) -> None:
    document = read_one(tmp_path, "a.tsv", 'item\tsize\n"Big" tray\t24"\n')

    assert _records(document) == ['item: "Big" tray\nsize: 24"']


def test_two_columns_of_one_name_are_both_read(tmp_path: Path) -> None:
    document = read_one(tmp_path, "a.csv", "store,hours,hours\n강남점,9,21\n")

    assert _records(document) == ["store: 강남점\nhours: 9\nhours 2: 21"]


def test_a_quote_that_is_never_closed_is_a_mistake(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.csv": 'store,phone\n1,"2\n'})

    assert reason.startswith("a.csv:")
    assert reason.endswith(": this is no valid CSV")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
def test_a_table_as_korean_spreadsheets_save_it_is_read(tmp_path: Path, encoding: str) -> None:
    rows = "policy_type,description,conditions\r\n환불,14일 이내,영수증\r\n"

    document = read_one(tmp_path, "a.csv", rows.encode(encoding))

    assert _records(document) == ["환불: 14일 이내\n영수증"]


def test_a_cell_may_hold_commas_quotes_and_lines(tmp_path: Path) -> None:
    document = read_one(tmp_path, "a.csv", 'store,note\n강남점,"A, ""B""\nC"\n')

    assert _records(document) == ['store: 강남점\nnote: A, "B"\nC']


def test_a_table_of_too_many_rows_is_to_be_split(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.csv": "store,phone\n" + "1,2\n" * 50_001}) == [
        "a.csv: longer than 50,000 rows; split it"
    ]


def test_a_header_without_rows_gives_no_document(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.csv": "store,phone\n"}) == ["a.csv: there is no text in it"]


def test_a_mistake_in_json_names_its_line(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.json": '[\n  {"name": "유자차",\n   "price": }\n]'})

    assert reason == "a.json:3: this is no valid JSON"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('[{"메모": "환불 \\ud83d"}]', "메모: 환불 \ufffd"),
        ('[{"\\ud83d": "refund"}]', "\ufffd: refund"),
        (
            '[{"policy_type": "환불", "description": "\\ud83d", "conditions": "영수증"}]',
            "환불: \ufffd\n영수증",
        ),
    ],
)
def test_half_a_character_is_read_as_a_sign_that_can_be_stored(
    tmp_path: Path, written: str, text: str
) -> None:
    assert _records(read_one(tmp_path, "a.json", written)) == [text]


@pytest.mark.parametrize(
    "written",
    [
        *('{"name": "a"}', '["a"]', "5", '[{"name": "a"}, 5]', "{}", "null"),
        '{"products": [{"name": "a"}], "policies": [{"policy_type": "b"}]}',
        '{"products": [{"name": "a"}, 5]}',
        '{"name": "a", "price": 5, "sizes": [{"name": "S"}]}',
    ],
)
def test_json_must_be_a_list_of_records(tmp_path: Path, written: str) -> None:
    assert reasons(tmp_path, {"a.json": written}) == [_NO_LIST]


def test_a_blank_first_value_is_that_of_the_row_above(tmp_path: Path) -> None:
    document = read_one(
        tmp_path, "leave.csv", "사유,who,days\n결혼,본인,5일\n,child,1일\n사망,부모,5일\n"
    )

    assert _records(document) == [
        "사유: 결혼\nwho: 본인\ndays: 5일",
        "사유: 결혼\nwho: child\ndays: 1일",
        "사유: 사망\nwho: 부모\ndays: 5일",
    ]


@pytest.mark.parametrize("first", ["880123456", "kim@shop.example", "합계"])
def test_a_code_or_a_total_is_not_that_of_the_rows_below(tmp_path: Path, first: str) -> None:
    document = read_one(tmp_path, "a.csv", f"no,item\n{first},우유\n,juice\n")

    assert _records(document)[1] == "item: juice"


@pytest.mark.parametrize(("name", "language"), [("현미", "ko"), ("Rice", "en")])
def test_the_labels_of_products_do_not_count_for_the_language(
    name: str, language: str, tmp_path: Path
) -> None:
    products = json.dumps([{"name": name, "price": 18}])

    assert read_one(tmp_path, "products.json", products).header.language == language
