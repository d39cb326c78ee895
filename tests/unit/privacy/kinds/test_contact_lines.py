"""An organisation's number stays in its documents; a person's number does not."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.privacy import Choices, Redactor

REDACTOR = Redactor()
REGIONS = Redactor(Choices(phone_regions=("GB", "JP")))
LANDLINES = ["02-312-3456", "031-123-4567", "070-1234-5678", "+82 2-312-3456"]
AMERICAN = ["415-555-0132", "1-800-123-4567", "+1-555-123-4567"]


@pytest.mark.parametrize(
    "line",
    [
        "Customer Support Phone: {}",
        "- Phone: {}",
        "Ask the store in Seoul on {}.",
        "Customers send complaints to the desk or call {}.",
        "Lost and Found desk: {} [Mon-Fri]",
        "Questions? Call the HR Service Desk at {}.",
        "Contact us: {}",
        "대표전화 {}",
        "담당부서: 총무과 ☎ {}",
        "고객센터 {} (평일 09:00~18:00)",
        "문의: {}",
        "고객님은 고객센터 {}로 문의해 주세요.",
        "| 강남점 | {} |",
        "통계청 소비자물가과 {}",
        "상담 전화: {}",
    ],
)
@pytest.mark.parametrize("number", LANDLINES + AMERICAN)
def test_a_number_of_a_contact_line_stays_in_documents_only(line: str, number: str) -> None:
    text = line.format(number)

    assert REDACTOR.published(text) == text
    assert number not in REDACTOR.safe(text)


PERSONS = [
    *("Contact: John Smith, {}", "Contact John at {}", "desk: john {}", "Phone: {} (Jane)"),
    *("The customer called the store from {}", "Manager of the store: {}", "My office: {}"),
    *("Customer phone: {}", "Emergency contact: {}", "Home phone: {}", "Mr. Kim, sales office {}"),
    *("담당부서 총무과 홍길동 {}", "총무과 이솔 ☎ {}", "김철수 점장 {}", "이영희: 전화 {}"),
    *(
        "고객 전화번호 {}",
        "비상연락망 문의 {}",
        "{} (홍길동) 고객센터",
        "집전화 {}",
        "제 것은 {}입니다",
    ),
    *("매장 담당자: 박민수 {}", "보호자 문의 {}", "김영국 전화 {}", "홍길동님 연락처 문의 {}"),
    *(
        "이름: 홍길동\n전화: {}",
        "John Smith\nOffice: {}",
        "## 홍길동\n- 전화: {}",
        "문의 {}\n김철수",
    ),
    *("Name: Jane Doe\nTitle: Clerk\nPhone: {}", "| 이름 | 전화 |\n|---|---|\n| 총무과 | {} |"),
    *("Ada Smith\nGear Inc.\n\n1 Hill Rd\nOffice: {}", "ada smith\noffice {}\n+1 5 mobile"),
    *("It is {}.", "{}", "Please use {} for my refund."),
]


@pytest.mark.parametrize("line", PERSONS)
@pytest.mark.parametrize("number", ["02-312-3456", "031-123-4567", "415-555-0132"])
def test_a_number_beside_a_person_goes(line: str, number: str) -> None:
    assert number not in REDACTOR.published(line.format(number))


@given(
    st.sampled_from(
        ["고객센터 {}", "문의: {}", "Contact: {}", "Call the store on {}", "총무과 ☎ {}"]
    ),
    st.sampled_from(
        ["010", "011", "016", "017", "018", "019", "+82 10", "+82-10", "0082 10", "0502"]
    ),
    st.integers(2000, 9999),
    st.integers(0, 9999),
    st.sampled_from("-. "),
)
def test_a_mobile_number_goes_from_any_line(
    line: str, prefix: str, middle: int, last: int, sign: str
) -> None:
    number = f"{prefix}{sign}{middle}{sign}{last:04}"

    assert f"{last:04}" not in REDACTOR.published(line.format(number))


@given(
    st.sampled_from("김이박최정강조윤장임한오서신권황안송류전홍민"),
    st.text("가나다라마바사아자하은민서준우현지영수진호국실", min_size=2, max_size=2),
    st.sampled_from(["고객센터 {} {}", "{} 전화 {}", "총무과 {} ☎ {}", "문의: {}, {}"]),
)
def test_a_number_behind_a_korean_name_goes(family: str, given_name: str, line: str) -> None:
    assume((family + given_name)[:2] not in {"이용", "한국", "전국", "전용", "전자"})
    text = line.format(family + given_name, "02-312-3456")

    assert "02-312-3456" not in REDACTOR.published(text)


@pytest.mark.parametrize("number", ["07400 123456", "090-1234-5678"])
def test_a_mobile_number_of_another_country_goes(number: str) -> None:
    assert number not in REGIONS.published(f"Contact the store: {number}")


def test_an_email_address_and_other_personal_data_go_from_a_contact_line() -> None:
    text = "고객센터 02-312-3456, kim@store.example, 계좌 110-123-456789"

    assert REDACTOR.published(text) == (
        "고객센터 02-312-3456, [REDACTED_EMAIL], 계좌 [REDACTED_ACCOUNT]"
    )


def test_a_store_may_have_all_numbers_taken_out() -> None:
    none = Redactor(Choices(keep_business_numbers=False))

    assert none.published("고객센터 02-312-3456") == "고객센터 [REDACTED_PHONE]"
