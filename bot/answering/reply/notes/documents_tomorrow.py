"""Explains a document's "tomorrow": it counts from the document's date, not today."""

from dataclasses import replace

from bot import texts
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Sentence, Verdict
from bot.model.days import in_words
from knowledge.language.patterns.lazy import LazyPattern

_RELATIVE = LazyPattern(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:this|next) (?:week(?:end)?|month))\b(?!['’]s)"
    r"|(?<![가-힣])(?:오늘|내일|모레|어제|이번 ?[주달]|다음 ?[주달]|금주|차주)(?!의)"
)


def explain_tomorrow(answer: Answer, question: Question) -> Answer:
    """Adds a line if the question is about a day and a sentence has a word such as "tomorrow".

    A rule with two such words, "order today, it comes tomorrow", holds on any day.
    """
    if question.about.day is None or answer.verdict is not Verdict.PASS:
        return answer
    line = next(filter(None, (_line(one, question) for one in answer.sentences)), None)
    return replace(answer, text=said([answer.text, line])) if line else answer


def _line(sentence: Sentence, question: Question) -> str | None:
    words = {match[0].lower() for match in _RELATIVE.finditer(sentence.text)}
    if len(words) != 1:
        return None
    since, language = sentence.citations[0].passage.header.effective_from, question.language
    if since is None:
        return texts.OWN_DAY_UNSAID[language].format(word=words.pop())
    return texts.OWN_DAY[language].format(word=words.pop(), day=in_words(since, language))
