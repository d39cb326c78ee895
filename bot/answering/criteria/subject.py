"""Finds the nouns of a question, its possible subjects, without a grammar."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.model import Question
from knowledge.language.ko.stems import may_be_verb
from knowledge.language.terms import (
    held,
    korean_nouns,
    terms,
    terms_meant,
)
from knowledge.model.documents import Found, Passage

ANYTHING = frozenset(
    """customer customers shopper shoppers buyer buyers people person employee employees staff
    member members team manager shop shops store stores you item items product products goods
    article articles purchase purchases policy rule rules document answer return returns refund
    refunds exchange exchanges price cost fee period limit deadline
    always unless besides sometimes perhaps afterwards
    info information details theme topic subject summary summarize summarise overview gist meaning
    explanation latest current
    고객 고객님 손님 직원 점원 매장 가게 상품 제품 물건 물품 경우 사람 본인 담당자 관리자 규정 정책
    안내 문서 내용 답변 기간 기한 날짜 시간 금액 비용 가격 요금 방법 절차 조건 기준 대상 항목 환불
    교환 반품 구매 결제 이것 그것 모두 전체 일부 나머지 다음 이후 이전 하는 것
    정보 주제 요약 요지 요점 핵심 뜻 의미 설명 최신 현행 관련
    그대 서 따 별 별도 추가 무료 실제 스스 기본""".split()
)
"""Words that fit every rule of a store, and words that only look like nouns."""


_ALTERNATIVE = 0.8
"""Share of a term that counts as held if only a glossary alternative is there."""

_NAMED = re.compile(
    r"(?<!\bto )(?<!\b[Ii] )(?<!\bwe )(?<!\bthey )(?<!\byou )(?<!\bhe )(?<!\bshe )(?<!\bit )"
    r"(?<!\bcan )(?<!\bdo )(?<!n't )(?<!\bmust )(?<!\bmay )(?<!\bshould )"
    r"\b(?P<word>[A-Za-z]{3,})(?<!ing)(?<!ed)(?<!ly)\b"
)
"""A word in Latin letters without a verb's ending, and not in a verb's place."""
_CLAUSE_VERB = re.compile(
    r"\b(?:[Ww]ho|[Ww]hen|[Ii]f|[Oo]nce|[Aa]fter|[Bb]efore|[Uu]ntil|[Ww]hile)\s"
    r"(?:(?:the|an?|my|our|your|his|her|their)\s)?(?:[A-Za-z]+\s){0,2}([A-Za-z]{2,}s)\b"
)
"""The verb of a clause: "when the alarm rings", "who signs"."""
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
    yesterday young valid beat loan leaves happens yours mine ours anybody everybody somebody person
    persons guys folks came saw broke broken behind between beside inside outside over during
    without within upon via myself himself herself itself ourselves yourself themselves ill
    sick percent percentage percents monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays weekday weekdays weekend
    weekends evening evenings afternoon afternoons noon midnight each amounts""".split()
)
_KOREAN_ANY_WORD = frozenset(
    """최대 최소 제한 개월 개월수 하루 오늘 내일 어제 아침 저녁 오전 오후 평일 주말 매일 매주 매월
    시작 마감 종류 이유 문제 처리 확인 필요 신청 사용 이용 가능 여부 얼마 정도 이상 이하 이내 누구
    어디 언제 며칠 며칠째 나중 먼저 바로 다시 제일 가장 하나 둘이 셋이 전부 한번 질문
    월요일 화요일 수요일 목요일 금요일 토요일 일요일""".split()
)
NO_THING = _ANY_WORD | _KOREAN_ANY_WORD | ANYTHING
"""Words that name no thing of their own."""

_NAMES_NOTHING = frozenset(
    """ones ever even already soon later whether maybe tmrw tonight overdue wet told found lost gave
    given got gone went did done took taken bought paid sold kept held sent brought fell felt forgot
    forgotten ran thought wrote written spoke stuck spilt wore torn answers answer storewise
    한꺼번 보통 공짜 혼자 직접 미리 계속 갑자기 처음 이번 저번 지난번 요즘 자체 그때 이때""".split()
)
"""Pronouns, adverbs and verbs that look like nouns, and the bot's name."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A word of the question that names something."""

    text: str
    terms: tuple[str, ...]


def nouns_of(question: Question, weights: Mapping[str, float]) -> Iterator[Noun]:
    """Yields the nouns of a question, but no verbs and no words that fit any rule.

    The weights are the rarity of each of the question's terms.
    """
    text = question.to_look_up
    verbs = set(_CLAUSE_VERB.findall(text))
    nouns = [match["word"] for match in _NAMED.finditer(text)]
    nouns = [one for one in nouns if one not in verbs and one.lower() not in NO_THING]
    nouns += [one for one in korean_nouns(text) if one not in NO_THING]
    for noun in dict.fromkeys(nouns):
        found = tuple(terms(noun))
        if all(term in weights for term in found):
            yield Noun(noun, found)


def names_a_thing(word: str, asked: str) -> bool:
    """Whether a word of a question is surely a noun, and so may be shown as not found."""
    if word.lower() in _NAMES_NOTHING or re.search(rf"@{re.escape(word)}\b", asked):
        return False
    typed = [one for one in re.findall(r"[가-힣]+", asked) if one.startswith(word)]
    return not any(map(may_be_verb, typed))


def missing(question: Question, passage: Passage, found: Found) -> list[Noun]:
    """Nouns of the question that the passage, its title and its headings never mention.

    None for a passage in the other language, where words do not match, nor for a follow-up, whose
    text has the words of the previous question too.
    """
    if question.said or passage.header.language != question.language:
        return []
    known = frozenset(terms_meant(passage.searchable))
    return [one for one in nouns_of(question, found.rarity) if not is_held(one, known, found)]


def is_held(noun: Noun, words: frozenset[str], found: Found) -> bool:
    """Whether a noun, or an alternative for it, is among the words."""
    return share_held(words, {term: found.rarity[term] for term in noun.terms}, found) > 0


def share_held(words: frozenset[str], rarity: Mapping[str, float], found: Found) -> float:
    """The share of some terms of the question that is among the words, weighted by their rarity.

    1 without any terms.
    """
    if not rarity:
        return 1.0
    others = found.alternatives
    shares = (
        weight * held(words, term, others.get(term, ()), _ALTERNATIVE)
        for term, weight in rarity.items()
    )
    return sum(shares) / (sum(rarity.values()) or 1.0)
