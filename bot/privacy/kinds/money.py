"""Numbers of money: bank accounts, IBANs by their check digits, and payment cards."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds.identity import CODE_CUE
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, digits_of, iban_holds, luhn_holds

# No hexadecimal before the hyphen: parts of a UUID look like lower-case IBANs.
_IBAN = re.compile(
    r"(?<![A-Za-z0-9_])(?<![0-9a-f]-)[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}", re.ASCII
)
_WORD = re.compile(r"[A-Za-z0-9_]")
_LENGTHS = """
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
"""
_LENGTH_IN = {one[:2]: int(one[2:]) for one in _LENGTHS.split()}

_EDGE = r"(?<![\dA-Za-z_])(?<![\dA-Za-z.]-)"
_NUMBER = re.compile(
    _EDGE + r"(?:\d{10,16}|\d{2,6}(?:[ -]\d{1,8}){1,2}|\d{2,6}-\d{2,6}-\d{2,6}-\d{1,4})"
    r"(?![\dA-Za-z_]|-\d)"
)
_LABELLED = re.compile(rf"{_EDGE}\d{{3,6}}-\d{{2,4}}-\d{{5,7}}(?![\dA-Za-z_]|-\d)")
_FEWEST, _MOST = 10, 16
_REACH = 24
_BANK = (
    "국민|신한|우리|하나|기업|농협|수협|카카오|토스|케이|SC제일|씨티|대구|부산|광주|전북|경남|제주"
    "|새마을|우체국|신협|산업|KB|NH|IBK"
)
_CUE = re.compile(
    r"(?i)계좌|입금|송금|이체|예금주|환불 ?받|통장|account ?(?:no|num|#)|\bacct\b|\brouting\b"
    rf"|(?<![가-힣])(?:{_BANK}) ?(?:은행|뱅크|금고)?[ :(,]{{0,3}}$"
)
_NUMBER_CUE = re.compile(
    r"(?<![가-힣])(?<!주문 )(?<!상품 )(?<!송장 )(?<!쿠폰 )(?<!제품 )(?<!참조 )(?<!매장 )번호"
    r"[ :]{0,2}$"
)
# Commas end no clause: "입금 계좌, 예금주 홍길동, 110-…". But one does in "계좌 안내, 110-…".
_CLAUSE_ENDS = re.compile(r"(?i)[;\n?!]|(?<!\bno)(?<!acct)(?<!num)\.|(?<=안내),")


def find_accounts(reading: NormalisedText) -> Iterator[Span]:
    """Finds bank accounts."""
    yield from _ibans(reading.text)
    for shape in _SHAPES:
        yield from shape.find(reading)


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        country = match.group()[:2]
        number = _of_length(match.group(), _LENGTH_IN.get(country.upper(), 0))
        end = match.start() + len(number)
        if not number or _WORD.match(text, end) or (not country.isupper() and "-" in number):
            continue
        if iban_holds(number.replace(" ", "").replace("-", "").upper()):
            yield Span(match.start(), end, EntityType.IBAN, "iban")


def _of_length(text: str, length: int) -> str:
    """The beginning with this many letters and digits. Empty if the text has fewer."""
    counted = 0
    for place, character in enumerate(text):
        counted += character.isalnum()
        if length and counted == length:
            return text[: place + 1]
    return ""


def _is_account(reading: NormalisedText, match: re.Match[str]) -> bool:
    if not _FEWEST <= len(digits_of(match.group())) <= _MOST:
        return False
    before = reading.text[max(0, match.start() - _REACH) : match.start()]
    clause = _CLAUSE_ENDS.split(before)[-1]
    return _last(_CUE, clause) > _last(CODE_CUE, clause)


def _is_numbered(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_NUMBER_CUE, match.start(), 12)


def _last(words: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in words.finditer(text)), default=-1)


_SHAPES = (
    Shape(EntityType.ACCOUNT, "account", _NUMBER, _is_account),
    Shape(EntityType.ACCOUNT, "account-labelled", _LABELLED, _is_numbered),
)


# Payment card numbers.


_CARD_EDGE = r"(?<![\dA-Za-z_])(?<!\d[.\-])"
_GROUPED = re.compile(
    _CARD_EDGE + r"(?:\d{4}(?:([ .\-])\d{4})(?:\1\d{4}){2}|3[47]\d{2}([ .\-])\d{6}\2\d{5})"
    r"(?![\dA-Za-z_]|[.\-]\d)"
)
_CARD_NUMBER = re.compile(
    _CARD_EDGE + r"(?:\d{12,19}|\d{4}(?:[ .\-]\d{4}){2,3}(?:[ .\-]?\d{1,3})?"
    r"|\d{4}[ .\-]\d{6}[ .\-]\d{4,5})(?![\dA-Za-z_]|[.\-][0-9A-Za-z])"
)
# Issuers of cards with 14 to 19 digits: Visa, Mastercard, Amex, Diners, Discover, UnionPay, JCB,
# Korean domestic cards (9...), Maestro.
_ISSUED = re.compile(
    r"4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01]|720)\d{12,13}|3[47]\d{13}"
    r"|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}|35\d{14}"
    r"|(?:2131|1800)\d{11}|9\d{15}|(?:50|5[6-9]|6\d)\d{13,17}"
)
_SHORT = re.compile(r"4\d{12}|(?:50|5[6-9]|6\d)\d{10,11}")
_CARD_CUE = re.compile(r"(?i)(?<![a-z])card|visa|master|amex|카드|신용|체크|결제")


def find_cards(reading: NormalisedText) -> Iterator[Span]:
    """Finds card numbers."""
    for shape in _CARD_SHAPES:
        yield from shape.find(reading)


def _is_card(reading: NormalisedText, match: re.Match[str]) -> bool:
    digits = digits_of(match.group())
    if not luhn_holds(digits):
        return False
    if _ISSUED.fullmatch(digits):
        return True
    # Numbers of 12 or 13 digits are mostly waybills and barcodes.
    return bool(_SHORT.fullmatch(digits)) and reading.cue(_CARD_CUE, match.start())


_CARD_SHAPES = (
    Shape(EntityType.CARD, "card-grouped", _GROUPED),  # without check digit: finds typos, too
    Shape(EntityType.CARD, "card", _CARD_NUMBER, _is_card),
)
