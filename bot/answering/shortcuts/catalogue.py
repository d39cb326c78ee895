"""Questions for what the store sells, answered with a line for each product that fits.

Only questions that ask for nothing else are of this kind. Whoever asks for a rule or for one value
("can headphones be returned?", "how much is the desk?") is answered from all documents.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from bot import texts
from bot.answering.check.holding import holds
from bot.answering.reply.answer import finalize
from bot.model import (
    Answer,
    Checked,
    Citation,
    Confidence,
    Evidence,
    Judged,
    Question,
    Sentence,
    Verdict,
)
from bot.model.written import sentence_of
from bot.ports import Search
from bot.telemetry import step
from knowledge.language.patterns import Late
from knowledge.language.sentences import plain
from knowledge.model.documents import Found, Hit
from knowledge.search.catalogue.catalogue import TOP_K, Catalogue, Fit, Product
from knowledge.split.statements import statements

_SURE = 0.9
"""How likely it is that a product that is named is what was asked for."""
_MOST_DESCRIBED = 160
"""Characters of a description that are shown: a few products are read at one glance."""
_MOST_WORDS = 4
"""Of a question that names a product and says nothing else."""
_LONGEST = 150
"""Characters of a question for a product."""

_SHOP = r"(?:you|we|they|(?:the|this|our|your) (?:store|shop))(?: guys)?"
_SELL = r"(?:currently |also |actually |even )?(?:sell|have|carry|stock|offer)"
_NOW = (
    r"(?: (?:here|now|right now|currently|today|at the moment|available|for sale"
    r"|in (?:the|this|our|your) (?:store|shop|catalogue|catalog)))*"
)
_SOME = r"(?:(?:any|some|an?|the|all|our|your|other|more)(?: of)?(?: the| your| our)? )*"
_ASKS_FOR = (
    Late(rf"(?:what|which) (?P<x>.+?) do(?:es)? {_SHOP} {_SELL}{_NOW}"),
    Late(rf"(?:what|which) (?P<x>.+?) (?:have {_SHOP} got|(?:is|are)(?: there)?){_NOW}"),
    Late(rf"what (?:else )?do(?:es)? {_SHOP} {_SELL} (?:in|for|under) (?P<x>.+?){_NOW}"),
    Late(rf"what(?: else)? do(?:es)? {_SHOP} (?P<x>)(?:sell|carry|stock|offer){_NOW}"),
    Late(rf"do(?:es)? {_SHOP} {_SELL} {_SOME}(?P<x>.+?){_NOW}"),
    Late(rf"(?:have {_SHOP} got|is there|are there) {_SOME}(?P<x>.+?){_NOW}"),
    Late(
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
    Late(rf"(?:(?:can|could|would|will) you )?(?:please )?{_TELL} {_SOME}(?P<x>.+?){_NOW}"),
    Late(
        r"(?:i'?m|i am|we'?re|we are|(?:a |the |my )?(?:customer|guest|someone)(?: is|'s)?)"
        rf" looking for {_SOME}(?P<x>.+)"
    ),
    Late(
        r"(?P<x>.+?)(?:에 ?(?:대해서?|관해서?))?(?: ?좀)? ?"
        r"(?:알려|보여|추천해|소개해|설명해) ?(?:줘요?|주세요|주실래요|줄래요?|주시겠어요|주십시오)"
    ),
    Late(r"(?P<x>.+?)[을를]? ?(?:찾아요|찾고 ?있(?:어요|습니다|는데요?)|찾는데요?|찾습니다)"),
)
_WHICH_KO = Late(
    r"(?<![가-힣])(?:(?:어떤|무슨) ?(?:거|것|게|것들|거들|종류)?(?:[이가]|들이)?|뭐[가뭐]?|무엇이?"
    r"|종류[가는]?)(?![가-힣])"
)
_KINDS = Late(r"^(?:other |more )?(?:kinds?|types?|sorts?) of ")
_SOMETHING_ELSE = Late(
    r"\b(?:how|when|why|who|whose|where|what|which|if|can|could|may|must|should|would|need|needs|not"
    r"|no|never|without|except|before|after|until|than|unless|under|over|above|below|off|free|only"
    r"|allowed|possible|long|often|price|prices|cost|costs|cheapest|cheaper|best|most|least|many"
    r"|much|stock|left|size|sizes|in|on|from|behind|inside)\b|[.?!;]\s"
    r"|얼마|가격|재고|언제|어디|누구|누가|어떻게|왜|몇|없|안 |못 |말고|빼고|제외|외에|보다|이상"
    r"|어느|(?<!살 )수$|이하|미만|초과|가장|제일|사이즈"
)
"""Words that ask for a value or a rule, or that choose among products."""
_BEFORE = Late(
    r"^(?:(?:hi|hello|hey|ok|okay|so|and|also|please|안녕하세요|저기|그럼|혹시)(?!\w)[\s,!.]*)+"
)
_BEHIND = Late(r"[\s,]*(?:please|thanks|thank you|pls)?[\s.?!~？]*$")


class _Way(Enum):
    """How clearly a message asks for products."""

    FOR = auto()
    """It asks whether the store has some."""
    ABOUT = auto()
    """It asks to be told of something."""
    NAMES = auto()
    """It names something, and says nothing else."""


class _Wanted(NamedTuple):
    way: _Way
    text: str
    """The words that say of what; empty where the whole catalogue is asked for."""


async def in_catalogue(question: Question, search: Search) -> Answer | None:
    """The products that a question for some is about; None of any other question."""
    if question.document:
        return None
    worded = [question.worded(one) for one in question.wordings] or [question]
    for one in worded:
        wanted = _wanted_in(one.text)
        if wanted and (answer := await _told(wanted, one, search)):
            return answer
    return None


async def _told(wanted: _Wanted, question: Question, search: Search) -> Answer | None:
    with step("catalogue"):
        fits = _fitting(wanted, question, await search.catalogue(question.filters))
        if not fits:
            return None
        found = await search.find(question.text, question.filters)
        if not _is_of_products(wanted, fits, found):
            return None
        return _answer(question, [fit.product for fit in fits], found)


def _wanted_in(text: str) -> _Wanted | None:
    """The products that a message asks for, and nothing else; None where it is no such message."""
    if len(text) > _LONGEST:
        return None
    said = _BEHIND.sub("", _BEFORE.sub("", " ".join(text.split())))
    for way, patterns in ((_Way.ABOUT, _ASKS_ABOUT), (_Way.FOR, _ASKS_FOR)):
        for pattern in patterns:
            if found := pattern.fullmatch(said):
                return _without_small_words(way, found["x"])
    return _without_small_words(_Way.NAMES, said) if len(said.split()) <= _MOST_WORDS else None


def _without_small_words(way: _Way, text: str) -> _Wanted | None:
    text = _KINDS.sub("", _WHICH_KO.sub(" ", text)).strip()
    return None if _SOMETHING_ELSE.search(text) else _Wanted(way, text)


def _fitting(wanted: _Wanted, question: Question, catalogue: Catalogue) -> list[Fit]:
    """The products that are named by every word that says of which."""
    fits = catalogue.fitting(wanted.text or question.text, len(catalogue.products))
    is_everything = wanted.way is _Way.NAMES and any(not fit.score for fit in fits)
    return [] if is_everything else [fit for fit in fits if fit.names_all]


def _is_of_products(wanted: _Wanted, fits: list[Fit], found: Found) -> bool:
    """Whether no other document is nearer: "tell me about gift cards" may be after their rules."""
    if wanted.way is _Way.FOR or not fits[0].score:
        return True
    return bool(found.hits) and Product.of(found.hits[0].passage) is not None


def _answer(question: Question, products: list[Product], found: Found) -> Answer | None:
    lines = _lines(question, products)
    shown = tuple(sentence for _, sentence in zip(range(TOP_K), lines, strict=False))
    if not shown:
        return None
    hits = tuple(Hit(one.citations[0].passage, 1.0) for one in shown)
    lead = texts.SOME_PRODUCTS[question.language].format(shown=len(shown), count=len(products))
    answer = finalize(
        question,
        Checked(Verdict.PASS, shown),
        # A message that goes on with this one is understood by how rare its words are.
        Evidence(replace(found, hits=hits)),
        _SURE,
        1,
        lead if len(products) > len(shown) else None,
    )
    return replace(
        answer,
        follow_up=None,
        confidence=Confidence.HIGH,
        limit=TOP_K,
        judged=Judged(_SURE),
    )


def _lines(question: Question, products: list[Product]) -> Iterator[Sentence]:
    return (line for one in products if (line := _line(question, one)) is not None)


def _line(question: Question, product: Product) -> Sentence | None:
    """What a product is and costs, and how its description begins, all in its record's words."""
    passage = product.passage
    facts, *described = (sentence_of(passage, one) for one in statements(passage))
    if not holds(facts, question):
        return None
    told = f"{product.name} ({product.category})" if product.category else product.name
    told = f"{told}: {product.price}." if product.price else f"{told}."
    quotes = [f"Product: {product.name}"]
    quotes += [f"Category: {product.category}"] if product.category else []
    quotes += [f"Price: {product.price}"] if product.price else []
    length = 0
    for one in described:
        quote = one.citations[0].quote
        length += len(quote)
        if length > _MOST_DESCRIBED or not holds(one, question):
            break
        told, quotes = f"{told} {quote}", [*quotes, quote]
    citations = tuple(Citation(passage, quote) for quote in quotes if quote in passage.text)
    return Sentence(plain(re.sub(r"\s+", " ", told)), citations)
