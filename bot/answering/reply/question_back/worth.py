"""Drops a question back whose replies would not change the answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.answering.reply.question_back.choices import choices
from bot.model import Answer, Question, SafeText
from bot.model.written import ANSWERED

MOST = 3
"""Replies that are tried, each as long as a question takes; the rows of a longer table are not."""

_NEAR_BEST = 0.5
"""Share of the best passage's score from which another one is near."""

Ask = Callable[[Question], Awaitable[Answer]]
"""Answers a question as a tap on it would, but without a language model."""


async def if_worth_asking(answer: Answer, ask: Ask) -> Answer:
    """Tries the replies that may be tapped; without its question if they all lead nowhere new."""
    offered, asked = choices(answer), answer.question
    if not 0 < len(offered) <= MOST:
        return answer
    replies = [
        await ask(Question(SafeText(one.question), asked.language, asked.filters, asked.dated))
        for one in offered
    ]
    return answer if _change(answer, replies) else replace(answer, follow_up=None)


def _change(answer: Answer, replies: Sequence[Answer]) -> bool:
    """Whether the replies' answers differ from each other and from the one before."""
    if any(_is_elsewhere(one, answer) for one in replies):
        return False
    said = [_said(one, answer) for one in replies]
    return len({*said}) > 1 and any(one not in ("", answer.text) for one in said)


def _said(reply: Answer, before: Answer) -> str:
    """The words of a reply's answer; closest rules that repeat the answer before say the same."""
    if reply.verdict in ANSWERED:
        return reply.text
    known = {one.text for one in before.sentences}
    if any(one.text in known for one in reply.closest):
        return before.text
    return reply.text if reply.closest else ""


def _is_elsewhere(reply: Answer, before: Answer) -> bool:
    """Whether a reply is answered from documents that the question itself did not find near.

    So is one from documents in another language only.
    """
    if reply.verdict not in ANSWERED or not reply.citations:
        return False
    best = max((hit.score for hit in before.found.hits), default=0.0)
    near = [hit for hit in before.found.hits if hit.score >= _NEAR_BEST * best]
    cited = [one.passage.header for one in reply.citations]
    is_near = {one.doc_id for one in cited} & {hit.passage.header.doc_id for hit in near}
    is_read = {one.language for one in cited} & {
        one.passage.header.language for one in before.citations
    }
    return not (is_near and is_read)
