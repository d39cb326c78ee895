"""Asks for a rule as a person would: "Can gift cards be refunded?", "며칠 보관하나요?"."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from bot.answering.reply.next_questions.headings import Section, asked_for, in_sentence, section_of
from bot.answering.reply.tie import Tie
from knowledge.language.terms import language_of
from knowledge.model.documents import Generation, Header, Language, Passage
from knowledge.split.statements import statements

LONGEST: Mapping[Language, int] = {"en": 75, "ko": 45, "ja": 45, "und": 75}
"""Characters of a question; a button in Slack shows 75."""
_FEWEST_WORDS = 3

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

_TOPIC_KO = re.compile(r"^[^,]{1,40}?[가-힣][은는]\s")
_CASE_KO = re.compile(
    r"(?<=[은는]\s)(?:\S+\s){0,3}?\S+(?:으?면|경우에?(?:만|는)?|때에?(?:는|만)?)\s"
)
_VALUE_KO = re.compile(
    r"(?P<money>(?:₩\s?)?\d[\d,]*(?:만|천)?\s?원(?!권|짜리|으로|\s(?!할인|이상|이하)))|(?P<share>\d+\s?%)"
    r"|(?P<days>\d+일(?!까지|에|부터))|(?P<other>\d+)(?=시간|분|개월|개|명|번|회|장|병|잔|년|주일)"
)
_WHICH_KO = {"money": "얼마", "share": "몇 %", "days": "며칠", "other": "몇 "}
_AFTER_MONEY_KO = re.compile(r"(?<=얼마)[을이은과]")
_AFTER_VOWEL_KO = {"을": "를", "이": "가", "은": "는", "과": "와"}
_NOT_ASKED_KO = re.compile(r",(?!\d)|다음|문서|원을 넘")
"""Rules with several clauses, and those that only make sense where they stand."""
_MAY_KO = re.compile(r"(?P<said>.+수\s?)(?:있습|없습)니다\.?$")
_ENDS_KO = re.compile(r"(?P<said>.*)(?P<last>[가-힣])니다\.?$")
_FIRST_HANGUL, _FINALS, _PIEUP = ord("가"), 28, 17


def spoken(rule: str, small: Callable[[str], str] = str) -> str | None:
    """The question that a rule answers, if one can be made; `small` writes a subject inside."""
    language = language_of(rule)
    asked = next(_korean(rule) if language == "ko" else _english(rule, small), None)
    if asked is None or len(asked) > LONGEST[language] or len(asked.split()) < _FEWEST_WORDS:
        return None
    return asked


def _english(rule: str, small: Callable[[str], str]) -> Iterator[str]:
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


def _korean(rule: str) -> Iterator[str]:
    if not _TOPIC_KO.search(rule) or _NOT_ASKED_KO.search(rule):
        return
    if len(_VALUE_KO.findall(rule)) == 1:
        said = _VALUE_KO.sub(lambda value: _WHICH_KO[value.lastgroup or "other"], rule)
        said = _AFTER_MONEY_KO.sub(lambda after: _AFTER_VOWEL_KO[after[0]], said)
    elif _MAY_KO.search(rule):
        said = _CASE_KO.sub("", rule)
    else:
        return
    if any(char.isdigit() for char in said):
        return
    if may := _MAY_KO.search(said):
        yield f"{may['said']}있나요?"
    elif ends := _ENDS_KO.search(said):
        yield ends["said"] + _asked(ends["last"])


def _asked(last: str) -> str:
    """The end of a question for the end of a sentence: 습니다 -> 나요?, 합니다 -> 하나요?."""
    if last in "습입":
        return {"습": "나요?", "입": "인가요?"}[last]
    place = ord(last) - _FIRST_HANGUL
    stem = chr(_FIRST_HANGUL + place - _PIEUP) if place % _FINALS == _PIEUP else last
    return f"{stem}나요?"


# The sections of a document, each with the questions that may be suggested for it.


_BY_NAME = 2
"""Questions tried that name the section."""
_MOST_KNOWN = 500
"""Documents whose sections are remembered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A section, as people would ask for it."""

    passage: Passage
    """Its first passage."""
    as_people_ask: tuple[str, ...]
    by_name: tuple[str, ...]

    def ways(self, tie: Tie) -> Iterator[str]:
        """Those that share a word with the subject: as people ask, then by name."""
        yield from islice(filter(tie.shares_a_word, self.as_people_ask), 1)
        if tie.shares_a_word(self.passage.section[-1]):
            yield from self.by_name


class Sections:
    """Words the sections of documents as questions, once for each index."""

    def __init__(self) -> None:
        self._known: dict[tuple[Generation, str], tuple[Asked, ...]] = {}

    def of_document(
        self, generation: Generation, header: Header, document: Sequence[Passage]
    ) -> tuple[Asked, ...]:
        """The sections with headings of a document, in order."""
        key = generation, header.key
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known = {}
            firsts = first_of_each(document)
            self._known[key] = tuple(of_section(one, document) for one in firsts)
        return self._known[key]


def of_section(passage: Passage, document: Sequence[Passage]) -> Asked:
    """A section by its first passage; the document's passages show what is a name."""
    inside = partial(in_sentence, document=document)
    asked = filter(None, (spoken(one.text, inside) for one in statements(passage)))
    return Asked(passage, tuple(asked), asked_for(passage, document)[:_BY_NAME])


def first_of_each(passages: Iterable[Passage]) -> list[Passage]:
    """The first passage of each section that has a heading."""
    first: dict[Section, Passage] = {}
    for passage in passages:
        first.setdefault(section_of(passage), passage)
    return [one for one in first.values() if one.section]
