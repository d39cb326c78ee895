"""Different questions that the sample handbook answers, in both languages."""

from collections.abc import Iterable
from dataclasses import dataclass

_ENGLISH: tuple[tuple[str, str], ...] = (
    ("what do we charge to take up a pair of trousers", "₩5,000"),
    ("lady opened a bag of crisps and just doesn't like them. can I refund?", "Opened food"),
    ("how much money should be in the drawer at the start of the day?", "₩200,000"),
    ("My till is 6,500 won short, which form do I need", "HM-CA-04"),
    ("how much does a gold member get back in points", "3%"),
    ("somebody spilled hot coffee on their hand, what do I do for the burn", "20 minutes"),
    ("truck is here, how warm may the chilled boxes be?", "8 °C"),
    ("does the perilla walnut cookie have egg in it", "walnut"),
    ("tourist's bill is 12,000 won and he wants the tax back, possible?", "₩15,000"),
    ("someone left an umbrella here, how long do we hang on to lost stuff?", "30 days"),
    ("customer gave me this torn note, do we take it?", "three quarters"),
    ("how big can a cash refund be before I have to get the boss to ok it", "₩100,000"),
)
_KOREAN: tuple[tuple[str, str], ...] = (
    ("카드로 산 거 환불하면 돈은 언제 들어와요?", "영업일"),
    ("선물받은 분이 현금으로 돌려달라는데 되나요?", "돈으로 환불"),
    ("포인트 몇 점부터 쓸 수 있어여?", "1,000포인트"),
    ("담배 손님이 어려 보이는데 몇 살 밑으로 보이면 민증 봐야 해요?", "만 25세"),
    ("고등학생이 에너지드링크 5캔 사겠대요. 팔아도 됨?", "2캔"),
    ("시재가 1,500원 비는데 어디에 적어요?", "HM-CA-01"),
    ("우유 대신 오트밀크로 바꾸면 추가금 얼마예요", "500원"),
    ("폐기 나온 삼각김밥 집에 가져가도 돼요?", "금지"),
    ("손님이 물건 좀 킵해 달라는데 얼마나 맡아줄 수 있어요", "48시간"),
    ("샌드위치에서 머리카락 나왔대요. 어디에 언제까지 알려야 하나요?", "식품안전팀"),
    ("야간에 일하면 수당 얼마나 더 줘요", "50%"),
    ("저녁에 빵 할인 몇 시부터 들어가요?", "19:00"),
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and words by which its answer is known."""

    text: str
    mark: str
    number: int
    """Counts the questions of a run: no two have the same text."""


def question(number: int) -> Question:
    """Returns one of the questions with a till's number, so that no answer comes from memory.

    Neighbours are in different languages and have different marks.
    """
    half, row = number % 2, number // 2 % len(_ENGLISH)
    text, mark = (_KOREAN if half else _ENGLISH)[row]
    till = f"(계산대 {number})" if half else f"(till {number})"
    return Question(f"{text} {till}", mark, number)


def marks() -> Iterable[str]:
    """Returns the mark of each question."""
    return (mark for _, mark in (*_ENGLISH, *_KOREAN))
