"""Adds up what a company needs: replicas, cores, memory, PostgreSQL and Chroma, from measurements.

    python -m benchmarks.sums [--questions 2] [--peak 0.15] [--days 30] [--audit-days 365]
                              [--busy 0.5] [--cores 2]

`Measured` has each figure with the command that measured it. The tables of docs/SCALING.md are what
this prints; run it with your own assumptions.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields
from math import ceil

HOUR_S = 3600.0
_MB_IN_GB = 1000.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value."""

    value: float
    unit: str
    what: str
    command: str


_PROCESSES = "benchmarks.processes"
_ARTEFACTS = "benchmarks.artefacts"
_CHROMA = "benchmarks.chroma_memory"


@dataclass(frozen=True, slots=True)
class Measured:
    """On two cores, 28 November 2026; repeat them on yours."""

    cpu_s: Figure = Figure(0.3, "s", "CPU of a replica for an answer", _PROCESSES)
    replica_mb: Figure = Figure(660, "MB", "memory of a replica", _PROCESSES)
    database_cpu_s: Figure = Figure(0.006, "s", "CPU of PostgreSQL for an answer", _PROCESSES)
    commits: Figure = Figure(9.8, "", "transactions for an answer", _PROCESSES)
    rows: Figure = Figure(7, "", "rows written for an answer", _PROCESSES)
    log_kb: Figure = Figure(10, "KB", "log of PostgreSQL (WAL) for an answer", _PROCESSES)
    answer_kb: Figure = Figure(2.4, "KB", "that stay of an answer, with indexes", _PROCESSES)
    audit_kb: Figure = Figure(
        1.9, "KB", "that its line of the audit log takes, with indexes", _PROCESSES
    )
    idle_commits: Figure = Figure(
        1, "", "transactions a second of a replica that nobody asks", _PROCESSES
    )
    artefact_mb: Figure = Figure(302, "MB", "file of an index of 100,000 passages", _ARTEFACTS)
    switch_s: Figure = Figure(
        18,
        "s",
        "from publishing it by PostgreSQL until another replica answers from it",
        _ARTEFACTS,
    )
    chroma_mb: Figure = Figure(2000, "MB", "memory of Chroma for a million vectors", _CHROMA)


@dataclass(frozen=True, slots=True)
class Assumed:
    """What depends on the company."""

    questions: float = 2.0
    """A person and day."""
    peak: float = 0.15
    """Share of a day's questions in its busiest hour."""
    days: int = 30
    """Days that answers are kept (RECORDS_DAYS)."""
    audit_days: int = 365
    """Days that the audit log is kept (AUDIT_DAYS)."""
    busy: float = 0.5
    """Share of a core that questions may take in the busiest hour: the rest is for its minutes."""
    cores: int = 2
    """Of a replica."""
    most_passages: int = 1_000_000
    """In one installation; more are divided among installations by region."""


@dataclass(frozen=True, slots=True)
class Company:
    """Its people, and the passages of its documents."""

    staff: int
    passages: int


COMPANIES = (
    Company(300, 1_000),
    Company(3_000, 10_000),
    Company(10_000, 100_000),
    Company(30_000, 100_000),
    Company(100_000, 1_000_000),
    Company(100_000, 10_000_000),
)


@dataclass(frozen=True, slots=True)
class Need:
    """What it takes, of all installations together."""

    installations: int
    peak_s: float
    """Questions a second in the busiest hour."""
    replicas: int
    cores: int
    memory_gb: float
    database_cores: float
    commits_s: float
    rows_s: float
    kept_gb: float
    """Answers in PostgreSQL."""
    audit_gb: float
    """The audit log in PostgreSQL."""
    indexes_gb: float
    """Two files of the index, in PostgreSQL or on a shelf."""
    chroma_gb: float
    """Two generations while one replaces the other."""
    switch_s: float


def need(company: Company, known: Measured, assumed: Assumed) -> Need:
    """Adds up what a company needs."""
    apart = ceil(company.passages / assumed.most_passages)
    peak_s = company.staff * assumed.questions * assumed.peak / HOUR_S
    busy_cores = peak_s * known.cpu_s.value / assumed.busy
    # Two at least: one may stop at any moment.
    each = max(2, ceil(busy_cores / apart / assumed.cores))
    replicas = each * apart
    files = company.passages / 100_000
    answers = company.staff * assumed.questions
    return Need(
        installations=apart,
        peak_s=peak_s,
        replicas=replicas,
        cores=replicas * assumed.cores,
        memory_gb=replicas * known.replica_mb.value / _MB_IN_GB,
        database_cores=peak_s * known.database_cpu_s.value / assumed.busy,
        commits_s=peak_s * known.commits.value + replicas * known.idle_commits.value,
        rows_s=peak_s * known.rows.value,
        kept_gb=assumed.days * answers * known.answer_kb.value / _MB_IN_GB**2,
        audit_gb=assumed.audit_days * answers * known.audit_kb.value / _MB_IN_GB**2,
        indexes_gb=2 * files * known.artefact_mb.value / _MB_IN_GB,
        chroma_gb=2 * company.passages / 1e6 * known.chroma_mb.value / _MB_IN_GB,
        switch_s=files / apart * known.switch_s.value,
    )


def measured_table(known: Measured) -> str:
    """Returns the measured figures as a table."""
    rows = [getattr(known, field.name) for field in fields(known)]
    shown = (f"| {one.what} | {_plain(one)} | `python -m {one.command}` |" for one in rows)
    return "\n".join(["| measured | | by |", "|---|---|---|", *shown])


def needs_table(known: Measured, assumed: Assumed) -> str:
    """Returns what each company needs as a table."""
    heads = (
        "staff", "passages", "installations", "questions/s", "replicas", "cores", "memory",
        "PostgreSQL: cores", "transactions/s", "rows/s", "answers", "audit log", "index files",
        "Chroma", "switch",
    )  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for company in COMPANIES:
        lines.append(f"| {' | '.join(_cells(company, need(company, known, assumed)))} |")
    return "\n".join(lines)


def person(known: Measured, assumed: Assumed) -> str:
    """Returns what one person does in PostgreSQL, as a sentence."""
    rows, log_kb, kept_kb = (
        assumed.questions * one.value for one in (known.rows, known.log_kb, known.answer_kb)
    )
    return (
        f"A person who asks {assumed.questions:g} questions a day writes {rows:.1f} rows and"
        f" {log_kb:g} KB of log; {kept_kb:.1f} KB stay for {assumed.days} days."
    )


def _cells(company: Company, one: Need) -> Iterator[str]:
    yield from (f"{company.staff:,}", f"{company.passages:,}", str(one.installations))
    yield from (_short(one.peak_s), str(one.replicas), str(one.cores))
    yield f"{_short(one.memory_gb)} GB"
    yield from (_short(one.database_cores), _short(one.commits_s), _short(one.rows_s))
    yield from (f"{_short(one.kept_gb)} GB", f"{_short(one.audit_gb)} GB")
    yield f"{_short(one.indexes_gb)} GB"
    yield f"{_short(one.chroma_gb)} GB"
    yield f"{_short(one.switch_s)} s"


def _plain(one: Figure) -> str:
    return f"{one.value:g} {one.unit}".strip()


def _short(value: float) -> str:
    """Two digits that count."""
    return f"{value:.0f}" if value >= 10 else f"{float(f'{value:.2g}'):g}"


def main() -> None:
    """Prints the figures, and what companies need."""
    usual = Assumed()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sums")
    parser.add_argument("--questions", type=float, default=usual.questions)
    parser.add_argument("--peak", type=float, default=usual.peak)
    parser.add_argument("--days", type=int, default=usual.days)
    parser.add_argument("--audit-days", type=int, default=usual.audit_days)
    parser.add_argument("--busy", type=float, default=usual.busy)
    parser.add_argument("--cores", type=int, default=usual.cores)
    parser.add_argument("--most-passages", type=int, default=usual.most_passages)
    assumed = Assumed(**vars(parser.parse_args()))
    known = Measured()
    parts = (measured_table(known), person(known, assumed), needs_table(known, assumed))
    print("\n\n".join(parts))


if __name__ == "__main__":
    main()
