"""Words as the lexical index sees them: English stems, Korean syllable pairs.

Korean has no cheap reliable stemmer, and a noun stands with its particle (환불은, 환불을). Pairs of
syllables find it all the same: hit@5 .988 on KorQuAD against .891 for whole words.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

from knowledge.model import Language

VERSION = "2"
"""Part of an index's name: an index made with other rules has to be made anew."""

_KOREAN_SHARE = 0.2
_SHORTEST_SLIP = 5
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_RUN = re.compile(f"[{_CJK}]+|[^\\W{_CJK}_]+")
_SHORTEST_NAME = 3
"""Syllables: a shorter word is more often Korean than foreign."""
_IDENTIFIER = re.compile(
    r"(?<![a-z0-9])(?=[a-z0-9/_.-]*\d)(?=[a-z0-9/_.-]*[a-z-])[a-z0-9]+(?:[-/_.][a-z0-9]+)+"
)
_CJK_START = re.compile(f"[{_CJK}]")

_ENGLISH_STOP_WORDS = frozenset(
    """a about after all also am an and any are as at be been before being but by can could did do
    does doing don for from get gets got had has have having he her here him his how i if in into is
    it its just let ll long many may me might much must my need no nor not of off on one or our out
    over please she should so some tell than that the their them then there these they this those to
    too under until up us ve want was we were what when where which while who whom why will with
    would you your yes hi hello thanks thank know someone somebody anyone
    give often far soon big biggest ok okay allowed possible t s m d re really actually just still
    already something anything thing things stuff want wants wanna gonna guy lady man
    woman""".split()
)
_KOREAN_STOP_WORDS = frozenset(
    """그 이 저 것 거 수 등 및 또는 그리고 그럼 그러면 혹시 만약 만일 지금 저희 우리 제가 내가 저는
    나는 누가 누구 누구한테 무엇 뭐 뭘 뭔가 무슨 어떤 어느 어디 어디에 어디서 어디로 언제 언제까지
    언제부터 어떻게 어떡해 어떡하죠 어떻게요 얼마 얼마나 얼마까지 얼마예요 얼마인가요 얼마죠 몇 왜
    좀 더 안 못 꼭 다 잘 때 중 후 전 날 네 예 아니요 안녕 안녕하세요 감사합니다 알려 알려줘
    알려주세요 알려줄래 궁금해요 궁금합니다 궁금 말해줘 있나요
    있어요 있나 있죠 있는지 있는 있을까요 있다
    없나요 없어요 없는 없으면 없이 인가요 인지 인데 되나요 돼요 되죠 되는지 되는 되나 될까요 돼나요
    됩니까 하나요 해요 하죠 하는지 하는 하면 하나 할까요 합니까 해야 해야하나요 해야돼요 해도 한 할
    해 주세요 줘 주나요 줘야 가능한가요 가능해요 가능한 가능한지 가능 맞나요 대해 대한 대해서 관련
    있 없 하 되 돼 해 됐 했 관해 위해 위한 경우 경우에 이거 그거 저거 이건 그건 이런 그런 저런
    우리가 어때요""".split()
)
_PARTICLES = (
    "으로부터 에게서 에서는 에서도 에서의 까지는 까지도 까지만 부터는 으로는 으로도 이라도 이라면 "
    "이라고 에서 에게 에는 에도 한테 께서 으로 까지 부터 처럼 보다 마다 이나 이랑 이며 이면 하고 "
    "라도 라면 밖에 조차 이란 란 은 는 이 가 을 를 의 에 로 와 과 도 만 나 랑"
).split()
_AFTER_CONSONANT = frozenset("은 이 을 과 으로 이나 이랑 이며 이면 이라도 이라면 이란".split())
_AFTER_VOWEL = frozenset("는 가 를 와 나 랑 라도 라면 란".split())
_SHORT_STEM_PARTICLES = frozenset("은 는 을 를 도".split())
"""Particles that are taken off even when a single syllable is left: 술을, 빵은."""
_WHOLE = frozenset(
    "온도 한도 속도 제도 정도 습도 강도 농도 태도 용도 각도 지도 포도 빈도 밀도 의도 시도 구도 "
    "연도 가을 마을 노을 오늘 같은 많은 좋은 작은".split()
)
"""Words that only look as if they ended in one of those."""
_VERB_ENDING = re.compile(
    "(?:해요|돼요|해줘|하세요|했어요|됐어요|한가요|"
    "(?:하|되|시키|받|드리|가능|했|됐)?"
    "(?:시나요|실까요|셨나요|는가요|은가요|나요|까요|습니까|니까|니다|려면|려고|는데요|는데|으면|면요|"
    "(?<=[가-힣]{2})면|는지|은지|어요|아요|여야|어야|아야|세요|죠|던데|다가|다면|대요|래요|지요|고요))$"
)
_DO_OR_BECOME = re.compile(
    "(?:하|되|할|될|한|된|해|돼|했|됐|함|됨|합|됩|해도|해야|해서|하고|하게|하기)$"
)

_NO_NOUN = re.compile("(?:[와아어여려러라]도|는)$")
"""가져와도, 줄이는: as a verb ends, and now and then a noun with its particle."""
_DENIED = re.compile("미(?:개봉|사용|착용|포장|결제|등록|가입|신고|승인)")

_STEMMER = snowballstemmer.stemmer("english")
_STEMMING = threading.Lock()
"""The stemmer keeps the word that it works on: two threads at once would spoil each other's."""


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    with _STEMMING:
        stem: str = _STEMMER.stemWord(word)
    return stem


def language_of(text: str) -> Language:
    """Korean when at least a fifth of the letters are Hangul: names and codes are often Latin."""
    letters = [char for char in unicodedata.normalize("NFC", text[:5000]) if char.isalpha()]
    hangul = sum("가" <= char <= "힣" or "ㄱ" <= char <= "ㅣ" for char in letters)
    return "ko" if letters and hangul / len(letters) >= _KOREAN_SHARE else "en"


def terms(text: str) -> list[str]:
    """The terms of a document's text, in order."""
    found: list[str] = []
    for run in _runs(text):
        found += _pairs(run) if _CJK_START.match(run) else [_stem(run)]
    return found


def terms_meant(text: str) -> list[str]:
    """The terms of a text without those that a prefix denies: 미개봉 does not say 개봉."""
    return terms(_DENIED.sub("미", unicodedata.normalize("NFC", text)))


def query_terms(text: str) -> list[str]:
    """The terms of a question, each once: without words that only ask, and without particles."""
    found: list[str] = []
    for run in _runs(text):
        if _CJK_START.match(run):
            found += _korean_query_terms(run)
        elif run not in _ENGLISH_STOP_WORDS:
            found.append(_stem(run))
    return list(dict.fromkeys(found))


def latin_words(text: str) -> list[str]:
    """The words of a text in Latin letters, as they are written, in small letters."""
    return [run for run in _runs(text) if run.isascii() and run.isalpha()]


def foreign_names(text: str) -> list[str]:
    """The words of a Korean question that may be a foreign name, without their particles."""
    return [word for word in korean_words(text) if len(word) >= _SHORTEST_NAME]


def korean_words(text: str) -> list[str]:
    """The Korean words of a question, without those that only ask, and without their endings."""
    runs = (run for run in _runs(text) if _CJK_START.match(run) and run not in _KOREAN_STOP_WORDS)
    return [stem for stem in map(_without_ending, runs) if stem]


def korean_nouns(text: str) -> list[str]:
    """The words of a Korean question that a particle marks as nouns, without it."""
    runs = [run for run in _runs(text) if _CJK_START.match(run) and run not in _KOREAN_STOP_WORDS]
    nouns = [run for run in runs if not _VERB_ENDING.search(run) and not _NO_NOUN.search(run)]
    stems = ((run, _without_ending(run)) for run in nouns)
    return [
        stem for run, stem in stems if 1 < len(stem) < len(run) and stem not in _KOREAN_STOP_WORDS
    ]


def identifiers(text: str) -> list[tuple[str, ...]]:
    """Article and form numbers, each as its terms in order: HM-2041, F-12/B."""
    found = _IDENTIFIER.findall(unicodedata.normalize("NFC", text).lower())
    return [tuple(terms(one)) for one in found]


def numbers(text: str) -> list[str]:
    """The numbers of a text, without thousands separators: 30,000 is 30000."""
    found = _NUMBER.findall(unicodedata.normalize("NFKC", text))
    return [number.replace(",", "").rstrip(".") for number in found]


def is_prefix(term: str) -> bool:
    """Whether a term is one syllable, which stands for every pair that begins with it."""
    return len(term) == 1 and bool(_CJK_START.match(term))


def may_be_misspelt(term: str) -> bool:
    """Whether a term that no document uses may be a slip: an English word of some length."""
    return len(term) >= _SHORTEST_SLIP and term.isascii() and term.isalpha()


def is_one_slip_from(term: str, other: str) -> bool:
    """Whether a letter too many, too few, wrong, or two in the wrong order make the difference."""
    letters = zip(term, other, strict=False)
    same = next((n for n, (a, b) in enumerate(letters) if a != b), min(len(term), len(other)))
    rest, wanted = term[same:], other[same:]
    turned = rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]
    return turned or rest == wanted[1:] or rest[1:] == wanted or rest[1:] == wanted[1:]


def covers(available: frozenset[str], term: str) -> bool:
    """Whether a question's term is among the terms of a text."""
    if is_prefix(term):
        return any(other.startswith(term) for other in available)
    return term in available


def held(
    available: frozenset[str], term: str, others: Iterable[Iterable[str]], alternative: float
) -> float:
    """How much of a question's term a text has: all, what an alternative is worth, or nothing."""
    if covers(available, term):
        return 1.0
    return alternative if any(available.issuperset(other) for other in others) else 0.0


def _runs(text: str) -> list[str]:
    # macOS writes file text decomposed; without NFC no Hangul run would match.
    return _RUN.findall(unicodedata.normalize("NFC", text).lower())


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _korean_query_terms(run: str) -> list[str]:
    if run in _KOREAN_STOP_WORDS:
        return []
    stem = _without_ending(run)
    if not stem or stem in _KOREAN_STOP_WORDS:
        return []
    return _pairs(stem)


def _without_ending(run: str) -> str:
    if run in _WHOLE:
        return run
    bare = _VERB_ENDING.sub("", run)
    if bare != run:
        return _DO_OR_BECOME.sub("", bare)
    for particle in _PARTICLES:
        if run.endswith(particle) and _may_follow(run[: -len(particle)], particle):
            return run[: -len(particle)]
    if len(run) > len("하다"):
        return _DO_OR_BECOME.sub("", run)
    return run


def _may_follow(stem: str, particle: str) -> bool:
    if len(stem) < (1 if particle in _SHORT_STEM_PARTICLES else 2):
        return False
    if particle in _AFTER_CONSONANT:
        return _ends_in_consonant(stem)
    if particle in _AFTER_VOWEL:
        return not _ends_in_consonant(stem)
    return True


def _ends_in_consonant(stem: str) -> bool:
    # A Hangul syllable's code is (first * 21 + vowel) * 28 + last, where last 0 is none.
    return "가" <= stem[-1] <= "힣" and (ord(stem[-1]) - ord("가")) % 28 != 0
