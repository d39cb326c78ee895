"""Reads a reply to the closest rules: "the second one", "2번", "yes", "none of them"."""

import re

from bot.model import ClosestPlace, Turn
from knowledge.language.patterns.cues import cue
from knowledge.language.terms import query_terms
from knowledge.model.documents import name_of

_PLACES: tuple[tuple[int, re.Pattern[str]], ...] = (
    (0, re.compile(r"\b(?:first|1st|top)\b|첫 ?번?째|첫째|처음|맨 ?위", re.IGNORECASE)),
    (1, re.compile(r"\b(?:second|2nd)\b|두 ?번째|둘째", re.IGNORECASE)),
    (2, re.compile(r"\b(?:third|3rd)\b|세 ?번째|셋째", re.IGNORECASE)),
    (-1, re.compile(r"\b(?:last|bottom)\b|마지막|맨 ?(?:아래|끝)", re.IGNORECASE)),
)
_NUMBER = re.compile(r"(?:(?<![\w.,])|(?<=#))(\d)(?: ?번째?)?(?![\w.,]\d|[A-Za-z\d]|[가-힣]{4})")
_YES = re.compile(
    r"(?:yes|yep|yeah|yup|correct|exactly|that(?:'s| is) (?:it|right|the one)"
    r"|네+|넵|넹|예|응|ㅇㅇ|맞아요?|맞습니다|그거(?:요|예요|에요|맞아요)?)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"(?:no|nope|nah|none|neither|(?:none|neither) of (?:them|these|those)|not (?:that|these|those)"
    r"|아니[요오]?|아뇨|아니[에예]요|아닙니다|ㄴㄴ|(?:둘 ?)?다 아니[에예]요"
    r"|그거 ?(?:말고요?|아니[에예]요))",
    re.IGNORECASE,
)
_ENDS = re.compile(r"^[\s,.]+|[\s?!.~,]+$")
_BESIDE = cue(
    r"""
    \b(?:the|that|this|it|it's|is|one|ones|rule|rules|passage|section|number|no|of|them|these)\b
    \b(?:please|pls|show|me|tell|give|open|read|see|about|more|in|full|detail|details|whole)\b
    \b(?:i|mean|meant|want|think|would|like|to|and|then|what|does|say|says|yes|yeah|ok|okay)\b
    (?<![가-힣])[그이저](?=\s)|뭐라고(?:\s?(?:돼|되어|나와|적혀)\s?있(?:어요?|나요|습니까))?|뭔가요|뭐예요
    규정|조항|내용|부분|항목|문서|전체|전부|자세(?:히|한)|더|좀|번째?|네|예|그럼|그러면
    (?:보여|알려|설명해|말해|읽어)(?:\s?(?:주세요|줘요?|주실래요|줄래요?))?|부탁(?:해요|드려요|드립니다)?
    (?:거|것|걸|게|건|쪽)(?:로|으로|이|은|는|을|를|요)*|(?:이에요|예요|이요|입니다|같아요|인데요?|할게요|요)
    """
)
"""Words that may stand beside a place, and choose nothing themselves."""
_IS_CHOSEN = re.compile(
    r"\b(?:the|that) .+ (?:one|rule|passage|section)\b|규정|조항|내용|부분|항목", re.IGNORECASE
)
_PARTICLES = re.compile(r"^(?:이|은|는|을|를|의|로|으로|도|만|에|가)+|[\s?!.~,:;#\[\]()'\"“”]+")


def chosen_rules(said: str, before: Turn | None) -> tuple[ClosestPlace, ...] | None:
    """The closest rules that a reply means; empty for "none of them"; None if it is no such reply.

    After several rules, "yes" or a number that none of them has means all of them.
    """
    shown = before.closest if before else ()
    said = _ENDS.sub("", said)
    if not shown or not said:
        return None
    if _NONE.fullmatch(said):
        return ()
    if _YES.fullmatch(said):
        return shown
    place = _place(said)
    if place is None:
        return _named(said, shown)
    return (shown[place],) if -len(shown) <= place < len(shown) else shown


def only_a_place(said: str) -> bool:
    """Whether a message is nothing but a place in a list: "2", "the second one", "두 번째요"."""
    return _place(_ENDS.sub("", said)) is not None


def _place(said: str) -> int | None:
    """The place in a list that a message names and nothing else, from 0; -1 is the last."""
    found = [(place, match) for place, form in _PLACES if (match := form.search(said))]
    found += [(int(match[1]) - 1, match) for match in _NUMBER.finditer(said) if int(match[1])]
    if len(found) != 1:
        return None
    [(place, match)] = found
    rest = _BESIDE.sub(" ", said[: match.start()]) + " " + _after(said[match.end() :])
    return place if not _PARTICLES.sub("", rest.strip()) else None


def _after(rest: str) -> str:
    return _BESIDE.sub(" ", _PARTICLES.sub("", rest, count=1))


def _named(said: str, shown: tuple[ClosestPlace, ...]) -> tuple[ClosestPlace, ...] | None:
    """The one rule whose heading a message repeats, or a part of it and "the … one"."""
    terms = set(query_terms(_BESIDE.sub(" ", said)))
    fitting = []
    for one in shown:
        heading = set(query_terms(one.heading))
        named = heading | set(query_terms(name_of(one.header.title)))
        if terms and terms <= named and (heading <= terms or _IS_CHOSEN.search(said)):
            fitting.append(one)
    return tuple(fitting) if len(fitting) == 1 else None
