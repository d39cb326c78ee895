"""`storewise report`: figures of a made-up month, counted by hand beside it."""

import asyncio
import csv
import io
import json
import re
import shutil
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.__main__ import main
from bot.main.app import App, build
from bot.main.console.commands.reports import page
from bot.model import Message, Platform
from bot.model.errors import RecordsError
from bot.settings import OpenAISettings, Settings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.reports import Report, Reports, Wanted
from bot.upkeep.reports.table import to_csv
from knowledge.read import read_folder
from tests.fakes import FakeRecords
from tests.flow.conftest import Handbook
from tests.flow.stand_in.handbook import DISCOUNT
from tests.flow.stand_in.month import QUESTIONS, Month, month, of

_MONTH = timedelta(days=30)
_ZONE = ZoneInfo("Asia/Seoul")
Row = dict[str, Any]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory, handbook: Handbook) -> Path:
    return handbook.source


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("month") / "data"


def _built(source: Path, data: Path) -> App:
    store = StoreSettings(source=source, data=data)
    return build(Settings(openai=OpenAISettings(api_key=None), store=store))


@pytest.fixture(scope="module")
def asked(source: Path, data: Path) -> Iterator[tuple[App, Month]]:
    """The month, stored once."""

    async def made(app: App) -> Month:
        await app.indexer.rebuild()
        return await month(app, datetime.now(UTC))

    with closing(_built(source, data)) as app:
        yield app, asyncio.run(made(app))


def _reports(app: App, records: FakeRecords | None = None) -> Reports:
    return Reports(records or app.kept.records, app.search, app.indexer, app.given.today, _ZONE)


async def _report(app: App, kind: str, since: timedelta = _MONTH, **wanted: str) -> Report:
    return await _reports(app).made(kind, since, Wanted(**wanted))


async def _rows(app: App, kind: str, table: str, **wanted: Any) -> list[Row]:
    rows: list[Row] = (await _report(app, kind, **wanted)).to_json()[table]
    return rows


async def test_usage_counts_every_question_once(asked: tuple[App, Month]) -> None:
    app, known = asked

    [total] = await _rows(app, "usage", "in all")

    assert len(known.answers) == 600
    assert total["questions"] == 600
    # On each platform a person is another one.
    assert total["people"] == len({one.person for one in known.answers})
    assert total["answered"] == len(of(known.answers, "answer")) / 600
    assert total["refused"] == len(of(known.answers, "refusal")) / 600
    assert total["closest"] == len(of(known.answers, "closest")) / 600
    assert (total["rated good"], total["rated bad"]) == (6, 6)


@pytest.mark.parametrize("table", ["by day", "by hour", "by platform", "by language", "by role"])
async def test_the_parts_of_usage_add_up(asked: tuple[App, Month], table: str) -> None:
    app, _ = asked

    rows = await _rows(app, "usage", table)

    assert len(rows) >= 1
    assert sum(row["questions"] for row in rows) == 600


async def test_usage_by_platform_is_a_third_in_teams(asked: tuple[App, Month]) -> None:
    app, _ = asked

    rows = await _rows(app, "usage", "by platform")

    assert {row["platform"]: row["questions"] for row in rows} == {"slack": 400, "teams": 200}


async def test_the_most_asked_have_their_outcome(asked: tuple[App, Month]) -> None:
    app, known = asked

    rows = await _rows(app, "usage", "most asked")

    outcomes = {one.question: one.reply.outcome for one in known.answers}
    assert {row["question"]: row["times"] for row in rows} == dict.fromkeys(outcomes, 60)
    assert {row["question"]: row["last outcome"] for row in rows} == outcomes


async def test_a_week_is_a_part_of_the_month(asked: tuple[App, Month]) -> None:
    app, known = asked
    since = datetime.now(UTC) - timedelta(days=7)

    [total] = await _rows(app, "usage", "in all", since=timedelta(days=7))

    assert total["questions"] == sum(one.given_at >= since for one in known.answers)


async def test_an_owner_sees_the_questions_about_their_documents(asked: tuple[App, Month]) -> None:
    app, known = asked

    [total] = await _rows(app, "usage", "in all", owner="people team")

    about = [
        one
        for one in known.answers
        if any(source.doc_id == "staff-discount-en" for source in one.reply.sources)
    ]
    assert total["questions"] == len(about) > 0


async def test_questions_of_one_thing_are_one_gap(asked: tuple[App, Month]) -> None:
    app, known = asked

    rows = await _rows(app, "gaps", "gaps")

    missed = [one for one in known.answers if one.reply.outcome in ("refusal", "closest")]
    dogs = [one for one in missed if "dog" in one.question or "강아지" in one.question]
    [gap] = [row for row in rows if "dog" in row["question"] or "강아지" in row["question"]]
    assert sum(row["times"] for row in rows) == len(missed)
    assert (gap["times"], gap["wordings"]) == (len(dogs), 3)
    assert gap["people"] == len({one.person for one in dogs})
    assert rows[0] == gap  # most people miss it


async def test_a_gap_names_nobody(asked: tuple[App, Month]) -> None:
    app, known = asked

    report = await _report(app, "gaps")

    said = json.dumps(report.to_json(), ensure_ascii=False)
    assert not [one for one in {one.person for one in known.answers} if one in said]
    assert {row["asked as"] for row in report.to_json()["gaps"]} == {"staff"}


async def test_a_stub_is_a_document_and_its_golden_questions(
    asked: tuple[App, Month], tmp_path: Path
) -> None:
    app, _ = asked
    report = (await _report(app, "gaps")).to_json()
    for stub in report["stubs"]:
        (tmp_path / stub["name"]).write_text(stub["text"], encoding="utf-8")

    reading = read_folder([tmp_path])
    goldens = [
        evaluation.golden(json.dumps(one)) for stub in report["stubs"] for one in stub["golden"]
    ]

    assert reading.skipped == ()
    assert len(reading.documents) == len(report["stubs"])
    ids = {one.header.doc_id for one in reading.documents}
    assert {one.gold_docs[0] for one in goldens} == ids
    assert {one.header.language for one in reading.documents} >= {"en"}


async def test_feedback_lists_the_bad_ratings_with_their_reason(asked: tuple[App, Month]) -> None:
    app, known = asked

    rows = await _rows(app, "feedback", "rated bad")

    bad = [one for one in known.ratings if not one.good]
    assert {row["answer"] for row in rows} == {one.answer_id for one in bad}
    assert {row["reason"] for row in rows} == {"incomplete"}
    assert [row["day"] for row in rows] == sorted((row["day"] for row in rows), reverse=True)


async def test_feedback_by_document_counts_each_rating(asked: tuple[App, Month]) -> None:
    app, known = asked
    given = {one.answer_id: one for one in known.answers}

    rows = await _rows(app, "feedback", "by document")

    shown = [
        (source.doc_id, one.good)
        for one in known.ratings
        for source in {s.doc_id: s for s in given[one.answer_id].reply.sources}.values()
    ]
    assert sum(row["good"] for row in rows) == sum(good for _, good in shown)
    assert sum(row["bad"] for row in rows) == sum(not good for _, good in shown)


async def test_contradictions_are_tasks_of_their_owners(sample: Path, tmp_path: Path) -> None:
    store = StoreSettings(data=shutil.copytree(sample, tmp_path / "data"))
    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=store))) as app:
        every = await _rows(app, "contradictions", "open contradictions")
        own = await _rows(app, "contradictions", "open contradictions", owner="Customer Care")

    assert {row["values"] for row in every} >= {"30 days ≠ 14 days"}
    assert {row["values"] for row in own} == {"30 days ≠ 14 days"}
    assert "Customer Care" in own[0]["owner"]


async def _told(app: App, question: str) -> None:
    await app.conversation.handle(Message(Platform.SLACK, f"C-{question}", "U1", question))


async def test_damage_names_who_was_told_what_no_longer_holds(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    rule = "---\ntitle: Cash\nlanguage: en\n---\n## Till\n\nThe till holds {} in the morning.\n"
    (folder / "cash.md").write_text(rule.format("₩200,000"), encoding="utf-8")
    parking = "---\ntitle: Parking\nlanguage: en\n---\n## Cars\n\nParking is free for two hours.\n"
    (folder / "parking.md").write_text(parking, encoding="utf-8")
    kept = "---\ntitle: Keys\nlanguage: en\n---\n## Keys\n\nThe keys hang behind the desk.\n"
    (folder / "keys.md").write_text(kept, encoding="utf-8")
    with closing(_built(folder, tmp_path / "data")) as app:
        await app.indexer.rebuild()
        for question in (
            "how much does the till hold in the morning?",
            "how long is parking free?",
            "where do the keys hang?",
        ):
            await _told(app, question)
        before = (await _report(app, "damage")).to_json()
        (folder / "cash.md").write_text(rule.format("₩300,000"), encoding="utf-8")
        (folder / "parking.md").unlink()
        await app.indexer.rebuild()

        after = (await _report(app, "damage")).to_json()

    assert before["who was told"] == []
    told = {row["was told"]: (row["now"], row["thread"]) for row in after["who was told"]}
    assert told == {
        "The till holds ₩200,000 in the morning.": (
            "changed in version 1",
            "C-how much does the till hold in the morning?",
        ),
        "Parking is free for two hours.": ("withdrawn", "C-how long is parking free?"),
    }
    assert {row["times told"] for row in after["rules that no longer hold"]} == {1}


@pytest.mark.parametrize(
    "question",
    [
        "what changed in the staff discount?",
        "what is new?",
        "what was the staff discount last year and how much is it now?",
        "직원 할인에서 바뀐 점 알려줘",
        "새로운 규정 있어요?",
    ],
)
async def test_what_is_told_as_past_or_to_come_is_no_damage(
    sample: Path, tmp_path: Path, question: str
) -> None:
    store = StoreSettings(data=shutil.copytree(sample, tmp_path / "data"))
    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=store))) as app:
        await _told(app, question)

        told = (await _report(app, "damage")).to_json()["who was told"]
        to_correct = await _reports(app).damage(_MONTH)

    assert to_correct.cited
    assert (told, to_correct.told) == ([], [])


async def test_damage_names_who_was_told_of_a_coming_rule_that_changed(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    page = "---\ntitle: Cup deposit\nlanguage: en\neffective_from: {}\n---\nThe deposit is {}.\n"
    first_day = (datetime.now(UTC) + timedelta(days=20)).date()
    (folder / "cups.md").write_text(page.format(first_day, "₩300 a cup"), encoding="utf-8")
    with closing(_built(folder, tmp_path / "data")) as app:
        await app.indexer.rebuild()
        await _told(app, "what is new?")
        before = (await _report(app, "damage")).to_json()
        (folder / "cups.md").write_text(page.format(first_day, "₩400 a cup"), encoding="utf-8")
        await app.indexer.rebuild()

        after = (await _report(app, "damage")).to_json()

    assert before["who was told"] == []
    [row] = after["who was told"]
    assert (row["was told"], row["now"]) == ("The deposit is ₩300 a cup.", "changed in version 1")


async def test_damage_names_who_was_told_the_rule_now_of_a_change_in_turn(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    page = (
        "---\ntitle: Till\nlanguage: en\ndoc_id: till\nversion: {}\neffective_from: {}\n---\n{}\n"
    )
    rule = "The till holds ₩{}00,000 in the morning."
    for version in (1, 2):
        written = page.format(version, f"2026-0{version}-01", rule.format(version))
        (folder / f"till-{version}.md").write_text(written, encoding="utf-8")
    with closing(_built(folder, tmp_path / "data")) as app:
        await app.indexer.rebuild()
        await _told(app, "what changed about the till?")
        written = page.format(3, "2026-03-01", rule.format(3))
        (folder / "till-3.md").write_text(written, encoding="utf-8")
        await app.indexer.rebuild()

        told = (await _report(app, "damage")).to_json()["who was told"]
        to_correct = await _reports(app).damage(_MONTH)

    assert [(row["was told"], row["now"]) for row in told] == [
        (rule.format(2), "changed in version 3")
    ]
    assert [one.source.quote for one in to_correct.told] == [rule.format(2)]


@pytest.mark.parametrize(
    ("command", "text", "head"),
    [
        ("storewise", "report gaps 30d", "Missing rules, last 30 days: 600 questions"),
        ("report", "보고 빠진 규정 30일", "빠진 규정, 최근 30일: 질문 600건"),
        ("report", "usage", "Usage, last 30 days: 600 questions"),
        ("report", "feedback", "Feedback, last 30 days: 600 questions"),
        ("report", "contradictions", "Contradictions, as of today"),
        ("report", "damage 7d", "Outdated answers, last 7 days: "),
    ],
)
async def test_a_report_in_a_chat_is_short_and_names_nobody(
    asked: tuple[App, Month], command: str, text: str, head: str
) -> None:
    app, known = asked
    message = Message(Platform.SLACK, "", "UADMIN", text, command=command, admin=True)

    reply = await app.conversation.handle(message)

    assert reply.text.startswith(head)
    assert reply.private
    assert len(reply.text.splitlines()) <= 45
    assert not [one for one in known.answers if one.person in reply.text]


@pytest.mark.parametrize("platform", [Platform.WEB, Platform.CONSOLE])
async def test_what_is_tried_on_this_machine_is_no_usage(
    asked: tuple[App, Month], platform: Platform
) -> None:
    app, known = asked
    message = Message(platform, "a thread", "me", known.answers[0].question)

    reply = await app.conversation.handle(message)

    assert reply.outcome == "answer"
    assert await app.kept.records.find(reply.trace_id) is None


async def test_records_that_cannot_be_read_are_told(asked: tuple[App, Month]) -> None:
    app, _ = asked
    records = FakeRecords(error=RecordsError("its disk is full; make room"))

    with pytest.raises(RecordsError, match="make room"):
        await _reports(app, records).made("usage", _MONTH, Wanted())


@pytest.fixture
def at_the_command_line(
    asked: tuple[App, Month],
    source: Path,
    data: Path,
    unset: None,
    monkeypatch: pytest.MonkeyPatch,
    process_as_it_was: None,
) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    monkeypatch.setenv("STOREWISE_DATA", str(data))


@pytest.mark.usefixtures("at_the_command_line")
class TestCommandLine:
    def test_tables_fit_a_terminal(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["report", "usage"]) == 0

        said = capsys.readouterr().out
        assert said.startswith("600 questions since ")
        assert "by platform" in said
        assert max(map(len, said.splitlines())) <= 140

    def test_json_has_all_rows(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["report", "feedback", "--json"]) == 0

        assert len(json.loads(capsys.readouterr().out)["rated bad"]) == 6

    def test_csv_is_for_a_spreadsheet(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["report", "gaps", "--csv", str(tmp_path / "gaps.csv")]) == 0

        rows = list(csv.reader(io.StringIO((tmp_path / "gaps.csv").read_text(encoding="utf-8"))))
        assert rows[0] == ["gaps"]
        assert rows[1][:3] == ["people", "times", "question"]
        assert len(rows) > 3

    def test_the_page_needs_no_network_and_no_script(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "usage.html"

        assert main(["report", "usage", "--html", str(file)]) == 0

        text = file.read_text(encoding="utf-8")
        [style] = re.findall(r"<style>(.+?)</style>", text, re.DOTALL)
        digest = b64encode(sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'" in text
        assert not re.findall(r"<script|src=|href=|url\(|https?://", text)
        assert "600 questions since" in text
        assert text.count('class="bar"') > 5
        assert text.count("<rect") > 100

    def test_words_of_a_question_are_no_markup_of_the_page(self) -> None:
        question = "<script>alert(1)</script>"

        text = page({"report": "gaps", "about": "", "gaps": [{"times": 1, "question": question}]})

        assert question not in text
        assert "&lt;script&gt;" in text

    def test_stubs_are_written_once(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "stubs"

        first = main(["report", "gaps", "--stubs", str(folder)])
        second = main(["report", "gaps", "--stubs", str(folder)])

        assert (first, second) == (0, 1)
        assert "exists; choose another folder" in capsys.readouterr().err
        assert evaluation.load(folder / "golden.jsonl")
        assert len(list(folder.glob("gap-*.md"))) >= 3

    def test_a_kind_that_does_not_exist_is_refused(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["report", "sales"])

        assert ended.value.code == 2


def test_a_cell_is_no_formula() -> None:
    assert to_csv({"gaps": [{"question": "=1+1"}]}).splitlines()[-1] == "'=1+1"


def test_the_handbook_answers_the_first_four_only(asked: tuple[App, Month]) -> None:
    _, known = asked

    outcomes = {str(one.question): one.reply.outcome for one in known.answers}

    assert [outcomes[one] for one in QUESTIONS[:4]] == ["answer"] * 4
    assert "answer" not in [outcomes[one] for one in QUESTIONS[4:]]
    assert DISCOUNT in QUESTIONS
