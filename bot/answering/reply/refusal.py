"""Builds a refusal, or the closest rules: what they lack, their words, and whom to ask."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import texts
from bot.answering.check.holding import holds
from bot.answering.check.relevance import (
    fits_state,
    has_the_code,
    mentions_subject,
    of_unsaid_danger,
)
from bot.answering.criteria.answer_kind import demanded, fills, slot_of
from bot.answering.criteria.subject import names_a_thing
from bot.answering.find.gate.nearness import may_be_of_the_store
from bot.answering.find.translations import in_own_language
from bot.answering.reply import closest
from bot.answering.reply.answer import (
    MOST_CITATIONS,
    in_other_language,
    is_direct,
    is_foreign,
    not_in_force,
    with_document,
)
from bot.answering.reply.citations import citations_of, marked, owner_line, said, who_settles
from bot.answering.reply.tie import Tie, said_of
from bot.model import (
    Absence,
    Answer,
    Checked,
    Citation,
    Evidence,
    Issue,
    Nearest,
    Question,
    SafeText,
    Sentence,
    Verdict,
)
from bot.model.said import Corpus
from bot.model.written import sentence_of
from bot.privacy import still_safe
from knowledge.model.documents import Found, Header, Language

_HALF = 0.5
"""Share of the question's words that a quoted match needs if it misses the subject asked about."""


def nearest_of(checked: Checked, evidence: Evidence) -> Nearest | None:
    """The closest match to quote in a refusal. None if no sentence is near the question."""
    if checked.missing:
        holds_half = any(one.context >= _HALF for one in evidence.candidates[:1])
        helps = checked.worth_quoting or holds_half
        return Nearest(checked.nearest[0], checked.missing) if helps else None
    if checked.worth_quoting:
        return Nearest(checked.nearest[0])
    held = {one.text: one for one in checked.nearest}
    near = (one.statement.text for one in evidence.candidates if is_direct(one))
    return next((Nearest(held[text]) for text in near if text in held), None)


def refuse(
    question: Question,
    verdict: Verdict,
    corpus: Corpus,
    evidence: Evidence | None = None,
    attempts: int = 0,
    issues: tuple[Issue, ...] = (),
    nearest: Nearest | None = None,
    others: Sequence[Sentence] = (),
) -> Answer:
    """Returns a refusal, or the closest rules if there are any.

    `nearest` is one of them: a sentence that passed the check but does not answer the
    question; what it lacks is said before the rules. `others` are the rest. Without any, the
    refusal says whom to ask, unless the question is off topic.
    """
    found = evidence.found if evidence else Found()
    tie = Tie.of(question, found)
    rules = _with_nearest(others, nearest, question.language)
    quoted = (*rules, *(nearest.against if nearest else ()))
    citations = citations_of(quoted, MOST_CITATIONS + (len(nearest.against) if nearest else 0))
    absence = _lacks(question, rules[0], nearest) if rules else None
    if rules:
        lines = [*_closest(question, rules, nearest, citations, tie, absence)]
    else:
        lines = [_plain(question.language, verdict, corpus)]
    return Answer(
        question=question,
        verdict=verdict,
        text=said(lines),
        citations=citations,
        sentences=quoted,
        follow_up=_asked_back(question, rules, tie),
        absent=(absence,) if absence else (),
        disputed=bool(rules and nearest and nearest.against),
        closest=tuple(rules),
        found=found,
        attempts=attempts,
        issues=issues,
    )


def with_whom_to_ask(answer: Answer, corpus: Corpus) -> Answer:
    """Says whom to ask in an off-topic refusal too, if its question may be about the store.

    It is done last: until then an off-topic message may be a follow-up.
    """
    off_topic = answer.verdict is Verdict.OFF_TOPIC and not answer.understood.talk
    if not off_topic or not may_be_of_the_store(answer.found):
        return answer
    text = _plain(answer.question.language, Verdict.INSUFFICIENT, corpus)
    return replace(answer, verdict=Verdict.INSUFFICIENT, text=still_safe(text))


def without_advice(text: str, language: Language) -> str:
    """A plain refusal without whom or how to ask: somebody else is named, or a program reads it."""
    for advice in (texts.ASK_STORE_MANAGER, texts.ASK_WITHOUT_SELECTION):
        text = text.replace(f" {advice[language]}", "")
    return text


def _plain(language: Language, verdict: Verdict, corpus: Corpus) -> str:
    """The refusal, with whom to ask if the question may be about the store."""
    refusal = texts.REFUSAL[language].format(corpus=corpus[language])
    if verdict is Verdict.OFF_TOPIC:
        return refusal
    return f"{refusal} {texts.ASK_STORE_MANAGER[language]}"


def _with_nearest(
    others: Sequence[Sentence], nearest: Nearest | None, language: Language
) -> list[Sentence]:
    """The rules with the nearest sentence, the asker's language first; one a passage."""
    rules = [nearest.sentence, *others] if nearest else [*others]
    each = {closest.passage_of(one).passage_id: one for one in reversed(rules)}
    return closest.own_first(list(reversed(each.values())), language)[:MOST_CITATIONS]


def _closest(
    question: Question,
    rules: Sequence[Sentence],
    nearest: Nearest | None,
    citations: tuple[Citation, ...],
    tie: Tie,
    absence: Absence | None,
) -> Iterable[str]:
    """Yields the lines: what is missing or a doubt, each rule, whom to ask."""
    language, header = question.language, _header(rules[0])
    doubt = absence.line if absence else texts.MAY_NOT_FIT[language]
    matches = texts.CLOSEST if len(rules) > 1 else texts.CLOSEST_ONE
    yield f"{doubt} {matches[language]}"
    if header.effective_from and _is_to_come(rules[0], question):
        yield not_in_force(header.effective_from, language)
    if is_foreign(rules[0], question):
        yield in_other_language(rules[0], language)
    for rule, words in closest.lines(rules):
        yield marked(replace(rule, text=words), citations)
    if nearest and nearest.against:
        yield texts.OTHERS_DISAGREE[language]
        for other in nearest.against:
            yield marked(with_document(replace(other, text=f"“{other.text}”"), language), citations)
    if nearest and nearest.against:
        yield who_settles([header, *map(_header, nearest.against)], language)
    else:
        yield from _whom(rules[0], tie, question)


def _whom(rule: Sentence, tie: Tie, question: Question) -> Iterable[str]:
    """Yields whom to ask: the rule's owner, if the rule is on the subject of the question.

    Words of the other language do not match, so its owner is named, too.
    """
    passage = closest.passage_of(rule)
    owner = owner_line(passage.header, question.language)
    on_subject = tie.shares_a_word(said_of(passage, rule.text)) or is_foreign(rule, question)
    if owner and on_subject:
        yield owner
    elif tie.words:
        yield texts.ASK_MANAGER[question.language]


def _header(sentence: Sentence) -> Header:
    return sentence.citations[0].passage.header


def _asked_back(question: Question, rules: Sequence[Sentence], tie: Tie) -> SafeText | None:
    """Asks for the missing detail; None if the question names its subject, or no rule is near."""
    return still_safe(texts.ASK_MORE[question.language]) if rules and not tie.words else None


def _lacks(question: Question, rule: Sentence, nearest: Nearest | None) -> Absence | None:
    """The thing or the kind of value that the best rule lacks; None if it lacks none."""
    language = question.language
    missing = nearest.missing if nearest and rule == nearest.sentence else None
    if missing and names_a_thing(missing, question.own_words):
        return Absence(texts.NOT_MENTIONED[language].format(word=missing), word=missing)
    slot = slot_of(question.own_words)
    if slot and not fills(slot, [rule.text]):
        return Absence(texts.NOT_FOUND[slot][language], kind=slot)
    return None


def _is_to_come(rule: Sentence, question: Question) -> bool:
    """Whether a rule takes effect after the day asked about."""
    since = rule.citations[0].passage.header.effective_from
    return since is not None and since > question.filters.as_of


def say(question: Question, text: str) -> Answer:
    """Returns one of the bot's own sentences, for a message that is no question."""
    return Answer(question=question, verdict=Verdict.OFF_TOPIC, text=still_safe(text))


# Picks the closest match for a refusal and names what it lacks: how long, a skirt.


NEARLY = 0.3
"""Likelihood from which a refusal quotes the best statement, whatever it lacks.

In three stores, 46 % of the everyday questions refused above it are answered by that statement.
"""


def lacking(question: Question, evidence: Evidence, likely: float) -> Checked:
    """A refusal, with the best statement as closest match if that may help."""
    nothing = Checked(Verdict.INSUFFICIENT)
    if not evidence.candidates:
        return nothing
    best = in_own_language(evidence.candidates, question.language)
    sentence = sentence_of(best.hit.passage, best.statement)
    if not holds(sentence) or of_unsaid_danger(sentence, question):
        return nothing
    nearest = Checked(Verdict.PASS, kept=(sentence,))
    each = (
        fits_state(question, nearest),
        has_the_code(question, nearest),
        demanded(question, nearest),
        mentions_subject(question, nearest, evidence),
    )
    lacks = next((one for one in each if one.verdict is Verdict.INSUFFICIENT), None)
    if likely < NEARLY:
        return lacks or nothing
    near = lacks or replace(nothing, nearest=nearest.kept)
    return replace(near, worth_quoting=bool(near.nearest))
