"""Finds the whole questions that a follow-up may mean: "and opened ones?", "보증금은요?".

It may swap a part of the question before, ask something else about the same subject, or stand
alone. Each of these is asked; the best answer shows what was meant.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.condition.agreement import names_a_state
from bot.answering.criteria.subject import NO_THING
from bot.answering.understand.follow_up.replied import previous
from bot.answering.understand.intent import intent_of, names_no_subject, subject_words
from bot.model import Question, Turn
from bot.model.understood import Intent
from bot.ports import Likeness
from bot.privacy import still_safe
from bot.texts import Section
from knowledge.language.asked import without_mark
from knowledge.language.grammars import grammar_of
from knowledge.language.ko.stems import may_be_verb
from knowledge.language.terms import covers, language_of, query_terms, terms_meant
from knowledge.language.values.reading import values
from knowledge.model.documents import name_of

_TEXTS = Section("follow_up")
_OF_CHANGES = (Intent.COMPARE_VERSIONS, Intent.WHAT_IS_NEW)
_FEW, _SEVERAL = 4, 8
"""Words with a meaning up to which a whole question, and one that points back, may lean."""
_LONGEST_SPAN = 3
_ALIKE = 0.36
"""Least cosine of a part of the question before with what takes its place."""
_RARE, _SHARED, _SAME, _LONGER = 0.15, 0.1, 0.2, 0.03
"""Added to the cosine for a rare word, for a word in common ("a city bike" – "an e-bike") and for
the same preposition ("for a check-up" – "for dialysis"), and taken off for each word."""
_NUMBER = re.compile(r"\d[\d,.]*|^[^\W\d]+")
_REST = re.compile(r"^[^\W\d]*")
_VERB = re.compile(r"(?:ed|ing|ly)$", re.IGNORECASE)
_BEFORE_VERB = re.compile(r"\b(?:be|been|to|they|we|you|i)\s$", re.IGNORECASE)
_NO_NUMBER = frozenset({"one", "a", "an"})
_ASKING = re.compile(r"며칠|몇|얼마|언제|어디|누가|누구|어떻게|어떤|어느|무엇|무슨|뭐|뭘|왜")
_ASKS = re.compile(
    r"^(?:[^:?]{2,60}: |\w+ )?(?:how|what|when|where|who|whom|whose|why|which)\b"
    r"|^(?:can|could|is|are|was|were|do|does|did|may|must|should|will|would|has|have)\b"
    r"|(?:나요|까요|[은는한인]가요|죠|니까|세요|[어아해돼려여와워져줘]요|[줘돼])$"
    rf"|{_ASKING.pattern}",
    re.IGNORECASE,
)
_WHICH = re.compile(rf"^(?:how|when|where|who)\b|{_ASKING.pattern}", re.IGNORECASE)
_LEADS_IN = re.compile(
    r"^(?:(?:and|but|or|so|also|then|ok(?:ay)?|well|no(?:pe)?|not that|sorry|actually"
    r"|(?:what|how) about|same for|even|only|i (?:mean|meant|said|asked about)"
    r"|그럼|그러면|그리고|그런데|근데|또는|혹은|혹시|아니[요오]?|아뇨)\b[\s,.:]*)+",
    re.IGNORECASE,
)
_INSTEAD_OF = re.compile(r"^.{1,40}?\s?(?:말고|아니라|아니고)\s|\sinstead$|^not [^,]{1,40},")
_PREPOSITION = re.compile(r"(for|in|at|on|from|with|to|by|after|before|during)\s", re.IGNORECASE)
_IN = re.compile(
    r"^(?:(?:for|on|in|at|from|with|to|of|about)\s)?(?:(?:the|an?|our|my|their)\s)?", re.IGNORECASE
)
_ONES = re.compile(r"\s(?:ones?|건|거|것)$")
_ENDING = re.compile(
    r"(?<=[가-힣\w%])\s?(?:에는|에서는|에도|이?라면|이?면|은|는|도|의)?"
    r"(?:이에요|예요|이요|인데요?|요)?$"
)
_CASE = re.compile(
    r"^(?:(?:what|how) (?:if|when)|if|when|without|with)\b"
    r"|(?:[가-힣]면|없이|경우(?:에)?|[을를할] ?때)(?:는|에는|도)?요?$",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it(?! (?:costs?|takes?) (?:\w+ ){0,2}to\b)|they|them|that|those|these|this|there)\b"
    r"(?:['’](?:re|s))?"
    r"|(?<![가-힣])(?:그|이)(?:건|거|것|게)(?:은|는|도|을)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w%₩$.,:’'-]*\w[\w%’'-]*")


async def meanings(question: Question, turn: Turn | None, search: Likeness) -> list[Question]:
    """The questions that a follow-up may mean, the likeliest first; none for other messages."""
    if turn is None:
        return []
    said = without_mark(question.text)
    there = list(_there(question, turn, _LEADS_IN.sub("", said)))
    if not leans(said, turn):
        return [replace(question, just_cited=turn.places), *there] if there else []
    whole, part = _LEADS_IN.sub("", said), part_of(said)
    before = previous(turn, said)
    asks = _asks(said) or _CASE.search(whole)
    sum_of = _asks_how_much(part)
    topical = _about(_subject(turn, before), whole if asks else sum_of or part)
    if _asks_what_changed(said):
        texts = [_about(before, whole)]
    elif _names_what_changed(said):
        texts = [said]
    elif _CASE.search(whole):
        texts = [_with_value(before, part), _with_case(before, whole, part), topical, said]
    elif _asks(said):
        on = [_with_value(before, part), topical]
        pronoun = _POINTS.search(said)
        is_whole = len(_content(said[: pronoun.start()] if pronoun else said)) > 1
        texts = [*on, said]
        if is_whole:
            # A question with a subject of its own is never put together with the one before.
            texts = [said] if there else [said, *on]
    else:
        swapped = await _swapped(before, whole, part, turn, search)
        texts = [swapped, topical, said] if is_led(said) else [said, swapped, topical]
        texts = [topical, said] if sum_of else texts
    asked = [_meant(question, turn, one, part) for one in dict.fromkeys(filter(None, texts))]
    return [*asked[:3], *there]


def leans(text: str, turn: Turn | None) -> bool:
    """Whether a message may need the question before to be understood."""
    said = without_mark(text)
    count = len(_content(said))
    if turn is None or not said:
        return False
    if needs_before(said) or _asks_what_changed(said):
        return count <= _SEVERAL and bool(count or values(said) or (_asks(said) and is_led(said)))
    return 0 < count <= _FEW or (not count and _asks(said))


def needs_before(text: str) -> bool:
    """Whether a message plainly goes on from a question before."""
    said = without_mark(text)
    return is_led(said) or bool(_POINTS.search(said)) or (names_a_state(said) and not _asks(said))


def goes_on(text: str) -> bool:
    """Whether a message without a word to look for asks on, such as "how long?"."""
    said = without_mark(text)
    return is_led(said) or bool(_WHICH.search(said))


def is_led(said: str) -> bool:
    """Whether words such as "and" lead in, or a Korean particle makes a topic of a bare noun."""
    leads = _LEADS_IN.search(said) or _CASE.search(said) or _INSTEAD_OF.search(said)
    return bool(leads) or (not _asks(said) and bool(re.search(r"[가-힣\w%](?:은|는|도|요)$", said)))


def part_of(said: str) -> str:
    """The words of a message without those that lead in, and without an ending."""
    bare = _INSTEAD_OF.sub("", _LEADS_IN.sub("", without_mark(said)))
    return _ONES.sub("", _IN.sub("", _ENDING.sub("", bare))).strip() or bare


def _meant(question: Question, turn: Turn, text: str, part: str) -> Question:
    said = without_mark(question.text)
    alone, asks = text == said, _asks(said)
    held = _POINTS.sub(" ", _without_values(part)).strip()
    return replace(
        question,
        text=question.text if alone else still_safe(f"{text}?"),
        said=None if alone else question.text,
        must_hold=None if asks or _asks_how_much(part) else still_safe(held),
        just_cited=turn.places,
    )


def _there(question: Question, turn: Turn, said: str) -> Iterator[Question]:
    """The message below the heading and below the title just cited, in that document only."""
    place = next(iter(turn.places), None)
    if not said or place is None or place.header.language != question.language:
        return
    for heading in (*place.section[-1:], name_of(place.header.title)):
        yield replace(
            question,
            text=still_safe(f"{heading}: {said}?"),
            said=question.text,
            just_cited=turn.places,
            only_there=True,
        )


def _asks(said: str) -> bool:
    bare = _LEADS_IN.sub("", said)
    return bool(_ASKS.search(bare)) and not _CASE.search(bare)


def _asks_how_much(part: str) -> str:
    """The question for a sum of money that a message only names: "and the money?"."""
    language = language_of(part)
    is_sum = slot_of(_TEXTS.WHAT_IS[language].format(part=part)) is Slot.MONEY
    return _TEXTS.HOW_MUCH[language].format(part=part) if is_sum else ""


def _asks_what_changed(said: str) -> bool:
    return intent_of(said) in _OF_CHANGES and names_no_subject(said)


def _names_what_changed(said: str) -> bool:
    """Whether it asks for changes of something else: none of the subject before are told then."""
    named = intent_of(said) in _OF_CHANGES and subject_words(_LEADS_IN.sub("", said))
    return bool(named) and not _POINTS.search(said)


def _content(text: str) -> list[re.Match[str]]:
    """The words of a text that say what it is about."""
    return [
        one for one in _WORD.finditer(text) if query_terms(one[0]) and not _ASKING.search(one[0])
    ]


def _subject(turn: Turn, before: str) -> str:
    """The words of the question before that its answer was about."""
    before = _without_values(before)
    words = [one[0] for one in _content(before)]
    known = frozenset(terms_meant(turn.shown))
    held = [one for one in words if any(covers(known, term) for term in query_terms(one))]
    named = held or [one for one in words if not may_be_verb(one)]
    return " ".join(dict.fromkeys(map(_bare, named)))


def _bare(word: str) -> str:
    return grammar_of(word).bare(word)


def _about(subject: str, said: str) -> str:
    """Asks it about the subject, in place of a pronoun if there is one."""
    if not subject:
        return said
    if _POINTS.search(said) and not _CASE.search(said):
        return _POINTS.sub(subject, said, count=1)
    return _TEXTS.ABOUT[language_of(said)].format(subject=subject, question=said)


def _with_value(before: str, part: str) -> str:
    """Puts the value of a message in place of one of the same kind: "and 4?"."""
    for new in values(part):
        for old in reversed(values(before)):
            if new.text not in _NO_NUMBER and (new.kind is old.kind or not new.unit):
                whole = new.text if new.unit else _NUMBER.sub(new.text, old.text, count=1)
                return f"{before[: old.span[0]]}{whole}{before[old.span[1] :]}"
    return ""


def _without_values(text: str) -> str:
    """A text without its values: a rule for 70,000 won or more answers for 75,000 won."""
    for one in reversed(values(text)):
        if one.text not in _NO_NUMBER:
            text = f"{text[: one.span[0]]} {_REST.sub('', text[one.span[1] :], count=1)}"
    return " ".join(text.split())


def _with_case(before: str, said: str, part: str) -> str:
    """Adds the case of a message to the question before."""
    if names_a_state(said) and names_a_state(before):
        return ""
    case = re.sub(r"^(?:what|how) |(?:은|는|도)?요?$", "", said)
    return _TEXTS.CASE[language_of(said)].format(question=before, case=case)


async def _swapped(before: str, said: str, part: str, turn: Turn, search: Likeness) -> str:
    """Puts a part in place of the part of the question before that is most like it."""
    if valued := _with_value(before, part):
        return valued
    spans = list(_spans(before, part))
    if not spans or not part:
        return ""
    texts = [" ".join(map(_bare, before[slice(*one)].split())) for one in spans]
    alike = await search.likeness(part, texts)
    led = _PREPOSITION.match(said)
    behind = rf"\b{led[1]}\s(?:(?:the|an?|our|my|their)\s)?$" if led else "$^"
    same = [bool(re.search(behind, before[:start], re.IGNORECASE)) for start, _ in spans]
    fits = [
        one + _fit(part, text, turn.rarity) + _SAME * is_same
        for one, text, is_same in zip(alike, texts, same, strict=True)
    ]
    best = max(range(len(fits)), key=fits.__getitem__)
    start, end = spans[best]
    if led and not any(same) and alike[best] < _ALIKE:
        return f"{before} {said}"
    return f"{before[:start]}{part}{before[end:]}"


def _fit(part: str, text: str, rarity: Mapping[str, float]) -> float:
    """How much more a part of a question is worth swapping than its likeness alone says."""
    terms = query_terms(text)
    known = [rarity[term] for term in terms if term in rarity]
    rare = sum(known) / len(known) / max(rarity.values()) if known else 0.0
    nothing = all(one.lower() in NO_THING for one in text.split())
    shares = len(text.split()) > 1 and not set(terms).isdisjoint(query_terms(part))
    return _RARE * rare + _SHARED * shares - _LONGER * len(text.split()) - _RARE * nothing


def _spans(before: str, part: str) -> Iterator[tuple[int, int]]:
    """Up to three neighbouring words; the first and the last have a meaning and are no verbs."""
    words = list(_WORD.finditer(before))
    has = {
        one.start()
        for one in _content(before)
        if not may_be_verb(one[0]) and not _BEFORE_VERB.search(before[: one.start()])
    }
    for first, start in enumerate(words):
        for end in words[first : first + _LONGEST_SPAN]:
            inside = (one for one in (start, end) if one[0].lower() not in part.lower())
            is_one = start is end or not any(_VERB.search(one[0]) for one in inside)
            if is_one and start.start() in has and end.start() in has:
                yield start.start(), end.end()
