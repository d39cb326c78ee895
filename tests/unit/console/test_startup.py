"""What `storewise serve` says when it starts."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.main.app import App, build
from bot.main.serve.startup import banner, promised
from bot.settings import (
    SAMPLE,
    ChromaSettings,
    OpenAISettings,
    ServerSettings,
    Settings,
    SlackSettings,
    StoreSettings,
)
from knowledge.model.documents import Document, Entry, Generation
from knowledge.model.report import IndexReport, Loss, Namesakes, NotedClash, Quoted, Review, Skipped
from tests.unit import given

OFF = Settings(
    slack=SlackSettings(bot_token=None, signing_secret=None),
    openai=OpenAISettings(api_key=None),
    chroma=ChromaSettings(url=None),
    store=StoreSettings(),
    server=ServerSettings(host="127.0.0.1", port=8080),
)
ON = Settings(
    slack=SlackSettings(bot_token=SecretStr("xoxb-1"), signing_secret=SecretStr("secret")),
    openai=OpenAISettings(api_key=SecretStr("sk-1"), embedding_model="text-embedding-3-small"),
    store=StoreSettings(source=Path("/srv/handbook")),
    server=ServerSettings(host="0.0.0.0", port=80),  # noqa: S104
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """An app with one document of one passage."""
    app = build(Settings(openai=OFF.openai, slack=OFF.slack, store=StoreSettings(data=tmp_path)))
    passage = given.passage()
    document = Document(passage.header, passage.text)
    generation = Generation(1, None, rules="1", source=str(SAMPLE))
    app.generations.add(generation, [document], [Entry(passage, "f")])
    app.generations.publish(generation.number)
    yield app
    app.close()


def shown(settings: Settings, app: App, *reports: IndexReport) -> str:
    return "\n".join(banner(settings, app, reports))


def test_it_says_what_is_off_and_how_to_switch_it_on(app: App) -> None:
    text = shown(OFF, app)

    assert "1 documents, 1 passages from the sample handbook" in text
    assert (
        "Slack      off: no SLACK_BOT_TOKEN and no SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET)"
        " (docs/SLACK.md)"
    ) in text
    assert "OpenAI     off: no OPENAI_API_KEY; nothing leaves this machine" in text
    assert "page       http://127.0.0.1:8080/" in text
    assert "http://127.0.0.1:8080/healthz" in text


def test_it_names_the_folder_that_was_indexed(app: App) -> None:
    passage = given.passage()
    generation = Generation(2, None, rules="1", source="/srv/handbook")
    document = Document(passage.header, passage.text)
    app.generations.add(generation, [document], [Entry(passage, "f")])
    app.generations.publish(generation.number)

    text = shown(OFF, app)

    assert "1 documents, 1 passages from /srv/handbook" in text


def test_it_says_what_is_on_and_shows_no_secret(app: App) -> None:
    text = shown(ON, app)

    assert "Slack      on at http://0.0.0.0:80/slack/events" in text
    assert "OpenAI     on: text-embedding-3-small embeds, gpt-5.4-mini writes" in text
    assert "page       off" in text
    assert not any(secret in text for secret in ("xoxb", "secret", "sk-1"))


def test_it_says_what_to_set_if_the_server_made_no_vectors(app: App) -> None:
    text = shown(ON, app)

    assert "made no vectors, so documents are found by their words alone: set" in text
    assert "OPENAI_EMBEDDING_MODEL to a model that it has, or to nothing" in text


def test_it_says_that_this_machine_makes_the_vectors_for_a_model_s_words(app: App) -> None:
    chats = OpenAISettings(api_key=SecretStr("sk-1"), chat_model="m", embedding_model="")

    text = shown(OFF.model_copy(update={"openai": chats}), app)

    assert "OpenAI     on: this machine embeds, m writes answers" in text
    assert "OPENAI_EMBEDDING_MODEL" not in text


def test_it_says_where_the_vectors_are_when_they_are_in_a_server(app: App) -> None:
    chroma = ChromaSettings(url="http://chroma.internal:8000", token=SecretStr("a-token"))
    served = OFF.model_copy(update={"chroma": chroma})

    text = shown(served, app)

    assert "vectors    in the Chroma server at http://chroma.internal:8000" in text
    assert "open to everyone unless a proxy in front of it checks CHROMA_TOKEN" in text
    assert "a-token" not in text
    assert "vectors" not in shown(OFF, app)


BOT, APP, SECRET = SecretStr("xoxb-1"), SecretStr("xapp-1"), SecretStr("hush-1")


@pytest.mark.parametrize(
    ("slack", "line"),
    [
        (SlackSettings(bot_token=BOT), "off: no SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET) ("),
        (SlackSettings(app_token=APP), "off: no SLACK_BOT_TOKEN ("),
        (SlackSettings(signing_secret=SECRET), "off: no SLACK_BOT_TOKEN ("),
        (SlackSettings(client_id="1.2", app_token=APP), "off: no SLACK_CLIENT_SECRET ("),
        (SlackSettings(client_secret=SECRET, app_token=APP), "off: no SLACK_CLIENT_ID ("),
        (SlackSettings(bot_token=BOT, app_token=APP), "on by Socket Mode\n"),
        (
            SlackSettings(bot_token=BOT, app_token=APP, signing_secret=SECRET),
            "on by Socket Mode and at http://127.0.0.1:8080/slack/events\n",
        ),
        (
            SlackSettings(client_id="1.2", client_secret=SECRET, signing_secret=SECRET),
            "ALL workspaces can install it at http://127.0.0.1:8080/slack/install\n",
        ),
        (
            SlackSettings(
                client_id="1.2",
                client_secret=SECRET,
                app_token=APP,
                team_ids=frozenset({"T1", "E1"}),
            ),
            "2 workspaces can install it at http",
        ),
        (
            SlackSettings(
                bot_token=BOT, client_id="1.2", client_secret=SECRET, signing_secret=SECRET
            ),
            "SLACK_BOT_TOKEN is ignored because SLACK_CLIENT_ID is set",
        ),
        (
            SlackSettings(bot_token=BOT, client_id="1.2", app_token=APP),
            "one workspace only: no SLACK_CLIENT_SECRET",
        ),
    ],
)
def test_it_says_which_way_slack_is_on_and_what_is_missing(
    slack: SlackSettings, line: str, app: App
) -> None:
    text = shown(OFF.model_copy(update={"slack": slack}), app)

    assert line in text
    assert not any(secret in text for secret in ("xoxb-1", "xapp-1", "hush-1"))


def test_it_shows_a_first_question_in_both_languages(app: App) -> None:
    text = shown(OFF, app)

    assert 'storewise ask "how long do customers have to return headphones?"' in text
    assert 'storewise ask "술 살 때' in text
    assert "curl http://127.0.0.1:8080/" in text


def test_it_asks_documents_of_ones_own_nothing_about_the_sample(app: App, tmp_path: Path) -> None:
    passage = given.passage()
    generation = Generation(2, None, rules="1", source=str(tmp_path))
    document = Document(passage.header, passage.text)
    app.generations.add(generation, [document], [Entry(passage, "f")])
    app.generations.publish(generation.number)

    text = shown(OFF, app)

    assert 'storewise ask "…"' in text
    assert '{"question": "…"}' in text
    assert "headphones" not in text


def test_where_there_is_no_page_curl_is_not_shown(app: App) -> None:
    assert "curl" not in shown(ON, app)


def test_it_counts_the_contradictions(app: App) -> None:
    one = Quoted("a@1", "A", "", None, "7일", "7일")
    clash = NotedClash(one, one, date.min, date.max)
    report = IndexReport(1, 1, review=Review(clashes=(clash,), more_clashes=4))

    assert "5 contradictions (see `storewise status`)" in shown(OFF, app, report)
    assert "contradictions" not in shown(OFF, app, IndexReport(1, 1))


def test_it_counts_the_versions_that_have_no_name_in_common(app: App) -> None:
    found = Namesakes("Returns", (("1", "a.md"), ("2", "b.md")), "a")
    report = IndexReport(1, 1, review=Review(namesakes=(found,)))

    assert "1 documents in several versions without a shared `doc_id`" in shown(OFF, app, report)
    assert "doc_id" not in shown(OFF, app, IndexReport(1, 1))


def test_it_names_the_files_that_were_skipped(app: App) -> None:
    report = IndexReport(1, 1, skipped=(Skipped("a.pdf", "a.pdf: it has no text"),))

    assert "skipped a.pdf: it has no text" in shown(OFF, app, report)


def test_it_says_that_the_new_documents_are_not_published(app: App) -> None:
    lost = (Loss("ko-1", "환불은 며칠이에요?", "answered"),)
    report = IndexReport(1, 1, published=False, withheld="worse", lost=lost, asked=12)

    text = shown(OFF, app, report)

    assert "Golden questions: 12 asked, 1 got worse:" in text
    assert "- ko-1 “환불은 며칠이에요?”" in text
    assert "NOT published" in text
    assert "Golden questions" not in shown(OFF, app, IndexReport(1, 1, asked=12))


def test_the_audit_log_is_told_what_matters_for_safety_and_no_secret() -> None:
    told = promised(ON)

    assert (told["host"], told["slack"], told["openai"]) == ("any", True, True)
    assert promised(OFF)["chat_model"] is None
    assert not any(secret in repr(told) for secret in ("xoxb-1", "sk-1", "secret", "/srv"))
