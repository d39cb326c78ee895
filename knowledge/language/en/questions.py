"""How questions are worded in English: about a rule, a heading or a subject alone."""

import re
from collections.abc import Callable, Iterator

from knowledge.language.patterns.lazy import LazyPattern

_SUBJECT = (
    r"^(?P<of>(?!(?:If|When|Where|Once|After|Before|Until|While|As|There|This|That|These|Those|It"
    r"|They|You|We|In|On|At|For|From|With|Without|No|Not|Only|Do|Never|Each|Every|The following)\b)"
    r"(?:(?!\b(?:who|that|which|whose|when|if|where|because|as|after|before|unless)\b)"
    r"[^.,;:()\d]){3,50}?)"
)
_WORDS = r"[a-z][^.,;:()\d₩$£€]"
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?\b"
_COST = re.compile(rf"{_SUBJECT} (?P<verb>costs?) (?:[₩$£€] ?\d|\d[\d,.]* (?:won|dollars|euros))")
_LONG = re.compile(
    rf"{_SUBJECT} (?P<aux>is|are|can|may) (?P<verb>{_WORDS}{{2,40}}?)"
    rf" (?P<how>for|within|every) \d+ {_UNIT}"
)
_MANY = re.compile(
    rf"{_SUBJECT} (?P<aux>can|may) (?P<verb>[a-z]+(?: [a-z]+)?) (?:up to|at most) \d+"
    r" (?P<things>[a-z]+(?: [a-z]+s)?)\b"
)
_MAY = re.compile(
    rf"{_SUBJECT} (?P<aux>cannot|can|may not|may|must|is not|are not|is|are)"
    r" (?P<verb>[a-z][^.]{2,})"
)
_IS = re.compile(
    r"(?:free|accepted|allowed|permitted|forbidden|required|needed|possible|included|excluded|sold"
    r"|lent|valid|open|closed)\b"
)
"""What people ask whether it is so: free, allowed, accepted."""
_CASE = re.compile(
    r"\s(?:within|if|unless|when|until|because|so that|after|before|but|except|only|per|once"
    r"|up to|at most|at least|or more|in any case|together)\b.*$|[,;:(].*$"
)
"""The case of a rule and what follows it."""
_FIGURE = re.compile(r"\s?[₩$£€\d].*$")
_DANGLING = re.compile(
    r"(?:\s(?:of|to|on|for|at|by|with|in|than|less|more|over|above|against|worth|during|the|first"
    r"|a|an))+$"
)
_ASKED_WITH = {"cannot": "can", "may not": "may", "is not": "is", "are not": "are"}
_PLURAL = re.compile(r"(?:(?<!s)s|people|staff|children)$|\band\b")

_ASKS = re.compile(r"(?:how|what|who|whom|whose|why|where|which)\b|when to\b", re.IGNORECASE)
_TELLS_WHEN = re.compile(
    r"(?:if|when|whenever|while|once|before|after|during|on|at|in)(?= )", re.IGNORECASE
)
HEADING_ASKED = re.compile(
    r"(?P<of>[^:]{2,60}: )?"
    r"(?:what about|what should I (?:do|know about)|can you tell me) (?P<heading>.+)\?$"
)

_OFFERS_ASKED = LazyPattern(
    r"^(?:what|which) (?P<subject>(?:[a-z]+ )?(?:promotions?|offers?|deals?|sales?))(?: are| is)?"
    r"(?: do (?:we|you) have| have (?:we|you) got)?"
    r"(?: there| on| running| available| valid| now| going on)*\W*$"
)
_ASKED = LazyPattern(
    r"^(?:(?:hi|hey|hello|so|ok|okay|please|quick question)[,:.!]? )*"
    r"(?:(?:what(?:'s| is| are| was| were|s)|how long (?:is|are|was|were)"
    r"|how about|what about|tell me (?:more )?about"
    r"|(?:can|could) you (?:explain|tell me (?:more )?about)|explain|remind me (?:of|about)"
    r"|(?:any )?info(?:rmation)? (?:on|about)|is there an?"
    r"|do (?:we|you) (?:have|offer|sell)(?: an?| any)?"
    r"|what (?:do|should) (?:i|we) (?:need to )?know about"
    r"|what (?:does|do) (?:the|our) (?:handbook|documents?|rules?) say about) )?"
    r"(?:(?:the|our|your|my|their|an?|store|shop|company)(?:'s)? )*"
    r"(?:(?:polic(?:y|ies)|rules?|guidelines?|procedures?) (?:on|for|about|regarding)"
    r" (?:the |an? )?)?"
    r"(?P<subject>(?:[a-z][a-z'-]+ ){0,3}[a-z][a-z'-]+?)(?: (?:here|again|please))*\s*[?.!]*$"
)
_SAYS_MORE = LazyPattern(
    r"\b(?:without|not|no|never|after|before|if|when|while|only|except|and|or|but|than|per|vs"
    r"|how|why|who|where|which|what|can|do|does|did|is|are|was|has|have|need|get|got|now)\b|n't\b"
)
"""Words of a case, a comparison or a question, not of a heading."""


def of_rule(rule: str, small: Callable[[str], str]) -> Iterator[str]:
    """The question that a rule answers, if one can be made; `small` writes a subject inside."""
    if "document" in rule:
        return
    if match := _COST.search(rule):
        does = "does" if match["verb"] == "costs" else "do"
        yield f"How much {does} {small(match['of'])} cost?"
    elif match := _LONG.search(rule):
        how = {"for": "How long", "every": "How often"}.get(match["how"])
        how = how or f"Within how many {match['unit']}s"
        yield f"{how} {match['aux']} {small(match['of'])} {match['verb']}?"
    elif match := _MANY.search(rule):
        yield f"How many {match['things']} {match['aux']} {small(match['of'])} {match['verb']}?"
    elif match := _MAY.search(rule):
        yield from _whether(match["of"], match["aux"], match["verb"], small)


def _whether(of: str, aux: str, verb: str, small: Callable[[str], str]) -> Iterator[str]:
    """Asks whether the rule is so, without its case: "Can opened food be refunded?"."""
    asked_with = _ASKED_WITH.get(aux, aux)
    core = _DANGLING.sub("", _FIGURE.sub("", _CASE.sub("", verb)))
    is_state = asked_with in ("is", "are")
    if not core or core.startswith("have been") or (is_state and not _IS.match(core)):
        return
    if aux == "must":
        if not core.startswith("not "):
            yield f"{'Do' if _PLURAL.search(of) else 'Does'} {small(of)} have to {core}?"
        return
    yield f"{asked_with.capitalize()} {small(of)} {core}?"


def of_heading(name: str, heading: str, small: Callable[[str], str]) -> list[str]:
    """Asks for a section of a document."""
    heading = small(heading)
    if _ASKS.match(heading):
        return [f"{name}: can you tell me {heading}?", f"{name}: {heading}?"]
    if _TELLS_WHEN.match(heading):
        return [f"{name}: what should I do {heading}?", f"{name}: what about {heading}?"]
    return [f"{name}: what about {heading}?", f"{name}: what should I know about {heading}?"]


def subject_in(question: str) -> str:
    """The subject of a question that only names one."""
    match = _OFFERS_ASKED.match(question) or _ASKED.match(question)
    return match["subject"] if match and not _SAYS_MORE.search(match["subject"]) else ""
