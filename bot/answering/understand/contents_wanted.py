"""Messages that ask for documents or products and nothing else: all rules, one document, desks."""

from collections.abc import Iterable
from datetime import date
from enum import Enum, auto
from typing import NamedTuple

from bot.answering.understand.dates import dates
from bot.answering.understand.intent import subject_words
from knowledge.language.en.day_words import MONTH_NAME
from knowledge.language.patterns.cues import any_of, cue
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms, runs, terms
from knowledge.model.documents import Header
from knowledge.search.catalogue.product_words import VALUES, bare

_PLACE = "(?:store|shop|caf[eé]|convenience (?:store|shop)|handbook|company|system|bot)"
_PLACES_KO = (
    "(?:(?:매장|가게|점포|회사|카페|편의점|의류 ?매장|우리|저희|여기|핸드북|이 봇)"
    r"(?:에|에는|에서|엔|는|은|의)?\s?)*"
)
_RULES = (
    r"(?:(?:store|shop|company|staff|house) )?(?:rules?|polic(?:y|ies)|documents?|guides?"
    r"|guidelines?|handbooks?|manuals?|topics?|subjects?|regulations?|procedures?|information|info"
    r"|faqs?)"
)
_RULES_KO = "(?:규정|정책|규칙|지침|매뉴얼|문서|가이드|안내서?|자료|주제|항목|정보|내용)"
_ENGLISH = any_of(
    r"""
    (?:what|which) <KINDS>?(?:other |all )?<SOME> <HAVE>(?: <ALSO>)*
    (?:what|which) <KINDS>?(?:other |all )?<SOME>(?: <ALSO>)+
    (?:do|does|have) <WHO> (?:have|got|know) (?:any |some |a list of )?(?:all )?<SOME>(?: <ALSO>)*
    <SHOW> <THE>*(?:(?:list|overview) of )?<THE>*<SOME>(?: <ALSO>)*
    (?:<SHOW> )?<THE>*(?:list of <THE>*<SOME>|<SOME> list|(?:table of )?contents)(?: <ALSO>)*
    (?:what|which) (?:are|is) <THE>*<SOME>(?: <ALSO>)*
    """,
    KINDS="(?:(?:kinds?|types?|sorts?) of )",
    SOME=rf"{_RULES}(?:(?:,| and| or) {_RULES})*",
    HAVE=r"(?:are|is) there|exists?|(?:are|is) (?:available|included|covered|indexed|in force)"
    r"|(?:do|does|can|could|have|did) <WHO>(?: <DO>)?",
    DO="have|got|know|cover|hold|use|read|see|look up|search|find|ask(?: you)?|answer|help with",
    ALSO=r"about|here|now|right now|currently|(?:in|for|at) (?:the|this|our|your) <PLACE>"
    r"|you (?:have|know|cover)|there are|that exist|please",
    WHO="i|you|we|they|staff|employees|(?:the|this|our|your) <PLACE>",
    SHOW="(?:please )?(?:list|show|give|tell)(?: me| us)?(?: about)?",
    THE="(?:an?|the|all|your|our|full|complete|available|current) ",
    PLACE=_PLACE,
)
_KOREAN = any_of(
    r"""
    <PLACES><KINDS>\s?<SOME>\s?<HAVE>
    <PLACES><SOME>\s?(?:(?:에는|엔|은|는|이|가|중에)\s?)?<KINDS>\s?<HAVE>
    <PLACES>(?:(?:전체|모든|있는)\s?)?(?:<SOME>\s?)?(?:목록|목차|리스트|종류)[를을가이는은]?\s?<TELL>?
    <PLACES>(?:전체|모든|있는)\s?<SOME>\s?<TELL>
    """,
    PLACES=_PLACES_KO,
    KINDS=r"(?:무슨|어떤|뭔|어떠한|뭐|뭐뭐|뭐가|무엇이|무엇|어느)(?:\s?(?:것|거|게|것들|종류의?)(?:이|가|들이)?)?",
    SOME=rf"{_RULES_KO}(?:들)?(?:이나 {_RULES_KO})?(?:이|가|은|는|을|를|도|에|에는)?",
    HAVE=r"(?:(?:들어 ?)?있(?:어요?|나요?|습니까|는지|을까요?|죠|지요?|니|는데요?)"
    r"|(?:예요|인가요|이에요)"
    r"|(?:알고|가지고|갖고)\s?있(?:어요?|나요?|습니까)"
    r"|(?:볼|알|찾을|찾아볼|물어볼|답할)\s?수\s?있(?:어요?|나요?|습니까|죠))(?:\s?<TELL>)?",
    TELL=r"(?:(?:좀|다|전부|모두)\s?)*(?:알려|보여|말해|뽑아|정리해)\s?<GIVE>|(?:뭐|무엇)(?:예요|인가요|야)|궁금\S*",
    GIVE="(?:줘요?|주세요|주실래요|줄래요?|주십시오)",
)
_WHOLE = LazyPattern(f"(?:{_ENGLISH}|{_KOREAN})")
_BEFORE = cue(
    r"^(?:(?:hi|hello|hey|ok|okay|so|and|please|안녕하세요|저기요?|그럼|혹시)(?!\w)[\s,!.]*)+"
)
_BEHIND = cue(r"[\s,]*(?:please|thanks|thank you|pls)?[\s.?!~？]*$")


def asks_for_contents(text: str) -> bool:
    """Whether a message asks which rules or documents there are, on no subject."""
    said = _BEHIND.sub("", _BEFORE.sub("", " ".join(text.split())))
    return bool(query_terms(said)) and _WHOLE.fullmatch(said) is not None


# Finds the document that a question names, by the words of its title.


_ANY_DOCUMENT = frozenset(
    terms(
        "rule rules policy policies guide guideline procedure document update change changed new "
        "version 규정 정책 안내 문서 변경 지침 방침 시행 새로 바뀐 최근 업데이트 공지 버전"
    )
)
"""Title words that are too common to identify a document."""

_NUMBER = r"\d+(?:\.\d+)*"
_UNIT = rf"(?:days?|weeks?|months?|years?|km|kg|%|{MONTH_NAME}|일|주|개월|월|년|원)"
_VERSIONS = LazyPattern(
    rf"(?:\bv(?:er(?:sion)?s?)?\.? ?|버전 ?)(?P<one>{_NUMBER})"
    r"(?:\s?(?:and|or|to|vs\.?|[-→와과]|하고|에서)"
    rf"\s?(?:v(?:ersion)? ?|버전 ?)?(?P<other>{_NUMBER})(?![\d.]|\s?{_UNIT}))?"
    rf"|(?<![\d.])(?P<ko>{_NUMBER}) ?버전"
)
"""The names of versions: "version 2 and 3", "1.9 버전과 1.10 버전"."""
_LEFT_ALONE = LazyPattern(r"(?<!\S)(?:에서는?|에는?|은|는|의|부터|까지|으?로|이|가)(?!\S)")
"""A particle left over after a version is removed: the 에서 of "5버전에서"."""
_IS_NAMED = 0.5
"""Share of a title's words that a question must use to name the document."""


def telling(found: Iterable[str]) -> set[str]:
    """The terms of a title or a question that can identify a document."""
    return set(found) - _ANY_DOCUMENT


def asked_about(text: str, today: date) -> set[str]:
    """The terms that name the document in a question about changes, without days and versions."""
    about = _LEFT_ALONE.sub(" ", _VERSIONS.sub(" ", dates(text, today).undated))
    return telling(query_terms(" ".join(subject_words(about))))


def named_versions(text: str) -> set[str]:
    """The names of versions in a text: 2, 1.10."""
    return {name for match in _VERSIONS.finditer(text) for name in match.groups() if name}


def named(header: Header, asked: set[str]) -> float:
    """The share of a document's title that is among a question's terms, 0 to 1."""
    title = telling(query_terms(header.title))
    return len(title & asked) / len(title) if title else 0.0


def is_named(header: Header, asked: set[str]) -> bool:
    """Whether a question's terms hold half of the title, or are all in the title."""
    title = telling(query_terms(header.title))
    return named(header, asked) >= _IS_NAMED or (bool(asked) and asked <= title)


# Messages that ask for products and nothing else: "what headphones do you have?", "desks".


_MOST_WORDS = 4
"""Words; a longer message says more than the name of a product."""
_LONGEST = 150
"""Characters; a longer message asks for more than products."""

_SHOP = r"(?:you|we|they|(?:the|this|our|your) (?:store|shop))(?: guys)?"
_SELL = r"(?:currently |also |actually |even )?(?:sell|have|carry|stock|offer)"
_NOW = (
    r"(?: (?:here|now|right now|currently|today|at the moment|available|for sale"
    r"|in (?:the|this|our|your) (?:store|shop|catalogue|catalog)))*"
)
_SOME = r"(?:(?:any|some|an?|the|all|our|your|other|more)(?: of)?(?: the| your| our)? )*"
_ASKS_FOR = (
    LazyPattern(rf"(?:what|which) (?P<x>.+?) do(?:es)? {_SHOP} {_SELL}{_NOW}"),
    LazyPattern(rf"(?:what|which) (?P<x>.+?) (?:have {_SHOP} got|(?:is|are)(?: there)?){_NOW}"),
    LazyPattern(rf"what (?:else )?do(?:es)? {_SHOP} {_SELL} (?:in|for|under) (?P<x>.+?){_NOW}"),
    LazyPattern(rf"what(?: else)? do(?:es)? {_SHOP} (?P<x>)(?:sell|carry|stock|offer){_NOW}"),
    LazyPattern(rf"do(?:es)? {_SHOP} {_SELL} {_SOME}(?P<x>.+?){_NOW}"),
    LazyPattern(rf"(?:have {_SHOP} got|is there|are there) {_SOME}(?P<x>.+?){_NOW}"),
    LazyPattern(
        r"(?P<x>.+?)[은는이가을를도]? ?(?:있(?:어요?|나요?|습니까|을까요?|죠|지요?)"
        r"|(?:팔|판매하|취급하)고 ?있(?:어요?|나요?|습니까)"
        r"|팔아요?|파나요?|팝니까|판매(?:하나요?|해요?|합니까)|취급(?:하나요?|해요?|합니까))"
    ),
)
_TELL = (
    r"(?:tell (?:me|us) (?:more )?about|show (?:me|us)|list|describe|recommend(?: me)?"
    r"|suggest(?: me)?|give me (?:an overview|a list) of)"
)
_ASKS_ABOUT = (
    LazyPattern(rf"(?:(?:can|could|would|will) you )?(?:please )?{_TELL} {_SOME}(?P<x>.+?){_NOW}"),
    LazyPattern(
        r"(?:i'?m|i am|we'?re|we are|(?:a |the |my )?(?:customer|guest|someone)(?: is|'s)?)"
        rf" looking for {_SOME}(?P<x>.+)"
    ),
    LazyPattern(
        r"(?P<x>.+?)(?:에 ?(?:대해서?|관해서?))?(?: ?좀)? ?"
        r"(?:알려|보여|추천해|소개해|설명해) ?(?:줘요?|주세요|주실래요|줄래요?|주시겠어요|주십시오)"
    ),
    LazyPattern(
        r"(?P<x>.+?)[을를]? ?(?:찾아요|찾고 ?있(?:어요|습니다|는데요?)|찾는데요?|찾습니다)"
    ),
)
_WHICH_KO = LazyPattern(
    r"(?<![가-힣])(?:(?:어떤|무슨) ?(?:거|것|게|것들|거들|종류)?(?:[이가]|들이)?|뭐[가뭐]?|무엇이?"
    r"|종류[가는]?)(?![가-힣])"
)
_KINDS = LazyPattern(r"^(?:other |more )?(?:kinds?|types?|sorts?) of ")
_SOMETHING_ELSE = LazyPattern(
    r"\b(?:how|when|why|who|whose|where|what|which|if|can|could|may|must|should|would|need|needs|not"
    r"|no|never|without|except|before|after|until|than|unless|under|over|above|below|off|free|only"
    r"|allowed|possible|long|often|most|least|many|much|stock|left|in|on|from|behind|inside)\b|[.?!;]\s"
    r"|얼마|언제|어디|누구|누가|어떻게|왜|몇|없|안 |못 |말고|빼고|제외|외에|보다|이상"
    r"|어느|(?<!살 )(?<=[ 을할될쓸볼갈])수$|이하|미만|초과|가장|제일"
)
"""Words that ask for a rule, or that choose among products. (`VALUES` ask for a value.)"""
_BEFORE_PRODUCTS = LazyPattern(
    r"^(?:(?:hi|hello|hey|ok|okay|so|and|also|please|안녕하세요|저기|그럼|혹시)(?!\w)[\s,!.]*)+"
)
_BEHIND_PRODUCTS = LazyPattern(r"[\s,]*(?:please|thanks|thank you|pls)?[\s.?!~？]*$")


_CHEAPEST = LazyPattern(
    r"(?:\b(?:the |your |our )?(?:cheapest|least expensive|lowest[- ]priced)\b(?: ones?\b)?"
    r"|(?:가장|제일) ?(?:싼|저렴한)(?: ?(?:게|거|것|건))?)"
)
_IS_IT = LazyPattern(
    r"^what(?:'s| is| are)\b|[은는이가]? ?(?:뭐|무엇|어떤 ?거)(?:[예에]요|인가요|야|죠)$"
)


class Way(Enum):
    """How clearly a message asks for products."""

    FOR = auto()
    """Asks whether the store has them: "do you sell desks?"."""
    ABOUT = auto()
    """Asks for information: "tell me about desks"."""
    BARE = auto()
    """Only names them, in a few words: "desks"."""


class Wanted(NamedTuple):
    """The products that a message asks for."""

    way: Way
    text: str
    """The words that name the products; empty for the whole catalogue."""
    cheapest: bool = False
    """Whether only the cheapest of them is asked for."""


def wanted_in(text: str) -> Wanted | None:
    """The products that a message asks for; None if it asks for anything else."""
    if len(text) > _LONGEST:
        return None
    said = _BEHIND_PRODUCTS.sub("", _BEFORE_PRODUCTS.sub("", " ".join(text.split())))
    named = _IS_IT.sub("", _CHEAPEST.sub("", said)).strip()
    if named and _CHEAPEST.search(said):
        wanted = wanted_in(" ".join(named.split()))
        return wanted and wanted._replace(cheapest=True)
    for way, patterns in ((Way.ABOUT, _ASKS_ABOUT), (Way.FOR, _ASKS_FOR)):
        for pattern in patterns:
            if found := pattern.fullmatch(said):
                return _without_small_words(way, found["x"])
    return _without_small_words(Way.BARE, said) if len(said.split()) <= _MOST_WORDS else None


def _without_small_words(way: Way, text: str) -> Wanted | None:
    text = _KINDS.sub("", _WHICH_KO.sub(" ", text)).strip()
    asks_more = _SOMETHING_ELSE.search(text) or not VALUES.isdisjoint(map(bare, runs(text)))
    return None if asks_more else Wanted(way, text)
