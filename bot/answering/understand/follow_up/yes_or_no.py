"""Spells out a yes or no to the bot: "yes" to "Is it faulty?" becomes "it is faulty"."""

import re

from bot import texts
from bot.texts import Section, Text
from knowledge.language.terms import language_of, query_terms
from knowledge.model.documents import Language

_YES_NO = re.compile(
    # "No receipt" is a statement, not an answer.
    r"^(?:(?P<yes>yes|yep|yeah|yup|correct)|(?P<no>no|nope|nah))"
    r"(?=[\s,.!]*$|\s*[,.!]|\s+(?:it|it's|they|he|she|we|i|there|the customer)\b)"
    r"|^(?:(?P<yes_ko>네+|넵|넹|예|응|ㅇㅇ|맞아요?|맞습니다)"
    r"|(?P<no_ko>아니[요오]?|아뇨|아니[에예]요|아닙니다|ㄴㄴ))(?=[\s,.!]|$)",
    re.IGNORECASE,
)
_ONLY_THAT = frozenset(
    query_terms("it is isn't has hasn't does doesn't not have customer")
    + query_terms("있어요 없어요 했어요 안 했어요 맞아요 아니에요 됐어요 상품이에요")
)
"""Words that only repeat the yes or no: "아니요 없어요"."""
_TEXTS = Section("conditions")
_KNOWN: tuple[tuple[Text, Text, Text], ...] = (
    (
        texts.ASK_OPENED,
        _TEXTS.IS_OPENED,
        _TEXTS.IS_UNOPENED,
    ),
    (
        texts.ASK_FAULTY,
        _TEXTS.IS_FAULTY,
        _TEXTS.IS_NOT_FAULTY,
    ),
    (
        texts.ASK_RECEIPT,
        _TEXTS.HAS_RECEIPT,
        _TEXTS.HAS_NO_RECEIPT,
    ),
)
"""The bot's questions, each with the customer's case for a yes and for a no."""
_NOT_WHICH = r"(?!.*(?:언제|어느|어떤|무엇|누구|어디|몇))"
_FORMS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"^(?P<is>Is|Are) (?P<it>it|they|there|the customer) (?P<so>[^?]+)\?$"),
        "{it} {is} {so}",
        "{it} {is} not {so}",
    ),
    (
        re.compile(r"^Does the customer have (?P<so>[^?]+)\?$"),
        "the customer has {so}",
        "the customer does not have {so}",
    ),
    (
        re.compile(rf"^{_NOT_WHICH}(?P<so>[^?.,]+)(?:입니까|인가요)\?$"),
        "{so}인데",
        "{so} 아닌데",
    ),
    (re.compile(r"^(?P<so>[^?.]+) 있(?:습니까|나요)\?$"), "{so} 있는데", "{so} 없는데"),
    (re.compile(r"^(?P<so>[^?.]+ \S+)됐(?:습니까|나요)\?$"), "{so}됐는데", "{so} 안 됐는데"),
)
"""Questions made from a rule's own words, each with the case for a yes and for a no."""


def replies(said: str, asked: str = "") -> bool:
    """Whether a message is a yes or no, and says nothing that the question does not say."""
    match = _YES_NO.search(said)
    if not match:
        return False
    more = set(query_terms(said[match.end() :])) - _ONLY_THAT
    return more <= set(query_terms(asked))


def in_words(said: str, asked: str | None) -> str | None:
    """The customer's case after a yes or no; None if the message or the question is another."""
    match = _YES_NO.search(said)
    if not (asked and match and replies(said, asked)):
        return None
    return _case(asked, bool(match["yes"] or match["yes_ko"]), language_of(asked))


def _case(asked: str, is_so: bool, language: Language) -> str | None:
    for question, yes, no in _KNOWN:
        if asked == question[language]:
            return (yes if is_so else no)[language]
    for form, yes_form, no_form in _FORMS:
        if match := form.search(asked):
            case = (yes_form if is_so else no_form).format(**match.groupdict())
            return case.replace(" Is ", " is ").replace(" Are ", " are ")
    return None
