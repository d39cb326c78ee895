"""A line on absence is only said if it is true of all that is shown."""

from dataclasses import replace
from datetime import date

import pytest

from bot import texts
from bot.answering.reply.leaving import with_true_absence
from bot.answering.reply.refusal import refuse
from bot.model import Absence, Answer, Nearest, Verdict
from bot.model.said import Corpus
from bot.privacy import still_safe
from knowledge.model.documents import Found, Passage
from tests.unit import given

CORPUS: Corpus = {"en": "store documents", "ko": "매장 문서"}


def _closest(asked: str, *rules: tuple[str, Passage], missing: str = "") -> Answer:
    """The closest rules to a question; the first one is the nearest, and misses a word."""
    said = [given.verbatim(text, passage) for text, passage in rules]
    nearest = Nearest(said[0], missing)
    evidence = given.holding(*(passage for _, passage in rules))
    return refuse(
        given.question(asked),
        Verdict.INSUFFICIENT,
        CORPUS,
        evidence,
        nearest=nearest,
        others=said[1:],
    )


def _first(answer: Answer) -> str:
    return with_true_absence(answer).text.splitlines()[0]


def _rule(text: str, number: int = 1, **place: object) -> tuple[str, Passage]:
    passage = given.passage(text, doc_id=f"doc-{number}", number=number)
    title = str(place.get("title", ""))
    section = (str(place["heading"]),) if "heading" in place else ()
    header = replace(passage.header, title=title)
    return text, replace(passage, header=header, section=section)


@pytest.mark.parametrize(
    ("asked", "missing", "rules"),
    [
        ("how bright must the light be?", "light",
         [_rule("Waves move energy.", heading="Chapter 7: Light")]),
        ("how bright must the lights be?", "lights",
         [_rule("Bulbs are changed at once.", title="Lighting of the shop")]),
        ("조명 밝기는 어떻게 하나요?", "조명",
         [_rule("전구는 바로 바꿉니다.", heading="조명과 난방")]),
        ("조명 밝기는 어떻게 하나요?", "조명",
         [_rule("전구는 바로 바꿉니다."), _rule("조명은 밤에 끕니다.", 2)]),
    ],
)  # fmt: skip
def test_what_a_heading_a_title_or_another_rule_names_is_not_said_to_be_missing(
    asked: str, missing: str, rules: list[tuple[str, Passage]]
) -> None:
    answer = _closest(asked, *rules, missing=missing)
    language = answer.question.language

    shown = with_true_absence(answer)

    assert missing in answer.text.splitlines()[0]
    assert shown.text.startswith(texts.MAY_NOT_FIT[language])
    assert (shown.absent, shown.closest) == ((), answer.closest)


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        ("how much does a skirt cost?",
         [_rule("Skirts can be shortened."), _rule("Sleeves cost 8,000 won.", 2)]),
        ("what colour is the bin for glass?",
         [_rule("Glass is sorted."), _rule("The bin for paper is blue.", 2)]),
        ("청소는 몇 회 하나요?",
         [_rule("청소는 조장이 맡습니다."), _rule("환기는 1일 2회 합니다.", 2)]),
        ("수선비는 얼마예요?",
         [_rule("치마는 줄일 수 있습니다."), _rule("소매는 8,000원입니다.", 2)]),
    ],
)  # fmt: skip
def test_a_kind_of_value_that_another_rule_has_is_not_said_to_be_missing(
    asked: str, rules: list[tuple[str, Passage]]
) -> None:
    answer = _closest(asked, *rules)
    alone = _closest(asked, rules[0])

    assert _first(alone) == alone.text.splitlines()[0]
    assert alone.absent[0].line in alone.text
    assert _first(answer).startswith(texts.MAY_NOT_FIT[answer.question.language])


@pytest.mark.parametrize(
    ("asked", "missing", "rule", "line"),
    [
        ("what does a skirt cost?", "skirt", _rule("Sleeves cost 8,000 won."),
         "I couldn't find anything about “skirt”."),
        ("치마 수선은 얼마예요?", "치마", _rule("소매는 8,000원입니다."),
         "“치마”에 대한 내용은 찾지 못했습니다."),
        ("who signs when the manager is away?", "manager is away",
         _rule("The manager signs."), "I couldn't find anything about “manager is away”."),
        ("which company brings the beans?", "", _rule("Beans last 14 days.", title="Food Guide"),
         "I couldn't find a company or brand name."),
        ("how much does a skirt cost?", "", _rule("Skirts can be shortened."),
         "I couldn't find a price or an amount of money."),
    ],
)  # fmt: skip
def test_what_is_true_of_all_that_is_shown_stays(
    asked: str, missing: str, rule: tuple[str, Passage], line: str
) -> None:
    answer = _closest(asked, rule, missing=missing)

    assert with_true_absence(answer) == answer
    assert answer.text.startswith(line)


def test_another_word_for_what_is_missing_is_enough() -> None:
    answer = _closest("can I wear sneakers?", _rule("White shoes are worn."), missing="sneakers")
    found = Found(answer.found.hits, {"sneaker": 1.0}, {"sneaker": (("shoe",),)})

    shown = with_true_absence(replace(answer, found=found))

    assert shown.text.startswith(texts.MAY_NOT_FIT["en"])


@pytest.mark.parametrize(
    ("asked", "stem"),
    [
        ("이거 집에 가져가도 돼요?", "가져가"),
        ("다른 걸로 바꿔도 돼요?", "바꿔"),
        ("and opened ones?", "ones"),
    ],
)
def test_no_stem_of_a_verb_and_no_pronoun_is_said_to_be_missing(asked: str, stem: str) -> None:
    rule = "소매는 8,000원입니다." if asked > "z" else "Sleeves cost 8,000 won."

    assert f"“{stem}”" not in _closest(asked, _rule(rule), missing=stem).text


def _saying(absence: Absence, rule: str, since: date | None = None) -> Answer:
    """An answer that says so above a rule."""
    passage = given.passage(rule, title="Parking", effective_from=since)
    sentence = given.verbatim(rule, passage)
    text = still_safe(f"{absence.line}\n{rule} [1]")
    return Answer(
        given.question("and 4 cars?"),
        Verdict.PASS,
        text,
        citations=sentence.citations,
        sentences=(sentence,),
        absent=(absence,),
    )


@pytest.mark.parametrize(
    ("asked", "row", "is_true"),
    [
        ("4 cars", "Cars: 3; Fee: ₩4,000 for 4 hours", True),
        ("4 cars", "Cars: 3 cars; Fee: ₩4,000", True),
        ("4 cars", "Permits: 4 cars; Fee: ₩5,000", False),
        ("4대", "차량: 3대; 요금: 4,000원", True),
        ("4대", "차량: 4대; 요금: 5,000원", False),
    ],
)
def test_a_row_that_is_shown_somewhere_is_not_said_to_be_missing(
    asked: str, row: str, is_true: bool
) -> None:
    answer = _saying(Absence(f"The table has no row for “{asked}”.", asked), row)

    assert (with_true_absence(answer) == answer) is is_true


@pytest.mark.parametrize(
    ("title", "since", "is_true"),
    [
        ("", date(2026, 6, 1), False),
        ("", date(2026, 1, 1), True),
        ("", None, True),
        ("Parking", date(2026, 6, 1), False),
        ("Lockers", date(2026, 6, 1), True),
    ],
)
def test_no_news_is_not_said_above_a_rule_that_is_new(
    title: str, since: date | None, is_true: bool
) -> None:
    days = date(2026, 5, 1), date(2026, 12, 31)
    answer = _saying(Absence("No documents have changed.", title, days=days), "Cars pay.", since)

    assert (with_true_absence(answer) == answer) is is_true


def test_a_suggested_question_about_it_takes_the_line_back_too() -> None:
    answer = _closest("what does a skirt cost?", _rule("Sleeves cost 8,000 won."), missing="skirt")
    suggesting = replace(answer, suggestions=(still_safe("Can skirts be shortened?"),))

    assert with_true_absence(answer) == answer
    assert with_true_absence(suggesting).absent == ()
