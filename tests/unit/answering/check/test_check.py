"""A sentence is shown only when the words that it quotes carry it."""

import pytest

from bot.answering.check import check
from bot.model import Draft, Issue, Question, Verdict
from bot.model.reason import Reason
from knowledge.model.documents import Passage
from tests.unit import given

PASSAGE = given.passage()
PASSAGE_KO = given.passage(given.REFUND_KO, doc_id="refund-policy-ko")
QUOTE = "Unopened headphones can be returned within 14 days."
QUOTE_KO = "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다."
ASKED = given.question("how long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")


@pytest.mark.parametrize(
    ("asked", "passage", "quote"),
    [(ASKED, PASSAGE, QUOTE), (ASKED_KO, PASSAGE_KO, QUOTE_KO), (ASKED_KO, PASSAGE, QUOTE)],
)
def test_a_sentence_that_is_its_own_quote_passes(
    asked: Question, passage: Passage, quote: str
) -> None:
    draft = given.draft(given.verbatim(quote, passage))

    checked = check(draft, given.holding(passage))

    assert (checked.verdict, checked.kept, checked.issues) == (Verdict.PASS, draft.sentences, ())


def test_a_sentence_without_citation_is_dropped() -> None:
    draft = given.draft(given.sentence(QUOTE))

    assert issues_of(draft) == ["no_citation"]


def test_an_empty_sentence_is_dropped() -> None:
    draft = given.draft(given.sentence("  ", (PASSAGE, QUOTE)))

    assert issues_of(draft) == ["no_citation"]


def test_a_draft_without_any_sentence_is_insufficient() -> None:
    checked = check(Draft(), given.holding(PASSAGE))

    assert (checked.verdict, checked.kept) == (Verdict.INSUFFICIENT, ())


def test_a_citation_of_a_passage_that_was_not_found_is_dropped() -> None:
    other = given.passage(doc_id="another-policy")
    draft = given.draft(given.verbatim(QUOTE, other))

    assert issues_of(draft) == ["quote_not_found"]


def test_a_quote_counts_in_the_passage_that_was_found_not_in_the_one_that_the_model_wrote() -> None:
    forged = given.passage("Headphones can be returned within 99 days at any shop.")
    draft = given.draft(given.verbatim(forged.text, forged))

    assert forged.passage_id == PASSAGE.passage_id
    assert issues_of(draft) == ["quote_not_found"]


@pytest.mark.parametrize(
    ("passage", "quote"),
    [
        (PASSAGE, "Unopened headphones may be returned within 14 days."),
        (PASSAGE, "unopened headphones can be returned within 14 days."),
        (PASSAGE, ""),
        (PASSAGE_KO, "개봉하지 않은 헤드폰은 14일 이내에 교환할 수 있습니다."),
    ],
)
def test_a_quote_that_is_not_verbatim_is_dropped(passage: Passage, quote: str) -> None:
    draft = given.draft(given.sentence(QUOTE, (passage, quote)))

    assert issues_of(draft) == ["quote_not_found"]


def test_one_wrong_quote_among_right_ones_drops_the_sentence() -> None:
    draft = given.draft(given.sentence(QUOTE, (PASSAGE, QUOTE), (PASSAGE_KO, QUOTE)))

    assert issues_of(draft) == ["quote_not_found"]


@pytest.mark.parametrize(
    ("written", "quote"),
    [
        ("Returns within **14 days** only.", "Returns within 14 days only."),
        ("Returns within 14 days only.", "Returns within `14 days` only."),
        ("See [the list](https://kb.example) of faulty goods.", "See the list of faulty goods."),
        ("Say “no returns” to the customer.", 'Say "no returns" to the customer.'),
        ("The manager’s key opens the safe.", "The manager's key opens the safe."),
        ("Open 9–18, Monday to Friday — always.", "Open 9-18, Monday to Friday - always."),
        ("Returns within 14\n  days only.", "Returns within 14 days only."),
        ("Returns within １４ days only.", "Returns within 14 days only."),
        ("환불은 **１４일** 이내에만 됩니다.", "환불은 14일 이내에만 됩니다."),
    ],
)
def test_marks_and_spellings_of_characters_make_no_difference_to_a_quote(
    written: str, quote: str
) -> None:
    passage = given.passage(written)
    draft = given.draft(given.sentence(quote, (passage, quote)))

    assert check(draft, given.holding(passage)).verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("text", "quote", "passes"),
    [
        ("14 days only.", "14 days only", True),
        ("14 days onl", "14 days onl", False),
        ("14일 환불.", "14일 환불", True),
        ("14일 환불.", "14일 환", False),
    ],
)
def test_a_quote_of_a_few_characters_carries_nothing(text: str, quote: str, passes: bool) -> None:
    passage = given.passage(f"{text} And more of it.")
    draft = given.draft(given.sentence(quote, (passage, quote)))

    checked = check(draft, given.holding(passage))

    assert [issue.code for issue in checked.issues] == ([] if passes else ["quote_too_short"])


@pytest.mark.parametrize(
    ("section", "quote", "said", "passes"),
    [
        ("Opening hours", "9am-6pm", "Opening hours: 9am-6pm", True),
        ("Opening hours", "9am-6pm", "9am-6pm", False),
        ("Opening hours", "9am-6pm", "We open from 9am-6pm on all days.", False),
        ("Size", "XL", "Size: XL", True),
        ("", "주차 불가", "주차 불가", True),
        ("", "XL", "XL", False),
        ("휴무일", "월요일", "휴무일: 월요일", True),
        ("휴무일", "월요일", "월요일에 쉽니다", False),
    ],
)
def test_a_few_characters_carry_what_the_document_says_with_them_below_a_heading(
    section: str, quote: str, said: str, passes: bool
) -> None:
    passage = given.passage(quote, section=(section,) if section else ())
    draft = given.draft(given.sentence(said, (passage, quote)))

    checked = check(draft, given.holding(passage))

    assert [issue.code for issue in checked.issues] == ([] if passes else ["quote_too_short"])


@pytest.mark.parametrize(
    ("asked", "passage", "text", "quote"),
    [
        (ASKED, PASSAGE, "Unopened headphones can be returned within 15 days.", QUOTE),
        (ASKED, PASSAGE, "Unopened headphones can be returned within 14.5 days.", QUOTE),
        (ASKED_KO, PASSAGE_KO, "개봉하지 않은 헤드폰은 30일 이내에 환불할 수 있습니다.", QUOTE_KO),
    ],
)
def test_a_changed_number_is_dropped(
    asked: Question, passage: Passage, text: str, quote: str
) -> None:
    draft = given.draft(given.sentence(text, (passage, quote)))

    checked = check(draft, given.holding(passage))

    assert checked.verdict is Verdict.INSUFFICIENT
    assert [issue.code for issue in checked.issues] == ["words_not_quoted"]


def test_the_numbers_of_all_quotes_of_a_sentence_count_together() -> None:
    passage = given.passage("| Item | Days |\n|---|---|\n| Headphones | 14 |")
    text = "Item: Headphones; Days: 14"
    sentence = given.sentence(text, (passage, "| Headphones | 14 |"), (passage, "| Item | Days |"))

    checked = check(given.draft(sentence), given.holding(passage))

    assert checked.verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("asked", "passage", "text", "quote"),
    [
        (ASKED, PASSAGE, "Bananas must be eaten by the manager within 14 days.", QUOTE),
        (ASKED_KO, PASSAGE_KO, "점장이 14일마다 냉장고를 청소하고 창고를 잠급니다.", QUOTE_KO),
    ],
)
def test_invented_words_are_dropped(
    asked: Question, passage: Passage, text: str, quote: str
) -> None:
    draft = given.draft(given.sentence(text, (passage, quote)))

    checked = check(draft, given.holding(passage))

    assert [issue.code for issue in checked.issues] == ["words_not_quoted"]


@pytest.mark.parametrize(
    "unsafe",
    [
        "Read https://evil.example/login first.",
        "Read www.evil.example first.",
        "Tell <!channel> about it now.",
        "Tell <@U024BE7LH> about it now.",
        "Tell <#C024BE7LH> about it now.",
        "Tell @everyone about it now.",
        "Tell @here about it now.",
        "Click [here](mailto:x) to return it.",
        "Look at ![this](x.png) picture.",
        "<script>alert('now')</script>",
        "Read <b>this</b> first.",
        "Read <x-y onclick=go()> first.",
        "지금 https://evil.example 에서 로그인하세요.",
        "<!channel> 모두 지금 확인하세요.",
    ],
)
def test_a_link_a_mention_or_markup_never_reaches_a_screen_even_when_a_document_says_so(
    unsafe: str,
) -> None:
    passage = given.passage(f"{given.REFUND}\n\n{unsafe}")
    draft = given.draft(given.sentence(unsafe, (passage, unsafe)), given.verbatim(QUOTE, passage))

    checked = check(draft, given.holding(passage))

    assert [sentence.text for sentence in checked.kept] == [QUOTE]
    assert checked.issues == (Issue(Reason.NOT_PLAIN, 0),)


@pytest.mark.parametrize(
    "text",
    [
        "Points < 1,000 are lost & cannot be used; 2 + 1 > 2.",
        "Ask for the date <or> for the receipt, return within 90 days.",
        "Type <employee number> and press <Enter> at the till.",
        "계산대에 <사번>을 입력하고 <Enter>를 누릅니다.",
    ],
)
def test_a_price_a_comparison_and_a_placeholder_are_no_markup(text: str) -> None:
    passage = given.passage(text)
    draft = given.draft(given.verbatim(text, passage))

    assert check(draft, given.holding(passage)).verdict is Verdict.PASS


def test_no_more_than_five_sentences_are_kept() -> None:
    lines = [f"Rule {number} is about headphones." for number in range(7)]
    passage = given.passage(" ".join(lines))
    draft = given.draft(*(given.verbatim(line, passage) for line in lines))

    checked = check(draft, given.holding(passage))

    assert [sentence.text for sentence in checked.kept] == lines[:5]
    assert checked.issues == (Issue(Reason.TOO_MANY, 5), Issue(Reason.TOO_MANY, 6))


def test_what_fails_is_dropped_and_the_rest_is_kept() -> None:
    good = given.verbatim(QUOTE, PASSAGE)
    bad = given.sentence("Headphones can be returned within 99 days.", (PASSAGE, QUOTE))

    checked = check(given.draft(bad, good), given.holding(PASSAGE))

    assert (checked.verdict, checked.kept) == (Verdict.PASS, (good,))
    assert checked.issues == (Issue(Reason.WORDS_NOT_QUOTED, 0),)


def issues_of(draft: Draft, passage: Passage = PASSAGE) -> list[str]:
    """Why a draft of which nothing may be left lost its sentences."""
    checked = check(draft, given.holding(passage))
    assert (checked.verdict, checked.kept) == (Verdict.INSUFFICIENT, ())
    return [issue.code for issue in checked.issues]
