"""Accounts, IBANs, business numbers, passports, licences: found by check or label, else left."""

import pytest

from bot.privacy import Profile, redact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("계좌번호 110-123-456789로 보내 주세요", "계좌번호 [REDACTED_ACCOUNT]로 보내 주세요"),
        ("국민은행 123456-78-901234", "국민은행 [REDACTED_ACCOUNT]"),
        ("카카오뱅크 3333011234567", "카카오뱅크 [REDACTED_ACCOUNT]"),
        ("환불 받을 계좌: 농협 301-1234-5678-91", "환불 받을 계좌: 농협 [REDACTED_ACCOUNT]"),
        ("Account no. 1234567890", "Account no. [REDACTED_ACCOUNT]"),
        ("my account number is 1234 5678 9012", "my account number is [REDACTED_ACCOUNT]"),
        ("IBAN GB82 WEST 1234 5698 7654 32.", "IBAN [REDACTED_IBAN]."),
        ("DE89370400440532013000으로 이체", "[REDACTED_IBAN]으로 이체"),
        ("사업자등록번호 123-45-67890입니다", "사업자등록번호 [REDACTED_BRN]입니다"),
        ("거래처 104-86-56659 영수증", "거래처 [REDACTED_BRN] 영수증"),
        ("the BRN is 1048656659", "the BRN is [REDACTED_BRN]"),
        ("여권번호는 M123A4567입니다", "여권번호는 [REDACTED_PASSPORT]입니다"),
        ("My passport: M12345678", "My passport: [REDACTED_PASSPORT]"),
        ("passport number 912803456", "passport number [REDACTED_PASSPORT]"),
        ("운전면허 11-22-123456-78 확인", "운전면허 [REDACTED_LICENSE] 확인"),
        ("면허번호 서울 12-345678-90", "면허번호 [REDACTED_LICENSE]"),
        ("driver's license D12345678", "driver's license [REDACTED_LICENSE]"),
    ],
)
@pytest.mark.parametrize("profile", Profile)
def test_a_number_of_a_person_is_found_by_its_check_or_its_label(
    text: str, expected: str, profile: Profile
) -> None:
    assert redact(text, profile=profile).text == expected


@pytest.mark.parametrize(
    "text",
    [
        "코드 3333011234567",
        "주문번호 110-123-456789",
        "은행 상품코드 3333-01-1234567",
        "우리 매장 재고 3333011234567",
        "민간기업 3333011234567",
        "계좌 안내, 3333011234567",
        "The account is closed. Item 3333011234567",
        "GB83 WEST 1234 5698 7654 32",
        "거래처 104-86-56658 영수증",
        "시리얼 M123A4567",
        "여권은 2026-01-01부터 확인합니다",
        "Passport holders pay 12,345,678 won",
        "면허증 확인은 25-12-01부터",
        "112212345612",
        "license plate 12가 3456",
    ],
)
@pytest.mark.parametrize("profile", Profile)
def test_a_code_that_only_looks_so_stays(text: str, profile: Profile) -> None:
    assert redact(text, profile=profile).text == text


def test_a_passport_without_six_digits_in_a_row_is_looked_for_too() -> None:
    assert redact("passport M123A4567").counts == {"PASSPORT": 1}
    assert redact("여권 M123A4567").counts == {"PASSPORT": 1}
