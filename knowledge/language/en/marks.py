"""English words that turn the meaning of a sentence, and words that any sentence may use."""

from knowledge.language.grammar import Compared, Mark
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import terms

MARKS = {
    Mark.DENIAL: LazyPattern(
        r"\b(?:not|never|cannot|no|none|nobody|nothing|neither|nor|without|unless|except(?:ing)?"
        r"|excluding|excludes?|excluded|non|refus\w+|forb\w+|prohibit\w*|bann?\w*|reject\w*"
        r"|other than|apart from|exempt\w*|declin\w+|den(?:y|ied|ies))\b|n't\b"
        r"|\bun(?!i|der|til|less|load|pack|it)[a-z]{4,}\b|\b(?:ineligible|impossible|invalid)\b"
    ),
    Mark.ONLY: LazyPattern(r"\b(?:only|solely|exclusively|just for)\b"),
    Mark.EVEN: LazyPattern(
        r"\b(?:even|regardless|whether or not|whatever|however|no matter|irrespective)\b"
    ),
    Mark.ALL: LazyPattern(
        r"\b(?:all|every|everyone|everybody|everything|everywhere|always|anyone|anybody|anywhere"
        r"|any|anything|any time)\b"
    ),
    Mark.BEFORE: LazyPattern(r"\b(?:before|prior to|ahead of)\b"),
    Mark.AFTER: LazyPattern(r"\bafter(?:wards)?\b|\bonce\b"),
    Mark.MUST: LazyPattern(
        r"\b(?:must(?! not\b)|ha(?:ve|s) to|needs?|needed|required?|requires|mandatory"
        r"|compulsory|obligatory)\b"
    ),
    Mark.SHOULD: LazyPattern(r"\b(?:should|ought|recommended|advised|ideally|preferably)\b"),
    Mark.MAY: LazyPattern(
        r"\b(?:may|can|could)\b(?! not\b|'t\b)"
        r"|\b(?:allowed|permitted|possible|optional(?:ly)?)\b"
    ),
    Mark.CONDITION: LazyPattern(
        r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b"
    ),
    Mark.OR: LazyPattern(r"\b(?:n?or|n?either)\b"),
}
NO_MARKS = LazyPattern(
    r"\bnot only\b|\bno (?:problem|doubt)\b|\bas soon as possible\b|\bnot? (?:later|earlier"
    r"|sooner|more|less|fewer|longer|greater|higher|lower) than\b|\b(?:not|never) exceed\w*\b"
    r"|\bor (?:more|less|fewer|older|younger|above|under|over|below|higher|later|earlier)\b"
)
"""Phrases that look like a mark and are none: most of them bound a value."""
_RULES = (
    r" (?:rules?|polic(?:y|ies)|text|wording|version|clauses?|provisions?|articles?|terms?|prices?"
    r"|fees?|rates?)"
)
COMPARED = {
    Compared.OLD: LazyPattern(
        rf"as[- ]is|before the (?:change|amendment|revision)s?"
        rf"|(?:current|existing|previous|former|original|old){_RULES}"
        r"|(?P<plain>before|old|current|existing|previous|former|original)"
    ),
    Compared.NEW: LazyPattern(
        rf"to[- ]be|after the (?:change|amendment|revision)s?"
        rf"|(?:new|proposed|amended|revised|updated){_RULES}"
        r"|(?P<plain>after|new|proposed|amended|revised|updated)"
    ),
    Compared.SAME: LazyPattern(r"(?:no change|unchanged|same(?: as (?:before|now|current))?)\.?"),
    Compared.NONE: LazyPattern(r"(?:new|added|deleted|removed)\.?"),
}
SAMPLE = LazyPattern(
    r"(?:for |worked )?example|(?:sample|example|model|suggested) (?:answer|reply|response|letter"
    r"|e-?mail|message|text|wording|conversation|dialogue|form)s?"
)
STEPS = LazyPattern(r"\b(?P<mark>before|after|first|then)\b(?P<side>[^,;.]*)")
SAYING = frozenset(
    terms(
        """put puts bring brings give gives given mean means because go goes take takes keep
    keeps use used done cost costs price charge charges fee per buy buying bought
    back according policy policies rule rules document documents
    customer customers goods item items product products
    cannot never must not non without unless only even all every everyone always regardless
    able possible impossible allowed permitted prohibited forbidden
    within least most maximum minimum than more less fewer longer later sooner earlier exceed
    between above below
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays"""
    )
)
