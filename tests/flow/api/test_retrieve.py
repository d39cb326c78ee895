"""`storewise retrieve` and `python -m knowledge`, as a program and a person use them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.processes import TIMEOUT_S
from tests.flow.stand_in.served import served

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")

KEYS = ["id", "title", "section", "text", "redacted_text", "url", "published_date", "source"]
SEGMENT = {
    "use_case": "payment_plans",
    "use_case_label": "Payment Plans",
    "funnel_stage": "StartedFormOrFlow",
    "intent_level": "medium",
    "reasons": ["interested in: Payment Plans", "started form but did not finish"],
}
CORPUS: list[dict[str, Any]] = [
    {
        "id": "doc_123",
        "title": "How Payment Plans Work",
        "section": "Overview",
        "text": "If you owe money you can call 555-123-4567, email debt@example.com, send "
        "123-45-6789, or call 1-800-555-0199 to start a payment plan.",
        "url": "https://docs.example.com/payment-plans",
        "published_date": "2024-06-01",
        "source": "tax_irs",
    },
    {"id": "doc_124", "title": "영업 시간", "text": "매장은 9시에 엽니다."},
    {"id": "doc_125", "title": "Salaries", "text": "Payment plans of staff.", "audience": "admin"},
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return _written(tmp_path / "faq.jsonl", *CORPUS)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["retrieve", *arguments]) == 0
    return capsys.readouterr().out


def test_a_segment_is_cited_from_a_corpus_without_anything_personal(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    segment = tmp_path / "segment.json"
    segment.write_text(json.dumps(SEGMENT), encoding="utf-8")
    arguments = ("--segment", str(segment), "--corpus", str(corpus))

    citations = json.loads(printed(capsys, *arguments, "--json"))
    lines = printed(capsys, *arguments, "--top-k", "1").splitlines()

    best = citations[0]
    assert list(best) == KEYS
    assert {name: best[name] for name in best if "text" not in name} == {
        name: CORPUS[0][name] for name in best if "text" not in name
    }
    # As it is stored: what is personal went at ingestion, the store's own numbers stay.
    assert "call 555-123-4567, email [REDACTED_EMAIL], send [REDACTED_SSN]" in best["text"]
    assert best["text"].endswith("or call 1-800-555-0199 to start a payment plan.")
    redacted = best["redacted_text"]
    assert "call [REDACTED_PHONE], email [REDACTED_EMAIL], send [REDACTED_SSN]" in redacted
    assert "or call [REDACTED_PHONE] to start" in redacted
    assert "doc_125" not in [one["id"] for one in citations]
    assert lines[0] == f"Documents: {corpus}"
    assert lines[1] == (
        "Query: Payment Plans | StartedFormOrFlow | intent: medium | interested in: Payment Plans"
    )
    assert lines[3].startswith("[1] How Payment Plans Work › Overview (doc_123, tax_irs, 2024-06")
    assert lines[4:] == best["redacted_text"].splitlines()


def test_a_corpus_leaves_nothing_behind_and_changes_no_index(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "몇 시에 열어요?", "--corpus", str(corpus))

    assert not (tmp_path / "data").exists()


def test_lines_of_a_corpus_that_cannot_be_read_are_named_and_the_others_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = [{"id": "x", "text": "no title"}, {"title": "a", "text": "b", "sektion": "c"}]
    corpus = _written(tmp_path / "faq.jsonl", *CORPUS, *bad)

    assert main(["retrieve", "payment plan", "--corpus", str(corpus)]) == 0

    told = capsys.readouterr()
    assert "doc_123" in told.out
    assert told.err.splitlines() == [
        "storewise: faq.jsonl:4: `title` is missing",
        "storewise: faq.jsonl: the field `sektion` is not known; did you mean `section`?",
    ]


@pytest.mark.usefixtures("indexed")
def test_an_audience_and_a_day_are_part_of_the_search(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = json.loads(
        printed(capsys, "plans", "--corpus", str(corpus), "--audience", "admin", "--json")
    )
    old = json.loads(printed(capsys, DISCOUNT, "--as-of", "2026-04-30", "--json"))
    new = json.loads(printed(capsys, DISCOUNT, "--as-of", "2026-05-01", "--json"))

    assert "doc_125" in [one["id"] for one in admin]
    assert any("15%" in one["text"] for one in old)
    assert any("20%" in one["text"] for one in new)
    assert not any("15% off" in one["text"] for one in new)


@pytest.mark.parametrize("question", [DISCOUNT, PARCELS])
def test_the_published_index_is_searched_by_the_server_too(
    question: str, source: Path, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = printed(capsys, question, "--json")
    with served(source, indexed):
        together = printed(capsys, question, "--json")

    assert json.loads(alone) == json.loads(together)
    assert len(json.loads(alone)) > 1


@pytest.mark.usefixtures("indexed")
def test_without_a_query_the_next_steps_are_looked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert printed(capsys).splitlines()[1] == "Query: help options and next steps"


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("written", "said"),
    [("{", "is no valid JSON"), ('{"reasons": "x"}', "`reasons` must be a list of texts")],
)
def test_a_wrong_segment_is_one_line(
    written: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    segment = tmp_path / "segment.json"
    segment.write_text(written, encoding="utf-8")

    code = main(["retrieve", "--segment", str(segment)])

    [line] = capsys.readouterr().err.splitlines()
    assert code == 2
    assert line.startswith(f"storewise: {segment}")
    assert said in line


def test_knowledge_by_itself_prints_the_same_with_the_function_that_it_is_given(
    indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean = ("--clean", "bot.privacy:safe")

    own = _knowledge(PARCELS, "--data", str(indexed), *clean, "--json")
    ours = json.loads(printed(capsys, PARCELS, "--json"))

    assert own.returncode == 0, own.stderr
    assert json.loads(own.stdout)[0] == ours[0]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "the following arguments are required: --clean"),
        (("--clean", "bot.privacy:nobody"), 2, "there is no bot.privacy:nobody"),
        (("--clean", "bot.privacy:safe", "--data", "/nowhere"), 1, "there is no index in /nowhere"),
    ],
)
def test_knowledge_by_itself_shows_nothing_that_was_not_cleaned(
    arguments: tuple[str, ...], code: int, said: str
) -> None:
    told = _knowledge(PARCELS, *arguments)

    assert (told.returncode, told.stdout) == (code, "")
    assert said in told.stderr


def _knowledge(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - the arguments are ours
        [sys.executable, "-m", "knowledge", *arguments],
        capture_output=True,
        cwd=Path(__file__).parents[3],
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


def _written(path: Path, *records: dict[str, Any]) -> Path:
    lines = (json.dumps(one, ensure_ascii=False) for one in records)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
