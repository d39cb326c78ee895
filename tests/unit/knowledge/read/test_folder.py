"""A folder of documents: every file is read, or skipped with a reason that says how to fix it."""

import io
import json
import os
import sys
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from knowledge.model.documents import Audience
from knowledge.model.errors import KnowledgeError, UnreadableDocumentError
from knowledge.read import File, read_folder
from knowledge.read.source import Paths
from tests.unit.knowledge.texts import filled, handbook, read, read_one, reasons

_REFUND = "---\ndoc_id: refund\ntitle: Refunds\nversion: 2\n---\nWithin 14 days.\n"


def test_the_sample_handbook_is_read_without_a_complaint() -> None:
    reading = handbook()

    assert reading.skipped == ()
    assert reading.assumed == 0
    assert {document.header.language for document in reading.documents} == {"ko", "en"}
    assert len({document.header.key for document in reading.documents}) == 50


def test_a_missing_folder_is_reported_with_its_setting(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match=r"there is no .*STOREWISE_SOURCE"):
        read_folder(tmp_path / "none")


def test_one_file_may_be_the_whole_source(tmp_path: Path) -> None:
    filled(tmp_path, {"faq.md": "문은 10시에 엽니다.", "other.md": "Not asked for."})

    reading = read_folder(tmp_path / "faq.md")

    assert [document.header.source for document in reading.documents] == ["faq.md"]


def test_one_file_takes_its_sidecar_and_its_folders_defaults_with_it(tmp_path: Path) -> None:
    filled(tmp_path, {"_defaults.yaml": "owner: Care\n", "README.md": "# 환불\n\n14일.\n"})
    filled(tmp_path, {"README.md.meta.yaml": "title: Refunds\n", "other.md": "Not asked for."})

    [document] = read_folder(tmp_path / "README.md").documents

    assert (document.header.title, document.header.owner) == ("Refunds", "Care")


def test_several_folders_are_one_source_with_unique_names(tmp_path: Path) -> None:
    filled(
        tmp_path / "a" / "handbook", {"_defaults.yaml": "category: cafe\n", "refund.md": "14일."}
    )
    filled(tmp_path / "b" / "handbook", {"refund.md": "Within 14 days."})
    filled(tmp_path / "faq", {"faq.md": "From 10.", "other.md": "Not asked for."})

    reading = read_folder(
        [tmp_path / "a" / "handbook", tmp_path / "b" / "handbook", tmp_path / "faq" / "faq.md"]
    )

    assert reading.skipped == ()
    assert [(one.header.key, one.header.category) for one in reading.documents] == [
        ("refund@1", "cafe"),
        ("handbook/refund@1", "general"),
        ("faq/faq@1", "general"),
    ]


def keys(*paths: Path) -> list[str]:
    reading = read_folder(paths)
    assert reading.skipped == ()
    return [document.header.key for document in reading.documents]


def test_another_folder_renames_no_document_of_the_first(tmp_path: Path) -> None:
    first = filled(tmp_path / "first", {"환불.md": "14일.", "faq/open.md": "From 10."})
    second = filled(tmp_path / "b" / "faq", {"open.md": "10시부터."})
    third = filled(tmp_path / "c" / "faq", {"open.md": "From 9."})

    alone, together = keys(first), keys(first, second, third)

    assert together == [*alone, "faq-2/open@1", "faq-3/open@1"]


def test_a_file_may_come_before_a_folder_beside_it(tmp_path: Path) -> None:
    filled(tmp_path, {"가격.csv": "Product,Price\nTea,3000\n", "handbook/a.md": "14일."})

    assert keys(tmp_path / "가격.csv", tmp_path / "handbook") == ["가격@1", "handbook/a@1"]


@pytest.mark.parametrize("inner", ["ko", "ko/환불.md"])
def test_a_folder_inside_another_one_is_read_once(inner: str, tmp_path: Path) -> None:
    filled(tmp_path, {"ko/환불.md": "14일.", "en/refund.md": "Within 14 days."})

    alone = sorted(keys(tmp_path))

    assert sorted(keys(tmp_path, tmp_path / inner)) == alone
    assert sorted(keys(tmp_path / inner, tmp_path)) == alone
    assert sorted(keys(tmp_path, tmp_path / "en" / "..")) == alone


def test_a_document_with_the_same_id_in_two_folders_is_reported(tmp_path: Path) -> None:
    first = filled(tmp_path / "handbook", {"refund.md": _REFUND})
    second = filled(tmp_path / "매장", {"환불.md": _REFUND})

    [skipped] = read_folder([first, second]).skipped

    assert skipped.reason == (
        "매장/환불.md: refund@2 is already the document of refund.md; "
        "give this one another doc_id or version"
    )


def test_defaults_apply_to_their_own_folder_and_the_zips_in_it(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("night.md", "야간 근무.")
    first = filled(tmp_path / "a", {"_defaults.yaml": "audience: manager\n", "a.md": "14일."})
    second = filled(tmp_path / "b", {"b.md": "From 10.", "c.zip": packed.getvalue()})

    reading = read_folder([first, second])

    assert {one.header.source: one.header.audience for one in reading.documents} == {
        "a.md": Audience.MANAGER,
        "b/b.md": Audience.STAFF,
        "b/c.zip/night.md": Audience.STAFF,
    }


def test_an_empty_folder_among_several_is_an_error(tmp_path: Path) -> None:
    full = filled(tmp_path / "full", {"a.md": "14일.", "README.md": "About."})
    empty = filled(tmp_path / "비어 있음", {"_golden.jsonl": "{}"})

    with pytest.raises(KnowledgeError, match=r"no document that can be read in .*비어 있음$"):
        read_folder([full, empty])


def test_a_file_given_twice_is_read_once(tmp_path: Path) -> None:
    filled(tmp_path, {"faq.md": "문은 10시에 엽니다."})

    reading = read_folder([tmp_path, tmp_path / "faq.md"])

    assert [document.header.source for document in reading.documents] == ["faq.md"]
    assert reading.skipped == ()


def test_each_of_several_paths_must_exist(tmp_path: Path) -> None:
    filled(tmp_path, {"faq.md": "14일."})

    with pytest.raises(KnowledgeError) as error:
        read_folder([tmp_path / "없음", tmp_path, tmp_path / "none"])

    missing = f"{tmp_path / '없음'}, {tmp_path / 'none'}"
    assert str(error.value) == f"there is no {missing}; set STOREWISE_SOURCE"


def test_a_file_deleted_meanwhile_is_reported(tmp_path: Path) -> None:
    filled(tmp_path, {"a.md": "14일."})
    [listed] = Paths([tmp_path]).files()
    (tmp_path / "a.md").unlink()

    with pytest.raises(UnreadableDocumentError, match="cannot be opened; is it still there"):
        listed.read()


class _Shelf:
    """A source that is not a folder."""

    def files(self) -> Iterator[File]:
        yield File("_defaults.yaml", 20, lambda: b"owner: Care\n")
        yield File("web/환불.md", 20, "14일 이내입니다.".encode)
        yield File("web/away.md", 20, self._away)

    def _away(self) -> bytes:
        raise UnreadableDocumentError("the page is not there any more; take it off the list")


def test_files_may_come_from_elsewhere() -> None:
    reading = read_folder(_Shelf())

    assert [(one.header.source, one.header.owner) for one in reading.documents] == [
        ("web/환불.md", "Care")
    ]
    assert [skipped.reason for skipped in reading.skipped] == [
        "web/away.md: the page is not there any more; take it off the list"
    ]


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    reading = read(tmp_path, {"bad.md": "---\ntitel: x\n---\n", "good.md": "문은 10시에 엽니다."})

    assert [document.header.source for document in reading.documents] == ["good.md"]
    assert [skipped.source for skipped in reading.skipped] == ["bad.md"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.md", "---\ntitle: x\ntags: &a [*a]\n---\nbody"),
        ("a.md", f"---\ntitle: {'[' * 700}\n---\nbody"),
        ("a.json", "[" * 100_000),
        ("a.json", f'[{{"name": "x", "price": {"9" * 5000}}}]'),
        ("a.html", f"{'<div>' * 3000}hi"),
    ],
    ids=["own anchor", "deep YAML", "deep JSON", "5000 digits", "deep HTML"],
)
def test_a_file_that_breaks_its_parser_does_not_stop_the_others(
    tmp_path: Path, name: str, content: str
) -> None:
    reading = read(tmp_path, {name: content, "good.md": "문은 10시에 엽니다."})

    assert [document.header.source for document in reading.documents] == ["good.md"]
    assert [skipped.source for skipped in reading.skipped] == [name]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is Unicode")
def test_a_file_name_in_the_old_korean_encoding_can_be_written_down(tmp_path: Path) -> None:
    name = os.fsdecode("환불.md".encode("cp949"))

    header = read_one(tmp_path, name, "14일 이내입니다.").header

    written = f"{header.source} {header.key} {header.title}"
    assert written.encode().decode() == written


def test_two_files_cannot_be_the_same_version_of_a_document(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.md": _REFUND, "b.md": _REFUND})

    assert [document.header.source for document in reading.documents] == ["a.md"]
    assert [skipped.reason for skipped in reading.skipped] == [
        "b.md: refund@2 is already the document of a.md; give this one another doc_id or version"
    ]


def test_two_versions_of_a_document_live_side_by_side(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.md": _REFUND, "b.md": _REFUND.replace("version: 2", "version: 3")})

    assert [document.header.key for document in reading.documents] == ["refund@2", "refund@3"]


@pytest.mark.parametrize(
    ("text", "title", "language"),
    [
        ("# 환불 안내\n\n14일 이내에 환불합니다.\n", "환불 안내", "ko"),
        ("# Refunds\n\nWithin 14 days.\n", "Refunds", "en"),
        ("# **환불_규정** (최종_진짜최종) ##\n\n14일.\n", "환불_규정 (최종_진짜최종)", "ko"),
        ("# C#\n\nA language.\n", "C#", "en"),
        ("Within 14 days.\n", "note", "en"),
    ],
)
def test_a_bare_file_takes_title_and_language_from_its_text(
    tmp_path: Path, text: str, title: str, language: str
) -> None:
    reading = read(tmp_path, {"note.md": text})

    [document] = reading.documents
    assert (document.header.title, document.header.language) == (title, language)
    assert reading.assumed == 1


def test_a_sidecar_gives_metadata_for_a_file_without_front_matter(tmp_path: Path) -> None:
    reading = read(
        tmp_path,
        {
            "rules.csv": "policy_type,description,conditions\n환불,14일,영수증\n",
            "rules.csv.meta.yaml": "doc_id: rules\ntitle: 정책 요약\naudience: manager\n",
        },
    )

    [document] = reading.documents
    assert document.header.key == "rules@1"
    assert document.header.title == "정책 요약"
    assert document.header.audience == Audience.MANAGER
    assert reading.assumed == 0


def test_a_sidecar_takes_precedence_over_front_matter(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.md": _REFUND, "a.md.meta.yaml": "version: '3'\n"})

    assert [document.header.key for document in reading.documents] == ["refund@3"]


def test_a_sidecar_without_its_file_is_ignored(tmp_path: Path) -> None:
    reading = read(tmp_path, {"gone.pdf.meta.yaml": "title: Gone\n"})

    assert (reading.documents, reading.skipped) == ((), ())


@pytest.mark.parametrize("beside", ["_defaults.yaml", "a.md.meta.yaml"])
def test_a_mistake_in_a_sidecar_names_the_sidecar(tmp_path: Path, beside: str) -> None:
    [reason] = reasons(tmp_path, {beside: "owner: Care\nlanguage: kr\n", "a.md": "14일."})

    assert reason == f"a.md: {beside}:2: `kr` is none of en, ko, ja"


@pytest.mark.parametrize(
    ("beside", "named"), [("_defaults.yaml", "_defaults.yaml"), ("a.md.meta.yaml", "a.md")]
)
def test_an_unknown_field_beside_documents_is_named_once(
    tmp_path: Path, beside: str, named: str
) -> None:
    reading = read(tmp_path, {beside: "title: Refunds\nownr: Care\n", "a.md": "14일.", "b.md": "x"})

    assert len(reading.documents) == 2
    assert [(one.source, one.lost) for one in reading.partly] == [
        (named, ("the field `ownr` is not known; did you mean `owner`?",))
    ]


def test_a_document_cannot_end_before_its_folder_begins(tmp_path: Path) -> None:
    files = {
        "_defaults.yaml": "effective_from: 2026-05-01\n",
        "a.md": "---\ntitle: 환불\neffective_until: 2026-01-01\n---\n14일.\n",
    }

    assert reasons(tmp_path, files) == [
        "a.md:3: effective_until 2026-01-01 is before effective_from 2026-05-01"
    ]


def test_defaults_hold_for_the_folders_below_and_the_nearest_wins(tmp_path: Path) -> None:
    reading = read(
        tmp_path,
        {
            "_defaults.yaml": "owner: Head office\ncategory: operations\n",
            "cafe/_defaults.yaml": "store_type: cafe\ncategory: hygiene\n",
            "cafe/ko/hours.md": "---\ntitle: 영업시간\ncategory: hours\n---\n10시에 엽니다.\n",
            "cafe/milk.md": "---\ntitle: Milk\n---\nKeep it cold.\n",
            "seoul/_defaults.yaml": "region: seoul\n",
            "seoul/gangnam/_defaults.yaml": "store: gangnam\n",
            "seoul/gangnam/parking.md": "---\ntitle: Parking\n---\nIn the yard.\n",
            "tills.md": "---\ntitle: Tills\n---\nCount them.\n",
        },
    )

    known = {document.header.source: document.header for document in reading.documents}
    assert (known["cafe/ko/hours.md"].category, known["cafe/ko/hours.md"].store_types) == (
        "hours",
        ("cafe",),
    )
    assert known["cafe/milk.md"].category == "hygiene"
    assert (known["tills.md"].category, known["tills.md"].store_types) == ("operations", ())
    parking = known["seoul/gangnam/parking.md"]
    assert (parking.stores, parking.regions) == (("gangnam",), ("seoul",))
    assert {header.owner for header in known.values()} == {"Head office"}


def test_a_document_with_defaults_only_still_counts_as_assumed(tmp_path: Path) -> None:
    reading = read(tmp_path, {"_defaults.yaml": "owner: Care\n", "a.md": "# Refunds\n\nYes.\n"})

    assert reading.documents[0].header.title == "Refunds"
    assert reading.documents[0].header.owner == "Care"
    assert reading.assumed == 1


def test_readmes_are_the_documents_where_there_are_no_others(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("환불/README.md", "14일 안에 환불합니다.")
    files = {"refunds/README.md": "# Refunds\n\nWithin 14 days.", "_defaults.yaml": "owner: Care"}

    reading = read(tmp_path / "folder", files)
    zipped = read(tmp_path / "zip", {"a.zip": packed.getvalue()})

    [refunds], [returns] = reading.documents, zipped.documents
    assert (refunds.header.title, refunds.header.owner) == ("Refunds", "Care")
    assert returns.header.source == "a.zip/환불/README.md"


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "readme.txt",
        "ko/Readme.MD",
        ".hidden.md",
        ".git/notes.md",
        "ko/.draft/a.md",
        "_gate.json",
        "ko/_gate.json",
    ],
)
def test_readme_hidden_files_and_fitted_weights_are_not_documents(
    tmp_path: Path, name: str
) -> None:
    reading = read(tmp_path, {name: "Not for staff.", "a.md": "For staff."})

    assert [document.header.source for document in reading.documents] == ["a.md"]
    assert reading.skipped == ()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    filled(tmp_path, {"outside.md": "Salaries.", "source/a.md": "For staff."})
    (tmp_path / "source" / "b.md").symlink_to(tmp_path / "outside.md")

    reading = read_folder(tmp_path / "source")

    assert [document.header.source for document in reading.documents] == ["a.md"]
    assert [skipped.reason for skipped in reading.skipped] == [
        "b.md: a link that leads out of the source folder is not followed"
    ]


def test_files_of_a_config_map_are_read_once(tmp_path: Path) -> None:
    """Kubernetes shows each file as a link to a link, so that all of them change at once."""
    filled(
        tmp_path,
        {"..2026_11_27/refund.md": _REFUND, "..2026_11_27/hours.md": "문은 10시에 엽니다."},
    )
    (tmp_path / "..data").symlink_to("..2026_11_27")
    for name in ("refund.md", "hours.md"):
        (tmp_path / name).symlink_to(f"..data/{name}")

    reading = read_folder(tmp_path)

    assert [document.header.source for document in reading.documents] == ["hours.md", "refund.md"]
    assert reading.skipped == ()


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("급여.pages", "save it as .docx"),
        ("deck.key", "save it as .pptx"),
        ("표.numbers", "save it as .xlsx"),
        ("old.wps", "save it as .docx"),
        ("scan.xps", "save it as .pdf"),
        ("양식.hwt", "save it as .hwpx"),
        ("linked.gdoc", "in Google Docs, download it as .docx"),
        ("all.pst", "save its mails as .eml"),
        ("files.7z", "pack it as .zip"),
        ("photo.JPG", "write out what the picture says"),
    ],
)
def test_a_format_that_is_not_read_says_what_to_do(tmp_path: Path, name: str, cure: str) -> None:
    suffix = name[name.index(".") :].lower()

    assert reasons(tmp_path, {name: b"x"}) == [f"{name}: {suffix} is not read; {cure}"]


def test_an_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"급여.dat": b"PK"})

    start = "급여.dat: this format is not read; use one of .csv "
    assert reason.startswith(start)
    assert {".docx", ".md", ".pdf", ".xlsx", ".zip"} < set(reason[len(start) :].split())


def test_the_case_of_a_files_ending_does_not_matter(tmp_path: Path) -> None:
    assert read_one(tmp_path, "NOTE.MD", "# Notes\n\nYes.\n").header.title == "Notes"


def test_a_file_of_31_mb_is_left_out(tmp_path: Path) -> None:
    with (tmp_path / "big.pdf").open("wb") as big:
        big.truncate(31 * 1024 * 1024)

    reading = read_folder(tmp_path)

    assert [skipped.reason for skipped in reading.skipped] == [
        "big.pdf: larger than 30 MB; split it"
    ]


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html", "a.csv", "a.jsonl"])
def test_an_empty_file_gives_no_document(tmp_path: Path, name: str) -> None:
    reading = read(tmp_path, {name: ""})

    assert reading.documents == ()
    assert all(skipped.reason == f"{name}: there is no text in it" for skipped in reading.skipped)


def test_a_text_in_the_old_korean_encoding_is_read(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.txt", "영업시간은 10시부터입니다.".encode("cp949"))

    assert read.text == "영업시간은 10시부터입니다."
    assert read.header.language == "ko"


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", _REFUND.encode("utf-8-sig"))

    assert read.header.key == "refund@2"
    assert read.text == "Within 14 days.\n"


def test_windows_line_ends_are_read_as_one(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", _REFUND.replace("\n", "\r\n"))

    assert read.text == "Within 14 days.\n"


def test_line_ends_of_old_macs_are_read(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", _REFUND.replace("\n", "\r"))

    assert read.header.key == "refund@2"
    assert read.text == "Within 14 days.\n"


def test_decomposed_korean_is_composed(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.txt", "\u1112\u116a\u11ab\u1107\u116e\u11af")

    assert read.text == "환불"


def test_bytes_that_are_not_text_are_reported(tmp_path: Path) -> None:
    [reason] = reasons(tmp_path, {"a.txt": b"\xff\xfe\x00\xd8\x81"})

    assert reason == "a.txt: this is no text, or it is damaged; save it again as UTF-8"


def test_a_comment_in_markdown_is_not_read(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.md", "14 days.<!-- draft:\n30 days -->\n\n7일.<!-- 비밀 -->")

    assert "30" not in read.text
    assert "비밀" not in read.text
    assert read.text.startswith("14 days.")


@pytest.mark.parametrize(
    "unseen",
    [
        "<div hidden>SECRET</div>",
        "<p style='display: none'>SECRET</p>",
        "<script>SECRET()</script>",
        "<style>.SECRET {}</style>",
        "~~SECRET~~",
        "<!-- never closed\nSECRET\n",
    ],
)
def test_text_that_is_hidden_on_the_rendered_page_is_not_read(tmp_path: Path, unseen: str) -> None:
    read = read_one(tmp_path, "a.md", f"14일 이내입니다.\n\n{unseen}")

    assert read.text.strip() == "14일 이내입니다."


def test_a_mention_in_markdown_hides_nothing(tmp_path: Path) -> None:
    text = "Write <!channel> there.\n\n환불은 14일 이내입니다. <!here>\n"

    read = read_one(tmp_path, "a.md", text)

    assert read.text == text


# --- corpora: one document a line ---------------------------------------------------------------


def _lines(*records: dict[str, object]) -> str:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records)


def test_a_corpus_gives_a_document_for_each_line(tmp_path: Path) -> None:
    reading = read(
        tmp_path,
        {
            "_defaults.yaml": "category: faq\n",
            "faq.jsonl": _lines(
                {"id": "refund", "title": "환불", "text": "14일 이내입니다.", "version": 2},
                {"title": "Hours", "text": "From 10.", "valid_from": "2026-03-01"},
            ),
        },
    )

    korean, english = (document.header for document in reading.documents)
    assert (korean.key, korean.language, korean.category) == ("refund@2", "ko", "faq")
    assert (english.key, english.effective_from) == ("faq.jsonl:2@1", date(2026, 3, 1))
    assert reading.assumed == 0


def test_a_line_of_a_corpus_has_a_section_and_a_collection(
    tmp_path: Path,
) -> None:
    line: dict[str, object] = {
        "id": "doc_123",
        "title": "How Payment Plans Work",
        "section": "Overview",
        "text": "Pay in parts.",
        "url": "https://docs.example.com/payment-plans",
        "published_date": "2024-06-01",
        "source": "tax_irs",
    }

    [document] = read(tmp_path, {"faq.jsonl": _lines(line)}).documents

    header = document.header
    assert (header.doc_id, header.section, header.corpus) == ("doc_123", "Overview", "tax_irs")
    assert (header.url, header.published_date) == (line["url"], date(2024, 6, 1))
    assert header.source == "faq.jsonl"


def test_blank_lines_of_a_corpus_are_skipped(tmp_path: Path) -> None:
    reading = read(tmp_path, {"a.jsonl": "\n" + _lines({"title": "a", "text": "b"}) + "\n\n"})

    assert [document.text for document in reading.documents] == ["b"]
    assert reading.skipped == ()


def test_other_separators_do_not_end_a_line_of_a_corpus(tmp_path: Path) -> None:
    line = _lines({"title": "환불", "text": "one\u2028둘\u0085three"})

    read = read_one(tmp_path, "a.jsonl", line)

    assert read.text == "one\u2028둘\u0085three"


def test_a_bad_line_of_a_corpus_does_not_stop_the_others(tmp_path: Path) -> None:
    first, last = _lines({"title": "a", "text": "b"}), _lines({"title": "환불", "text": "14일."})

    reading = read(tmp_path, {"a.jsonl": f"{first}\n{{\n{last}\n"})

    assert [document.text for document in reading.documents] == ["b", "14일."]
    assert [skipped.reason for skipped in reading.skipped] == [
        "a.jsonl:2: this line is no valid JSON"
    ]


@pytest.mark.parametrize(
    ("line", "doc_id", "title"),
    [
        ('{"id": null, "title": "Keys", "text": "b"}', "faq.jsonl:1", "Keys"),
        ('{"id": "k", "title": null, "text": "b"}', "k", "k"),
        ('{"id": null, "title": null, "text": "b"}', "faq.jsonl:1", "faq.jsonl:1"),
        ('{"title": null, "text": "b"}', "faq.jsonl:1", "faq.jsonl:1"),
    ],
)
def test_a_line_of_a_corpus_without_an_id_or_a_title_gets_one(
    tmp_path: Path, line: str, doc_id: str, title: str
) -> None:
    (tmp_path / "faq.jsonl").write_text(line, encoding="utf-8")

    [document] = read_folder(tmp_path).documents

    assert (document.header.doc_id, document.header.title) == (doc_id, title)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "this line is no valid JSON"),
        ("[1]", "a line must be an object with `id`, `title`, `text`"),
        ('{"title": "a"}', "a line must be an object with `id`, `title`, `text`"),
        ('{"title": "a", "text": 5}', "a line must be an object with `id`, `title`, `text`"),
        (
            '{"title": "a", "text": "b", "audiance": "manager"}',
            "unknown field `audiance`; did you mean `audience`?",
        ),
        ('{"title": "a", "text": "b", "owner": {}}', "a single value is expected here"),
        ('{"text": "b"}', "`title` is missing"),
        (
            '{"title": "a", "text": "b", "valid_from": "2026-05-01", "valid_to": "2026-01-01"}',
            "effective_until 2026-01-01 is before effective_from 2026-05-01",
        ),
    ],
)
def test_a_bad_line_of_a_corpus_is_reported_with_its_number(
    tmp_path: Path, line: str, reason: str
) -> None:
    good = _lines({"id": "good", "title": "a", "text": "b"})

    assert reasons(tmp_path, {"a.jsonl": f"{good}\n{line}\n"}) == [f"a.jsonl:2: {reason}"]


def test_an_unknown_field_of_a_corpus_is_named_once(tmp_path: Path) -> None:
    lines = [_lines({"title": name, "text": "b", "langage": "ko"}) for name in ("환불", "교환")]

    reading = read(tmp_path, {"a.jsonl": "\n".join(lines)})

    assert len(reading.documents) == 2
    assert [one.lost for one in reading.partly] == [
        ("the field `langage` is not known; did you mean `language`?",)
    ]
