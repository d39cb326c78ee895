"""`from knowledge import retrieve_citations`, as another program uses it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import knowledge
from knowledge import build_query_from_segment, redact_pii, retrieve_citations
from knowledge.model.errors import KnowledgeError, SegmentError
from tests.flow.api.test_retrieve import CORPUS, KEYS, SEGMENT
from tests.flow.stand_in.processes import TIMEOUT_S

_ROOT = Path(__file__).parents[3]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "faq.jsonl"
    lines = (json.dumps(one, ensure_ascii=False) for one in CORPUS)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_segment_gets_citations_in_the_shape_of_the_contract(corpus: Path) -> None:
    citations = retrieve_citations(SEGMENT, top_k=1, jsonl_path=str(corpus))

    [citation] = json.loads(json.dumps(citations))
    assert list(citation) == KEYS
    assert citation == {
        **{name: value for name, value in CORPUS[0].items() if name != "text"},
        "text": CORPUS[0]["text"],
        "redacted_text": "If you owe money you can call [REDACTED_PHONE], email [REDACTED_EMAIL], "
        "send [REDACTED_SSN], or call [REDACTED_PHONE] to start a payment plan.",
    }


def test_what_a_line_does_not_say_is_null_and_its_source_the_corpus(corpus: Path) -> None:
    found = retrieve_citations({"use_case": "영업 시간"}, jsonl_path=corpus)

    assert found[0] == {
        "id": "doc_124",
        "title": "영업 시간",
        "section": None,
        "text": "매장은 9시에 엽니다.",
        "redacted_text": "매장은 9시에 엽니다.",
        "url": None,
        "published_date": None,
        "source": "corpus",
    }


async def test_it_works_where_an_event_loop_is_running(corpus: Path) -> None:
    citations = retrieve_citations(SEGMENT, jsonl_path=corpus)

    assert citations[0]["id"] == "doc_123"


@pytest.mark.parametrize(
    ("segment", "query"),
    [
        (
            SEGMENT,
            "Payment Plans | StartedFormOrFlow | intent: medium | interested in: Payment Plans",
        ),
        ({"use_case": "payment_plans"}, "payment_plans"),
        (
            {"intent_level": "high", "reasons": ["환불을 물었음", "x"]},
            "intent: high | 환불을 물었음",
        ),
        ({"unknown": 1}, "help options and next steps"),
        ({}, "help options and next steps"),
    ],
)
def test_a_query_is_built_of_a_segment(segment: dict[str, Any], query: str) -> None:
    assert build_query_from_segment(segment) == query


@pytest.mark.parametrize(
    "segment", [None, [], "refund", {"reasons": "x"}, {"use_case": 5}, {"reasons": [5]}]
)
def test_a_malformed_segment_is_refused_before_anything_is_read(segment: Any) -> None:
    with pytest.raises(SegmentError):
        build_query_from_segment(segment)
    with pytest.raises(SegmentError):
        retrieve_citations(segment, jsonl_path="/nowhere")


def test_a_missing_corpus_is_named() -> None:
    with pytest.raises(KnowledgeError, match="there is no corpus at /nowhere"):
        retrieve_citations(SEGMENT, jsonl_path="/nowhere")


def test_the_default_corpus_ships_with_the_product() -> None:
    assert Path(knowledge.DEFAULT_JSONL_PATH).is_dir()
    assert redact_pii("555-123-4567") == "[REDACTED_PHONE]"


def test_importing_it_loads_nothing_else() -> None:
    told = _python(
        "-c", "import sys, knowledge; print([m for m in sys.modules if m.startswith('knowledge.')])"
    )

    assert told.stdout.strip() == "[]"


def test_a_script_without_a_guard_runs_once_leaves_nothing_behind_and_reports_to_nobody(
    corpus: Path, tmp_path: Path
) -> None:
    page = "<html><body><h1>Plans</h1><p>A payment plan takes a year.</p></body></html>"
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "page.html").write_text(page, encoding="utf-8")
    (tmp_path / "scratch").mkdir()
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, tempfile\n"
        "tempfile.tempdir = sys.argv[2]\n"
        "from knowledge import retrieve_citations\n"
        "found = retrieve_citations({'use_case': 'payment plan'}, jsonl_path=sys.argv[1])\n"
        "print(found[0]['text'])\n",
        encoding="utf-8",
    )

    told = _python(
        str(script), str(tmp_path / "documents"), str(tmp_path / "scratch"), HOME=str(tmp_path)
    )

    assert told.stdout.splitlines() == ["A payment plan takes a year."]
    assert told.returncode == 0
    assert list((tmp_path / "scratch").iterdir()) == []
    assert not (tmp_path / ".cache" / "Microsoft").exists()


@pytest.mark.long
def test_the_runner_shows_the_best_three_for_a_sample_segment() -> None:
    told = _python("-m", "knowledge")

    lines = told.stdout.splitlines()
    assert told.returncode == 0, told.stderr
    assert lines[0] == f"DEFAULT_JSONL_PATH: {knowledge.DEFAULT_JSONL_PATH}"
    assert lines[2].startswith("Query: Refunds | StartedFormOrFlow | intent: medium | ")
    assert sum(line.startswith("[") for line in lines) == 3


def _python(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - the arguments are ours
        [sys.executable, *arguments],
        capture_output=True,
        cwd=_ROOT,
        env={"PYTHONPATH": str(_ROOT), "PATH": "", **environment},
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )
