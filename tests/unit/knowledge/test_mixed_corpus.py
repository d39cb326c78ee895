import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import mixed
from bot.upkeep import evaluation

GOLDEN = Path(mixed.__file__).with_name("mixed_golden.jsonl")

STATUTE = "---\n제목: 담배사업법\n시행일자: {day}\n---\n\n# 담배사업법\n\n{text}\n"
QUESTION = {
    "id": "1",
    "question": "담배가 뭐예요?",
    "answerable": True,
    "gold_docs": ["law/담배사업법"],
}


def test_the_golden_questions_are_complete_and_each_has_its_own_id_and_words() -> None:
    questions = evaluation.load(GOLDEN)

    kinds = Counter(one.kind for one in questions)
    assert kinds["en"] >= 45
    assert kinds["ko"] + kinds["as_of"] >= 45
    assert kinds["ko_en"] >= 36
    assert kinds["off_topic"] >= 15
    assert kinds["paraphrase"] >= 10
    assert len({one.id for one in questions}) == len(questions)
    assert len({(one.question, one.as_of) for one in questions}) == len(questions)
    assert all(one.answerable == bool(one.gold_docs and one.answers) for one in questions)
    assert all(one.answerable == (one.kind != "off_topic") for one in questions)


def test_old_statutes_are_versions_of_one_document_and_heads_are_left_out(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path)

    laws = [one for one in corpus if one["language"] == "ko"]
    assert [(one["id"], one["version"]) for one in laws] == [
        ("law/담배사업법", "2026-04-24"),
        ("law/담배사업법", "2025-10-01"),
    ]
    assert all(one["text"].startswith("# 담배사업법") for one in laws)


def test_titles_come_from_the_head_the_product_or_the_first_heading(tmp_path: Path) -> None:
    corpus = _corpus(tmp_path)

    titles = {one["id"]: one["title"] for one in corpus if one["language"] == "en"}
    assert titles["contoso/product_info_1"] == "TrailMaster X4 Tent"
    assert titles["18f/travel-and-leave/leave"] == "Leave types"
    assert titles["abcd/order-issue/manage-cancel"] == "Order Issue: Manage Cancel"


def test_an_answer_from_another_day_is_a_mistake(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    mixed.main([str(_docs(tmp_path)), str(corpus)])
    golden = tmp_path / "golden.jsonl"
    old = {**QUESTION, "answers": ["연초의 잎"], "filters": {"as_of": "2026-01-15"}}
    golden.write_text(json.dumps(old) + "\n" + json.dumps({**old, "id": "2", "filters": {}}))

    found = mixed.mistakes(golden, corpus)

    assert found == [
        "2: law/담배사업법 holds none of the answers",
        "2: no gold document holds '연초의 잎'",
    ]


def test_a_folder_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = mixed.main([str(tmp_path / "nowhere"), str(tmp_path / "corpus.jsonl")])

    assert code == 1
    assert "there are no .md files in" in capsys.readouterr().err
    assert not (tmp_path / "corpus.jsonl").exists()


def _corpus(tmp_path: Path) -> list[mixed.Record]:
    return list(mixed.corpus(_docs(tmp_path)))


def _docs(tmp_path: Path) -> Path:
    texts = {
        "en/contoso-outdoor/product_info_1.md": (
            "# Information about product item_number: 1\nTrailMaster X4 Tent, price $250,\n"
        ),
        "en/abcd-retail-agent-guidelines/order-issue--manage-cancel.md": (
            "# Order Issue: Manage Cancel\n\nOffer the refund.\n"
        ),
        "en/tau-retail/retail_policy.md": "# Retail agent policy\n\nAsk first.\n",
        "en/tau-banking-distractors/doc_blue_002.md": "# Blue Account\n\nIt is free.\n",
        "en/18f-handbook/travel-and-leave--leave.md": "---\ntitle: Leave types\n---\n\nTake it.\n",
        "ko/law/담배사업법-법률__2026-04-24.md": STATUTE.format(
            day="2026-04-24", text="연초나 니코틴"
        ),
        "ko/law-old-versions/담배사업법-법률__2025-10-01.md": STATUTE.format(
            day="2025-10-01", text="연초의 잎"
        ),
    }
    for name, text in texts.items():
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "docs"
