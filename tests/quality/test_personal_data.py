"""The bars of the redaction: what it has to find, and what it has to leave as it is."""

from collections.abc import Callable

import pytest

from benchmarks.privacy_sets import (
    MADE,
    PUBLIC,
    Score,
    examples,
    fixtures,
    made_up,
    probes,
    robust,
    synthetic,
    touched,
)
from bot.privacy import Choices, EntityType, Profile, Redaction, Redactor
from bot.settings import SAMPLE
from tests.unit.privacy.clean_lines import log_ids, retail_lines
from tests.unit.privacy.values import seeded

REDACT = Redactor().redact
public = pytest.mark.skipif(not PUBLIC.is_dir(), reason=f"the public sets are not in {PUBLIC}")


def as_document(text: str) -> Redaction:
    return REDACT(text, profile=Profile.DOCUMENT)


@pytest.mark.parametrize("name", [name for name in MADE if name != "American phone"])
def test_every_made_up_value_is_found(name: str) -> None:
    assert made_up(name, REDACT) == Score(1000, 1000)


@pytest.mark.parametrize("name", ["e-mail", "SSN", "RRN", "card", "IBAN", "passport", "account"])
def test_in_documents_too(name: str) -> None:
    assert made_up(name, as_document, count=300) == Score(300, 300)


def test_american_phones_are_found_but_for_bare_numbers_that_nobody_has() -> None:
    assert made_up("American phone", REDACT).recall >= 0.95


def test_the_example_numbers_of_twenty_countries_are_found() -> None:
    abroad, home = examples(REDACT)

    assert (abroad.found, abroad.values) == (80, 80)
    assert (home.found, home.values) == (4, 4)


@public
@pytest.mark.parametrize(
    ("kind", "recall"),
    [("EMAIL", 1.0), ("SSN", 1.0), ("IBAN", 1.0), ("CARD", 0.97), ("PHONE", 0.38)],
)
def test_english_texts_of_presidio_research(kind: str, recall: float) -> None:
    score = synthetic(REDACT)[kind]

    assert score.recall >= recall
    assert score.precision >= 0.99


@public
@pytest.mark.parametrize(
    ("name", "values"), [("IBAN", 158), ("KR_RRN", 10), ("KR_FRN", 10), ("EMAIL", 7)]
)
def test_what_presidio_s_own_tests_find(name: str, values: int) -> None:
    score = fixtures(REDACT)[name]

    assert (score.found, score.values) == (values, values)


@public
def test_korean_values_in_odd_spellings_and_their_look_alikes() -> None:
    score = robust(REDACT)

    assert (score.found, score.values, score.false) == (54, 54, 0)


@public
def test_disguised_values() -> None:
    assert probes(REDACT).found >= 50


@pytest.mark.parametrize("redact", [REDACT, as_document], ids=["strict", "document"])
def test_no_line_of_a_shop_is_touched(redact: Callable[[str], Redaction]) -> None:
    assert touched(retail_lines(seeded(5), 3000), redact) == []


def test_no_line_of_the_sample_handbook_is_touched() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SAMPLE.rglob("*.md")]

    assert touched((line for text in texts for line in text.splitlines()), as_document) == []


def test_no_id_of_a_log_is_touched() -> None:
    ids = (f"request {one} done" for one in log_ids(seeded(4), 3750))

    assert touched(ids, REDACT) == []


def test_phones_at_home_are_found_where_all_their_countries_are_named() -> None:
    regions = ("US", "KR", "GB", "DE", "FR", "JP")
    everything = Redactor(Choices(kinds=frozenset(EntityType), phone_regions=regions))

    _, home = examples(everything.redact)

    assert home.found == home.values
