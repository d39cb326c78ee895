"""Step 4: is every sentence of the draft carried by the words that it quotes?

Deterministic, in this order: structure, quote, values, novelty, hygiene. What fails is dropped; an
answer of which nothing is left is insufficient.
"""

import re
import unicodedata
from collections.abc import Mapping

from bot.model import Checked, Citation, Draft, Evidence, Issue, Question, Sentence, Verdict
from knowledge.lexical import numbers, query_terms, terms
from knowledge.sentences import plain

MOST_SENTENCES = 5
_SHORTEST_QUOTE = {"en": 12, "ko": 6}
_NOVELTY = {"en": 0.30, "ko": 0.45}
"""Share of a sentence's words that may stand in none of its quotes, nor in the question."""
_LINK = re.compile(r"https?://|www\.|<[!@#][^>]*>|@(?:channel|here|everyone)\b", re.IGNORECASE)
_MARKUP = re.compile(r"<[a-z/!][^>]*>|!\[|\]\(", re.IGNORECASE)
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"})


def check(draft: Draft, question: Question, evidence: Evidence) -> Checked:
    """Return the sentences that hold, and why the others do not."""
    known = {hit.passage.passage_id: hit.passage.text for hit in evidence.found.hits}
    issues = [
        Issue(code, number)
        for number, sentence in enumerate(draft.sentences)
        if (code := fault(sentence, question, known))
    ]
    issues += [Issue("too_many", n) for n in range(MOST_SENTENCES, len(draft.sentences))]
    dropped = {issue.sentence for issue in issues}
    kept = tuple(one for n, one in enumerate(draft.sentences) if n not in dropped)
    return Checked(Verdict.PASS if kept else Verdict.INSUFFICIENT, kept, tuple(issues))


def fault(sentence: Sentence, question: Question, known: Mapping[str, str]) -> str | None:
    """The code of the first rule that the sentence breaks; None when it holds."""
    if not sentence.text.strip() or not sentence.citations:
        return "no_citation"
    if not all(_is_quoted(citation, known) for citation in sentence.citations):
        return "quote_not_found"
    quoted = " ".join(citation.quote for citation in sentence.citations)
    rules = (
        ("quote_too_short", not _long_enough(quoted)),
        ("value_not_quoted", not _values_quoted(sentence.text, quoted, question.text)),
        ("words_not_quoted", _novelty(sentence, quoted, question) > _NOVELTY[question.language]),
        ("not_plain", bool(_LINK.search(sentence.text) or _MARKUP.search(sentence.text))),
    )
    return next((code for code, broken in rules if broken), None)


def _is_quoted(citation: Citation, known: Mapping[str, str]) -> bool:
    passage = known.get(citation.passage.passage_id, "")
    quote = normalised(citation.quote)
    return bool(quote) and quote in normalised(passage)


def _values_quoted(text: str, quoted: str, asked: str) -> bool:
    return set(numbers(text)) <= {*numbers(quoted), *numbers(asked)}


def normalised(text: str) -> str:
    """Text as quotes are compared: one form of each character, no Markdown, single spaces."""
    folded = unicodedata.normalize("NFKC", text).translate(_SAME)
    return plain(" ".join(folded.split()))


def _long_enough(quoted: str) -> bool:
    korean = any("가" <= char <= "힣" for char in quoted)
    return len(normalised(quoted)) >= _SHORTEST_QUOTE["ko" if korean else "en"]


def _novelty(sentence: Sentence, quoted: str, question: Question) -> float:
    passages = [citation.passage for citation in sentence.citations]
    headings = " ".join(f"{passage.header.title} {passage.heading}" for passage in passages)
    available = {*terms(quoted), *terms(headings), *terms(question.text)}
    wanted = query_terms(sentence.text)
    missing = [term for term in wanted if term not in available]
    return len(missing) / len(wanted) if wanted else 0.0
