"""Making the index: read, clean, split, embed what is new, publish all at once."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.index import cleaned
from knowledge.index.vector_store import PassageStore
from knowledge.model.documents import CatalogueRecord, Document
from knowledge.model.errors import (
    AlreadyIndexingError,
    EmbedderMissingError,
    EmbedderUnavailableError,
    IndexMissingError,
    KnowledgeError,
)
from knowledge.model.report import Progress
from knowledge.models.embedder import Vector
from knowledge.split.passages import split
from knowledge.split.token_count import TokenCounter
from tests.fakes import FakeEmbedder
from tests.unit.knowledge.indexed import Indexed
from tests.unit.knowledge.memory_store import MemoryStore
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import document, words

_FOLDER = {
    "refund.md": (
        "---\ntitle: 환불 규정\n---\n# 기간\n\n환불은 14일입니다.\n\n# Cash\n\nFrom the till.\n"
    ),
    "hours.md": "---\ntitle: Hours\n---\nOpen from 10.\n",
}


async def test_a_first_run_indexes_everything(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)

    report = await run.indexer.rebuild()

    assert (report.documents, report.passages, report.embedded) == (2, 3, 3)
    assert (report.skipped, report.assumed, report.words_only) == ((), 0, False)
    assert set(run.passages()) == {"환불은 14일입니다.", "From the till.", "Open from 10."}
    assert "환불 규정\n기간\n환불은 14일입니다." in embedder.asked
    assert embedder.loads
    assert shelf.generations.published().embedder == "fake/6"


async def test_every_passage_can_be_found_by_meaning(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)

    await run.indexer.rebuild()

    [vector] = await embedder.embed(["환불"])
    near = await run.store.nearest(shelf.generations.published().number, vector, 10)
    known = {found.passage_id: found for found in run.passages().values()}
    assert {passage_id for passage_id, _ in near} == set(known)
    assert [known[passage_id].header.title for passage_id, _ in near] == [
        "환불 규정",
        "환불 규정",
        "Hours",
    ]


async def test_an_unchanged_folder_embeds_nothing_and_keeps_the_generation(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)
    await run.indexer.rebuild()
    loads = embedder.loads
    embedder.asked.clear()

    report = await run.indexer.rebuild()

    assert (report.documents, report.passages, report.embedded) == (2, 3, 0)
    assert (embedder.asked, embedder.loads) == ([], loads)
    assert shelf.generations.published().number == 1


async def test_a_changed_document_embeds_its_changed_passages_only(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)
    await run.indexer.rebuild()
    embedder.asked.clear()
    run.write({"refund.md": _FOLDER["refund.md"].replace("14일", "30일")})

    report = await run.indexer.rebuild()

    assert report.embedded == 1
    assert embedder.asked == ["환불 규정\n기간\n환불은 30일입니다."]
    assert set(run.passages()) == {"환불은 30일입니다.", "From the till.", "Open from 10."}
    near = await run.store.vectors(
        shelf.generations.published().number,
        [found.passage_id for found in run.passages().values()],
    )
    assert len(near) == 3


async def test_another_front_matter_is_served_without_embedding(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)
    await run.indexer.rebuild()
    run.write({"hours.md": _FOLDER["hours.md"].replace("---\nOpen", "store_type: cafe\n---\nOpen")})

    report = await run.indexer.rebuild()

    assert report.embedded == 0
    assert run.passages()["Open from 10."].header.store_types == ("cafe",)


async def test_passages_that_change_places_are_quoted_from_their_new_ones(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    first, second = "# 기간\n\n환불은 14일입니다.\n\n", "# Cash\n\nFrom the till.\n\n"
    run.write({"refund.md": f"---\ntitle: 환불 규정\n---\n{first}{second}"})
    await run.indexer.rebuild()
    run.write({"refund.md": f"---\ntitle: 환불 규정\n---\n{second}{first}"})

    report = await run.indexer.rebuild()

    written = f"{second}{first}"
    found = run.passages()
    assert report.embedded == 0
    assert len(found) == 2
    assert all(written[place.start : place.end] == text for text, place in found.items())


async def test_a_new_title_is_embedded_with_each_of_its_passages(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write(_FOLDER)
    await run.indexer.rebuild()
    run.write({"refund.md": _FOLDER["refund.md"].replace("환불 규정", "반품 규정")})

    report = await run.indexer.rebuild()

    assert report.embedded == 2
    assert run.passages()["From the till."].header.title == "반품 규정"


async def test_a_removed_document_is_gone(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write(_FOLDER)
    await run.indexer.rebuild()
    gone = run.passages()["환불은 14일입니다."].passage_id
    (run.source / "refund.md").unlink()

    report = await run.indexer.rebuild()

    assert (report.documents, report.embedded) == (1, 0)
    assert set(run.passages()) == {"Open from 10."}
    assert await run.store.vectors(shelf.generations.published().number, [gone]) == {}


async def test_a_file_that_cannot_be_read_is_reported_and_the_others_served(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write({**_FOLDER, "ko/나쁨.md": "---\nlanguage: kr\n---\n", "bare.txt": "빈 머리말입니다."})

    report = await run.indexer.rebuild()

    assert [skipped.reason for skipped in report.skipped] == [
        "ko/나쁨.md:2: `kr` is none of en, ko, ja"
    ]
    assert (report.documents, report.assumed) == (3, 1)


@pytest.mark.parametrize("embedder", [None, FakeEmbedder(error=EmbedderMissingError("gone"))])
async def test_without_an_embedder_words_are_indexed(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter, embedder: FakeEmbedder | None
) -> None:
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)

    report = await run.indexer.rebuild()

    assert (report.embedded, report.words_only) == (0, True)
    assert shelf.generations.published().embedder is None
    assert len(run.passages()) == 3


async def test_an_embedder_that_comes_back_embeds_what_was_indexed_as_words(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder(error=EmbedderMissingError("gone"))
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)
    await run.indexer.rebuild()
    embedder.error = None

    report = await run.indexer.rebuild()

    assert (report.embedded, report.words_only) == (3, False)
    assert shelf.generations.published().embedder == "fake/6"


async def test_another_embedder_embeds_everything_anew(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    first = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    first.write(_FOLDER)
    await first.indexer.rebuild()
    other = FakeEmbedder("other/6")
    second = Indexed(tmp_path, shelf, tokens, other, first.store)

    report = await second.indexer.rebuild()

    assert report.embedded == len(other.asked) == 3
    assert shelf.generations.published().embedder == "other/6"


class _LostStore(MemoryStore):
    """Its folder was deleted, so that it knows no earlier generation."""

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        raise IndexMissingError("the vectors are missing")


@pytest.mark.parametrize("store", [MemoryStore(), _LostStore()], ids=["empty", "lost"])
async def test_lost_vectors_are_made_again(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter, store: PassageStore
) -> None:
    first = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    first.write(_FOLDER)
    await first.indexer.rebuild()
    second = Indexed(tmp_path, shelf, tokens, FakeEmbedder(), store)
    second.write({"hours.md": _FOLDER["hours.md"].replace("10", "9")})

    report = await second.indexer.rebuild()

    assert report.embedded == 3


async def test_an_embedder_that_fails_for_now_keeps_the_earlier_index(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder)
    run.write(_FOLDER)
    await run.indexer.rebuild()
    run.write({"hours.md": _FOLDER["hours.md"].replace("10", "9")})
    embedder.error = EmbedderUnavailableError("busy")

    with pytest.raises(EmbedderUnavailableError):
        await run.indexer.rebuild()

    assert "Open from 10." in run.passages()
    assert not run.indexer.running


async def test_a_source_that_is_gone_keeps_the_earlier_index(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write(_FOLDER)
    await run.indexer.rebuild()
    run.source.rename(tmp_path / "away")

    with pytest.raises(KnowledgeError, match="there is no "):
        await run.indexer.rebuild()

    assert len(run.passages()) == 3


async def test_a_source_that_was_never_there_makes_no_index(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())

    with pytest.raises(KnowledgeError):
        await run.indexer.rebuild()

    with pytest.raises(IndexMissingError):
        shelf.generations.published()


async def test_progress_is_told_for_documents_passages_and_vectors(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write({**_FOLDER, **{f"note{n}.md": f"메모 {n}번입니다." for n in range(70)}})
    told: list[tuple[str, int, int]] = []

    def tell(far: Progress) -> None:
        told.append((far.counted, far.done, far.total))

    await run.indexer.rebuild(show=tell)

    assert told[:72] == [("documents", number, 72) for number in range(1, 73)]
    assert told[72:] == [("passages", 64, 73), ("passages", 73, 73), ("vectors", 73, 73)]


async def test_a_run_is_under_way_until_it_ends(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write(_FOLDER)
    seen: list[bool] = []

    await run.indexer.rebuild(show=lambda _: seen.append(run.indexer.running))

    assert all(seen)
    assert seen
    assert not run.indexer.running


async def test_a_second_run_is_refused_and_the_first_one_goes_on(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write(_FOLDER)

    first, second = await asyncio.gather(
        run.indexer.rebuild(), run.indexer.rebuild(), return_exceptions=True
    )

    assert isinstance(second, AlreadyIndexingError)
    assert not isinstance(first, BaseException)
    assert first.documents == len(_FOLDER)


async def test_an_index_of_another_embedder_or_none_at_all_is_stale(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, FakeEmbedder())
    run.write(_FOLDER)
    before = run.indexer.is_stale()

    await run.indexer.rebuild()

    assert before
    assert not run.indexer.is_stale()
    assert Indexed(tmp_path, shelf, tokens, FakeEmbedder("other/6")).indexer.is_stale()


# --- personal data: what is cleaned never reaches the index -------------------------------------


def _without_numbers(text: str) -> str:
    return text.replace("010-1234-5678", "[PHONE]").replace("홍길동", "[NAME]")


async def test_personal_data_is_neither_stored_nor_embedded(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    embedder = FakeEmbedder()
    run = Indexed(tmp_path, shelf, tokens, embedder, clean=_without_numbers)
    run.write(
        {"a.md": "---\ntitle: 홍길동 규정\n---\n# 홍길동\n\n전화 010-1234-5678.\n\nCall 홍길동.\n"}
    )

    await run.indexer.rebuild()

    [passage] = run.passages().values()
    assert passage.text == "전화 [PHONE].\n\nCall [NAME]."
    assert (passage.header.title, passage.section) == ("[NAME] 규정", ("[NAME]",))
    assert embedder.asked == [passage.searchable]
    stored = [row["header"] + row["text"] for row in shelf.database.rows("SELECT * FROM documents")]
    assert len(stored) == 1
    assert "홍길동" not in stored[0]


async def test_personal_data_in_the_name_of_a_file_and_in_front_matter_is_not_stored(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    header = (
        "---\ntitle: A\nowner: 홍길동 010-1234-5678\ntags: [홍길동]\n"
        "url: https://kb.example/010-1234-5678\n---\n"
    )
    run = Indexed(tmp_path, shelf, tokens, clean=_without_numbers)
    run.write({"명단 010-1234-5678.md": f"{header}# A\n\nOpen.\n", "홍길동.docx": "no document"})

    report = await run.indexer.rebuild()

    [row] = shelf.database.rows("SELECT header FROM documents")
    known = json.loads(row["header"])
    assert (known["doc_id"], known["source"]) == ("명단 [PHONE]", "명단 [PHONE].md")
    assert (known["owner"], known["tags"]) == ("[NAME] [PHONE]", ["[NAME]"])
    assert not known.get("url")
    assert [one.source for one in report.skipped] == ["[NAME].docx"]
    assert "홍길동" not in str(report)
    assert "홍길동" not in str(shelf.generations.noted(shelf.generations.published().number))


async def test_files_whose_names_differ_in_personal_data_alone_are_all_indexed(
    tmp_path: Path, shelf: Shelf, tokens: TokenCounter
) -> None:
    run = Indexed(tmp_path, shelf, tokens, clean=_without_numbers)
    run.write({"홍길동.md": "# A\n\nOne.\n", "[NAME].md": "# B\n\nTwo.\n"})

    await run.indexer.rebuild()

    found = run.passages().values()
    assert {one.text for one in found} == {"One.", "Two."}
    assert {one.header.doc_id for one in found} == {"[NAME]", "[NAME]~2"}


def test_a_section_that_a_line_of_a_corpus_names_is_cleaned_like_its_title() -> None:
    read = document("No names here.")
    header = replace(read.header, title="홍길동 안내", section="점장 홍길동")

    after = cleaned(replace(read, header=header), _without_numbers)

    assert "홍길동" not in repr(after.header)
    assert after.header.section is not None


def test_pages_follow_the_cleaned_text() -> None:
    text = "첫 장 010-1234-5678.\n\n둘째 장 홍길동.\n\nThird page."
    read = replace(document(text), pages=(0, text.index("둘째"), text.index("Third")))

    after = cleaned(read, _without_numbers)

    assert [after.text[start:].partition(" ")[0] for start in after.pages] == [
        "첫",
        "둘째",
        "Third",
    ]


def test_records_follow_the_cleaned_text() -> None:
    rows = ("점장: 홍길동\n전화: 010-1234-5678", "Owner: 홍길동", "끝: 없음")
    text = "\n\n".join(rows)
    records = tuple(
        CatalogueRecord(text.index(row), text.index(row) + len(row), row.partition(":")[0])
        for row in rows
    )

    after = cleaned(replace(document(text), records=records), _without_numbers)

    assert [after.text[one.start : one.end] for one in after.records] == [
        "점장: [NAME]\n전화: [PHONE]",
        "Owner: [NAME]",
        "끝: 없음",
    ]
    assert [passage.text for passage in split(after, words)] == [
        after.text[one.start : one.end] for one in after.records
    ]


@pytest.mark.parametrize("text", ["", "환불은 14일입니다.", "A.\n\nB."])
def test_a_text_without_personal_data_stays_as_it_is(text: str) -> None:
    read: Document = document(text)

    assert cleaned(read, _without_numbers) == read
