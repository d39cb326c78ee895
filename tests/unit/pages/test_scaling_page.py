"""docs/SCALING.md: its tables are those that benchmarks.sums prints."""

from dataclasses import fields, replace
from pathlib import Path

from benchmarks.sums import (
    Assumed,
    Company,
    Figure,
    Measured,
    measured_table,
    need,
    needs_table,
    person,
)

_ROOT = Path(__file__).parents[3]
_PAGE = (_ROOT / "docs/SCALING.md").read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_sums() -> None:
    known, assumed = Measured(), Assumed()

    assert measured_table(known) in _PAGE
    assert needs_table(known, assumed) in _PAGE
    assert person(known, assumed) in " ".join(_PAGE.split("\n"))


def test_each_figure_names_a_command_that_is_there() -> None:
    known = Measured()
    figures: list[Figure] = [getattr(known, field.name) for field in fields(known)]

    assert figures
    for one in figures:
        assert one.value > 0
        assert (_ROOT / f"{one.command.replace('.', '/')}.py").is_file()


def test_more_people_need_more_replicas_and_two_stand_in_for_each_other() -> None:
    few, many = (need(Company(staff, 1_000), Measured(), Assumed()) for staff in (10, 1_000_000))

    assert few.replicas == 2
    assert many.replicas > 10
    assert many.cores == many.replicas * Assumed().cores


def test_too_many_passages_are_divided_and_each_part_has_two_replicas() -> None:
    one, ten = (need(Company(1_000, size), Measured(), Assumed()) for size in (10**6, 10**7))

    assert (one.installations, ten.installations) == (1, 10)
    assert ten.replicas == 10 * one.replicas == 20
    assert ten.switch_s == one.switch_s
    assert ten.chroma_gb == 10 * one.chroma_gb


def test_more_questions_in_the_busiest_hour_make_it_busier() -> None:
    company, usual = Company(10_000, 1_000), Assumed()
    calm, busy = (need(company, Measured(), replace(usual, peak=share)) for share in (0.1, 0.2))

    assert busy.peak_s == 2 * calm.peak_s
    assert busy.kept_gb == calm.kept_gb
