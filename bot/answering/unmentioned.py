"""Step 4: what a question is about, and the passage that would answer it does not mention.

How much it costs to shorten a skirt is not answered by a table of trousers and sleeves, however
well the other words fit. Verbs, and what any rule may be about, say nothing here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.answering.check.subject import ANYTHING
from bot.answering.evidence import share_held
from bot.model import Checked, Evidence, Issue, Question, Verdict
from knowledge.lexical import korean_nouns, terms, terms_meant
from knowledge.model import Passage

NEAR = 0.6
"""So near in meaning to the best statement, another word for the same is likely."""
WEIGHTY = 0.2
"""Share of the question's words, weighted by how rare they are, that what is missing has at least.

Of 294 questions about the sample handbook (golden, held out, blind), 8 get no wrong answer so, and
3 that would be answered rightly are refused.
"""
_SHORTEST = 3
_NAMED = re.compile(
    r"(?<!\bto )(?<!\b[Ii] )(?<!\bwe )(?<!\bthey )(?<!\byou )(?<!\bhe )(?<!\bshe )(?<!\bit )"
    r"(?<!\bcan )(?<!\bdo )(?<!n't )(?<!\bmust )(?<!\bmay )(?<!\bshould )"
    r"\b(?P<word>[A-Za-z]{3,})(?<!ing)(?<!ed)(?<!ly)\b"
)
"""A word in Latin letters that does not stand where a verb does, and has no verb's ending."""
_CLAUSE_VERB = re.compile(
    r"\b(?:[Ww]ho|[Ww]hen|[Ii]f|[Oo]nce|[Aa]fter|[Bb]efore|[Uu]ntil|[Ww]hile)\s"
    r"(?:(?:the|an?|my|our|your|his|her|their)\s)?(?:[A-Za-z]+\s){0,2}([A-Za-z]{2,}s)\b"
)
"""When the alarm rings, who signs: a word that ends as a verb does, behind whoever does it."""
_ANY_WORD = frozenset(
    """about above again ahead almost amount area back bad before beginning best better big bit
    break bring buy buys call case change check choose close come comes common correct count cut
    daily date day deal different done down drop early easy empty end enough enter every exact extra
    fast feel few fill final find fine first five follow forget form four free friend full general
    give go goes good great guest half hand happen head hear help here high hold home hour hours
    hurry idea important inside job keep kid kids kind label large last late later law lead learn
    least leave left length lend less level like line list little load long look lose lot low main
    make making many mark matter max mean meet middle min minute minutes miss moment money month
    more morning most move name near need new next nice night nobody none normal note nothing now
    number old once only open option order other own part pass past pay per pick piece place plan
    play please plenty pls point present problem proper put question quick rate reach read ready
    real reason record request rest ride right room round run safe same save saw say says school
    second see sell send sense set share short show side sign single size small sort sound special
    spend spot stand start state stay step still stop store such sum sure system take talk team temp
    test thanks thing three through till time today together tomorrow too total touch town try turn
    two type under unit use used user value view visit wait walk watch water way week well whole
    wide win wish withdraw withdraws won word work works world worth write wrong year years yes
    yesterday young beat loan leaves happens yours mine ours anybody everybody somebody person
    persons guys folks came saw broke broken behind between beside inside outside over during
    without within upon via myself himself herself itself ourselves yourself themselves ill
    sick percent percentage percents""".split()
)
_KOREAN_ANY_WORD = frozenset(
    """최대 최소 제한 개월 개월수 하루 오늘 내일 어제 아침 저녁 오전 오후 평일 주말 매일 매주 매월
    시작 마감 종류 이유 문제 처리 확인 필요 신청 사용 이용 가능 여부 얼마 정도 이상 이하 이내 누구
    어디 언제 먼저 바로 다시 제일 가장 하나 둘이 셋이 전부 한번 질문""".split()
)
_NO_THING = _ANY_WORD | _KOREAN_ANY_WORD | ANYTHING


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    terms: tuple[str, ...]


def mentioned(question: Question, checked: Checked, evidence: Evidence) -> Checked:
    """The same, or insufficient where the best sentence is not about what was asked about."""
    if checked.verdict is not Verdict.PASS or not checked.kept:
        return checked
    passage = checked.kept[0].citations[0].passage
    missing = unmentioned(question, passage, evidence)
    if missing is None:
        return checked
    return replace(
        checked,
        verdict=Verdict.INSUFFICIENT,
        kept=(),
        issues=(*checked.issues, Issue("not_about_it", 0)),
        nearest=checked.kept,
        missing=missing,
    )


def unmentioned(question: Question, passage: Passage, evidence: Evidence) -> str | None:
    """The weightiest thing of the question that the passage does not mention, if it has weight."""
    # A message that leans on the question before is in the words of both; in another language
    # words do not match.
    if question.said or passage.header.language != question.language:
        return None
    if any(one.likeness >= NEAR for one in evidence.candidates):
        return None
    known = frozenset(terms_meant(passage.searchable))
    weights = evidence.found.rarity
    total = sum(weights.values()) or 1.0
    missing = [
        (sum(weights[term] for term in word.terms), word.text)
        for word in _words(question, weights)
        if share_held(known, {term: weights[term] for term in word.terms}, evidence.found) == 0
    ]
    # Of equals the last: rubber boots are boots.
    weight, text = max(reversed(missing), key=lambda one: one[0], default=(0.0, ""))
    return text if weight >= WEIGHTY * total else None


def _words(question: Question, weights: Mapping[str, float]) -> Iterator[_Word]:
    """What the question may be about."""
    text = question.sought or question.text
    verbs = set(_CLAUSE_VERB.findall(text))
    nouns = [match["word"] for match in _NAMED.finditer(text)]
    nouns = [one for one in nouns if one not in verbs and one.lower() not in _NO_THING]
    nouns += [one for one in korean_nouns(text) if one not in _NO_THING]
    for noun in dict.fromkeys(nouns):
        found = tuple(terms(noun))
        if all(term in weights for term in found):
            yield _Word(noun, found)
