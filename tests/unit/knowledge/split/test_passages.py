"""Passages: short enough to cite, cut where a person would cut."""

from dataclasses import replace

import pytest

from knowledge.model.documents import CatalogueRecord, Document
from knowledge.split.passages import MAX_TOKENS, MAX_WHOLE_TOKENS, split
from tests.unit.knowledge.texts import document, handbook, words

_ENGLISH = "Unopened goods go back to the shelf within one working day after the check. "
_KOREAN = "미개봉 상품은 점검을 마친 뒤 하루 안에 진열대로 다시 돌려놓고 기록합니다. "


def _letters(text: str) -> int:
    return len(text) // 4


def test_every_passage_of_the_sample_is_its_documents_own_text() -> None:
    documents = handbook().documents

    passages = [(read, passage) for read in documents for passage in split(read, _letters)]

    assert len(passages) > len(documents)
    for read, passage in passages:
        assert read.text[passage.start : passage.end] == passage.text
        assert passage.text == passage.text.strip() != ""
        assert passage.header == read.header


def test_every_passage_of_the_sample_has_its_own_id() -> None:
    passages = [passage for read in handbook().documents for passage in split(read, _letters)]

    ids = {passage.passage_id for passage in passages}
    assert len(ids) == len(passages)
    assert all(passage.passage_id.startswith(f"{passage.header.key}#") for passage in passages)


def test_no_word_of_the_samples_prose_is_lost() -> None:
    for read in handbook().documents:
        passages = split(read, _letters)

        left = read.text
        for passage in passages:
            left = left.replace(passage.text, "", 1)
        assert all(line.startswith("#") for line in left.split("\n") if line.strip())


def test_a_passage_knows_the_headings_above_it() -> None:
    text = (
        "Before.\n\n# 환불\n\nA.\n\n## Cash *refunds*\n\nB.\n\n### 한도\n\nC.\n\n"
        "## Cards\n\nD.\n\n# Hours\n\nE.\n"
    )

    passages = split(document(text), words)

    assert [(passage.text, passage.section) for passage in passages] == [
        ("Before.", ()),
        ("A.", ("환불",)),
        ("B.", ("환불", "Cash refunds")),
        ("C.", ("환불", "Cash refunds", "한도")),
        ("D.", ("환불", "Cards")),
        ("E.", ("Hours",)),
    ]
    assert passages[3].heading == "환불 › Cash refunds › 한도"
    assert passages[3].searchable == "Refund Policy\n환불 › Cash refunds › 한도\nC."


def test_underlined_headings_are_headings() -> None:
    passages = split(document("환불\n====\n\nA.\n\nCash\n----\n\nB.\n"), words)

    assert [passage.section for passage in passages] == [("환불",), ("환불", "Cash")]


def test_a_number_sign_inside_code_is_no_heading() -> None:
    passages = split(document("A.\n\n```\n# 주석\n```\n\nB.\n"), words)

    assert [passage.section for passage in passages] == [()]


def test_short_paragraphs_of_a_section_share_a_passage() -> None:
    passages = split(document("# 환불\n\n첫째.\n\nSecond.\n\n셋째.\n"), words)

    assert [passage.text for passage in passages] == ["첫째.\n\nSecond.\n\n셋째."]


@pytest.mark.parametrize(("sentence", "end"), [(_ENGLISH, "check."), (_KOREAN, "기록합니다.")])
def test_a_long_paragraph_is_cut_at_the_end_of_a_sentence(sentence: str, end: str) -> None:
    text = sentence * 60

    passages = split(document(text), words)

    assert len(passages) > 2
    assert all(passage.text.endswith(end) for passage in passages)
    assert all(words(passage.text) <= MAX_TOKENS for passage in passages)
    assert " ".join(passage.text for passage in passages) == text.strip()


@pytest.mark.parametrize(
    "early",
    [
        "The parcels are counted on the following day. ",
        "The following goods are looked at first: bags, shoes and coats. ",
        "다음과 같은 상품을 먼저 봅니다. ",
    ],
)
def test_what_an_early_sentence_introduces_keeps_no_paragraph_whole(early: str) -> None:
    text = early + _ENGLISH * 60

    passages = split(document(text), words)

    assert all(words(passage.text) <= MAX_TOKENS for passage in passages)


def test_a_sentence_too_long_for_a_passage_is_kept_in_one() -> None:
    sentence = "word " * (MAX_TOKENS + 50) + "end."

    [passage] = split(document(sentence), words)

    assert passage.text == sentence


def test_paragraphs_that_do_not_fit_together_are_not_cut() -> None:
    paragraph = (_ENGLISH * 9).strip()

    passages = split(document(f"{paragraph}\n\n{paragraph} More.\n"), words)

    assert [passage.text for passage in passages] == [paragraph, f"{paragraph} More."]


@pytest.mark.parametrize(
    "line", ["- Swimwear and underwear are never taken back", "| 골드 회원 | three of a hundred |"]
)
def test_a_long_table_or_list_stays_whole(line: str) -> None:
    rule = "| --- | --- |\n" if line.startswith("|") else ""
    text = f"{line}\n{rule}" + f"{line}\n" * 100

    [passage] = split(document(text), words)

    assert MAX_TOKENS < words(passage.text) <= MAX_WHOLE_TOKENS
    assert passage.text == text.strip()


def test_a_list_of_many_pages_is_cut_between_its_lines() -> None:
    lines = [f"- {number} 수영복과 속옷은 환불하지 않습니다" for number in range(400)]

    passages = split(document("\n".join(lines)), words)

    assert len(passages) > 1
    assert [line for passage in passages for line in passage.text.split("\n")] == lines


@pytest.mark.parametrize("colon", ["Not refundable:", "환불할 수 없는 상품:", "환불 불가："])
def test_a_sentence_with_a_colon_stays_with_its_list(colon: str) -> None:
    before = (_ENGLISH * 13).strip()
    items = "\n".join(f"- {item} once it has been opened by the customer" for item in range(12))

    passages = split(document(f"{before}\n\n{colon}\n\n{items}\n"), words)

    [listed] = [passage for passage in passages if items in passage.text]
    assert colon in listed.text


def test_an_id_stays_when_a_neighbour_changes() -> None:
    before = split(document("# 환불\n\n14일입니다.\n\n# Hours\n\nFrom 10.\n"), words)
    after = split(document("# 환불\n\n30일입니다.\n\nAnd more.\n\n# Hours\n\nFrom 10.\n"), words)

    assert before[1].passage_id == after[1].passage_id
    assert before[0].passage_id != after[0].passage_id


def test_another_version_has_other_ids() -> None:
    first = document("14일입니다.")
    second = replace(first, header=replace(first.header, version="2"))

    ids = {passage.passage_id for read in (first, second) for passage in split(read, words)}

    assert len(ids) == 2


def test_a_passage_that_is_said_twice_gets_a_number() -> None:
    passages = split(document("# A\n\nSame.\n\n# A\n\nSame.\n\n# A\n\nSame.\n"), words)

    first, second, third = (passage.passage_id for passage in passages)
    assert (second, third) == (f"{first}-2", f"{first}-3")


def test_a_passage_knows_its_page() -> None:
    text = "첫 장.\n\n# B\n\nSecond page.\n\n# C\n\n셋째 장.\n"
    read = replace(document(text), pages=(0, text.index("# B"), text.index("셋째")))

    passages = split(read, words)

    assert [passage.page for passage in passages] == [1, 2, 3]


def test_a_document_without_pages_has_none() -> None:
    [passage] = split(document("14 days."), words)

    assert passage.page is None


def _records(*rows: str) -> Document:
    text = "\n\n".join(rows)
    records = tuple(
        CatalogueRecord(text.index(row), text.index(row) + len(row), row.partition(":")[0])
        for row in rows
    )
    return replace(document(text), records=records)


def test_each_record_is_a_passage_under_its_name() -> None:
    read = _records(
        "환불: 14일 이내입니다.\n영수증이 필요합니다.",
        "Exchange: once.\nTags attached.",
        "Product: Yuja tea: hot\nCategory: cafe\nPrice: ₩5,000\nDescription: SKU CF-1.",
    )

    passages = split(read, words)

    assert [passage.section for passage in passages] == [
        ("환불",),
        ("Exchange",),
        ("Product",),
    ]
    assert all(passage.record for passage in passages)
    assert [passage.text for passage in passages] == [
        read.text[one.start : one.end] for one in read.records
    ]


def test_prose_is_no_record() -> None:
    [passage] = split(document("14일입니다."), words)

    assert not passage.record


@pytest.mark.parametrize("text", ["", "\n\n", "# 제목만 있습니다\n"])
def test_a_document_of_headings_only_has_no_passages(text: str) -> None:
    assert split(document(text), words) == []


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("환불_규정 (최종_진짜최종)", "환불_규정 (최종_진짜최종)"),
        ("**Refund** `rules_v2`", "Refund rules_v2"),
        ("Refund rules", "refund  Rules"),
        ("_환불_ [규정](https://kb.example)", "환불 규정"),
    ],
)
def test_a_title_is_known_again_whatever_its_marks(heading: str, title: str) -> None:
    text = f"# {heading}\n\n14일입니다.\n\n## Form HM_RF_02\n\nA.\n"
    titled = replace(document(text), header=replace(document(text).header, title=title))

    assert [passage.section for passage in split(titled, words)] == [(), ("Form HM_RF_02",)]


def test_a_heading_that_repeats_the_title_is_not_said_twice() -> None:
    text = "# 환불 규정\n\n모든 매장에 적용합니다.\n\n## 기간\n\n14일입니다.\n"
    titled = replace(document(text), header=replace(document(text).header, title="환불 규정"))

    assert [passage.section for passage in split(titled, words)] == [(), ("기간",)]


def test_a_passage_stands_below_the_section_that_its_document_names() -> None:
    read = document("Pay in parts.\n\n## 조건\n\n6개월까지입니다.")
    named = replace(read, header=replace(read.header, section="개요"))

    assert [one.section for one in split(named, _letters)] == [("개요",), ("개요", "조건")]
