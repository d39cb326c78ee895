"""What a run did to the index, and what state it is in, in both languages."""

import re
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from bot.upkeep.indexing.index_report import (
    bar_line,
    changes_lines,
    judged_lines,
    progress_line,
    report_lines,
    rolled_back_line,
    status_lines,
)
from knowledge.model.documents import Generation, Language
from knowledge.model.report import Changes, Contacts, Loss, Progress, Skipped, Status
from tests.fakes import REPORT

CHANGES = Changes(("hours@1",), ("refund-ko@2", "refund-en@2"), ("old@1",))
LOST = (
    Loss("ko-7", "포인트는 언제 소멸하나요?", "answered"),
    Loss("ko-7", "포인트는 언제 소멸하나요?", "cited"),
    Loss("en-2", "who may approve it?", "refused"),
)
GENERATION = Generation(
    7, "fake/6", rules="1", source="/srv/handbook", made_at="2026-11-21T09:00:00+00:00"
)
STATUS = Status(
    published=GENERATION,
    documents=48,
    passages=315,
    languages={"ko": 25, "en": 23},
    previous=None,
    skipped=(),
    progress=None,
)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Indexed 48 documents, 315 passages in 2.3 s (7 new passages).",
                "Since the last index: 1 added, 2 changed, 1 removed.",
                "Golden questions: 24 asked, none got worse.",
            ],
        ),
        (
            "ko",
            [
                "문서 48개, 문단 315개를 2.3초 만에 색인했습니다 (새 문단 7개).",
                "이전 색인과 비교: 문서 추가 1개, 변경 2개, 삭제 1개.",
                "검증 질문 24개: 나빠진 답이 없습니다.",
            ],
        ),
    ],
)
def test_a_run_says_what_it_took_in_and_that_no_answer_is_worse(
    language: Language, lines: list[str]
) -> None:
    assert report_lines(replace(REPORT, changes=CHANGES, asked=24), language) == lines


@pytest.mark.parametrize(
    ("contacts", "english", "korean"),
    [
        (
            Contacts({"PHONE": 12, "EMAIL": 1}, {"PHONE": 1, "EMAIL": 3}),
            "Contacts not removed: phone number × 12, e-mail address × 1. "
            "Personal data removed: e-mail address × 3, phone number × 1.",
            "남긴 연락처: 전화번호 12건, 이메일 주소 1건 / "
            "지운 개인정보: 이메일 주소 3건, 전화번호 1건",
        ),
        (
            Contacts(removed={"IBAN": 1200}),
            "Contacts not removed: none. Personal data removed: bank account (IBAN) × 1,200.",
            "남긴 연락처: 없음 / 지운 개인정보: 해외 계좌번호(IBAN) 1,200건",
        ),
    ],
)
def test_a_run_and_the_status_count_contacts(contacts: Contacts, english: str, korean: str) -> None:
    run, status = replace(REPORT, contacts=contacts), replace(STATUS, contacts=contacts)

    assert english in report_lines(run, "en", short=True)
    assert korean in report_lines(run, "ko")
    assert english in status_lines(status, "en")
    assert korean in status_lines(status, "ko")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_run_that_changed_nothing_says_one_line(language: Language) -> None:
    assert len(report_lines(REPORT, language)) == 1


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Golden questions: 24 asked, 2 got worse:",
                "- ko-7 “포인트는 언제 소멸하나요?”: the answer is no longer right, its document "
                "is no longer cited",
                "- en-2 “who may approve it?”: answered, but should be refused",
            ],
        ),
        (
            "ko",
            [
                "검증 질문 24개 중 2개의 답이 나빠졌습니다:",
                "- ko-7 “포인트는 언제 소멸하나요?”: "
                "올바르게 답하지 못함, 근거 문서를 인용하지 않음",
                "- en-2 “who may approve it?”: 거절해야 할 질문에 답함",
            ],
        ),
    ],
)
def test_each_question_that_became_worse_is_one_line(language: Language, lines: list[str]) -> None:
    report = replace(REPORT, asked=24, lost=LOST)

    published = judged_lines(report, language)
    refused = judged_lines(replace(report, published=False, withheld="worse"), language)

    assert published == lines
    assert refused[:-1] == lines
    assert "--accept-worse" in refused[-1]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_of_many_questions_ten_are_named_and_the_rest_counted(language: Language) -> None:
    lost = tuple(Loss(f"q{n}", "왜?", "found") for n in range(13))

    lines = judged_lines(replace(REPORT, asked=20, lost=lost), language)

    assert len(lines) == 12
    assert "13" in lines[0]
    assert "3" in lines[-1]


@pytest.mark.parametrize(
    ("withheld", "language", "said"),
    [
        ("worse", "en", "NOT published: the new index answers the golden questions worse"),
        ("worse", "ko", "게시하지 않음: 새 색인의 검증 질문 답이 나빠져"),
        ("golden", "en", "NOT published: fix the golden questions first"),
        ("golden", "ko", "게시하지 않음: 먼저 검증 질문 파일을 고쳐 주세요."),
        ("strict", "en", "NOT published because of --strict"),
        ("strict", "ko", "--strict 옵션에 따라 게시하지 않음"),
        ("rolled back", "en", "NOT published: an administrator rolled back"),
        ("rolled back", "ko", "게시하지 않음: 관리자가 이 문서로 만든 색인을 되돌렸습니다."),
    ],
)
def test_what_is_not_published_says_why(withheld: str, language: Language, said: str) -> None:
    lines = report_lines(replace(REPORT, published=False, withheld=withheld), language)

    assert lines[-1].startswith(said)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The golden questions can't be used: "), ("ko", "검증 질문을 쓸 수 없습니다: ")],
)
def test_a_broken_golden_file_is_named_before_that(language: Language, said: str) -> None:
    problem = "_golden.jsonl:3: a line needs id, question, answerable"
    report = replace(REPORT, published=False, withheld="golden", problem=problem)

    lines = judged_lines(report, language)

    assert lines[0] == said + problem
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Index 7 from 21 November 2026 at 18:00 has 48 documents (ko 25, en 23), 315 "
                "passages, searched by words and meaning.",
                "Documents from /srv/handbook.",
            ],
        ),
        (
            "ko",
            [
                "2026년 11월 21일 18:00에 만든 7번 색인: 문서 48개(ko 25, en 23), 문단 315개, "
                "단어와 의미로 검색.",
                "문서 위치: /srv/handbook",
            ],
        ),
    ],
)
def test_the_status_says_what_answers(language: Language, lines: list[str]) -> None:
    assert status_lines(STATUS, language, ZoneInfo("Asia/Seoul")) == lines


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Previous: index 6 from 20 November 2026 at 09:00. Roll back to publish it.",
                "Skipped files:",
                "- a.pdf: it has no text",
                "Indexing is in progress: passages 64 of 315, about 12 s left.",
            ],
        ),
        (
            "ko",
            [
                "이전 색인: 2026년 11월 20일 09:00에 만든 6번. 되돌리면 이 색인을 씁니다.",
                "건너뛴 파일:",
                "- a.pdf: it has no text",
                "색인이 진행 중입니다: 문단 64/315, 약 12초 남음.",
            ],
        ),
    ],
)
def test_the_status_says_what_could_answer_what_was_skipped_and_how_far_a_run_is(
    language: Language, lines: list[str]
) -> None:
    before = replace(GENERATION, number=6, made_at="2026-11-20T09:00:00+00:00")
    status = replace(
        STATUS,
        previous=before,
        skipped=("a.pdf: it has no text",),
        progress=Progress("passages", 64, 315, 12.4),
    )

    assert status_lines(status, language)[2:] == lines


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_time_looks_like_an_emoji(language: Language) -> None:
    lines = [*status_lines(STATUS, language), rolled_back_line(GENERATION, language)]

    assert not re.search(r":\w+:", "\n".join(lines))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "searched by words only."), ("ko", "단어로만 검색.")]
)
def test_an_index_of_words_is_said_to_be_one(language: Language, said: str) -> None:
    status = replace(STATUS, published=replace(GENERATION, embedder=None))

    assert status_lines(status, language)[0].endswith(said)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Indexing is in progress: golden questions 3 of 48."),
        ("ko", "색인이 진행 중입니다: 검증 질문 3/48."),
    ],
)
def test_at_its_beginning_a_step_says_no_time(language: Language, line: str) -> None:
    assert progress_line(Progress("questions", 3, 48), language) == line


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Rolled back: index 7 from 21 November 2026 at 09:00"),
        ("ko", "되돌렸습니다: 이제 2026년 11월 21일 09:00에 만든 7번 색인으로 답합니다."),
    ],
)
def test_a_roll_back_says_what_answers_now(language: Language, said: str) -> None:
    assert rolled_back_line(GENERATION, language).startswith(said)


@pytest.mark.parametrize(
    ("language", "head", "nothing"),
    [
        ("en", "Since the last index: 1 added", "No documents have changed since then."),
        ("ko", "이전 색인과 비교: 문서 추가 1개", "그 뒤로 바뀐 문서가 없습니다."),
    ],
)
def test_every_document_that_differs_is_named(language: Language, head: str, nothing: str) -> None:
    lines = changes_lines(CHANGES, language)

    assert lines[0].startswith(head)
    assert lines[1:] == ["+ hours@1", "~ refund-ko@2", "~ refund-en@2", "- old@1"]
    assert changes_lines(Changes(), language) == [nothing]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_skipped_files_stand_before_the_golden_questions(language: Language) -> None:
    skipped = (Skipped("a.pdf", "a.pdf: it has no text"),)

    lines = report_lines(replace(REPORT, skipped=skipped, asked=24), language)

    assert lines.index("- a.pdf: it has no text") == len(lines) - 2


@pytest.mark.parametrize(
    ("progress", "english", "korean"),
    [
        (
            Progress("documents", 0, 48),
            "░░░░░░░░░░ 0%  documents read 0 / 48",
            "░░░░░░░░░░ 0%  문서 읽는 중 0 / 48",
        ),
        (
            Progress("passages", 999, 1000, 0.4),
            "▓▓▓▓▓▓▓▓▓░ 99%  passages embedded 999 / 1,000 · about 0 s left",
            "▓▓▓▓▓▓▓▓▓░ 99%  문단 임베딩 중 999 / 1,000 · 약 0초 남음",
        ),
        (
            Progress("questions", 24, 24, 130.0),
            "▓▓▓▓▓▓▓▓▓▓ 100%  golden questions asked 24 / 24 · about 2 min left",
            "▓▓▓▓▓▓▓▓▓▓ 100%  검증 질문 확인 중 24 / 24 · 약 2분 남음",
        ),
        (
            Progress("documents", 0, 0),
            "▓▓▓▓▓▓▓▓▓▓ 100%  documents read 0 / 0",
            "▓▓▓▓▓▓▓▓▓▓ 100%  문서 읽는 중 0 / 0",
        ),
    ],
)
def test_a_bar_shows_how_far_a_part_of_the_run_is(
    progress: Progress, english: str, korean: str
) -> None:
    assert (bar_line(progress, "en"), bar_line(progress, "ko")) == (english, korean)
