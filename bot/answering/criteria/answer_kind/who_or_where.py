"""Checks whether a rule names somebody or a place, if the question asks who or where."""

from knowledge.language.grammars import grammar_of
from knowledge.language.patterns.cues import cue
from knowledge.language.polarity.opposites import says_what_may_be

_WHO = cue(
    r"""
    ^\W*(?:(?:so|and|but|ok|okay|also),? )?(?:(?:to|from|by) )?who(?:m|se)?\b
    ^[^?]*?(?:누가|누구(?:에게|한테|를|인|예|이|랑|와|의)?)(?![가-힣]*든)
    """
)
_WHERE = cue(
    r"""
    ^\W*(?:(?:so|and|but|ok|okay|also),? )?where\b
    (?:어디(?:에|서|로|다|예|인|이|가|를)?)(?![가-힣]*든)
    """
)
_SOMEBODY = cue(
    r"""
    \b(?:\w*managers?|leads?|leaders?|supervisors?|heads?|officers?|teams?|departments?|desks?)\b
    \b(?:staff|colleagues?|employees?|directors?|owners?|keyholders?|security|buyers?|offices?)\b
    \b(?:pharmacists?|technicians?|mechanics?|drivers?|trainers?|teachers?|tutors?|clerks?|agents?)\b
    \b(?:customers?|guests?|visitors?|members?|persons?|people|any(?:one|body)|every(?:one|body))\b
    \b(?:suppliers?|carriers?|couriers?|company|companies|police|banks?|insurers?|parents?)\b
    \b(?:workers?|cleaners?|bakers?|baristas?|cashiers?|cooks?|chefs?|receptionists?|engineers?)\b
    \b(?:hosts?|who|whose|by (?:the|an?|your|our)|nobody|you|we|us|he|she|they|them)\b
    \b(?:ask|call|contact|doctors?)\b
    (?-i:(?<=[a-z,;:] )(?!<DAY>)[A-Z][a-z]+|^[A-Z][a-z]+ [A-Z]|\b[A-Z]{2,}\b)
    점장|매니저|(?<!스)팀(?=[이은는을를에의과와장]|\s|$)|책임자|담당|조장|본사|부서|관리자|센터|직원|약사|사람|고객|손님|회원|업체|회사
    [가-힣]+(?:(?<![상의모과탁])자|원|장|사|님|처|소|과|실|국|청|서|점|부|단)(?:[가이]|에게|한테|께|에서)(?![가-힣])
    누구|모두|아무|혼자|[한두] 명|경찰|경비|보안|주인|부모|보호자|사장|내선
    """,
    DAY=(
        r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June"
        r"|July|August|September|October|November|December)\b"
    ),
)
_NOBODY = cue(
    r"""
    \b(?:is|are|was|were|be|been|being)(?: \w+){0,2} \w+(?:ed|en|wn|ld|pt|nt|id|de)\b|;\s
    ^(?!.*[가-힣]{2}(?:이|가|께서)(?![가-힣]))[^A-Za-z]*[가-힣]
    """
)
"""A sentence that leaves out who does it: a passive, a row, a Korean sentence without a subject."""
_PLACE = cue(
    r"""
    \b(?:in|at|behind|under|on|beside|inside|into|to|from|near|by|next to|above|below|between)\b
    \b(?:through|outside|upstairs|downstairs|online|here|there|any|no|every)(?:where)?\b|\b(?:via|with)\b
    [가-힣](?:에|에서|로|으로|에게|에만|에는|까지|앞|뒤|옆|안|밖|위|아래|곁)(?![가-힣])|(?<![가-힣])곳[은이]|\S+:\s
    """
)


def asks_who(question: str) -> bool:
    """Whether a question asks who does something."""
    return _WHO.search(question) is not None


def names_the_doer(text: str) -> bool:
    """Whether the subject of a sentence does it: no passive, nor what somebody is allowed."""
    may_be = grammar_of(text).has_modals and says_what_may_be(text)
    return not _NOBODY.search(text) and not may_be


def are_people(*names: str) -> bool:
    """Whether each of some words names somebody: a role, a department, a customer."""
    return all(map(_SOMEBODY.search, names))


def tells_who_or_where(question: str, text: str) -> bool:
    """Whether a text may name whom or what place a question asks for; true if it asks neither."""
    if _WHO.search(question):
        # "Einstein explained it" names somebody, too.
        return bool(_SOMEBODY.search(text)) or not _NOBODY.search(text)
    if _WHERE.search(question):
        return bool(_PLACE.search(text))
    return True
