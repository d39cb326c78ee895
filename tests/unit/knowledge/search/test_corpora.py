"""A corpus by its path: indexed once, indexed again when it changes, gone at the end."""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knowledge.model.errors import KnowledgeError
from knowledge.search.corpora import Corpora


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Corpora]:
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    opened = Corpora()
    yield opened
    opened.close()


def line(text: str, doc_id: str = "doc_1", title: str = "Plans", **more: Any) -> str:
    return json.dumps({"id": doc_id, "title": title, "text": text, **more}, ensure_ascii=False)


def written(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def texts(corpora: Corpora, path: Path, query: str = "payment plan") -> list[str]:
    return [one.text for one in corpora.retrieved(query, path, 5).matches]


def test_a_corpus_is_indexed_once_and_again_when_it_has_changed(
    corpora: Corpora, tmp_path: Path
) -> None:
    faq = written(tmp_path / "faq.jsonl", line("A payment plan takes a year."))

    first, again = (corpora.retrieved("payment plan", faq, 5) for _ in range(2))
    made = list((tmp_path / "scratch").rglob("knowledge.db"))
    written(
        faq, line("A payment plan takes two years."), line("할부는 1년입니다.", "doc_2", "할부")
    )

    assert first == again
    assert len(made) == 1
    assert "A payment plan takes two years." in texts(corpora, faq)
    assert texts(corpora, faq, "할부는 몇 년인가요?")[0] == "할부는 1년입니다."
    assert list((tmp_path / "scratch").rglob("knowledge.db")) == made


def test_the_text_stays_as_it_was_written(corpora: Corpora, tmp_path: Path) -> None:
    said = "Call 555-123-4567 or mail debt@example.com about payment plans."

    [match] = corpora.retrieved(
        "payment plans of debt@example.com", written(tmp_path / "faq.jsonl", line(said)), 5
    ).matches

    assert match.text == said
    assert match.redacted_text == (
        "Call [REDACTED_PHONE] or mail [REDACTED_EMAIL] about payment plans."
    )


def test_as_many_are_given_as_are_asked_for(corpora: Corpora, tmp_path: Path) -> None:
    lines = [line(f"Payment plan number {n}.", f"doc_{n}", f"Plan {n}") for n in range(8)]
    faq = written(tmp_path / "faq.jsonl", *lines)

    counts = [len(corpora.retrieved("payment plan", faq, n).matches) for n in (-1, 0, 1, 5, 100)]

    assert counts == [0, 0, 1, 5, 8]


def test_a_folder_is_a_corpus_too(corpora: Corpora, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "returns.md").write_text("# Returns\n\nGoods go back within 14 days.", "utf-8")

    assert texts(corpora, folder, "returns") == ["Goods go back within 14 days."]


def test_what_is_not_for_staff_is_not_found(corpora: Corpora, tmp_path: Path) -> None:
    faq = written(
        tmp_path / "faq.jsonl",
        line("Payment plan."),
        line("Payment plan B.", "b", audience="admin"),
    )

    assert texts(corpora, faq) == ["Payment plan."]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "faq.jsonl"),
        ("\n\n", "faq.jsonl"),
        ("{", "faq.jsonl:1: this line is no valid JSON"),
        ('{"id": "x"}', "faq.jsonl:1: a line must be an object with `id`, `title`, `text`"),
        ('{"title": "a", "text": " "}', "faq.jsonl:1: there is no text in it"),
    ],
)
def test_a_corpus_that_cannot_be_read_is_named_with_the_reason(
    content: str, said: str, corpora: Corpora, tmp_path: Path
) -> None:
    faq = written(tmp_path / "faq.jsonl", content)

    with pytest.raises(KnowledgeError, match="nothing can be read in the corpus") as error:
        corpora.retrieved("payment plan", faq, 5)

    assert said in str(error.value)
    written(faq, line("A payment plan."))
    assert texts(corpora, faq) == ["A payment plan."]


def test_a_corpus_that_is_not_there_is_named(corpora: Corpora, tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="there is no corpus at"):
        corpora.retrieved("payment plan", tmp_path / "none.jsonl", 5)


def test_bad_lines_do_not_keep_the_others_from_being_found(
    corpora: Corpora, tmp_path: Path
) -> None:
    faq = written(tmp_path / "faq.jsonl", "{", line("A payment plan."))

    assert texts(corpora, faq) == ["A payment plan."]


def test_few_corpora_are_kept_and_none_is_left_behind(tmp_path: Path, corpora: Corpora) -> None:
    for number in range(6):
        path = written(tmp_path / f"{number}.jsonl", line(f"Payment plan {number}."))
        assert texts(corpora, path) == [f"Payment plan {number}."]
    scratch = tmp_path / "scratch"
    kept = len(list(scratch.rglob("knowledge.db")))

    corpora.close()

    assert kept == 4
    assert list(scratch.iterdir()) == []


def test_a_process_that_was_forked_off_deletes_nothing(tmp_path: Path, corpora: Corpora) -> None:
    faq = written(tmp_path / "faq.jsonl", line("A payment plan."))
    before = texts(corpora, faq)

    corpora.process = os.getpid() + 1
    corpora.close()
    corpora.process = os.getpid()

    assert texts(corpora, faq) == before
