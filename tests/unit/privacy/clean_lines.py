"""Lines of a shop without personal data, and the ids of a log; the same ones in every run."""

from collections.abc import Callable, Iterator
from random import Random
from uuid import UUID

from tests.unit.privacy.values import barcode

_ENGLISH = (
    "Item {sku} costs {dollars}, was {dollars}.",
    "The refund of {dollars} is due by {date}.",
    "EAN {ean}, UPC {upc}, on shelf {small}.",
    "Scan {korean_ean} twice, then enter {small}.",
    "ISBN {isbn} is out of stock until {date}.",
    "Order {amazon} shipped on {date} with 1Z999AA1{eight}.",
    "Order #{ten} arrived, waybill {twelve}.",
    "Tracking number {twelve}, parcel {small} of {small}.",
    "Open {hours}, closed on {date}.",
    "Firmware {version} replaces {version} on model {sku}.",
    "Store #{four} has {small} pieces, store #{four} none.",
    "Size {small} x {small} x {small} cm, {small}.5 kg.",
    "Gift card {sku} holds {dollars} and ends on {date}.",
    "Between {date} and {date} returns are free over {dollars}.",
    "Points: {number} of {number}, level {small}.",
    "Hotel context: earring {short_code}, recall {short_code}.",
    "See section {small}.{small}.{small} on page {small}, form {short_code}.",
    "Coupon {ten} saves {small}% until {hours}.",
    "iPhone 15 case {short_code}, HP ink {short_code}.",
    "Invoice {date}-{four} over {dollars}, line {small}.",
    "Check the passport or driver's license from {date} on, rule {small}.{small}.",
    "Bank transfers to an account settle by {date} for {dollars}, order {ten}.",
    "License no. of the software: {sku}, valid until {date}.",
)
_KOREAN = (
    "상품 {sku} 가격은 {won}이고 할인가는 {won}입니다.",
    "바코드 {korean_ean} 상품은 {small}개 남았습니다.",
    "{korean_ean}을 스캔하고 {small}번 진열대로 가세요.",
    "주문번호 {ten}, 송장번호 {twelve}입니다.",
    "주문번호 {amazon} 건은 {date}에 발송했습니다.",
    "운송장 {waybill}로 조회하세요.",
    "영업시간은 {hours}이며 {date}은 휴무입니다.",
    "반품은 {date}부터 {date}까지 가능합니다.",
    "쿠폰 {ten}은 {won} 이상 구매 시 사용합니다.",
    "아이폰 15 케이스 {short_code}, 이어폰 {short_code}.",
    "펌웨어 {version}에서 {version}으로 올려 주세요.",
    "매장 번호 {four}, 재고 {small}개, 선반 {small}-{small}.",
    "크기 {small} x {small} x {small} cm, 무게 {small}.5kg.",
    "회원 등급 {small}단계는 {number}점 이상입니다.",
    "상품권 {sku}의 잔액은 {won}입니다.",
    "규정 제{small}조 {small}항, {small}쪽을 보세요.",
    "도서 {isbn}은 {won}입니다.",
    "상품코드 {ean}은 {date} 입고 예정입니다.",
    "포인트 {number}점, {small}% 적립, {hours} 마감.",
    "{date} 14:30에 {won} 결제, 승인 {eight}.",
    "성인 확인은 여권이나 운전면허증으로 하며 {date}부터 {small}세 이상입니다.",
    "계좌 이체는 {date}까지 {won}, 주문번호 {ten}로 확인합니다.",
    "입금 확인은 {hours}, 하나 남은 상품 {sku}, 우리 매장 {four}호점.",
    "사업자 회원은 {date}에 {won} 이상 구매 시 {small}% 할인입니다.",
)
_HEX = "0123456789abcdef"


def retail_lines(rng: Random, count: int) -> Iterator[str]:
    for place in range(count):
        yield rng.choice((_ENGLISH, _KOREAN)[place % 2]).format_map(_Fields(rng))


def log_ids(rng: Random, count: int) -> Iterator[str]:
    for _ in range(count):
        yield from (
            str(UUID(int=rng.getrandbits(128), version=4)),
            _pick(rng, _HEX, 32),
            _pick(rng, _HEX, 16),
            _pick(rng, _HEX, 64),
            f"17{rng.randrange(10**8):08}.{rng.randrange(10**6):06}",
            rng.choice("UCW") + _pick(rng, "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ", 10),
            f"19:{_pick(rng, _HEX, 32)}@thread.tacv2",
            f"2026-11-{rng.randrange(10, 29)}T09:15:07.{rng.randrange(10**6):06}Z",
            str(rng.randrange(1_760_000_000_000, 1_798_700_000_000)),
            f"returns-policy-ko#{rng.randrange(200)}:{rng.randrange(9999)}",
            f"10.0.{rng.randrange(255)}.{rng.randrange(255)}:{rng.randrange(1024, 65535)}",
            f"{rng.random() * 1000:.6f} ms",
        )


class _Fields(dict[str, str]):
    """Makes a new value for each field of a line."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def __missing__(self, field: str) -> str:
        return _MAKERS[field](self._rng)


def _pick(rng: Random, characters: str, count: int) -> str:
    return "".join(rng.choices(characters, k=count))


def _digits(count: int) -> Callable[[Random], str]:
    return lambda rng: _pick(rng, "123456789", 1) + _pick(rng, "0123456789", count - 1)


def _date(rng: Random) -> str:
    shape = rng.choice(("{}-{:02}-{:02}", "{}.{:02}.{:02}", "{}/{}/{}", "{}{:02}{:02}"))
    return shape.format(rng.randrange(2015, 2030), rng.randrange(1, 13), rng.randrange(1, 29))


def _hours(rng: Random) -> str:
    return f"{rng.randrange(7, 12):02}:00-{rng.randrange(17, 23)}:30"


def _sku(rng: Random) -> str:
    shape = rng.choice(("{}-{}", "{}{}", "{}_{}-A", "{}-{}-RED"))
    return shape.format(_pick(rng, "ABCDEFGHKLMN", 3), rng.randrange(10**3, 10**7))


def _isbn(rng: Random) -> str:
    digits = barcode(rng, "978")
    return rng.choice((digits, f"978-89-{digits[5:9]}-{digits[9:12]}-{digits[12]}"))


_MAKERS: dict[str, Callable[[Random], str]] = {
    "amazon": lambda rng: f"{_digits(3)(rng)}-{_digits(7)(rng)}-{_digits(7)(rng)}",
    "date": _date,
    "dollars": lambda rng: f"${rng.randrange(1, 99_999_999) / 100:,.2f}",
    "ean": lambda rng: barcode(rng, rng.choice(("400", "501", "690", "00", "930"))),
    "eight": _digits(8),
    "four": _digits(4),
    "hours": _hours,
    "isbn": _isbn,
    "korean_ean": barcode,
    "number": lambda rng: f"{rng.randrange(10_000_000):,}",
    "short_code": lambda rng: f"{_digits(3)(rng)}-{_digits(4)(rng)}",
    "sku": _sku,
    "small": lambda rng: str(rng.randrange(1, 100)),
    "ten": _digits(10),
    "twelve": _digits(12),
    "upc": lambda rng: barcode(rng, "0", 12),
    "version": lambda rng: f"{rng.randrange(9)}.{rng.randrange(30)}.{rng.randrange(3000)}",
    "waybill": lambda rng: f"6{_digits(3)(rng)}-{_digits(4)(rng)}-{_digits(4)(rng)}",
    "won": lambda rng: f"{rng.randrange(1, 9_999_999):,}원",
}
