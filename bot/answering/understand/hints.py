"""Finds the kind of store that a question names."""

from collections.abc import Mapping

from bot.model.understood import Hint
from knowledge.language.patterns.cues import cue
from knowledge.language.patterns.lazy import LazyPattern

_SURE, _SOFT = 0.9, 0.4  # confidence, from 0 to 1
_STORES: Mapping[str, str] = {
    "cafe": r"caf[eé]s?|coffee ?(?:shops?|bars?|houses?)|카페|커피숍|커피점|커피 매장",
    "convenience": r"convenience|corner (?:shops?|stores?)|편의점",
    "apparel": r"apparel|clothes|clothing|fashion|의류|옷\s?가게|옷\s?매장|패션",
}
_WHERE = r"""
    \b(?:in|at|for) (?:(?:the|an?|our|my|this) )?<STORE>(?: <PLACE>)?\b(?! (?:and|or)\b)
    \b(?:we are|we're|i work (?:in|at)|this is) (?:(?:an?|the) )?<STORE>(?: <PLACE>)?\b
    (?<![가-힣])(?:저희 |우리 )?<STORE>\s?(?:매장|점포|점)?(?:에서|에선|인데|이에요|입니다)
"""
_NAMED = {
    store: cue(_WHERE, STORE=names, PLACE="(?:store|shop|branch|outlet)(?:e?s)?")
    for store, names in _STORES.items()
}
_MENTIONED = {
    store: LazyPattern(rf"\b(?:{names})|(?<![가-힣])(?:{names})")
    for store, names in _STORES.items()
}


def store_hint(text: str) -> Hint | None:
    """The only kind of store named; confidence is high for "in the café", low for "café"."""
    mentioned = [store for store, pattern in _MENTIONED.items() if pattern.search(text)]
    if len(mentioned) != 1:
        return None
    sure = _NAMED[mentioned[0]].search(text)
    return Hint(mentioned[0], _SURE if sure else _SOFT)
