"""Measures the conflict linter on the sample handbook: found contradictions and false alarms.

    python -m benchmarks.linter

Plants every sentence with a value in its own memo with another number: first word for word, then
with words left out or added. Prints how many of these the linter finds, how many other clashes it
reports besides the two of the sample, and the time.
"""

import random
import re
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from bot.settings import SAMPLE
from knowledge.compare.clashes import Clash, clashes
from knowledge.compare.stated import stated
from knowledge.language.values import ValueKind, values
from knowledge.model.documents import Header, Passage
from knowledge.model.versions import ALWAYS, FOR_EVER, validity
from knowledge.read import read_folder
from knowledge.split.passages import split

TODAY = date(2026, 11, 21)
MEASURES = frozenset(
    {
        ValueKind.DURATION,
        ValueKind.BUSINESS_DAYS,
        ValueKind.MONEY,
        ValueKind.PERCENT,
        ValueKind.COUNT,
    }
)
LEAD_IN = {"en": "Please note: ", "ko": "참고로 "}


class Planted(NamedTuple):
    """A sentence of the sample with another value, in its own memo."""

    source: Passage
    memo: Passage


def main() -> None:
    """Plants sentences, lints, and prints the results."""
    documents = read_folder(Path(SAMPLE)).documents
    passages = [
        one for document in documents for one in split(document, lambda text: len(text) // 3)
    ]
    days = validity(document.header for document in documents)
    live = [one for one in passages if days[one.header.key][0] <= TODAY <= days[one.header.key][1]]
    known = _pairs(clashes(passages, days, TODAY))
    print(f"sample: {len(known)} clashes in {len(passages)} passages")
    for name, wording in WORDINGS.items():
        planted = _planted(live, wording)
        memos = [one.memo for one in planted]
        start = time.process_time()
        both = {memo.header.key: (ALWAYS, FOR_EVER) for memo in memos} | days
        found = clashes([*live, *memos], both, TODAY)
        seconds = time.process_time() - start
        pairs = _pairs(found) - known
        wanted = {frozenset((one.source.header.key, one.memo.header.key)) for one in planted}
        print(
            f"{name:14} found {len(pairs & wanted)} of {len(planted)}, "
            f"others {len(pairs - wanted)}, {seconds:.1f} s"
        )


def _pairs(found: Iterable[Clash]) -> set[frozenset[str]]:
    return {frozenset((one.left.passage.header.key, one.right.passage.header.key)) for one in found}


def _planted(passages: Sequence[Passage], wording: Callable[[str, str], str]) -> list[Planted]:
    sentences = [(one, said.text) for one in passages if not one.record for said in stated(one)]
    changed = [(one, _with_another_value(text)) for one, text in sentences if "; " not in text]
    return [
        Planted(one, _memo(number, one, wording(text, one.header.language)))
        for number, (one, text) in enumerate(changed)
        if text
    ]


def _with_another_value(text: str) -> str:
    for value in values(text):
        number = re.search(r"\d+", value.text)
        if value.kind in MEASURES and value.high is None and number and int(number[0]):
            start = value.span[0] + number.start()
            return f"{text[:start]}{int(number[0]) * 2}{text[start + len(number[0]) :]}"
    return ""


def _memo(number: int, source: Passage, text: str) -> Passage:
    header = Header(
        f"memo-{number}",
        "메모" if source.header.language == "ko" else "Memo",
        f"memo-{number}.md",
        language=source.header.language,
        category=source.header.category,
        store_types=source.header.store_types,
    )
    return Passage(f"{header.key}#1", header, (), text, 0, len(text))


def _without(text: str, count: int) -> str:
    words = text.split()
    free = [n for n, word in enumerate(words) if not re.search(r"\d", word)]
    gone = set(random.Random(text).sample(free, min(count, len(free) // 3)))  # noqa: S311
    return " ".join(word for n, word in enumerate(words) if n not in gone)


WORDINGS: dict[str, Callable[[str, str], str]] = {
    "word for word": lambda text, _: text,
    "with a lead-in": lambda text, language: LEAD_IN[language] + text,
    "one word less": lambda text, _: _without(text, 1),
    "two words less": lambda text, _: _without(text, 2),
    "three less": lambda text, _: _without(text, 3),
}


if __name__ == "__main__":
    main()
