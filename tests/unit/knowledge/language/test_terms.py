"""The terms of the index, in Korean and English."""

import sys
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import snowballstemmer

from knowledge.language.terms import (
    covers,
    is_one_slip_from,
    is_prefix,
    language_of,
    may_be_misspelt,
    query_terms,
    terms,
    terms_meant,
)


def _shared(question: str, text: str) -> set[str]:
    available = frozenset(terms(text))
    return {term for term in query_terms(question) if covers(available, term)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Refunds are refunded", ["refund", "are", "refund"]),
        ("환불은 14일", ["환불", "불은", "14", "일"]),
        ("차 2잔", ["차", "2", "잔"]),
        ("HM-RF-02 양식", ["hm", "rf", "02", "양식"]),
        ("POS기 XL사이즈", ["pos", "기", "xl", "사이", "이즈"]),
        ("snake_case", ["snake", "case"]),
        ("3,500원!", ["3", "500", "원"]),
        ("お茶 抹茶", ["お茶", "抹茶"]),
        ("", []),
        ("?! … 🙂", []),
    ],
)
def test_a_text_has_english_stems_and_korean_pairs(text: str, found: list[str]) -> None:
    assert terms(text) == found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How long can I get a refund for headphones?", ["refund", "headphon"]),
        ("Refunds, refund, REFUNDED", ["refund"]),
        ("환불은 며칠까지 되나요?", ["환불", "며칠"]),
        ("카페는 몇 시에 문을 열어요?", ["카페", "문", "열"]),
        ("쿠폰 몇 개까지 써요?", ["쿠폰"]),
        ("몇 시간 보관해요?", ["시간", "보관"]),
        ("우산 보증금은 얼마예요?", ["우산", "보증", "증금"]),
        ("헤드폰을 어떻게 환불하나요", ["헤드", "드폰", "환불"]),
        ("혹시 누가 알려주세요", []),
        ("who are you", []),
        ("환불 refund 기준", ["환불", "refund", "기준"]),
        ("", []),
        ("?!", []),
    ],
)
def test_a_question_keeps_only_its_content_words(question: str, found: list[str]) -> None:
    assert query_terms(question) == found


@pytest.mark.parametrize(
    "asked",
    [
        "영수증은", "영수증이", "영수증을", "영수증으로", "영수증에서", "영수증까지", "영수증만",
        "영수증에는", "영수증이라도", "영수증이랑", "영수증",
    ],
)  # fmt: skip
def test_a_particle_after_a_consonant_is_stripped(asked: str) -> None:
    assert query_terms(asked) == ["영수", "수증"]


@pytest.mark.parametrize(
    "asked", ["카드는", "카드가", "카드를", "카드로", "카드와", "카드에서", "카드랑", "카드도"]
)
def test_a_particle_after_a_vowel_is_stripped(asked: str) -> None:
    assert query_terms(asked) == ["카드"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("고객가", ["고객", "객가"]),
        ("피자은", ["피자", "자은"]),
        ("커피을", ["커피", "피을"]),
    ],
)
def test_a_syllable_that_cannot_be_a_particle_stays(asked: str, found: list[str]) -> None:
    assert query_terms(asked) == found


@pytest.mark.parametrize(
    "noun",
    [
        "상의", "하의", "문의", "회의", "한도", "온도", "제도", "속도", "불만",
        "라면", "냉면", "화면", "결과", "길이", "높이", "종이", "나이", "병가", "통과", "통로",
    ],
)  # fmt: skip
def test_a_noun_that_ends_like_a_particle_stays_whole(noun: str) -> None:
    assert query_terms(f"{noun} 안내") == [noun, "안내"]


@pytest.mark.parametrize(
    "asked",
    ["결제하려면", "결제할까요", "결제했어요", "결제하세요", "결제되나요", "결제해줘", "결제하면"],
)
def test_the_ending_of_a_verb_is_stripped(asked: str) -> None:
    assert query_terms(asked) == ["결제"]


@pytest.mark.parametrize(
    "asked",
    [
        "할인인가요", "할인이에요", "할인이었나요", "할인입니까", "할인인데", "할인인지",
        "할인이라던데", "할인까지예요", "할인부터인가요",
    ],
)  # fmt: skip
def test_the_question_ending_of_a_noun_is_stripped(asked: str) -> None:
    assert query_terms(asked) == ["할인"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("며칠이었나요", ["며칠"]),
        ("며칠입니까", ["며칠"]),
        ("얼마입니까", []),
        ("언제부터예요", []),
        ("무료라던데", ["무료"]),
        ("환불된다고", ["환불"]),
        ("환불해도", ["환불"]),
        ("먹어도", ["먹어"]),
        ("연어도", ["연어"]),
        ("이해도", ["이해"]),
        ("종이나", ["종이"]),
        ("할인지", ["할인", "인지"]),
        ("몇시까지환불되나요", ["몇시", "시까", "까지", "지환", "환불"]),
        ("게", ["게"]),
        ("들어가요", ["들어", "어가"]),
        ("담요", ["담요"]),
        ("할인가", ["할인", "인가"]),
    ],
)
def test_an_ending_is_stripped_and_a_word_that_looks_like_one_stays(
    asked: str, found: list[str]
) -> None:
    assert query_terms(asked) == found


@pytest.mark.parametrize(
    ("asked", "syllable"),
    [
        *[("옷은", "옷"), ("물을", "물"), ("차", "차"), ("앱으로", "앱"), ("집에서", "집")],
        *[("돈이", "돈"), ("빵이랑", "빵"), ("병에", "병")],
    ],
)
def test_one_syllable_matches_every_pair_that_begins_with_it(asked: str, syllable: str) -> None:
    [term] = query_terms(asked)

    assert term == syllable
    assert is_prefix(term)
    assert covers(frozenset(terms(f"{syllable}걸이")), term)
    assert not covers(frozenset(terms("가방")), term)


@pytest.mark.parametrize("term", ["a", "7", "환불", ""])
def test_a_letter_or_a_pair_matches_itself_only(term: str) -> None:
    assert not is_prefix(term)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("환불하려면?", "환불은 14일 이내"),
        ("returning goods", "Goods can be returned."),
        ("영수증 없이", "영수증을 보여 주세요"),
        ("HM-RF-02 form?", "form hm-rf-02"),
    ],
)
def test_a_question_shares_terms_with_the_text_that_answers_it(question: str, text: str) -> None:
    assert _shared(question, text)


@pytest.mark.parametrize("word", ["환불은", "Café", "영수증을", "몇 시에 열어요", "ガラス"])
def test_decomposed_text_has_the_same_terms(word: str) -> None:
    decomposed = unicodedata.normalize("NFD", word)

    assert decomposed != word
    assert terms(decomposed) == terms(word)
    assert query_terms(decomposed) == query_terms(word)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Refunds within 14 days.", "en"),
        ("환불은 14일 이내입니다.", "ko"),
        ("POS에서 HM-RF-02 양식을 출력합니다", "ko"),
        ("Haneul Market (하늘) keeps lost property for thirty days at the desk.", "en"),
        (unicodedata.normalize("NFD", "환불 안내"), "ko"),
        ("ㅋㅋ ㅇㅇ", "ko"),
        ("14 / 30", "en"),
        ("", "en"),
    ],
)
def test_a_fifth_of_hangul_makes_a_text_korean(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("recipt", "receipt"),
        ("reciept", "receipt"),
        ("headphonees", "headphones"),
        ("discoumt", "discount"),
        ("discount", "discount"),
    ],
)
def test_one_typo_is_accepted(written: str, meant: str) -> None:
    assert is_one_slip_from(written, meant)


@pytest.mark.parametrize(("written", "other"), [("refund", "return"), ("headfones", "headphones")])
def test_two_typos_make_another_word(written: str, other: str) -> None:
    assert not is_one_slip_from(written, other)


@pytest.mark.parametrize("term", ["till", "환불", "hm02x1", "café"])
def test_short_words_codes_and_korean_are_never_typos(term: str) -> None:
    assert not may_be_misspelt(term)


def test_a_word_negated_by_a_prefix_does_not_count() -> None:
    assert "개봉" not in terms_meant("미개봉 헤드폰은 환불됩니다.")
    assert "개봉" in terms_meant("개봉한 헤드폰은 환불되지 않습니다.")
    assert terms_meant("미국산 쇠고기") == terms("미국산 쇠고기")


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that take turns after a few instructions."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_stems_are_the_same_in_parallel_threads() -> None:
    # Each is met for the first time here.
    names = ["".join(chr(ord("a") + int(digit)) for digit in str(n)) for n in range(2_000)]
    words = [f"refundableness{name}ational" for name in names]
    stemmer = snowballstemmer.stemmer("english")

    with ThreadPoolExecutor(4) as several:
        found = list(several.map(terms, words))

    assert found == [[stemmer.stemWord(word)] for word in words]
