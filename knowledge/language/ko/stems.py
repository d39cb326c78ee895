"""Strips particles and endings from the Korean words of a question.

Not a grammar: strips a usual ending wherever it may follow the rest of the word.
"""

import re

_STOP_WORDS = frozenset(
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
    우리가 어때요 뭘로 어디다 그냥 아직 또 너무 제일 벌써 됨 데 걸 건
    걸로 지 나서 보니 싶 같은데 것인 줘요 둬 둬요 봐 봐요 놔 놔요 와 와요 왔 갔 오 가 보 둬야 써
    써요 써야 내요 내야 내나 드려 드려요 드려도 드려야 드리 갖고 들고 나와 원짜리 살짜리
    원어치""".split()
)
_PARTICLES = (
    "으로부터 에게서 에서는 에서도 에서의 까지는 까지도 까지만 부터는 으로는 으로도 이라도 이라면 "
    "이라고 에서 에게 에는 에도 한테 께서 으로 까지 부터 처럼 보다 마다 이나 이랑 이며 이면 하고 "
    "라도 라면 밖에 조차 이란 란 은 는 이 가 을 를 의 에 로 와 과 도 만 나 랑"
).split()
_AFTER_CONSONANT = frozenset("은 이 을 과 으로 이나 이랑 이며 이면 이라도 이라면 이란".split())
_AFTER_VOWEL = frozenset("는 가 를 와 나 랑 라도 라면 란".split())
_SHORT_STEM_PARTICLES = frozenset(
    "은 는 을 를 도 으로 으로는 에서 에서는 에는 에도 한테 까지 부터".split()
)
"""Particles to strip even if a single syllable is left: 술을, 빵은, 앱으로."""
_SYLLABLES = frozenset(
    """돈 값 집 옷 책 물 빵 술 약 병 통 불 밥 폰 팩 컵 캔 앱 몸 맛 색 짐 방 손 줄 칸 꽃 잔 떡
    차 키 표""".split()
)
"""Nouns of one syllable that also lose 이, 가 and 에; 길이, 높이, 종이 are not 길, 높, 종."""
SMALL = _SYLLABLES.union(
    """이 그 저 및 수 것 등 때 한 두 세 네 각 전 후 중 약 총 본 더 안 못 꼭 다 잘 좀 또 즉 단 위 몇
    첫 새 내 제 할 될 된 온 매 뒤 앞 밖 곳 뿐 명 개 번 원 년 월 일 주 시 분 층 호 점 건 장
    배""".split()
)
"""Words of one syllable that stand alone, between blanks."""
_WHOLE = frozenset(
    "온도 한도 속도 제도 정도 습도 강도 농도 태도 용도 각도 지도 포도 빈도 밀도 의도 시도 구도 "
    "연도 가을 마을 노을 오늘 같은 많은 좋은 작은".split()
)
"""Words that only look as if they ended in a particle."""
_COPULA = re.compile(
    "(?<=[가-힣])(?:이?[었였](?:나요|어요|습니까|는지|죠|지요?)|인가요|(?<=[가-힣]{2})인(?:지|데)요?|이?라(?:는데|던데)요?"
    "|이(?:에요|예요|죠|지요|냐고|래요|라서|니까)|[예에]요|입니까|일까요)$"
)
"""Forms of "is" after a noun: 며칠인가요, 손님인데, 공짜예요."""
_VERB_ENDING = re.compile(
    "(?:해요|돼요|해줘|하세요|했어요|됐어요|한가요|"
    "(?:하|되|시키|받|드리|가능|했|됐)?"
    "(?:시나요|실까요|셨나요|는가요|은가요|나요|까요|습니까|니까|니다|려면|려고|는데요|는데|으면|면요|"
    "(?<=[가-힣]{2})면|는지|은지|어요|아요|여야|어야|아야|세요|죠|던데|다가|다면|대요|래요|지요|고요"
    "|다고|냐고|다?네요|다는데요?|거든요|잖아요|[어아여해]서|(?<=[가-힣]{2})해도"
    "|(?<=[가-힣]{2})(?<![필중수소개주담])요))$"
)
_DO_OR_BECOME = re.compile(
    "(?:하|되|할|될|한|된|해|돼|했|됐|함|됨|합|됩|해도|해야|해서|하고|하게|하기)$"
)
_WHOLE_ENDS = ("휴가", "평가", "허가", "정가", "원가", "단가", "특가", "물가", "전문가")
"""Word ends whose last syllable is not a particle: 생리휴가, 인사평가."""
_HOW_MANY = re.compile(
    "몇 ?(?:시(?!간)|개(?!월)|분|번|명|일|원|도|살|장|병|잔|층|호|점|대|권|벌|평)"
    "(?:까지|부터|에서?|이나|[이을를은]|한테|쯤|정도|씩)?(?![가-힣])"
)
_NO_NOUN = re.compile("(?:[와아어여려러라]도|는)$")
"""Verb endings that rarely are a noun with its particle: 가져와도, 줄이는."""

_JOINED = "".join(
    chr(ord("가") + (first * 21 + vowel) * 28)
    for first in range(19)
    for vowel in (0, 1, 4, 6, 9, 10, 14)
)
"""Syllables in ㅏ, ㅐ, ㅓ, ㅕ, ㅘ, ㅙ or ㅝ, as a verb's stem has with 아 or 어: 가, 내, 바꿔."""
_MAY_BE_VERB = re.compile(rf"(?:[{_JOINED}][도야]|는|던|[을를] ?때|[었았했됐]을|게|고|며|면|서)$")
"""Ends of a word that may as well be a verb's: 가져가도, 버려도."""
_DENIED = re.compile("미(?:개봉|사용|착용|포장|결제|등록|가입|신고|승인)")

_BARE_ENDING = re.compile(
    "[은는을를의에와과가됨함]|하며|하고|하여|(?:습|입)?니다|이?다|던|며|"
    + "|".join(one for one in _PARTICLES if len(one) > 1)
)


def is_ending(piece: str) -> bool:
    """Whether a piece is nothing but a particle or an ending: no word begins so."""
    return _BARE_ENDING.fullmatch(piece) is not None


def as_denied(text: str) -> str:
    """The text with only the prefix of words that it denies: 미 for 미개봉."""
    return _DENIED.sub("미", text)


def without_counters(text: str) -> str:
    """The text without "how many" and its counter of one syllable: 몇 시에, 몇 개."""
    return _HOW_MANY.sub(" ", text)


def stem_of(word: str) -> str:
    """The word without its particle or ending; empty for a question word."""
    if word in _STOP_WORDS:
        return ""
    stem = _without_ending(word)
    return "" if stem in _STOP_WORDS else stem


def marked_noun(word: str) -> str:
    """The noun without its particle; empty if no particle marks the word as a noun."""
    if word in _STOP_WORDS or _VERB_ENDING.search(word) or _NO_NOUN.search(word):
        return ""
    stem = stem_of(word)
    return stem if 1 < len(stem) < len(word) else ""


def may_be_verb(word: str) -> bool:
    """Whether a word that looks like a noun with its particle may be a verb."""
    return _MAY_BE_VERB.search(word) is not None


def _without_ending(word: str) -> str:
    if word in _WHOLE or word.endswith(_WHOLE_ENDS):
        return word
    noun = _COPULA.sub("", word)
    bare = _VERB_ENDING.sub("", noun)
    if bare != noun:
        return _DO_OR_BECOME.sub("", bare)
    word = noun
    for particle in _PARTICLES:
        if word.endswith(particle) and _may_follow(word[: -len(particle)], particle):
            return word[: -len(particle)]
    if len(word) > len("하다"):
        return _DO_OR_BECOME.sub("", word)
    return word


def _may_follow(stem: str, particle: str) -> bool:
    if len(stem) <= 1 and not _may_follow_syllable(stem, particle):
        return False
    if particle in _AFTER_CONSONANT:
        return ends_in_consonant(stem)
    if particle in _AFTER_VOWEL:
        return not ends_in_consonant(stem)
    return True


def _may_follow_syllable(stem: str, particle: str) -> bool:
    if particle in _SHORT_STEM_PARTICLES:
        return bool(stem)
    return stem in _SYLLABLES and particle in ("이", "가", "에", "이랑", "이나")


def ends_in_consonant(stem: str) -> bool:
    """Whether a Korean word ends in a consonant: it then takes 은, not 는."""
    # A Hangul syllable's code is (first * 21 + vowel) * 28 + last, where last 0 is none.
    return "가" <= stem[-1] <= "힣" and (ord(stem[-1]) - ord("가")) % 28 != 0
