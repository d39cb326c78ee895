"""Documents in force together that give other values for one subject; and the many that do not."""

from dataclasses import replace
from datetime import date

import pytest

from knowledge.compare.clashes import Clash, clashes, linted
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Document, Header, Passage
from knowledge.model.versions import ALWAYS, FOR_EVER, validity
from knowledge.split.passages import split
from tests.unit.knowledge.texts import handbook, words

TODAY = date(2026, 11, 21)

KEPT_30 = "Lost property is kept in the store for 30 days from the date it was found."
KEPT_14 = "Lost property is kept in the store for 14 days from the date it was found."
USED_60 = "상품권은 액면가의 60% 이상을 사용하면 남은 잔액을 현금으로 환불합니다."
USED_80 = "상품권은 액면가의 80% 이상을 사용하면 남은 잔액을 현금으로 환불합니다."


def document(
    text: str,
    doc_id: str,
    *,
    title: str = "",
    category: str = "general",
    store_types: tuple[str, ...] = (),
    first: date | None = None,
    last: date | None = None,
    supersedes: str | None = None,
) -> Document:
    header = Header(
        doc_id,
        title or doc_id,
        f"{doc_id}.md",
        language=language_of(text),
        category=category,
        store_types=store_types,
        effective_from=first,
        effective_until=last,
        supersedes=supersedes,
    )
    return Document(header, text)


def found(*documents: Document) -> tuple[Clash, ...]:
    passages = [one for document in documents for one in split(document, words)]
    days = validity(document.header for document in documents)
    return clashes(passages, days, TODAY)


def told(clash: Clash) -> str:
    return f"{clash.left.value.text} / {clash.right.value.text}"


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        (KEPT_30, KEPT_14, "30 days / 14 days"),
        (USED_60, USED_80, "60% / 80%"),
        (KEPT_30, f"Please note: {KEPT_14}", "30 days / 14 days"),
        (USED_60, f"참고로 {USED_80}", "60% / 80%"),
        (
            "Gift wrapping costs ₩2,000 per box and is free of charge for Gold members.",
            "Gift wrapping costs ₩3,000 per box and is free for Gold members.",
            "₩2,000 / ₩3,000",
        ),
        (
            "선물 포장은 한 상자에 2,000원이며 골드 회원은 무료입니다.",
            "선물 포장비는 한 상자에 3천 원이며 골드 회원은 무료입니다.",
            "2,000원 / 3천 원",
        ),
        (
            "Cafés open from 07:30 to 22:00 on weekdays.",
            "On weekdays, cafés open from 08:00 to 21:00.",
            "07:30 to 22:00 / 08:00 to 21:00",
        ),
        (
            "택배는 한 상자의 무게가 20kg을 넘을 수 없습니다.",
            "택배 한 상자의 무게는 30kg을 넘을 수 없습니다.",
            "20kg / 30kg",
        ),
        (
            "| Alteration | Fee |\n|---|---|\n| Trouser hemming | ₩5,000 |",
            "| Alteration | Fee |\n|---|---|\n| Trouser hemming | ₩6,000 |",
            "₩5,000 / ₩6,000",
        ),
        (
            "불만 접수 후 영업일 기준 7일 이내에 종결합니다.",
            "불만은 접수 후 영업일 기준 10일 이내에 종결합니다.",
            "7일 / 10일",
        ),
        (
            "Missing points can be added within 2 weeks of purchase.",
            "Missing points can be added within 30 days of purchase.",
            "2 weeks / 30 days",
        ),
    ],
)
def test_another_value_for_the_same_subject_clashes(one: str, other: str, values: str) -> None:
    [clash] = found(document(one, "a"), document(other, "b"))

    assert told(clash) == values
    assert (clash.left.passage.header.doc_id, clash.right.passage.header.doc_id) == ("a", "b")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (KEPT_30, KEPT_30),
        (KEPT_30, "분실물은 찾은 날부터 매장에서 14일 동안 보관합니다."),
        (KEPT_30, "Gift cards are valid for 5 years from the date of issue."),
        # The same value, written in another way; business days and days; 30 days and a month.
        ("보증금은 우산 한 개에 3만 원입니다.", "보증금은 우산 한 개에 30,000원입니다."),
        (
            "Points appear in the app after 7 days.",
            "Points appear in the app after 7 business days.",
        ),
        ("분실물은 매장에서 30일 동안 보관합니다.", "분실물은 매장에서 한 달 동안 보관합니다."),
        # A bound that the other value keeps.
        ("Refunds reach the card in 3 to 5 days.", "Refunds reach the card within 5 days."),
        # Another subject in nearly the same words, or too little said to know.
        (
            "Opened food can be returned within 3 days.",
            "Unworn clothing can be returned within 14 days.",
        ),
        ("골드 회원은 앱 쿠폰을 매달 3장 받습니다.", "실버 회원은 앱 쿠폰을 매달 1장 받습니다."),
        ("Weight: 15 kg", "Weight: 20 kg"),
        (
            "This product is covered for 2 years by us.",
            "This product is covered for 3 years by us.",
        ),
        ("다음 각 호의 경우 환불 기한은 7일입니다.", "다음 각 호의 경우 환불 기한은 14일입니다."),
        # Two thresholds for two cases.
        ("Refunds above ₩100,000 need the manager.", "Refunds of at most ₩50,000 need no manager."),
    ],
)
def test_what_agrees_or_is_not_comparable_does_not(one: str, other: str) -> None:
    assert found(document(one, "a"), document(other, "b")) == ()


def test_a_clash_says_who_says_what_and_when() -> None:
    [clash] = found(
        document(f"# How long\n\n{KEPT_30}", "lost-property", first=date(2026, 1, 1)),
        document(KEPT_14, "service-desk", last=date(2026, 12, 31)),
    )

    assert clash.left.sentence == KEPT_30
    assert clash.left.passage.section == ("How long",)
    assert clash.right.sentence == KEPT_14
    assert clash.subject == ("Lost", "property", "kept", "store", "date", "found")
    assert (clash.first, clash.last) == (date(2026, 1, 1), date(2026, 12, 31))


def _both(one: Header, other: Header) -> int:
    return len(found(Document(one, KEPT_30), Document(other, KEPT_14)))


A, B = document(KEPT_30, "a").header, document(KEPT_14, "b").header
CAFE, SHOPS = ("cafe",), ("apparel", "convenience")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (replace(A, category="refund"), replace(B, category="cs")),
        (replace(A, store_types=CAFE), replace(B, store_types=SHOPS)),
        (replace(A, stores=("gangnam",)), replace(B, stores=("haeundae",))),
        (replace(A, regions=("seoul",)), replace(B, regions=("busan", "ulsan"))),
        # A store's own rule, and the rule for all the others.
        (replace(A, stores=("gangnam",)), B),
        (
            replace(A, effective_until=date(2026, 12, 31)),
            replace(B, effective_from=date(2027, 1, 1)),
        ),
        (replace(A, effective_until=date(2026, 10, 31)), B),
        (A, replace(B, supersedes="a@1")),
    ],
)
def test_documents_that_are_not_for_the_same_case_do_not_clash(one: Header, other: Header) -> None:
    assert _both(one, other) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (replace(A, category="refund"), B),
        (replace(A, store_types=CAFE), B),
        (replace(A, store_types=SHOPS), replace(B, store_types=("apparel",))),
        (replace(A, audience=Audience.MANAGER), B),
        (replace(A, stores=("gangnam",)), replace(B, regions=("seoul",))),
        (A, replace(B, effective_from=date(2027, 1, 1))),
    ],
)
def test_those_that_meet_somewhere_do(one: Header, other: Header) -> None:
    assert _both(one, other) == 1


def test_versions_of_one_document_do_not_clash() -> None:
    old = document(KEPT_30, "a", first=date(2025, 1, 1))
    new = Document(replace(old.header, version="2", effective_from=date(2026, 1, 1)), KEPT_14)

    assert found(old, new) == ()


def test_a_later_version_that_agrees_ends_the_clash() -> None:
    new = document(KEPT_30, "b", first=date(2027, 1, 1))
    new = Document(replace(new.header, version="2"), new.text)

    [clash] = found(document(KEPT_30, "a"), document(KEPT_14, "b"), new)

    assert (clash.first, clash.last) == (ALWAYS, date(2026, 12, 31))


def test_the_nearest_statement_of_a_document_speaks_for_it() -> None:
    members = (
        "Gold members can return camping tables within 60 days of purchase.\n\n"
        "Platinum members can return camping tables within 90 days of purchase."
    )

    assert found(document(members, "a"), document(members, "b")) == ()


def test_a_form_that_every_document_fills_in_is_none() -> None:
    menu = [
        document(f"A cup of the drink of the season costs ₩{price}.", f"menu-{price}")
        for price in ("3,900", "4,500", "5,200", "6,100")
    ]

    assert found(*menu) == ()


def test_two_things_of_one_kind_each_have_their_own_value() -> None:
    tents = [
        document(
            f"The {name} tent is light. The floor of the tent covers {size} square metres inside.",
            name,
            title=f"{name} tent",
        )
        for name, size in (("Halla", "4"), ("Seorak", "9"))
    ]

    assert found(*tents) == ()


@pytest.mark.parametrize(
    ("doc_id", "values"),
    [
        ("refund-policy-ko", {"7일 / 14일", "14일 / 30일", "4월 8일 / 4월 15일"}),
        (
            "refund-policy-en",
            {"7 days / 14 days", "14 days / 30 days", "8 April / 15 April", "₩20,000 / ₩30,000"},
        ),
    ],
)
def test_a_copy_of_an_old_version_under_another_name_is_found(
    doc_id: str, values: set[str]
) -> None:
    versions = {one.header.key: one for one in handbook().documents}
    old, new = versions[f"{doc_id}@1"], versions[f"{doc_id}@2"]
    memo = replace(old.header, doc_id="memo", title="Memo", effective_until=None)

    assert {told(clash) for clash in found(Document(memo, old.text), new)} == values


def test_the_sample_has_the_two_clashes_that_were_planted_and_no_other() -> None:
    clashing = found(*handbook().documents)

    assert {(told(one), one.last) for one in clashing} == {
        ("60% / 80%", FOR_EVER),
        ("30 days / 14 days", FOR_EVER),
    }


def test_nothing_is_compared_with_passages_of_the_past() -> None:
    passage = Passage("a@1#1", document(KEPT_30, "a").header, (), KEPT_30, 0, len(KEPT_30))
    other = replace(passage, header=document(KEPT_14, "b").header, text=KEPT_14)
    days = {"a@1": (ALWAYS, date(2020, 1, 1)), "b@1": (ALWAYS, FOR_EVER)}

    assert clashes([passage, other], days, TODAY) == ()


# --- the same thing, or another one -------------------------------------------------------------

FEE = "A monthly fee of {} is due if the balance is smaller than the required one."
ASSETS = "가구의 총자산이 {} 이하이어야 신청할 수 있습니다."


def _page(text: str, title: str, heading: str = "", intro: str = "") -> Document:
    heading = f"## {heading}\n\n" if heading else ""
    return document(f"# {title}\n\n{intro}\n\n{heading}{text}", title, title=title)


CARDS = [
    _page("Ask in a branch.", title) for title in ("Rose Card", "Reed Card", "Moss Card: fees")
]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Blue Account", "Bluest Account specifications"),
        ("Silver Account: fees", "Silver Plus Account at a glance"),
        ("FAQ: Copper Business Card", "Understanding your Copper Rewards Card"),
        ("Information about item 1", "Information about item 8"),
        ("How does the Fern Card work?", "Everyday Saver Card"),
    ],
)
def test_two_products_may_each_have_their_own_fee(one: str, other: str) -> None:
    pages = [_page(FEE.format("$5"), one), _page(FEE.format("$9"), other)]

    assert found(*pages, *CARDS) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("청년 월세지원 안내", "한부모 월세지원 신청 안내"),
        ("청년 월세지원", "자립준비청년 월세지원"),
        ("2026년 1인가구 주거급여", "다자녀 주거급여 안내"),
        ("임산부 의료비지원", "예술인 교육비지원"),
        ("강남점 안내", "홍대점 안내"),
    ],
)
def test_two_programmes_may_each_have_their_own_limit(one: str, other: str) -> None:
    pages = [
        _page(ASSETS.format("1억 5천만 원"), one),
        _page(ASSETS.format("2억 4,000만 원"), other),
    ]

    assert found(*pages) == ()


@pytest.mark.parametrize(
    ("one", "other", "text", "values"),
    [
        ("FAQ: Fern Card", "Fern Card: notice to branches", FEE, ("$5", "$9")),
        ("Fern Card: charges", "Staff memo", "Holders of the Fern Card pay {} a month for it.",
         ("$5", "$9")),
        ("청년 월세지원 안내", "청년월세지원 변경 공지", ASSETS, ("1억 원", "2억 4,000만 원")),
        ("청년 월세지원", "업무 연락", f"청년 월세지원: {ASSETS}", ("1억 원", "2억 4,000만 원")),
    ],
)  # fmt: skip
def test_two_documents_about_one_product_clash_among_many_of_its_kind(
    one: str, other: str, text: str, values: tuple[str, str]
) -> None:
    pages = [
        _page(text.format(value), title) for title, value in zip((one, other), values, strict=True)
    ]
    others = [
        _page(text.format(value).replace("Fern", name).replace("청년", name), f"{name} {kind}")
        for name, value in (
            ("Reed", "$7"),
            ("Moss", "$8"),
            ("한부모", "3억 원"),
            ("귀농인", "4억 원"),
        )
        for kind in ("Card" if name < "z" else "월세지원",)
    ]

    [clash] = found(*pages, *others)

    assert {told(clash)} & {" / ".join(values), " / ".join(reversed(values))}


def test_documents_of_one_title_are_about_the_product_that_they_speak_of() -> None:
    pages = [
        _page(
            FEE.format(fee), "How to avoid monthly fees", intro=f"This explains the {name}."
        ).header
        for name, fee in (("Fern Account", "$5"), ("Moss Account", "$9"), ("Reed Account", "$5"))
    ]
    texts = [
        f"This explains the {name}.\n\n{FEE.format(fee)}"
        for name, fee in (("Fern Account", "$5"), ("Moss Account", "$9"), ("Reed Account", "$5"))
    ]
    pages = [replace(one, doc_id=str(n)) for n, one in enumerate(pages)]

    assert found(*map(Document, pages, texts)) == ()


def test_a_short_line_is_about_its_heading() -> None:
    line = "Charge: {} for each transfer"
    one, other = "Wires to other countries", "Cheques by post"

    assert (
        found(
            _page(line.format("$5"), "Prices", one), _page(line.format("$9"), "Price list", other)
        )
        == ()
    )
    assert (
        len(found(_page(line.format("$5"), "Prices", one), _page(line.format("$9"), "Notice", one)))
        == 1
    )


def test_two_topics_that_mention_one_thing_clash() -> None:
    drill = "The fire drill takes place every {} months in all buildings."

    [clash] = found(
        _page(drill.format(3), "First aid", intro="First aid boxes hang at the door."),
        _page(drill.format(6), "Opening checklist", intro="Open the first shutter at 8:00."),
    )

    assert told(clash) == "3 months / 6 months"


# --- very many statements -----------------------------------------------------------------------


@pytest.mark.parametrize(("text", "other"), [(KEPT_30, KEPT_14), (USED_60, USED_80)])
def test_of_very_many_documents_that_say_the_same_some_are_compared_with_another_one(
    text: str, other: str
) -> None:
    documents = [document(text, f"document-{number}") for number in range(100)]

    clashes = found(*documents, document(other, "memo"))

    assert 1 <= len(clashes) <= 20
    assert all("memo" in (one.left.passage.header.doc_id, one.right.passage.header.doc_id)
               for one in clashes)  # fmt: skip


def test_where_too_much_is_alike_not_all_of_it_is_compared_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    documents = [document(KEPT_30, "a"), document(KEPT_14, "b")]
    passages = [one for each in documents for one in split(each, words)]
    days = validity(each.header for each in documents)
    whole = linted(passages, days, TODAY)
    monkeypatch.setattr("knowledge.compare.stated._MOST_PAIRS", 1)

    partly = linted(passages, days, TODAY)

    assert (len(whole.clashes), whole.whole) == (1, True)
    assert (partly.clashes, partly.whole) == ((), False)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Stock is counted every {} before the store opens.", ("Monday", "Wednesday")),
        ("Deliveries come to the {} of the store.", ("back door", "front entrance")),
        ("재고 조사는 매주 {} 합니다.", ("월요일에", "수요일에")),
        ("10만 원이 넘는 결제 취소는 {} 승인합니다.", ("부점장이", "점장이")),
    ],
)
def test_another_word_in_one_place_is_a_clash_too(text: str, values: tuple[str, str]) -> None:
    one, other = (
        document(text.format(word), name) for word, name in zip(values, "ab", strict=True)
    )

    [clash] = found(one, other)

    assert told(clash) == " / ".join(values)
    assert clash.subject


def test_items_of_a_list_and_of_a_form_are_none() -> None:
    form = "The {} is cleaned with the {} cloth every evening."
    listed = "Wash the knives by hand. Wash the pans by hand."

    assert found(document(listed, "a"), document("Wash the lids by hand.", "b")) == ()
    assert (
        found(*(document(form.format("floor", one), one) for one in ("red", "blue", "green"))) == ()
    )
