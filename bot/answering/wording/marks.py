"""Rejects a changed qualifier that reverses the quotes: not, only, even, any, before, may."""

import re
from collections.abc import Mapping
from enum import Enum, auto

from bot.answering.check.claim import Claim
from bot.answering.wording.saying import SAYING
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of, query_terms
from knowledge.model.documents import Language


class Sign(Enum):
    """The kinds of qualifier that change the meaning of a sentence."""

    DENIAL = auto()
    ONLY = auto()
    EVEN = auto()
    ALL = auto()
    BEFORE = auto()
    AFTER = auto()
    MUST = auto()
    MAY = auto()


_SIGNS: Mapping[Language, Mapping[Sign, LazyPattern]] = {
    "en": {
        Sign.DENIAL: LazyPattern(
            r"\b(?:not|never|cannot|no|none|nobody|nothing|neither|nor|without)\b|n't\b"
        ),
        Sign.ONLY: LazyPattern(r"\bonly\b(?! (?:up to|until|within|from|after|before)\b)"),
        Sign.EVEN: LazyPattern(
            r"\b(?:even|regardless|whether|whatever|however|no matter)\b"
            r"|\bas (?:many|much|long|often)\b"
        ),
        Sign.ALL: LazyPattern(
            r"\b(?:all|every|everyone|everybody|everything|everywhere|always|anyone|anybody|anywhere"
            r"|any)\b"
        ),
        Sign.BEFORE: LazyPattern(r"\bbefore\b"),
        Sign.AFTER: LazyPattern(r"\bafter\b"),
        Sign.MUST: LazyPattern(r"\b(?:must|ha(?:ve|s) to|needs? to|required?|requires)\b"),
        Sign.MAY: LazyPattern(r"\b(?:may|can|could)\b"),
    },
    "ko": {
        Sign.DENIAL: LazyPattern(
            r"않|없|못|아닌|아닙|아니(?!요)|불가|금지|말(?:고|아|라)|마세요|마십시오|마라"
            r"|(?<![가-힣])안 ?(?:되|돼|됩|됨|하|해|합|받)|미(?:개봉|사용|착용)"
        ),
        Sign.ONLY: LazyPattern(r"(?<=[가-힣])(?<!까지)(?<!지)만(?![가-힣])|뿐|한해|한하"),
        Sign.EVEN: LazyPattern(
            r"더라도|상관없|관계없|무관|든지|[가-힣]든 [^,.]*든[ ,]"
            r"|[아어해여려라]도 (?!됩|돼|되|된|좋|괜찮)"
        ),
        Sign.ALL: LazyPattern(
            r"모든|모두|항상|언제나|언제든|누구나|누구든|아무|무조건|어느|전부|늘 "
        ),
        Sign.BEFORE: LazyPattern(r"전(?:에|까지)"),
        Sign.AFTER: LazyPattern(
            r"(?:뒤|후|다음)(?:에|부터)|(?<![가-힣])(?:뒤|후)(?![가-힣])|고 나서|이후"
        ),
        Sign.MUST: LazyPattern(r"야 ?(?:합|해|하|한|됩|돼)"),
        Sign.MAY: LazyPattern(r"도 ?(?:됩|돼|되|된)|수(?:도|는)? 있"),
    },
}
_ALSO_ALLOWED_BY: Mapping[Language, Mapping[Sign, LazyPattern]] = {
    "en": {
        Sign.DENIAL: LazyPattern(
            r"\bun[a-z]{4,}|\bonly (?:if|when)\b"
            r"|\b(?:refus|forb|prohibit|bann|reject|exclud)[a-z]*\b"
        ),
        Sign.ONLY: LazyPattern(r"\b(?:unless|except)\b"),
    },
    "ko": {
        Sign.DENIAL: LazyPattern(r"거절|거부|제외|(?:때|경우|에|것)만(?![가-힣])"),
        Sign.ONLY: LazyPattern(r"(?:않으면|아니면|없으면|외에|이외|제외)"),
    },
}
"""Other words in a quote that allow the qualifier: "unopened" allows "not opened"."""
_NO_DENIAL: Mapping[Language, LazyPattern] = {
    "en": LazyPattern(
        r"\bnot only\b|\bno (?:problem|matter|doubt)\b|\bnot impossible\b"
        r"|\b(?:no|not) (?:later|earlier|sooner|more|less|fewer|longer|greater|higher|lower) than\b"
        r"|\b(?:not|never) exceed(?:ing|s)?\b"
    ),
    "ko": LazyPattern(
        r"(?:없|않)으면 ?(?:안|못) ?(?:되|돼|됩|된)[가-힣]*|불가(?:능)?하지 ?않[가-힣]*"
        r"|없지(?:는)? ?않[가-힣]*|뿐 ?(?:만 )?아니라"
    ),
}
"""Phrases with "not" or "no" that deny nothing: most of them bound a value."""
_HEDGE: Mapping[Language, LazyPattern] = {
    "en": LazyPattern(
        r"\b(?:only|unless|except|if|when|within|until|after|over|at most|up to|more than)\b"
    ),
    "ko": LazyPattern(r"만(?![가-힣])|뿐|면 |때|이내|까지|경우|한해|지나|넘|초과|이후|외에|야 "),
}
_OPPOSITES = ((Sign.BEFORE, Sign.AFTER), (Sign.MUST, Sign.MAY))
"""Swapping one for the other is an error. Adding one is fine: 14 days after, for 14 days of."""
_TURNING = frozenset({Sign.DENIAL, Sign.ONLY, Sign.EVEN, Sign.ALL})
_CLAUSE = re.compile(r"[,;:.]\s|\s(?:and|but|or)\s|(?<=[고며면])\s|\n")
_SHARED = 0.6
"""Share of a clause's terms that a sentence on the same subject has at least."""


def qualifier_differs(claim: Claim) -> bool:
    """Whether the sentence adds, drops or swaps a qualifier: not, only, all, after for before."""
    if not claim.in_one_language:
        return False
    text, language = claim.assertion, language_of(claim.text)
    quoted = "\n".join(claim.quotes)
    said, backed = _signs(text, language), _signs(quoted, language)
    if (said - backed - _found(_ALSO_ALLOWED_BY[language], quoted)) & _TURNING:
        return True
    if any(_is_swapped(said - backed, backed - said, pair) for pair in _OPPOSITES):
        return True
    return Sign.DENIAL not in said and any(
        _is_left_out(text, quote, language) for quote in claim.quotes
    )


def _signs(text: str, language: Language) -> frozenset[Sign]:
    return _found(_SIGNS[language], _NO_DENIAL[language].sub(" ", text))


def _found(words: Mapping[Sign, LazyPattern], text: str) -> frozenset[Sign]:
    return frozenset(sign for sign, pattern in words.items() if pattern.search(text))


def _is_swapped(said: frozenset[Sign], quoted: frozenset[Sign], pair: tuple[Sign, Sign]) -> bool:
    one, other = pair
    return (one in said and other in quoted) or (other in said and one in quoted)


def _is_left_out(text: str, quote: str, language: Language) -> bool:
    """Whether a sentence drops the "not" of a quoted clause on the same subject.

    "Not unless" in the quote and "only if" in the sentence may mean the same, so these pass.
    """
    if _HEDGE[language].search(text) and _HEDGE[language].search(quote):
        return False
    said, denial = set(query_terms(text)), _SIGNS[language][Sign.DENIAL]
    clauses = _CLAUSE.split(_NO_DENIAL[language].sub(" ", quote))
    about = [set(query_terms(one)) - SAYING for one in clauses if denial.search(one)]
    return any(words and len(words & said) >= _SHARED * len(words) for words in about)
