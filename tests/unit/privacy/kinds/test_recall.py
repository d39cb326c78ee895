"""Personal data is found wherever it stands, in Korean and in English."""

import pytest

from bot.privacy import Profile, redact
from tests.unit.privacy import values

_KOREAN = "제 것은 {}입니다. 확인해 주세요."
_ENGLISH = "Please use {} for my refund."
_MAKERS = (
    ("EMAIL", values.email),
    ("PHONE", values.korean_mobile),
    ("PHONE", values.korean_landline),
    ("PHONE", values.american_phone),
    ("SSN", values.ssn),
    ("RRN", values.rrn),
    ("CARD", values.card),
)


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("sentence", [_KOREAN, _ENGLISH])
def test_no_generated_value_survives(sentence: str, profile: Profile) -> None:
    rng = values.seeded(11)
    made = [(kind, make(rng)) for kind, make in _MAKERS for _ in range(60)]

    texts = [redact(sentence.format(value), profile=profile).text for _, value in made]

    assert texts == [sentence.format(f"[REDACTED_{kind}]") for kind, _ in made]


@pytest.mark.parametrize(
    "value",
    [
        "010-1234-5678",
        "010 1234 5678",
        "010.1234.5678",
        "01012345678",
        "010)1234-5678",
        "+82 10-1234-5678",
        "+82 (0)10-1234-5678",
        "0082 10 1234 5678",
        "011-234-5678",
        "02-123-4567",
        "(02) 123-4567",
        "0212345678",
        "070-1234-5678",
        "1588-1234",
        "415-555-0132",
        "(415) 555-0132 ext. 12",
        "+1 (415) 555-0132",
        "2025550143",
        "123-456-7890",
        "555-123-4567",
        "+44 20 7946 0018",
        "011 44 20 7946 0018",
        "+81 3-1234-5678",
    ],
)
def test_a_phone_number_is_found_in_every_spelling(value: str) -> None:
    assert redact(f"Is {value} on file?").text == "Is [REDACTED_PHONE] on file?"
    assert redact(f"매장에서 {value}로 전화했어요").text == "매장에서 [REDACTED_PHONE]로 전화했어요"


@pytest.mark.parametrize("separator", ["-", " ", "."])
def test_cards_are_found_in_groups(separator: str) -> None:
    rng = values.seeded(12)
    cards = [values.grouped(values.card(rng), separator) for _ in range(50)]

    texts = {redact(f"결제 카드 {card} 승인").text for card in cards}

    assert texts == {"결제 카드 [REDACTED_CARD] 승인"}


def test_a_mistyped_card_in_groups_is_found_too() -> None:
    assert redact("Card 4111 1111 1111 1112").text == "Card [REDACTED_CARD]"


def test_bare_digits_that_fail_the_card_check_stay() -> None:
    assert redact("Code 4111111111111112").text == "Code 4111111111111112"
    assert redact("Code 4111111111111111").text == "Code [REDACTED_CARD]"


def test_a_resident_number_needs_no_check_digit() -> None:
    values_since_2020 = ["201105-3123456", "201105-3123457", "991231-1000000"]

    texts = {redact(f"고객 {value} 확인").text for value in values_since_2020}

    assert texts == {"고객 [REDACTED_RRN] 확인"}


@pytest.mark.parametrize(
    "value",
    [
        "900101-2******",
        "900101-2●●●●●●",
        "900101-2xxxxxx",
        "900101-12*****",
        "900101-1234***",
        "900101 - 1234567",
        "900101 5234567",
    ],
)
def test_a_masked_or_spaced_resident_number_is_found(value: str) -> None:
    assert redact(f"손님은 {value}라고 적었다").text == "손님은 [REDACTED_RRN]라고 적었다"
    assert redact(f"ID {value}, copied").text == "ID [REDACTED_RRN], copied"


def test_a_bare_resident_number_is_found_by_its_label_in_documents() -> None:
    labelled = redact("주민등록번호 9001011234567", profile=Profile.DOCUMENT).text
    unlabelled = redact("번들 9001011234567", profile=Profile.DOCUMENT).text

    assert labelled == "주민등록번호 [REDACTED_RRN]"
    assert unlabelled == "번들 9001011234567"


def test_bare_social_security_digits_need_their_label() -> None:
    assert redact("My SSN is 123456789.").text == "My SSN is [REDACTED_SSN]."
    assert redact("Batch 123456789 arrived.").text == "Batch 123456789 arrived."


@pytest.mark.parametrize(
    "value",
    [
        "kim@example.com",
        "a.b+c_d@sub.shop.co.kr",
        "홍길동@회사.한국",
        "kim (at) example (dot) com",
        "hong (골뱅이) naver (점) com",
        "hong골뱅이naver.com",
        "hong 골뱅이 naver 점 com",
        "john_doe AT gmail DOT com",
        "kim@[192.168.0.1]",
    ],
)
def test_an_email_is_found_plain_foreign_or_disguised(value: str) -> None:
    assert redact(f"Write to: {value}!").text == "Write to: [REDACTED_EMAIL]!"
    assert redact(f"문의: {value} 입니다").text == "문의: [REDACTED_EMAIL] 입니다"


def test_a_pasted_token_is_found() -> None:
    token = "xoxb-" + "1234567890-abcdefghij"

    assert redact(f"Why does {token} fail?").text == "Why does [REDACTED_SECRET] fail?"


def test_several_values_in_one_line_are_counted_by_kind() -> None:
    text = "hong@naver.com, 010-1234-5678, 010-8765-4321, 900101-1234567, 4111 1111 1111 1111"

    found = redact(text)

    assert found.counts == {"EMAIL": 1, "PHONE": 2, "RRN": 1, "CARD": 1}
    assert not any(character.isdigit() for character in found.text)


@pytest.mark.parametrize(
    "value",
    [
        "010|1234|5678",
        "010~1234~5678",
        "010-**1234**-5678",
        "010, 1234, 5678",
        "0 1 0 1 2 3 4 5 6 7 8",
    ],
)
def test_mobile_numbers_that_people_write_in_their_own_way_are_found(value: str) -> None:
    assert redact(f"{value}로 연락 주세요").text == "[REDACTED_PHONE]로 연락 주세요"


@pytest.mark.parametrize(
    "text", ["010: 1234, 5678, 9012", "버전 010-1234-5678-9999", "0 1 0 1 1 0 1 0 1 1 0 1 0"]
)
def test_columns_and_codes_are_no_mobile_numbers(text: str) -> None:
    assert redact(text, profile=Profile.DOCUMENT).text == text
