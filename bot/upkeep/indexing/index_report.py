"""Reports runs, progress and the state of the index as lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, tzinfo
from typing import Any

from bot.model.days import to_the_minute
from bot.texts import PERSONAL_DATA, Text
from bot.upkeep.indexing import index_texts as texts
from bot.upkeep.indexing.review_report import more_lines, review_lines
from knowledge.model.documents import Generation, Language
from knowledge.model.places import Places
from knowledge.model.report import Changes, Contacts, Coverage, IndexReport, Progress, Status

MOST = 10
"""Files, questions and clashes that are listed; the rest are counted."""
_FEW = 3
"""Clashes that are listed in short reports."""
_CELLS = 10
"""Characters of a progress bar."""
_MINUTES_FROM_S = 100


def report_lines(
    report: IndexReport, language: Language, *, short: bool = False, most: int = MOST
) -> list[str]:
    """Reports on an indexing run; names `most` files of each kind."""
    lines = [
        texts.INDEXED[language].format(
            documents=report.documents,
            passages=report.passages,
            seconds=report.seconds,
            embedded=report.embedded,
        )
    ]
    if report.changes:
        lines.append(_counted(report.changes, language))
    if report.words_only:
        lines.append(texts.WORDS_ONLY[language])
    if report.assumed:
        lines.append(texts.ASSUMED[language].format(count=report.assumed))
    lines += _contact_lines(report.contacts, language)
    lines += review_lines(report.review, language, _FEW if short else MOST)
    skipped = [one.reason for one in report.skipped]
    lines += _file_lines(skipped, report.coverage, language, most)
    return lines + judged_lines(report, language)


def judged_lines(report: IndexReport, language: Language) -> list[str]:
    """Reports on the golden questions, and on why a new index is not published."""
    lines = _gate_lines(report, language)
    if report.withheld:
        lines.append(texts.WITHHELD[report.withheld][language])
    return lines


def status_lines(
    status: Status, language: Language, zone: tzinfo = UTC, *, most: int = MOST
) -> list[str]:
    """Describes the published index; times are in the store's zone. Names `most` files a kind."""
    published = status.published
    lines = [
        texts.STATUS[language].format(
            number=published.number,
            made_at=_moment(published.made_at, language, zone),
            documents=status.documents,
            languages=", ".join(f"{name} {n}" for name, n in status.languages.items()),
            passages=status.passages,
            found=(texts.BY_MEANING if published.embedder else texts.BY_WORDS_ONLY)[language],
        ),
        texts.STATUS_SOURCE[language].format(source=status.where or Places.kept(published.source)),
    ]
    if status.previous:
        lines.append(_about(texts.STATUS_PREVIOUS, status.previous, language, zone))
    lines += _contact_lines(status.contacts, language)
    lines += review_lines(status.review, language, _FEW)
    lines += _file_lines(status.skipped, status.coverage, language, most)
    if status.progress:
        lines.append(progress_line(status.progress, language))
    return lines


def status_json(status: Status) -> dict[str, Any]:
    """The same for programs: every file that was left out or read in part."""
    coverage = status.coverage
    return {
        "published": asdict(status.published),
        "previous": asdict(status.previous) if status.previous else None,
        "documents": status.documents,
        "passages": status.passages,
        "languages": dict(status.languages),
        "skipped": list(status.skipped),
        "partly_read": [asdict(one) for one in coverage.partly],
        "without_text": list(coverage.empty),
        "taken_from_text": [asdict(one) for one in coverage.stated],
        "contradictions": len(status.review.clashes) + status.review.more_clashes,
        "running": status.progress is not None,
    }


def progress_line(progress: Progress, language: Language) -> str:
    """Describes the progress of a run."""
    left = ""
    if progress.seconds_left is not None:
        left = texts.SECONDS_LEFT[language].format(seconds=progress.seconds_left)
    return texts.STATUS_RUNNING[language].format(
        counted=texts.COUNTED[progress.counted][language],
        done=progress.done,
        total=progress.total,
        left=left,
    )


def bar_line(progress: Progress, language: Language) -> str:
    """Draws the progress of a run as a text bar; it is full only when a part of the run is done."""
    share = min(progress.done / progress.total, 1.0) if progress.total else 1.0
    filled = int(share * _CELLS)
    bar = "▓" * filled + "░" * (_CELLS - filled)
    step = texts.STEPS[progress.counted][language]
    left = _left(progress.seconds_left, language)
    return f"{bar} {int(share * 100)}%  {step} {progress.done:,} / {progress.total:,}{left}"


def rolled_back_line(generation: Generation, language: Language, zone: tzinfo = UTC) -> str:
    """Names the index that answers after a roll-back."""
    return _about(texts.ROLLED_BACK, generation, language, zone)


def changes_lines(changes: Changes, language: Language) -> list[str]:
    """Lists the documents that differ from the index."""
    if not changes:
        return [texts.UNCHANGED[language]]
    named = [
        *(f"+ {key}" for key in changes.added),
        *(f"~ {key}" for key in changes.changed),
        *(f"- {key}" for key in changes.removed),
    ]
    return [_counted(changes, language), *named]


def _file_lines(
    skipped: Sequence[str], coverage: Coverage, language: Language, most: int
) -> list[str]:
    """Names the files that were not read, or not as they are."""
    kinds = (
        (texts.SKIPPED, skipped),
        (texts.PARTLY, [f"{one.source}: {'; '.join(one.lost)}" for one in coverage.partly]),
        (texts.EMPTY, coverage.empty),
        (texts.STATED, [f"{one.source}: {', '.join(one.fields)}" for one in coverage.stated]),
    )
    return [
        line
        for text, names in kinds
        if names
        for line in (text[language], *_named(names, language, most))
    ]


def _contact_lines(contacts: Contacts, language: Language) -> list[str]:
    if not contacts:
        return []
    kept, removed = (_kinds(one, language) for one in (contacts.kept, contacts.removed))
    return [texts.CONTACTS[language].format(kept=kept, removed=removed)]


def _kinds(counts: Mapping[str, int], language: Language) -> str:
    often = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    named = (_kind(kind, count, language) for kind, count in often if kind in PERSONAL_DATA)
    return ", ".join(named) or texts.NO_CONTACTS[language]


def _kind(kind: str, count: int, language: Language) -> str:
    name = PERSONAL_DATA[kind][language]
    return texts.COUNTED_KIND[language].format(count=f"{count:,}", kind=name)


def _gate_lines(report: IndexReport, language: Language) -> list[str]:
    if report.problem:
        return [texts.GOLDEN_PROBLEM[language].format(problem=report.problem)]
    if not report.asked:
        return []
    if not report.lost:
        return [texts.GATE_PASSED[language].format(asked=report.asked)]
    questions: dict[tuple[str, str], list[str]] = {}
    for loss in report.lost:
        lost = questions.setdefault((loss.question_id, loss.question), [])
        lost.append(texts.LOST[loss.what][language])
    head = texts.GATE_LOST[language].format(asked=report.asked, lost=len(questions))
    lines = (f"{name} “{asked}”: {', '.join(lost)}" for (name, asked), lost in questions.items())
    return [head, *_named(lines, language)]


def _left(seconds: float | None, language: Language) -> str:
    if seconds is None:
        return ""
    if seconds < _MINUTES_FROM_S:
        return texts.ABOUT_SECONDS_LEFT[language].format(count=round(seconds))
    return texts.ABOUT_MINUTES_LEFT[language].format(count=round(seconds / 60))


def _counted(changes: Changes, language: Language) -> str:
    return texts.CHANGES[language].format(
        added=len(changes.added), changed=len(changes.changed), removed=len(changes.removed)
    )


def _named(names: Iterable[str], language: Language, most: int = MOST) -> list[str]:
    known = list(names)
    lines = [f"- {name}" for name in known[:most]]
    return lines + more_lines(len(known) - most, language)


def _about(text: Text, generation: Generation, language: Language, zone: tzinfo) -> str:
    made_at = _moment(generation.made_at, language, zone)
    return text[language].format(number=generation.number, made_at=made_at)


def _moment(written: str, language: Language, zone: tzinfo) -> str:
    """Writes a time for people; returns a text that is no time unchanged."""
    try:
        at = datetime.fromisoformat(written).astimezone(zone)
    except ValueError:
        return written
    return to_the_minute(at, language)
