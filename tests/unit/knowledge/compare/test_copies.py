"""Passages that say the same in more than one document."""

import pytest

from knowledge.compare.copies import duplicates
from knowledge.model.documents import Header, Passage
from knowledge.split.passages import split
from tests.unit.knowledge.texts import handbook, words

RETURNS = (
    "Goods can be returned with the receipt when they are unopened and the customer asks at the "
    "till where they were bought. The store manager decides about anything else on that day."
)
RETURNS_KO = (
    "미개봉 상품은 영수증이 있으면 산 매장의 계산대에서 환불할 수 있습니다. 그 밖의 경우는 점장이 "
    "상품의 상태를 보고 그날 결정하며, 결정한 내용은 양식에 적어 고객지원팀에 알려야 합니다."
)


def passage(text: str, doc_id: str, version: str = "1", supersedes: str | None = None) -> Passage:
    header = Header(doc_id, doc_id, f"{doc_id}.md", version=version, supersedes=supersedes)
    return Passage(f"{header.key}#{text}", header, (), text, 0, len(text))


def documents(*passages: Passage) -> list[list[str]]:
    return [[one.header.doc_id for one in group.passages] for group in duplicates(passages).groups]


@pytest.mark.parametrize("text", [RETURNS, RETURNS_KO])
def test_the_same_text_in_two_documents_is_found(text: str) -> None:
    [group] = duplicates([passage(text, "a"), passage(f"**{text}**\n", "b")]).groups

    assert [one.header.doc_id for one in group.passages] == ["a", "b"]
    assert group.likeness == 1.0


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (RETURNS, RETURNS.replace("on that day", "the same morning")),
        (RETURNS_KO, RETURNS_KO.replace("그날 결정하며", "직접 결정하며")),
    ],
)
def test_a_text_with_a_few_other_words_is_nearly_the_same(text: str, other: str) -> None:
    [group] = duplicates([passage(text, "a"), passage(other, "b")]).groups

    assert 0.8 <= group.likeness < 1


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (f"{RETURNS} This holds for 7 days.", f"{RETURNS} This holds for 14 days."),
        (f"{RETURNS_KO} 기한은 7일입니다.", f"{RETURNS_KO} 기한은 14일입니다."),
    ],
)
def test_the_same_but_for_a_value_is_no_duplicate(text: str, other: str) -> None:
    assert documents(passage(text, "a"), passage(other, "b")) == []


def test_a_value_written_in_another_way_makes_no_difference() -> None:
    one, other = f"{RETURNS_KO} 한도는 3만 원입니다.", f"{RETURNS_KO} 한도는 30,000원입니다."

    assert documents(passage(one, "a"), passage(other, "b")) == [["a", "b"]]


@pytest.mark.parametrize(
    "other", [passage(RETURNS, "a", "2"), passage(RETURNS, "b", supersedes="a@1")]
)
def test_versions_of_one_document_are_no_duplicates(other: Passage) -> None:
    assert documents(passage(RETURNS, "a"), other) == []


def test_one_document_may_repeat_itself() -> None:
    assert documents(passage(RETURNS, "a"), passage(RETURNS, "a")) == []


def test_what_is_short_or_different_is_left_alone() -> None:
    assert (
        documents(passage("See the table below.", "a"), passage("See the table below.", "b")) == []
    )
    assert documents(passage(RETURNS, "a"), passage(RETURNS_KO, "b")) == []


def test_a_standing_text_is_told_once_and_not_in_pairs() -> None:
    found = duplicates([passage(RETURNS, f"document-{number}") for number in range(30)])

    assert found.groups == ()
    assert [len(group.passages) for group in found.repeated] == [30]


def test_the_sample_says_nothing_twice() -> None:
    passages = [one for document in handbook().documents for one in split(document, words)]

    found = duplicates(passages)

    assert (found.groups, found.repeated) == ((), ())
