"""Sentences of a text, and text without marks."""

import pytest

from knowledge.language.sentences import plain, sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "환불합니다. 교환도 됩니다! 될까요? 네",
            ["환불합니다.", "교환도 됩니다!", "될까요?", "네"],
        ),
        ("14일입니다。 그 뒤에는 안 됩니다。", ["14일입니다。", "그 뒤에는 안 됩니다。"]),
        ("Ask Mr. Kim. Then pay.", ["Ask Mr. Kim.", "Then pay."]),
        ("Open from 9 a.m. Monday to Friday.", ["Open from 9 a.m. Monday to Friday."]),
        ("Hygiene goods, e.g. Swimwear, stay.", ["Hygiene goods, e.g. Swimwear, stay."]),
        ("Form No. 5 is needed. Sign it.", ["Form No. 5 is needed.", "Sign it."]),
        ("Call the luthier, ext. 44. Wait.", ["Call the luthier, ext. 44.", "Wait."]),
        ("Max. 5 a day, max. ₩9,000. Ask.", ["Max. 5 a day, max. ₩9,000.", "Ask."]),
        ("See p. 12 and sec. 3. Sign.", ["See p. 12 and sec. 3.", "Sign."]),
        ("Sat. 10:00 to 18:00, from Nov. 3.", ["Sat. 10:00 to 18:00, from Nov. 3."]),
        ("Ready in 5 min. 2 people carry it.", ["Ready in 5 min.", "2 people carry it."]),
        ("Use the ext. It rings. 3 of us hear.", ["Use the ext.", "It rings.", "3 of us hear."]),
        ("It costs 3.5 km of tape.", ["It costs 3.5 km of tape."]),
        ("버전 1.10을 씁니다. 2.0은 나중에.", ["버전 1.10을 씁니다.", "2.0은 나중에."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("(영수증이 있을 때.) 없으면 안 됩니다.", ["(영수증이 있을 때.)", "없으면 안 됩니다."]),
        ("Wait... and see.", ["Wait... and see."]),
        ("Chilled: daily ex. Sun, 04:30. Ask.", ["Chilled: daily ex. Sun, 04:30.", "Ask."]),
        ("Every day excl. Sat and Sun, incl. May.", ["Every day excl. Sat and Sun, incl. May."]),
        ("Hemming ....... £10. Ask.", ["Hemming ....... £10.", "Ask."]),
        ("Wash at 40°C. Dry at 30°C. Iron.", ["Wash at 40°C.", "Dry at 30°C.", "Iron."]),
        ("Use car park C. Ask J. Smith first.", ["Use car park C.", "Ask J. Smith first."]),
        ("기간: 11. 16.(월) ~ 11. 29.(일) 예약", ["기간: 11. 16.(월) ~ 11. 29.(일) 예약"]),
        ("2026. 3. 1.부터 합니다. 끝.", ["2026. 3. 1.부터 합니다.", "끝."]),
        ("It takes 14. 3 people help.", ["It takes 14.", "3 people help."]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_text_is_split_into_sentences(text: str, found: list[str]) -> None:
    assert sentences(text) == found


@pytest.mark.parametrize(
    ("marked", "read"),
    [
        ("**굵게** and *so*", "굵게 and so"),
        ("5 * 3 * 2", "5 * 3 * 2"),
        ("`HM-RF-02` 양식", "HM-RF-02 양식"),
        ("![그림](a.png) [Form](https://x.example)", "그림 Form"),
        ("> 인용\n> 둘째 줄", "인용 둘째 줄"),
        ("  two\n  lines ", "two lines"),
    ],
)
def test_plain_text_has_no_marks(marked: str, read: str) -> None:
    assert plain(marked) == read
