"""Answers questions for products, such as "what headphones do you have?", with a line for each.

Questions for a rule or for one value ("can headphones be returned?", "how much is the desk?") are
answered from all documents instead, and so are questions for something that a rule's heading names
("do you have gift cards?").
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bot import texts
from bot.answering.check.holding import holds
from bot.answering.reply.answer import finalize
from bot.answering.understand.contents_wanted import Wanted, Way, telling, wanted_in
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
from knowledge.language.sentences import plain
from knowledge.language.terms import held, query_terms
from knowledge.model.documents import Found, Hit
from knowledge.search.catalogue.catalogue import TOP_K, Catalogue, Fit, Product
from knowledge.split.statements import statements

_SURE, _LIKELY = 0.9, 0.7
"""Likelihood that a product is meant: if the search finds one of them first, and if not."""
_NEARER = 0.1
"""Score by which a rule must beat every product if the question is whether the store has some."""
_LOOKED_AT = 20
"""Passages to search for a rule; many, as many products may share a name."""
_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SEVERAL = re.compile(r"^[a-z]+(?<!s)s\W*$", re.IGNORECASE)
"""One English word for several things: desks, headphones."""
_HALF = 0.5
"""Share of a heading's words that must be asked for if the heading is to be about them."""
_MOST_DESCRIBED = 160
"""Characters of a description to show, so that a few products can be read at a glance."""


async def in_catalogue(question: Question, search: Search) -> Answer | None:
    """Answers a question for products; None for any other question."""
    for one, wanted in _asked_for(question):
        with step("catalogue"):
            if answer := await _answer_for(wanted, one, search):
                return answer
    return None


async def is_left_to_rules(question: Question, search: Search) -> bool:
    """Whether a question that could be for products fits a rule better: "gift cards".

    A product that only has the word in its name (a gift card holder) is no answer to it.
    """
    for one, wanted in _asked_for(question):
        with step("catalogue"):
            fits = (await search.catalogue(question.filters)).fitting(wanted.text)
            found = await search.find(one.text, one.filters, _LOOKED_AT) if fits else Found()
            is_product = any(fit.is_asked_for for fit in fits)
            if _is_of_rules(wanted if is_product else wanted._replace(way=Way.BARE), found):
                return True
    return False


def _asked_for(question: Question) -> Iterator[tuple[Question, Wanted]]:
    """The wordings of a question that ask for products and nothing else, with those products."""
    if question.document or question.rules_only:
        return
    for one in [question]:
        if wanted := wanted_in(one.text):
            yield one, wanted


async def _answer_for(wanted: Wanted, question: Question, search: Search) -> Answer | None:
    fits = _fitting(wanted, question, await search.catalogue(question.filters))
    if not fits:
        return None
    found = await search.find(question.text, question.filters, _LOOKED_AT)
    products = [fit.product for fit in fits]
    if wanted.cheapest:
        cheapest = _cheapest(products)
        lead = texts.CHEAPEST_PRODUCT[question.language].format(count=len(products))
        return _answer(question, cheapest, found, _SURE, lead) if cheapest else None
    if not fits[0].score:
        return _answer(question, products, found, _SURE)
    if _is_of_rules(wanted, found):
        return None
    nearest = found.hits[0].passage if found.hits else None
    is_nearest = any(one.passage == nearest for one in products)
    return _answer(question, products, found, _SURE if is_nearest else _LIKELY)


def _fitting(wanted: Wanted, question: Question, catalogue: Catalogue) -> list[Fit]:
    """The products that match every word the message says of them."""
    fits = catalogue.fitting(wanted.text or question.text, len(catalogue.products))
    is_everything = wanted.way is Way.BARE and any(not fit.score for fit in fits)
    return [] if is_everything else [fit for fit in fits if fit.is_asked_for]


def _cheapest(products: Sequence[Product]) -> list[Product]:
    """The products with the lowest price; none if there is only one, or prices do not compare."""
    amounts = [_AMOUNT.search(one.price) for one in products]
    currencies = {_AMOUNT.sub("", one.price) for one in products}
    if len(products) == 1 or len(currencies) > 1 or not all(amounts):
        return []
    prices = [float(one[0].replace(",", "")) for one in amounts if one]
    return [one for one, price in zip(products, prices, strict=True) if price == min(prices)]


def _is_of_rules(wanted: Wanted, found: Found) -> bool:
    """Whether a rule fits better than every product, or its heading names what is asked for.

    "Do you have desks?" is usually for the catalogue, so there a rule has to fit much better. Of
    several desks, the service desk is none.
    """
    rules = [hit for hit in found.hits if Product.of(hit.passage) is None]
    products = [hit for hit in found.hits if Product.of(hit.passage)]
    if not rules or not products:
        return bool(rules)
    ahead = rules[0].score - products[0].score
    asks_for = wanted.way is Way.FOR
    asked = set(query_terms(wanted.text))
    headings = {one for hit in rules for one in (hit.passage.header.title, *hit.passage.section)}
    half = asks_for or _SEVERAL.search(wanted.text) is not None
    is_headed = any(_heads(heading, asked, found, half=half) for heading in headings)
    return is_headed or ahead > (_NEARER if asks_for else 0.0)


def _heads(heading: str, asked: Collection[str], found: Found, *, half: bool) -> bool:
    """Whether a heading has every word asked for, and is about them.

    It is about them if they are most of its words or, without `half`, if its last word is one of
    them: drinking water is water, and no drink.
    """
    about = telling(query_terms(heading))
    said = [term for term in query_terms(heading) if term in about]
    others = {term: found.alternatives.get(term, ()) for term in asked}
    if not said or not all(held(frozenset(said), term, others[term], 1.0) for term in asked):
        return False
    meant = {*asked, *(term for some in others.values() for other in some for term in other)}
    share = sum(term in meant for term in said) / len(said)
    return share > _HALF or (not half and said[-1] in meant)


def _answer(
    question: Question,
    products: list[Product],
    found: Found,
    likelihood: float,
    lead: str | None = None,
) -> Answer | None:
    lines = _lines(question, products)
    shown = tuple(sentence for _, sentence in zip(range(TOP_K), lines, strict=False))
    if not shown:
        return None
    hits = tuple(Hit(one.citations[0].passage, 1.0) for one in shown)
    if lead is None and len(products) > len(shown):
        some = texts.SOME_PRODUCTS[question.language]
        lead = some.format(shown=len(shown), count=len(products))
    answer = finalize(
        question,
        Checked(Verdict.PASS, shown),
        # A follow-up needs the rarity of this question's words.
        Evidence(replace(found, hits=hits)),
        likelihood,
        1,
        lead,
    )
    return replace(
        answer,
        follow_up=None,
        confidence=Confidence.HIGH if likelihood >= _SURE else Confidence.MEDIUM,
        limit=TOP_K,
        judged=Judged(likelihood),
    )


def _lines(question: Question, products: list[Product]) -> Iterator[Sentence]:
    return (line for one in products if (line := _line(one)) is not None)


def _line(product: Product) -> Sentence | None:
    """Name, category, price and the start of the description, in the words of the record."""
    passage = product.passage
    facts, *described = (sentence_of(passage, one) for one in statements(passage))
    if not holds(facts):
        return None
    line = product.line
    quotes = [f"Product: {product.name}"]
    quotes += [f"Category: {product.category}"] if product.category else []
    quotes += [f"Price: {product.price}"] if product.price else []
    length = 0
    for one in described:
        quote = one.citations[0].quote
        length += len(quote)
        if length > _MOST_DESCRIBED or not holds(one):
            break
        line, quotes = f"{line} {quote}", [*quotes, quote]
    citations = tuple(Citation(passage, quote) for quote in quotes if quote in passage.text)
    return Sentence(plain(re.sub(r"\s+", " ", line)), citations)
