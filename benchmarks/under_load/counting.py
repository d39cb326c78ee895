"""Counts what became of the questions of a run; no I/O.

A reply is a message with text in the question's thread that other people may see. Notes (ephemeral
messages, and sentences that send a person away or ask for patience), signs of work and edits are no
replies.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot import texts
from bot.texts import Text

_AWAY = (texts.BUSY, texts.NO_PLACE, texts.MANY_OF_PERSON, texts.MANY_OF_CHANNEL)
_SORRY = (texts.APOLOGY, texts.TOO_LATE)
_BLANK = re.compile(r"\{\w+\}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was sent."""

    key: str
    person: str
    thread: str
    mark: str
    """Words that its answer has, and other answers in its thread do not."""
    accepted: bool
    """The server said 200 to it, at once or to a retry."""
    began_at: float = 0.0
    """When it was first sent."""
    ended_at: float = 0.0
    """When the server had said 200."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the bot, as it reads at the end."""

    thread: str
    text: str
    person: str = ""
    """The reader, if the message is for one person."""
    whispered: bool = False
    """Only one person sees it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of all questions."""

    sent: int
    accepted: int
    answered: int
    """Accepted questions with exactly one reply."""
    lost: tuple[str, ...]
    """Accepted questions without a reply."""
    told: tuple[str, ...]
    """Those lost ones whose asker at least got a note."""
    doubled: tuple[str, ...]
    """Questions with two or more replies, accepted or not."""
    stray: int
    """Replies in threads in which nobody has asked."""
    turned_away: int
    apologies: int
    notes: int
    """Messages for one person's eyes, whatever they say."""
    disordered: tuple[str, ...] = ()
    """Questions that got their reply before one of their thread that was accepted before them."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was lost, doubled or posted anywhere else."""
        return not (self.lost or self.doubled or self.stray)


def tally(asked: Sequence[Asked], said: Sequence[Said]) -> Tally:
    """Counts the replies of each question and the notes."""
    replies = [one for one in said if one.text.strip() and not _is_note(one)]
    threads = {one.thread for one in asked}
    counts = _replies_by_question(asked, [one for one in replies if one.thread in threads])
    accepted = [one for one in asked if one.accepted]
    lost = [one for one in accepted if not counts[one.key]]
    noted = {(one.thread, one.person) for one in said if _is_note(one)}
    return Tally(
        sent=len(asked),
        accepted=len(accepted),
        answered=sum(counts[one.key] == 1 for one in accepted),
        lost=tuple(one.key for one in lost),
        told=tuple(one.key for one in lost if _was_told(one, noted)),
        doubled=tuple(one.key for one in asked if counts[one.key] > 1),
        stray=sum(one.thread not in threads for one in replies),
        turned_away=sum(is_turned_away(one.text) for one in said),
        apologies=sum(_says(one.text, _SORRY) for one in said),
        notes=sum(one.whispered for one in said),
        disordered=tuple(_disordered(accepted, replies)),
    )


def _disordered(asked: Sequence[Asked], replies: Sequence[Said]) -> Iterator[str]:
    """Looks at threads whose replies all bear the mark of one question."""
    by_thread: dict[str, list[Asked]] = {}
    for one in asked:
        by_thread.setdefault(one.thread, []).append(one)
    for thread, questions in by_thread.items():
        texts_ = [_plain(one.text) for one in replies if one.thread == thread]
        places = {one.key: _place(one.mark, texts_) for one in questions}
        for late in questions:
            before = [one for one in questions if one.ended_at < late.began_at]
            own = places[late.key]
            if own is not None and any((places[one.key] or -1) > own for one in before):
                yield late.key


def _place(mark: str, replies: Sequence[str]) -> int | None:
    found = [number for number, text in enumerate(replies) if mark in text]
    return found[0] if len(found) == 1 else None


def is_turned_away(text: str) -> bool:
    """Whether a message asks a person to come again later."""
    return _says(text, _AWAY)


def asks_for_patience(text: str) -> bool:
    """Whether a message only says that the reply takes a while."""
    return _says(text, (texts.LONG_WAIT,))


def _is_note(said: Said) -> bool:
    return said.whispered or is_turned_away(said.text) or asks_for_patience(said.text)


def _was_told(asked: Asked, noted: set[tuple[str, str]]) -> bool:
    return any(
        person == asked.person or (not person and thread == asked.thread)
        for thread, person in noted
    )


def _replies_by_question(asked: Iterable[Asked], replies: Iterable[Said]) -> Mapping[str, int]:
    """Counts by question; in a thread with several, a mark says which one a reply answers.

    A reply without a mark belongs to the first question of its thread that has none yet.
    """
    by_thread: dict[str, list[Asked]] = {}
    for one in asked:
        by_thread.setdefault(one.thread, []).append(one)
    counts: Counter[str] = Counter()
    unmarked: list[Said] = []
    for reply in replies:
        known = [one for one in by_thread[reply.thread] if one.mark in _plain(reply.text)]
        if len(known) == 1:
            counts[known[0].key] += 1
        else:
            unmarked.append(reply)
    for reply in unmarked:
        here = by_thread[reply.thread]
        counts[next((one for one in here if not counts[one.key]), here[0]).key] += 1
    return counts


def _says(text: str, sentences: Iterable[Text]) -> bool:
    """Whether a text has all words of one of the sentences, whatever stands in its blanks."""
    written = (said for sentence in sentences for said in sentence.values())
    return any(all(part in text for part in _BLANK.split(said)) for said in written)


def _plain(text: str) -> str:
    """The text without the signs of bold letters, which may stand inside a mark."""
    return text.replace("*", "")
