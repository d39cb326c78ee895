"""Rewrites a follow-up as a whole question: "and opened ones?", "카드로 샀으면?"."""

import re
from collections.abc import Mapping

from bot import texts
from bot.answering.criteria.condition.agreement import names_a_state
from bot.answering.understand.follow_up import yes_or_no
from bot.answering.understand.follow_up.swapped_part import (
    is_another_day,
    of_the_same,
    on_another_day,
)
from bot.answering.understand.follow_up.yes_or_no import in_words, is_yes_or_no
from bot.answering.understand.intent import intent_of, names_no_subject
from bot.answering.understand.named_document import asked_about, named_versions
from bot.model import SafeText, Turn
from bot.model.understood import Intent
from bot.privacy import still_safe
from knowledge.language.calendar.named_days import ANY_DAY, named_days
from knowledge.language.patterns.cues import has_words
from knowledge.language.terms import language_of, query_terms

_MOST_TERMS = 6
"""Terms of a follow-up, twice as many after "and" or the like; a Korean word has a few."""
_A_FEW_TERMS = range(1, _MOST_TERMS + 1)
_MOST_ANSWER_TERMS = 8
_LONGEST = 600
"""Characters of a question with its follow-ups; the end of the earlier ones is cut off."""

_GOES_ON = re.compile(
    r"^(?:and|but|or|also|then|so|what about|how about|what if|same for|even|only)\b"
    r"|^(?:그럼|그러면|그리고|그런데|근데|또는|혹은|만약|그래도|그거|그건|그게|이거|이건|그 경우)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    # The "it" of "How much does it cost to mend a kettle?" refers to nothing.
    r"\b(?:it(?! (?:costs?|takes?) (?:\w+ ){0,2}to\b)|its|they|them|that one|those|these|this one"
    r"|one|ones|the same|there)\b|그것|거기",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"[가-힣a-z0-9](?:은|는|도|면|때는|경우는|경우에는)(?:요)?$|(?:건|거|것)(?:은|는)?요?$",
    re.IGNORECASE,
)
_THING = re.compile(r"\s(?:건|거|것)(?:은|는|도)?요?$")
_INSTEAD = re.compile(
    r"^(?:and |but )?(?:what about|how about|same for|for|and)\s+(?:the |a |an )?"
    r"(?P<en>(?!(?:if|when|with|without|what|how)\b)[\w\s-]{2,40}(?<!\bone)(?<!\bones))$"
    r"|^(?:그럼|그러면|그리고|근데)?\s*(?P<ko>[가-힣\w]+?)(?<!건)(?<!것)(?:은|는|도)(?:요)?$",
    re.IGNORECASE,
)
_IF = re.compile(
    r"^(?:and |but |so |or )?(?:what |what about |how about )?"
    r"(?:(?:if|when) (?!(?:is|are|was|were|do|does|did|can|could|will|should|may|must|has|have)\b)"
    r"|(?P<with>with(?:out)?) )(?P<en>.{3,80})$",
    re.IGNORECASE,
)
_IF_KOREAN = re.compile(
    r"^(?:(?:그럼|그러면|그런데|근데|만약에?|혹시(?:라도)?)\s+)*(?!그러면|며칠|라면)"
    r"(?P<ko>.{1,40}?(?:[가-힣]면|없이|경우(?:에)?|때))(?:는|에는|도)?요?$"
)
_ASKS = re.compile(
    # "Refund policy: what about gifts?" names its subject.
    r"^(?:[^:?]{2,60}: )?(?:how|what|when|where|who|why|which|can|could|is|are|do|does|may|should"
    r"|will)\b"
    r"|(?:나요|까요|인가요|한가요|죠|니까|세요)$|얼마|언제|어디|누가|며칠|어떻게",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(
    r"^(?:(?:hi|hey|hello|ok|okay|well|now|so|today|tonight|tomorrow|currently|by the way|btw"
    r"|(?:as of|in|on|at|for|from|by|since|after|before|until|starting|during|regarding|about)\b"
    r"[^,?]{1,40}(?=,)),?\s+)+"
    r"|^(?:(?:그런데|근데|참|아|저기|안녕하세요|오늘|지금|현재|혹시)[,\s]\s*)+",
    re.IGNORECASE,
)
"""Words before a question that set its day or its place, or greet: "as of 1 May,", "in store,"."""
_OF_ITS_OWN = 3
"""Words with a meaning from which a question behind such words has a subject of its own."""
_OF_ITS_OWN_SUBJECT = 2
"""Words of a subject before a pronoun from which it may mean them."""
_ASKING = re.compile(r"며칠|몇|얼마|언제|어디|누가|누구|어떻게|무엇|뭐")
_ASKS_ALONE = re.compile(
    r"\w\s+(?:how|where|when|who|why|which)\b|\s(?:며칠|몇|얼마|언제|어디|누가|누구|어떻게|왜|[뭐뭘무])",
    re.IGNORECASE,
)
"""A question without a subject: "그럼 뭘로 내요?", "and how?"."""
_BOUGHT = re.compile(
    r"\b(?:it was|that was|they were|bought|purchased|i|we|they|he|she|it|on)\b"
    r"|에|(?:샀|구매했|구입했)(?:어|습니다|대|다|음)?|산 (?:거|것|상품)",
    re.IGNORECASE,
)
_POLITE = re.compile(r"(?:이에요|예요|에요|입니다|이요|요)$")
_IN_STORE = re.compile(
    r"^(?:and |but |what about |how about |for |in |at |it's )*(?:the |a |an |our )?"
    r"(?P<en>caf[eé]|coffee shop|convenience (?:store|shop)|clothing (?:store|shop))s?(?: one)?$"
    r"|^(?:(?:그럼|그러면|그리고) )?(?P<ko>카페|편의점|(?:의류|옷) ?매장)"
    r"(?:에서|은|는)?(?:요|이요|이에요|예요|에요)?$",
    re.IGNORECASE,
)
"""A kind of store and nothing else; it is added to the previous question."""
_IN_A_PLACE = re.compile(
    r"^(?i:and|but|what about|how about)?,? ?(?P<en>(?i:in|at)(?: the)? [A-Z][\w' -]{1,30})$"
    r"|^(?:(?:그럼|그러면|그리고|근데) )?(?!(?:장|단|문제|차이|주의|유의|시|초|관)점)"
    r"(?P<ko>[가-힣A-Za-z\d]{1,12}(?:점|매장))(?:에서)?(?:은|는|도)?요?$"
)
"""The name of a shop and nothing else: "and in Leeds?", "강남점은요?"."""
_ENDS = re.compile(r"[\s?!.~]+$")
_WORD = re.compile(r"\S+")


def continued(text: str, turn: Turn | None) -> tuple[SafeText, ...]:
    """Rewrites a follow-up as whole questions; empty if the message stands alone.

    A reply to the bot's question, a kind of store, or a day gives one wording. Otherwise the first
    wording adds the message to the previous question; further ones swap the subject, "and
    clothes?", or make a condition part of the question, "what if it's opened?".
    """
    said = _ENDS.sub("", text.strip())
    if turn is None or not said:
        return ()
    before = _cut(turn, said)
    if replied := _replied(before, said, turn):
        return (still_safe(replied),)
    if day := on_another_day(before, said):
        return (still_safe(f"{day}?"),)
    return _wordings(before, said, turn) if _needs_previous(said, turn) else ()


def tried_with(text: str, turn: Turn | None) -> tuple[SafeText, ...]:
    """Does the same for a few words that are no question, once they found nothing alone."""
    said = _ENDS.sub("", text.strip())
    if turn is None or _ASKS.search(said) or len(query_terms(said)) not in _A_FEW_TERMS:
        return ()
    return _wordings(_cut(turn, said), said, turn)


def _cut(turn: Turn, said: str) -> str:
    """The previous question, cut so that the message still fits after it."""
    before = _ENDS.sub("", turn.question)
    return before[: max(0, _LONGEST - len(said))] if len(before) + len(said) > _LONGEST else before


def _wordings(before: str, said: str, turn: Turn) -> tuple[SafeText, ...]:
    wordings = [f"{before}? {said}?"]
    if of_it := of_the_same(before, said):
        wordings.append(f"{of_it}?")
    place = _in_a_place(before, said)
    if place:
        wordings.append(f"{place}?")
    instead = _instead(said)
    if (
        instead
        and not (of_it or place)
        and (replaced := _with_subject(before, instead, turn.rarity))
    ):
        wordings.append(f"{replaced}?")
    if on := _on_condition(before, said):
        wordings.append(f"{on}?")
    return tuple(still_safe(one) for one in wordings)


def _replied(before: str, said: str, turn: Turn) -> str | None:
    """Adds a day asked for, a kind of store, or a yes or no to the previous question."""
    day = _day_alone(said) if turn.asked_back else None
    if day:
        delivered = turn.asked_back in texts.ASK_DELIVERED.values()
        return _bought(before, day, delivered=delivered)
    if match := _IN_STORE.search(said):
        return _in_store(before, match)
    case = in_words(said, turn.asked_back)
    return _in_case(before, case) if case else None


def holds_the_message(wording: str, said: str) -> bool:
    """Whether a wording only adds the message to the previous question."""
    return wording.endswith(f"? {_ENDS.sub('', said.strip())}?")


def replies(text: str, turn: Turn | None) -> bool:
    """Whether a message replies to the question that the bot asked back."""
    said = _ENDS.sub("", text.strip())
    if turn is None or not turn.asked_back or turn.disagreeing:
        return False
    return yes_or_no.replies(said, turn.asked_back) or _replied("", said, turn) is not None


def points_back(said: str) -> bool:
    """Whether a message has hardly a word of its own to look for in the documents.

    "How long does it take?", "yes", another day, another kind of store: the subject is in the
    previous question.
    """
    bare = _ENDS.sub("", said)
    return bool(
        _POINTS_BACK.search(said)
        or is_yes_or_no(said)
        or _day_alone(bare)
        or is_another_day(bare)
        or _IN_STORE.search(bare)
    )


def may_stand_alone(said: str) -> bool:
    """Whether a message that points back may mean something in itself.

    "Someone left a wallet, how long do we keep it?" names its subject before the pronoun.
    """
    bare = _ENDS.sub("", said.strip())
    if any(form.search(bare) for form in (_IF, _IF_KOREAN, _INSTEAD, _IN_A_PLACE)):
        return False  # "and without a receipt?", "what about clothing?"
    match = _POINTS_BACK.search(said)
    before = said[: match.start()] if match else said
    words = (word for word in before.split() if not _ASKING.search(word))
    return has_words(words, _OF_ITS_OWN_SUBJECT)


def own_words_of(said: str) -> str:
    """A message without its end mark, and without a 건, 거 or 것 (thing) before it."""
    return _THING.sub("", _ENDS.sub("", said))


def _day_alone(said: str) -> str | None:
    """The day that a message names, if it says nothing else, except that something was bought."""
    said = _POLITE.sub("", said)
    days = named_days(said, ANY_DAY)
    if len(days) != 1:
        return None
    start, end = days[0].start, days[0].end
    rest = _BOUGHT.sub("", f"{said[:start]} {said[end:]}")
    return said[start:end] if not rest.strip(" ,") else None


def _bought(question: str, day: str, *, delivered: bool) -> str:
    """Adds the day of a purchase or a delivery to a question."""
    if language_of(question) == "ko":
        return f"{day}에 {'배송받은' if delivered else '산'} 상품인데 {question}?"
    on = "on " if any(char.isdigit() for char in day) else ""
    return f"{question}, {'delivered' if delivered else 'bought'} {on}{day}?"


def _in_store(question: str, match: re.Match[str]) -> str:
    """Adds a kind of store to a question."""
    return f"{match['ko']} {question}?" if match["ko"] else f"{question} in the {match['en']}?"


def _in_case(question: str, case: str) -> str:
    """Adds the customer's case to a question."""
    return f"{case} {question}?" if language_of(case) == "ko" else f"{question}, {case}?"


def _needs_previous(said: str, turn: Turn) -> bool:
    """Whether a message needs the previous question to be understood."""
    count, asked = len(query_terms(said)), _LEADS_IN.sub("", said)
    if asked != said and _asks_of_its_own(asked):
        return False
    if not count:
        return bool(_GOES_ON.search(said) and _ASKS_ALONE.search(said))
    if _asks_what_changed(said) or _IN_A_PLACE.search(said):
        return True
    if _GOES_ON.search(said) or (_POINTS_BACK.search(said) and count <= _MOST_TERMS):
        return count <= 2 * _MOST_TERMS
    if _ASKS.search(asked):
        return False
    is_short = (language_of(said) == "ko" and _BARE.search(said)) or names_a_state(said)
    return count <= (_MOST_TERMS if is_short else _MOST_ANSWER_TERMS * bool(turn.asked_back))


def _asks_of_its_own(asked: str) -> bool:
    """Whether a message, without the words that lead in, is a question with its own subject."""
    if not _ASKS.search(asked) or _POINTS_BACK.search(asked) or _asks_what_changed(asked):
        return False
    words = (word for word in asked.split() if not _ASKING.search(word))
    return has_words(words, _OF_ITS_OWN)


def _asks_what_changed(said: str) -> bool:
    """Whether it asks for changes of no named document: "what is new in version 5?"."""
    intent = intent_of(said)
    if intent is Intent.COMPARE_VERSIONS and names_no_subject(said):
        return True
    is_of_changes = intent in (Intent.COMPARE_VERSIONS, Intent.WHAT_IS_NEW)
    return is_of_changes and bool(named_versions(said)) and not asked_about(said, ANY_DAY)


def _on_condition(question: str, said: str) -> str | None:
    """Adds the condition of a message: after an English question, before a Korean one."""
    question = question.partition("?")[0]
    if names_a_state(said) and names_a_state(question):
        return None  # "what if it's opened?" after a question about unopened goods
    if match := _IF.search(said):
        return f"{question} {match['with'] or 'if'} {match['en']}"
    if match := _IF_KOREAN.search(said):
        return f"{match['ko']} {question}"
    return None


def _in_a_place(question: str, said: str) -> str | None:
    """Adds the shop that a message names to the question, whose subject stays."""
    question = question.partition("?")[0]
    match = _IN_A_PLACE.search(said)
    if match is None:
        return None
    return f"{match['ko']} {question}" if match["ko"] else f"{question} {match['en']}"


def _instead(said: str) -> str | None:
    """The new subject that a message names: "and clothes?"."""
    match = _INSTEAD.search(said)
    return (match["en"] or match["ko"]) if match else None


def _with_subject(question: str, subject: str, rarity: Mapping[str, float]) -> str | None:
    """Replaces the rarest word of the question with a new subject; None without a known word.

    Earlier follow-ups were about the old subject, so they are dropped.
    """
    question = question.partition("?")[0]
    weighed = [(_weight(match[0], rarity), match) for match in _WORD.finditer(question)]
    weight, match = max(weighed, key=lambda one: one[0], default=(0.0, None))
    if match is None or not weight:
        return None
    return f"{question[: match.start()]}{subject}{question[match.end() :]}"


def _weight(word: str, rarity: Mapping[str, float]) -> float:
    if _ASKING.search(word):
        return 0.0
    known = [rarity[term] for term in query_terms(word) if term in rarity]
    return sum(known) / len(known) if known else 0.0
