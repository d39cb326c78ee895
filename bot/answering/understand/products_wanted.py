"""Messages that ask for products and nothing else: "what headphones do you have?", "desks"."""

from enum import Enum, auto
from typing import NamedTuple

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import runs
from knowledge.search.catalogue.product_words import VALUES, bare

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
_BEFORE = LazyPattern(
    r"^(?:(?:hi|hello|hey|ok|okay|so|and|also|please|안녕하세요|저기|그럼|혹시)(?!\w)[\s,!.]*)+"
)
_BEHIND = LazyPattern(r"[\s,]*(?:please|thanks|thank you|pls)?[\s.?!~？]*$")


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
    said = _BEHIND.sub("", _BEFORE.sub("", " ".join(text.split())))
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
