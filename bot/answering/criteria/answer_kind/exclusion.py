"""Criterion: what is excluded, in a question and in a rule.

"When is the discount not allowed?" wants the rule that excludes. "Open every day except holidays"
is no answer to the hours on holidays.
"""

from bot.answering.criteria.answer_kind.asked import Slot, slot_of
from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from bot.model.found import Seen
from knowledge.language.clause import ABLE
from knowledge.language.patterns.cues import cue
from knowledge.language.polarity.opposites import clauses_of
from knowledge.language.terms import query_terms, terms_meant
from knowledge.language.values import values

_EXCLUDES, _UNDER_HEADING, _EXCEPTED = 3.0, 2.0, 3.0
"""Log odds that a rule that excludes gains if that is asked for, a little more below a heading that
says so, and those that a rule loses if it leaves out what the question names."""
_ASKED = cue(
    r"""
    ^\W*(?:(?:on|for) )?(?:when|where|what|which|who)\b(?!.*\b(?:if|why|how)\b).*<NOT>
    \bwhat(?:'s| is| are)? (?:excluded|exempt|ineligible|forbidden|prohibited|banned|not covered)\b
    \b(?:exceptions?|exclusions?) (?:to|from|of|for)\b
    (?:언제|어떤|무슨|무엇|뭐|어느|어디)(?!.*면 ).*<NOT_KO>
    <NOT_KO_OF> ?<THING_KO>(?:[이가은는들]*)? ?(?:뭐|무엇|뭔|어떤|있|알려|언제|$|\?)
    """,
    NOT=(
        r"\b(?:(?:is|are|do|does|could|may|will)(?:n't| not)|can(?:'t|not)|excluded|exempt|never"
        r"|not (?:be )?(?:(?:allow|accept|cover|appli)ed|valid|possible|refund\w*|return\w*"
        r"|exchange\w*|apply|used?))\b"
    ),
    NOT_KO=r"안 ?[되돼됩]|못 ?[하받쓰사]|수(?:는|가)? ?없|불가|제외|금지|[되하]지 ?않",
    NOT_KO_OF=(
        r"안 ?되는|못 ?(?:하는|받는|쓰는|사는|보내는)|수 ?없는|불가(?:능)?한?|제외(?:되는|된)?"
        r"|금지(?:된)?|되지 않는"
    ),
    THING_KO="물건|물품|상품|제품|품목|경우|[거것게건때]|사람|날",
)
"""A question for what is excluded: "where can't it be used?", "할인 안 되는 상품"."""
_DENIES = cue(
    r"""
    \b(?:can't|cannot|(?:must|may|do|does|is|are) not|not (?:accepted|allowed)|excluded|excludes)\b
    \b(?:excluding|except|exempt|prohibited|forbidden|banned|ineligible|never)\b
    수(?:는|가)? ?없|불가|제외|금지|[되하받]지 ?않|안 ?됩|못 ?합
    """
)
_DENYING_HEADING = cue(
    r"""
    \b(?:exclu\w+|except\w*|exempt\w*|not|cannot|never|prohibited|forbidden|no)\b
    제외|예외|불가|금지|안 ?되는|없는|못
    """
)
_LEAVES_OUT = cue(
    r"""
    \b(?:except|excluding|other than|apart from)(?: for| on| in)? (?P<en>[a-z' -]{3,40}?)<END>
    (?P<ko>[가-힣]{2,8}?)[을를은는]? ?(?:제외하고|제외한|빼고|말고|외에는|이외에는)
    """,
    END=r"(?=[.,;()]|$| and | at | from )",
)


def asks_what_is_excluded(question: str) -> bool:
    """Whether a question asks what is not allowed, or when or where it is not."""
    return bool(_ASKED.search(question))


def allows(question: str, rule: str) -> bool:
    """Whether a rule allows what a question says is not: "no refund; it can be exchanged once"."""
    may, others = set[str](), set[str]()
    for clause in clauses_of(rule):
        (may if clause.signs.get(ABLE) else others).update(clause.words)
    return bool((may - others).intersection(query_terms(question)))


def exclusion(asked: Asked) -> Adjust:
    """Moves up rules that exclude, if that is asked; moves back those that except the case."""
    question = asked.question.text
    if asks_what_is_excluded(question):
        return whatever_the_scores([_excluding(question, one) for one in asked.seen])
    if slot_of(question) is Slot.YES_NO:
        return whatever_the_scores([0.0] * len(asked.seen))
    named = frozenset(query_terms(question))
    return whatever_the_scores([-_EXCEPTED * leaves_out(one, named) for one in asked.texts])


def leaves_out(rule: str, named: frozenset[str]) -> bool:
    """Whether a rule excepts a case that the question names, and does not say what holds for it."""
    match = _LEAVES_OUT.search(rule)
    if match is None:
        return False
    behind = rule[match.end() :]
    # In Korean the rule itself stands behind the exception.
    if match["ko"] in behind if match["ko"] else values(behind):
        return False
    excepted = frozenset(terms_meant(match["en"] or match["ko"]))
    return bool(excepted) and excepted <= named


def _excluding(question: str, one: Seen) -> float:
    if (
        not one.cover
        or not _DENIES.search(one.statement.text)
        or allows(question, one.statement.text)
    ):
        return 0.0
    section = one.hit.passage.section
    is_headed = bool(section) and bool(_DENYING_HEADING.search(section[-1]))
    return _EXCLUDES + _UNDER_HEADING * is_headed
