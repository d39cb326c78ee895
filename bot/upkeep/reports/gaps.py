"""What people asked and the documents did not answer, like questions together, with a stub each."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from types import MappingProxyType
from typing import Any

from bot.model.access import may_read
from bot.model.kept import StoredAnswer, same_question
from bot.ports import Search
from bot.texts import Section
from bot.upkeep.reports.table import Table
from knowledge.model.documents import Audience, Filters, Header, Hit

_TEXTS = Section("reports")

ALIKE = 0.62
"""The cosine of the small model from which two questions count as one gap. Of different questions
that staff ask, one pair in a thousand is nearer (docs/decisions/0113-reports.md)."""
_MOST = 300
"""Different questions that are compared with each other, the most frequent."""
_MOST_STUBS = 20
_VARIANTS = 5
_UNSAFE = re.compile(r"[^\w가-힣]+")


@dataclass(slots=True)
class _Question:
    """A question in all its wordings that differ only in case, spaces and ending."""

    answers: list[StoredAnswer]

    @property
    def text(self) -> str:
        return self.answers[-1].question


@dataclass(frozen=True, slots=True)
class Gap:
    """Like questions that wait for a rule, the most frequent first, with the nearest passage."""

    questions: tuple[_Question, ...]
    nearest: Hit | None

    @property
    def question(self) -> str:
        """The wording that was asked most."""
        return self.questions[0].text

    @property
    def wordings(self) -> tuple[str, ...]:
        """Each different wording, the most frequent first."""
        return tuple(one.text for one in self.questions)

    @property
    def answers(self) -> list[StoredAnswer]:
        """What everybody got who asked, the earliest first."""
        answers = [answer for one in self.questions for answer in one.answers]
        return sorted(answers, key=lambda one: one.given_at)

    @property
    def people(self) -> int:
        """How many people asked."""
        return len({answer.person for answer in self.answers})

    @property
    def stores(self) -> tuple[str, ...]:
        """The stores and kinds of store in which it was asked."""
        scopes = [answer.reply.scope for answer in self.answers]
        named = {one.store or one.store_type for one in scopes if one}
        return tuple(sorted(one for one in named if one))

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of those who asked."""
        return tuple(sorted({str(_role(answer)) for answer in self.answers}))

    @property
    def outcome(self) -> str:
        """What most of them got: `closest` or `refusal`."""
        return Counter(str(one.reply.outcome) for one in self.answers).most_common(1)[0][0]

    @property
    def header(self) -> Header | None:
        """The document of the nearest passage."""
        return self.nearest.passage.header if self.nearest else None

    @property
    def place(self) -> str | None:
        """The title of that document, and the headings above the passage."""
        return _place(self.nearest)

    def asked_again(self, since: datetime) -> bool:
        """Whether somebody asked since a time, and somebody before it."""
        times = [one.given_at for one in self.answers]
        return times[0] < since <= times[-1]


async def open_gaps(
    answers: Sequence[StoredAnswer],
    settled: Collection[str],
    search: Search,
    reader: Audience = Audience.ADMIN,
    written: Mapping[str, datetime] = MappingProxyType({}),
) -> list[Gap]:
    """Returns what waits for a rule; what many people miss comes first: a joke is asked by one.

    `settled` are the ids of answers whose askers were told of a rule since. Leaves out what
    `reader` may not read: questions of higher roles, and documents for them. `written` says since
    when a rule answers a question: it is open again once somebody asks it in vain after that.
    """
    seen = [one for one in answers if may_read(reader, _role(one))]
    waiting = _open([one for one in seen if one.answer_id not in settled])
    found = [
        Gap(like, await _nearest(like[0], search, reader))
        for like in await _alike(waiting, search)
        if not _is_written(like, written)
    ]
    return sorted(found, key=lambda one: (-one.people, -len(one.answers), one.question))


def gaps(found: Sequence[Gap], zone: tzinfo) -> tuple[tuple[Table, ...], list[dict[str, Any]]]:
    """Returns the table of the gaps, and stubs of the missing rules."""
    names = (
        "people, times, question, wordings, asked as, stores, shown, nearest, owner, since, last"
    )
    rows = [
        (
            one.people,
            len(one.answers),
            one.question,
            len(one.wordings),
            ", ".join(one.roles),
            ", ".join(one.stores) or None,
            one.outcome,
            one.place,
            one.header.owner if one.header else None,
            *(
                answer.given_at.astimezone(zone).date().isoformat()
                for answer in (one.answers[0], one.answers[-1])
            ),
        )
        for one in found
    ]
    stubs = [_stub(number, one) for number, one in enumerate(found[:_MOST_STUBS], 1)]
    return (Table("gaps", tuple(names.split(", ")), rows),), stubs


def _open(answers: Sequence[StoredAnswer]) -> list[_Question]:
    """The different questions that were refused or answered by the closest rules."""
    found: dict[str, _Question] = {}
    for answer in answers:
        if answer.reply.outcome in ("refusal", "closest"):
            found.setdefault(same_question(answer.question), _Question([])).answers.append(answer)
    return sorted(found.values(), key=lambda one: -len(one.answers))


async def _alike(questions: Sequence[_Question], search: Search) -> list[tuple[_Question, ...]]:
    """Puts each question to the most frequent one that it is like."""
    left, rest = list(questions[:_MOST]), list(questions[_MOST:])
    groups: list[tuple[_Question, ...]] = []
    while left:
        first, *others = left
        cosines = await search.likeness(first.text, [one.text for one in others])
        near = [cosine >= ALIKE for cosine in cosines]
        groups.append((first, *(one for one, is_near in zip(others, near, strict=True) if is_near)))
        left = [one for one, is_near in zip(others, near, strict=True) if not is_near]
    return [*groups, *((one,) for one in rest)]


def _is_written(like: Sequence[_Question], written: Mapping[str, datetime]) -> bool:
    since = [written.get(same_question(one.text)) for one in like]
    last = max(answer.given_at for one in like for answer in one.answers)
    return any(at is not None and last < at for at in since)


async def _nearest(question: _Question, search: Search, reader: Audience) -> Hit | None:
    scope = question.answers[-1].reply.scope
    if scope is None or scope.as_of is None:
        return None
    filters = Filters(scope.as_of, reader, scope.store_type)
    found = await search.find(question.text, filters, 1)
    return next(iter(found.hits), None)


def _role(answer: StoredAnswer) -> Audience:
    return answer.reply.scope.audience if answer.reply.scope else Audience.STAFF


def _place(hit: Hit | None) -> str | None:
    if hit is None:
        return None
    passage = hit.passage
    return " › ".join((passage.header.title, *passage.section))


def _stub(number: int, gap: Gap) -> dict[str, Any]:
    """A document to be filled in, and golden questions that it has to answer."""
    last, header = gap.questions[0].answers[-1], gap.header
    language, title = last.reply.language, last.question.rstrip(" ?.!？。")
    doc_id = f"gap-{number:02}-{_UNSAFE.sub('-', title.casefold())[:40].strip('-')}"
    fields = {
        "doc_id": doc_id,
        "title": title,
        "language": language,
        "category": header.category if header else None,
        "owner": header.owner if header else None,
    }
    matter = "\n".join(f"{name}: {_yaml(value)}" for name, value in fields.items() if value)
    asked = "\n".join(f"- {one.text}" for one in gap.questions[:_VARIANTS])
    return {
        "name": f"{doc_id}.md",
        "text": (
            f"---\n{matter}\n---\n\n## {title}\n\n{_TEXTS.WRITE_HERE[language]}\n\n"
            f"<!--\n{len(gap.answers)} ×\n{asked}\n-->\n"
        ),
        "golden": [
            {
                "id": f"{doc_id}-{place}",
                "question": one.text,
                "language": one.answers[-1].reply.language,
                "answerable": True,
                "gold_docs": [doc_id],
                "answers": [],
            }
            for place, one in enumerate(gap.questions[:_VARIANTS], 1)
        ],
    }


def _yaml(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
