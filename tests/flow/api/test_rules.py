"""Programs write rules, see what waits for one, and name the people behind them."""

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.settings import OpenAISettings, Settings, StoreSettings
from knowledge.model.documents import Audience
from tests.flow.api.server import Client, Json, serving
from tests.flow.stand_in.changed_rule import page

DOCUMENTS, GAPS = "/api/v1/documents", "/api/v1/gaps"
PARROT = "Can customers bring a parrot into the store?"
CAGE = "Parrots may come in if they are in a cage."
RULE: Json = {"title": PARROT, "text": CAGE, "question": PARROT, "owner": "Store Operations"}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    folder = tmp_path / "documents"
    folder.mkdir()
    till = page("Cash", "The till holds ₩200,000 in the morning.", language="en", owner="Finance")
    (folder / "cash.md").write_text(till, encoding="utf-8")
    places = StoreSettings(source=folder, data=tmp_path / "data")
    with closing(build(Settings(openai=OpenAISettings(api_key=None), store=places))) as built:
        await built.indexer.rebuild()
        yield built


@pytest.fixture
async def client(app: App) -> AsyncIterator[Client]:
    async with serving(app) as made:
        yield made


@pytest.fixture
async def manager(client: Client) -> str:
    return await client.key(Audience.MANAGER)


async def test_a_rule_answers_once_it_is_written(client: Client, app: App, manager: str) -> None:
    status, written = await client.post(DOCUMENTS, RULE, secret=manager)
    await app.rules.publishing.look()

    _, said = await client.post("/api/v1/ask", {"question": PARROT}, secret=manager)
    assert (status, written["state"], written["version"]) == (200, "in_force", "1")
    assert said["answer"] == f"{CAGE} [1]"
    assert said["citations"][0]["doc_id"] == written["doc_id"]


async def test_a_dry_run_names_what_is_contradicted_and_changes_nothing(
    client: Client, app: App, manager: str
) -> None:
    rule = {"title": "Till", "text": "The till holds ₩250,000 in the morning.", "dry_run": True}

    status, said = await client.post(DOCUMENTS, rule, secret=manager)
    await app.rules.publishing.look()

    assert (status, said["state"]) == (200, "draft")
    [one] = said["contradicts"]
    assert one["other"]["text"] == "The till holds ₩200,000 in the morning."
    assert await app.kept.rules.counting() == []


async def test_a_new_version_takes_the_place_of_the_one_before(
    client: Client, app: App, manager: str
) -> None:
    rule = {"title": "Cash", "text": "The till holds ₩250,000 in the morning."}

    status, written = await client.send("PUT", f"{DOCUMENTS}/cash", rule, secret=manager)
    await app.rules.publishing.look()

    question = {"question": "how much does the till hold in the morning?"}
    _, said = await client.post("/api/v1/ask", question, secret=manager)
    assert (status, written["doc_id"], written["version"]) == (200, "cash", "2")
    assert said["answer"] == "The till holds ₩250,000 in the morning. [1]"


async def test_a_rule_is_withdrawn_and_a_file_is_not(
    client: Client, app: App, manager: str
) -> None:
    _, written = await client.post(DOCUMENTS, RULE, secret=manager)
    await app.rules.publishing.look()

    path = f"{DOCUMENTS}/{written['doc_id']}"
    gone = await client.send("DELETE", path, secret=manager)
    file = await client.send("DELETE", f"{DOCUMENTS}/cash", secret=manager)
    nothing = await client.send("DELETE", f"{DOCUMENTS}/none", secret=manager)
    await app.rules.publishing.look()

    assert (gone[0], gone[1]["state"], file[0], nothing[0]) == (200, "withdrawn", 409, 404)
    _, said = await client.post("/api/v1/ask", {"question": PARROT}, secret=manager)
    assert said["outcome"] != "answer"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"title": "x"}, 422),
        (RULE | {"text": "#"}, 422),
        (RULE | {"audience": "admin"}, 403),
        (RULE | {"stores": ["nowhere"]}, 422),
        (RULE | {"effective_from": "2026-12-01", "review_by": "2026-01-01"}, 422),
        (RULE | {"colour": "red"}, 422),
    ],
)
async def test_what_cannot_be_taken_is_told(
    client: Client, app: App, manager: str, body: Json, status: int
) -> None:
    told = await client.post(DOCUMENTS, body, secret=manager)

    assert told[0] == status
    assert told[1]["detail"]
    assert await app.kept.rules.counting() == []


async def test_a_key_of_staff_writes_nothing_and_sees_no_gaps(client: Client) -> None:
    staff = await client.key(Audience.STAFF)

    written = await client.post(DOCUMENTS, RULE, secret=staff)
    gaps = await client.get(GAPS, secret=staff)

    assert (written[0], gaps[0]) == (403, 403)


class TestQueue:
    @pytest.fixture
    def asked(self) -> list[Json]:
        return [
            {"question": PARROT, "conversation_id": "1", "user": "ann@store.example"},
            {"question": "may a parrot come into the store?", "conversation_id": "2", "user": "박"},
            {"question": "휴가는 며칠 전에 신청하나요?", "conversation_id": "3", "user": "박"},
        ]

    async def test_like_questions_wait_together_until_a_rule_answers(
        self, client: Client, app: App, manager: str, asked: list[Json]
    ) -> None:
        for one in asked:
            await client.post("/api/v1/ask", one, secret=manager)

        _, said = await client.get(GAPS, secret=manager)

        first, second = said["gaps"]
        assert (first["people"], first["times"], len(first["wordings"])) == (2, 2, 2)
        assert second["question"] == "휴가는 며칠 전에 신청하나요?"
        assert (first["waits_days"], said["settled"]) == (0, 0)

    async def test_a_question_with_a_rule_waits_no_more_while_the_rule_is_in_force(
        self, client: Client, app: App, manager: str, asked: list[Json]
    ) -> None:
        for one in asked:
            await client.post("/api/v1/ask", one, secret=manager)
        _, written = await client.post(DOCUMENTS, RULE, secret=manager)
        await app.rules.publishing.look()

        _, answered = await client.get(GAPS, secret=manager)
        await client.send("DELETE", f"{DOCUMENTS}/{written['doc_id']}", secret=manager)
        _, withdrawn = await client.get(GAPS, secret=manager)

        assert [one["question"] for one in answered["gaps"]] == [asked[2]["question"]]
        assert len(withdrawn["gaps"]) == 2

    async def test_managers_see_nothing_that_is_for_administrators(
        self, client: Client, app: App, manager: str, tmp_path: Path
    ) -> None:
        secret = "The parrot of the store is an alarm."
        alarm = page("Parrot", secret, audience="admin", language="en")
        (tmp_path / "documents" / "parrot.md").write_text(alarm, encoding="utf-8")
        await app.indexer.rebuild()
        admin = await client.key(Audience.ADMIN)
        await client.post("/api/v1/ask", {"question": PARROT}, secret=manager)
        await client.post("/api/v1/ask", {"question": "who pays the spies?"}, secret=admin)

        _, by_manager = await client.get(GAPS, secret=manager)
        _, by_admin = await client.get(GAPS, secret=admin)

        [one] = by_manager["gaps"]
        assert (one["question"], one["nearest"]["doc_id"]) == (PARROT, "cash")
        nearest = {one["question"]: one["nearest"]["doc_id"] for one in by_admin["gaps"]}
        assert (len(nearest), nearest[PARROT]) == (2, "parrot")

    async def test_the_parameters_of_an_address_are_checked(
        self, client: Client, manager: str
    ) -> None:
        wrong = [await client.get(f"{GAPS}?{one}", secret=manager) for one in ("days=0", "dais=3")]
        right = await client.get(f"{GAPS}?days=7&store=cafe", secret=manager)

        assert [status for status, _ in wrong] == [422, 422]
        assert right == (200, {"gaps": [], "settled": 0})

    @pytest.mark.parametrize("kind", ["usage", "feedback"])
    async def test_reports_are_tables(
        self, client: Client, manager: str, asked: list[Json], kind: str
    ) -> None:
        await client.post("/api/v1/ask", asked[0], secret=manager)

        status, said = await client.get(f"/api/v1/{kind}", secret=manager)

        assert status == 200
        assert said["about"].startswith("1 questions since")
        if kind == "usage":
            assert said["tables"]["in all"][0]["questions"] == 1


async def test_an_answer_is_pinned_listed_and_taken_away(client: Client, manager: str) -> None:
    question = {"question": "how much does the till hold in the morning?", "conversation_id": "1"}
    _, asked = await client.post("/api/v1/ask", question, secret=manager)
    asked_so = [question["question"], "아침에 계산대에는 얼마가 있나요?"]
    body = {"answer_id": asked["meta"]["answer_id"], "questions": asked_so}

    status, pin = await client.post("/api/v1/pins", body, secret=manager)
    _, said = await client.post("/api/v1/ask", question, secret=manager)
    _, listed = await client.get("/api/v1/pins", secret=manager)
    gone = await client.send("DELETE", f"/api/v1/pins/{pin['pin_id']}", secret=manager)
    again = await client.send("DELETE", f"/api/v1/pins/{pin['pin_id']}", secret=manager)
    unknown = await client.post("/api/v1/pins", {"answer_id": "r00000000000"}, secret=manager)

    assert (status, said["answer"].partition("\n")[0]) == (200, "Set by Finance:")
    assert listed["pins"] == [pin]
    assert [pin["question"], *pin["also_asked"]] == asked_so
    assert (gone[0], again[0], unknown[0]) == (200, 409, 404)


async def test_what_is_due_for_review_is_called_still_true(
    client: Client, app: App, manager: str, tmp_path: Path
) -> None:
    old = page("Keys", "The keys hang behind the desk.", review_by="2026-01-31")
    (tmp_path / "documents" / "keys.md").write_text(old, encoding="utf-8")
    await app.indexer.rebuild()

    _, before = await client.get("/api/v1/reviews", secret=manager)
    status, _ = await client.post("/api/v1/reviews", {"doc_id": "keys"}, secret=manager)
    unknown = await client.post("/api/v1/reviews", {"doc_id": "none"}, secret=manager)
    await app.rules.publishing.look()
    _, after = await client.get("/api/v1/reviews", secret=manager)

    assert [one["doc_id"] for one in before["due"]] == ["keys"]
    assert (status, unknown[0], after) == (200, 404, {"due": []})


async def test_each_user_of_a_program_has_a_thread_of_their_own(client: Client, app: App) -> None:
    key, asked = await client.key(), {"question": PARROT, "conversation_id": "shared"}

    threads = []
    for user in ("ann", "bob", "ann"):
        _, said = await client.post("/api/v1/ask", asked | {"user": user}, secret=key)
        record = await app.kept.records.find(said["meta"]["answer_id"])
        assert record is not None
        threads.append((record.thread, record.person))

    assert threads[0] == threads[2]
    assert {*threads[0]}.isdisjoint(threads[1])


async def test_each_user_has_limits_of_their_own(app: App) -> None:
    async with serving(app, per_user=1) as client:
        key, asked = await client.key(), {"question": PARROT}

        codes = [
            (await client.post("/api/v1/ask", asked | {"user": user}, secret=key))[0]
            for user in ("ann", "ann", "bob")
        ]

    assert codes == [200, 429, 200]


async def test_a_users_id_is_kept_as_a_hash_alone(client: Client, app: App) -> None:
    key, user = await client.key(), "kim.minsu@store.example"

    asked = {"question": PARROT, "conversation_id": "1", "user": user}
    _, said = await client.post("/api/v1/ask", asked, secret=key)
    rated = await client.post(
        "/api/v1/feedback",
        {"answer_id": said["meta"]["answer_id"], "rating": "bad", "user": user},
        secret=key,
    )
    looked_up = await client.get(f"/api/v1/answers/{said['meta']['answer_id']}", secret=key)

    record = await app.kept.records.find(said["meta"]["answer_id"])
    assert record is not None
    assert "kim" not in record.person
    [rating] = await app.kept.records.opinions(record.answer_id)
    assert (rated[0], looked_up[0], rating.person) == (200, 200, record.person)
