"""Answers words about the answer before: "are you sure?", "shorter please", "영어로".

The thread's last question is answered once more, so that what is said is what counts now.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot import texts
from bot.answering.reply.answer import with_document
from bot.answering.reply.citations import marked, said, whom_to_ask
from bot.answering.reply.closest import heading_of
from bot.answering.reply.refusal import say
from bot.answering.shortcuts.rule_in_full import of_chosen
from bot.answering.shortcuts.said import Said
from bot.answering.understand import talk_of
from bot.answering.understand.in_thread import replies_to_bot
from bot.answering.understand.kinds import about_answer, language_named
from bot.model import Answer, ClosestPlace, Length, Question, Turn
from bot.model.days import in_words
from bot.model.said import Corpus
from bot.model.understood import About, Talk, Understood
from bot.model.written import ANSWERED
from bot.ports import Search
from bot.privacy import still_safe
from knowledge.language.terms import language_of
from knowledge.model.documents import Header, Language

_MOST_DOCUMENTS = 3
Ask = Callable[[Question], Awaitable[Answer]]
"""Answers a question that stands by itself."""


@dataclass(frozen=True, slots=True)
class _Words:
    """Words about the thread's last answer."""

    about: About
    question: Question
    """The message."""
    before: Turn
    search: Search
    corpus: Corpus
    ask: Ask

    async def again(self, language: Language | None = None, length: Length | None = None) -> Answer:
        """The answer to the last question as of now, without suggestions."""
        question, asked = self.question, self.before.question
        language = language or _language(question, asked)
        answer = await self.ask(
            replace(
                question,
                text=asked,
                language=language,
                filters=replace(question.filters, language=language),
                length=length or question.length,
            )
        )
        return replace(answer, suggestions=())


async def of_answer(said: Said) -> Answer | None:
    """Does what a message wants of the answer before; without one, says what can be asked."""
    question, before = said.question, said.before
    about = about_answer(question.text, answered=before is not None)
    is_of_another = before is None and talk_of(question.text) is Talk.POINTS
    if about is None or is_of_another or replies_to_bot(question, before):
        return None
    if before is None:
        nothing = texts.ASK_ABOUT_WHAT if about is About.PERSON else texts.NOTHING_BEFORE
        corpus = said.corpus[question.language]
        return _talk(question, nothing[question.language].format(corpus=corpus))
    async with said.index.pinned() as search:

        async def ask(again: Question) -> Answer:
            return await said.ask(again, None)

        answer = await _DOES[about](_Words(about, question, before, search, said.corpus, ask))
    return replace(answer, understood=replace(answer.understood, about=about))


async def _checked_again(words: _Words) -> Answer:
    answer = await words.again()
    if not answer.citations:
        return answer
    language = answer.question.language
    named = _named(answer.citations[0].passage.header, language)
    return _below(texts.CHECKED_AGAIN[language].format(document=named), answer)


async def _again(words: _Words) -> Answer:
    return await words.again()


async def _shorter(words: _Words) -> Answer:
    return await words.again(length=Length.BRIEF)


async def _proven(words: _Words) -> Answer:
    """The sentences of the answer, each below its document and heading."""
    answer = await words.again()
    if answer.verdict not in ANSWERED or not answer.sentences:
        return answer
    language = answer.question.language
    quoted = (
        with_document(
            replace(one, text=f"“{one.text}”"), language, heading_of(one.citations[0].passage)
        )
        for one in answer.sentences
    )
    lines = [texts.SAYS_SO[language], *(marked(one, answer.citations) for one in quoted)]
    return replace(answer, text=said(lines), follow_up=None)


async def _explained(words: _Words) -> Answer:
    """The whole section that the answer is from."""
    answer = await words.again()
    if not answer.citations:
        return answer
    passage = answer.citations[0].passage
    place = ClosestPlace(passage.header, passage.section)
    question = replace(words.question, language=answer.question.language)
    whole = await of_chosen([place], question, words.before, words.search, words.corpus)
    return replace(whole, found=answer.found) if whole else answer


async def _in_other_language(words: _Words) -> Answer:
    """The same rule from another language's document; says so if there is none."""
    answer = await words.again()
    if not answer.citations:
        return answer
    now = answer.citations[0].passage.header
    named = language_named(words.question.text)
    target = named.language if named else _other(now.language, words.question.language)
    if now.language == target:
        return await words.again(target)
    other = await words.again(target)
    if other.citations and other.citations[0].passage.header.language == target:
        return other
    language = words.question.language
    name = texts.LANGUAGE_NAMES[target][language]
    lacking = texts.NO_TRANSLATION[language].format(language=name, title=now.title)
    return _below(lacking, answer)


async def _wrong(words: _Words) -> Answer:
    language = words.question.language
    owner = whom_to_ask(words.before.cited, language) if words.before.cited else ""
    return _talk(words.question, f"{texts.NOTED_AS_WRONG[language]} {owner}".strip())


async def _author(words: _Words) -> Answer:
    language, headers = words.question.language, words.before.cited[:_MOST_DOCUMENTS]
    each = "\n".join(_with_owner(one, language) for one in headers)
    return _talk(words.question, each or texts.NO_DOCUMENT_BEFORE[language])


async def _first_asked(words: _Words) -> Answer:
    language = words.question.language
    asked = words.question.earlier or (words.before.said or words.before.question,)
    said = texts.FIRST_ASKED[language].format(question=asked[0])
    last = texts.LAST_ASKED[language].format(question=asked[-1]) if len(asked) > 1 else ""
    return _talk(words.question, f"{said} {last}".strip())


async def _person(words: _Words) -> Answer:
    return _talk(words.question, whom_to_ask(words.before.cited, words.question.language))


_DOES: Mapping[About, Callable[[_Words], Awaitable[Answer]]] = MappingProxyType(
    {
        About.DOUBT: _checked_again,
        About.WRONG: _wrong,
        About.SHORTER: _shorter,
        About.REPEAT: _again,
        About.WHY: _proven,
        About.AUTHOR: _author,
        About.EXPLAIN: _explained,
        About.FIRST: _first_asked,
        About.TRANSLATE: _in_other_language,
        About.PERSON: _person,
    }
)


def _talk(question: Question, text: str) -> Answer:
    return replace(say(question, text), understood=Understood(Talk.ABOUT_ANSWER))


def _below(line: str, answer: Answer) -> Answer:
    return replace(answer, text=still_safe(f"{line}\n{answer.text}"))


def _language(question: Question, asked: str) -> Language:
    """The language of the last question, unless one is set for the channel."""
    is_set = language_of(question.text) != question.language
    return question.language if is_set else language_of(asked)


def _other(now: Language, asked: Language) -> Language:
    return next(one for one in (asked, *texts.LANGUAGES) if one != now)


def _with_owner(header: Header, language: Language) -> str:
    owner = header.owner or texts.STORE_MANAGER[language]
    return texts.LOOKED_AFTER_BY[language].format(document=_named(header, language), owner=owner)


def _named(header: Header, language: Language) -> str:
    """A document's title with its version and the day from which it counts."""
    since = header.effective_from
    parts = [
        texts.VERSION[language].format(version=header.version.removeprefix("v"))
        if header.version
        else "",
        texts.IN_FORCE_SINCE[language].format(day=in_words(since, language)) if since else "",
    ]
    known = ", ".join(filter(None, parts))
    title = f"“{header.title}”"
    if not known:
        return title
    return texts.TITLED[language].format(title=title, about=known)
