"""What can be set from the outside, and what a mistake there says."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.model import Length
from bot.settings import (
    CacheSettings,
    ChromaSettings,
    OpenAISettings,
    RecordsSettings,
    ReindexSettings,
    ServerSettings,
    Settings,
    SlackSettings,
    StoreSettings,
    TeamsSettings,
    names_of,
)
from knowledge.model.places import Places


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):  # noqa: TID251 - the settings of whoever runs the tests go
        if name.startswith(
            (
                "STOREWISE_",
                "SLACK_",
                "TEAMS_",
                "OPENAI_",
                "SERVER_",
                "CHROMA_",
                "REINDEX_",
                "ANSWER_",
                "RECORDS_",
                "LIMITS_",
            )
        ):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)  # away from anybody's .env


def test_without_any_setting_the_sample_is_answered_from_and_nothing_leaves() -> None:
    settings = Settings()

    assert settings.store.source is None
    assert settings.openai.api_key is None
    assert settings.chroma.url is None
    assert not settings.slack.on
    assert settings.server.is_local


def test_settings_have_the_names_that_each_service_s_documentation_uses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = {
        "SLACK_BOT_TOKEN": "xoxb-1",
        "SLACK_SIGNING_SECRET": "secret",
        "SLACK_APP_TOKEN": "xapp-1",
        "OPENAI_API_KEY": "sk-1",
        "CHROMA_URL": "http://chroma.internal:8000",
        "CHROMA_TOKEN": "a-token",
        "STOREWISE_SOURCE": "/srv/handbook",
        "SERVER_PORT": "9000",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)

    settings = Settings()

    assert settings.slack.on
    assert settings.slack.app_token == SecretStr("xapp-1")
    assert settings.openai.api_key == SecretStr("sk-1")
    assert settings.chroma.url == "http://chroma.internal:8000"
    assert settings.chroma.token == SecretStr("a-token")
    assert settings.store.source == Places.of(Path("/srv/handbook"))
    assert settings.server.port == 9000


@pytest.mark.parametrize(
    ("written", "paths"),
    [
        ("./documents", ["documents"]),
        ("./handbook:/srv/매장 규정:faq.jsonl", ["handbook", "/srv/매장 규정", "faq.jsonl"]),
        (" a : b ::", ["a", "b"]),
        ("a:a", ["a"]),
        ("~/규정:~/faq.md", ["/home/jiyoung/규정", "/home/jiyoung/faq.md"]),
    ],
)
def test_documents_may_be_in_several_folders_and_files(
    written: str, paths: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/jiyoung")
    monkeypatch.setenv("STOREWISE_SOURCE", written.replace(":", os.pathsep))

    assert Settings().store.source == Places(tuple(map(Path, paths)))


def test_a_folder_with_the_separator_in_its_name_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / f"매장{os.pathsep}본사"
    folder.mkdir()
    monkeypatch.setenv("STOREWISE_SOURCE", str(folder))

    assert Settings().store.source == Places.of(folder)


def test_a_source_that_names_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOREWISE_SOURCE", f" {os.pathsep} ")

    with pytest.raises(ValidationError) as error:
        Settings()

    assert names_of(error.value) == [("STOREWISE_SOURCE", "name a folder or a file")]


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    names = (
        "SLACK_BOT_TOKEN",
        "SLACK_SIGNING_SECRET",
        "OPENAI_API_KEY",
        "STOREWISE_SOURCE",
        "STOREWISE_TIMEZONE",
        "SERVER_PORT",
        "CHROMA_URL",
        "CHROMA_TOKEN",
    )
    unset = Settings()
    for name in names:
        monkeypatch.setenv(name, "")

    settings = Settings()

    assert settings == unset
    assert not settings.slack.on


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STOREWISE_TIMEZONE", "Mars/Olympus"),
        ("SERVER_PORT", "eighty"),
        ("OPENAI_EMBEDDING_DIMENSIONS", "many"),
        ("ANSWER_CACHE", "-1"),
        ("ANSWER_CACHE", "all"),
        ("RECORDS_DAYS", "-1"),
        ("RECORDS_DAYS", "month"),
    ],
)
def test_a_wrong_setting_has_the_name_that_a_person_sets(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError) as error:
        Settings()

    assert [wrong for wrong, _ in names_of(error.value)] == [name]


@pytest.mark.parametrize(("value", "kept"), [(None, 500), ("0", 0), ("20", 20)])
def test_how_many_answers_are_kept_is_a_number(
    value: str | None, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is not None:
        monkeypatch.setenv("ANSWER_CACHE", value)

    assert CacheSettings().answer_cache == kept


@pytest.mark.parametrize(("value", "days"), [(None, 30), ("0", 0), ("7", 7)])
def test_how_long_answers_are_kept_is_a_number_of_days(
    value: str | None, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is not None:
        monkeypatch.setenv("RECORDS_DAYS", value)

    assert RecordsSettings().days == days


@pytest.mark.parametrize(
    "url",
    [
        "chroma:8000",
        "ftp://chroma",
        "http://",
        "http://chroma:eighty",
        "http://chroma:99999",
        "http://bot:secret@chroma:8000",
        "http://chroma:8000/?token=secret",
        "http://크로마 서버",
    ],
)
def test_an_address_that_leads_to_no_server_or_shows_a_password_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match=r"http://127\.0\.0\.1:8000") as error:
        ChromaSettings(url=url)

    assert [wrong for wrong, _ in names_of(error.value)] == ["CHROMA_URL"]
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000", "https://chroma.example/vectors/", "http://[::1]:8000"]
)
def test_an_address_of_a_server_is_taken_as_it_is(url: str) -> None:
    assert ChromaSettings(url=url).url == url


@pytest.mark.parametrize("url", ["slack.com/api", "https://bot:secret@slack.com/api/"])
def test_an_address_of_slack_that_leads_nowhere_or_shows_a_password_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match=r"https://slack\.com/api/") as error:
        SlackSettings(api_url=url)

    assert [wrong for wrong, _ in names_of(error.value)] == ["SLACK_API_URL"]
    assert "secret" not in str(error.value)


@pytest.mark.parametrize("token", ["비밀", "two\nlines"])
def test_a_token_that_no_request_can_carry_is_refused(token: str) -> None:
    with pytest.raises(ValidationError) as error:
        ChromaSettings(token=SecretStr(token))

    assert [wrong for wrong, _ in names_of(error.value)] == ["CHROMA_TOKEN"]
    assert token not in str(error.value)


@pytest.mark.parametrize("port", [-1, 0, 65536])
def test_a_port_that_does_not_exist_is_refused(port: int) -> None:
    with pytest.raises(ValidationError) as error:
        ServerSettings(port=port)

    assert [wrong for wrong, _ in names_of(error.value)] == ["SERVER_PORT"]


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("U1,U2", {"U1", "U2"}),
        (" U1 , U2 ,", {"U1", "U2"}),
        ("U1", {"U1"}),
        ("", set()),
        ('["U1"]', {'["U1"]'}),
    ],
)
def test_administrators_are_listed_with_commas(
    value: str, ids: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_ADMIN_USER_IDS", value)

    assert SlackSettings().admin_user_ids == ids


def test_a_channel_without_settings_follows_threads_for_a_day_and_leaves_the_rest_open() -> None:
    slack = SlackSettings()

    assert (slack.answer_mode, slack.follow_idle) == ("threads", timedelta(days=1))
    assert (slack.default_store_type, slack.default_language) == (None, None)
    assert (slack.admin_group_ids, slack.workspace_admins) == (frozenset(), False)


def test_channels_and_administrators_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    written = {
        "ADMIN_GROUP_IDS": "S1, S2",
        "WORKSPACE_ADMINS": "true",
        "DEFAULT_STORE_TYPE": " Cafe ",
        "DEFAULT_LANGUAGE": "ko",
        "ANSWER_MODE": "every",
        "FOLLOW_IDLE": "30m",
    }
    for name, value in written.items():
        monkeypatch.setenv(f"SLACK_{name}", value)

    slack = SlackSettings()

    assert (sorted(slack.admin_group_ids), slack.workspace_admins) == (["S1", "S2"], True)
    assert (slack.default_store_type, slack.default_language) == ("cafe", "ko")
    assert (slack.answer_mode, slack.follow_idle) == ("every", timedelta(minutes=30))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SLACK_ANSWER_MODE", "always"),
        ("SLACK_FOLLOW_IDLE", "24"),
        ("SLACK_DEFAULT_LANGUAGE", "fr"),
        ("SLACK_WORKSPACE_ADMINS", "some"),
    ],
)
def test_a_wrong_setting_of_slack_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError) as error:
        SlackSettings()

    assert [wrong for wrong, _ in names_of(error.value)] == [name]


def test_documents_are_not_read_anew_by_themselves_unless_somebody_wants_it() -> None:
    settings = Settings().reindex

    assert (settings.every, settings.watch, settings.margin) == (None, False, 0.02)


@pytest.mark.parametrize(
    ("written", "every"),
    [
        ("30m", timedelta(minutes=30)),
        ("6h", timedelta(hours=6)),
        ("1d", timedelta(days=1)),
        (" 90 m ", timedelta(minutes=90)),
        ("", None),
    ],
)
def test_how_often_documents_are_read_anew_is_a_number_and_a_unit(
    written: str, every: timedelta | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REINDEX_EVERY", written)

    assert ReindexSettings().every == every


@pytest.mark.parametrize(
    "written", ["30", "0m", "-1h", "1.5h", "6 hours", "매일", "PT1H", "1w", "m"]
)
def test_another_way_to_write_it_is_refused_with_examples(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REINDEX_EVERY", written)

    with pytest.raises(ValidationError) as error:
        Settings()

    assert names_of(error.value) == [("REINDEX_EVERY", "write a number and m, h or d: 30m, 6h, 1d")]


@pytest.mark.parametrize(
    ("name", "value"),
    [("REINDEX_MARGIN", "-0.1"), ("REINDEX_MARGIN", "1.1"), ("REINDEX_WATCH", "sometimes")],
)
def test_a_margin_is_a_share_and_watching_is_on_or_off(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError) as error:
        Settings()

    assert [wrong for wrong, _ in names_of(error.value)] == [name]


@pytest.mark.parametrize(
    ("given", "on"),
    [
        ("", False),
        ("SLACK_BOT_TOKEN", False),
        ("SLACK_SIGNING_SECRET", False),
        ("SLACK_APP_TOKEN", False),
        ("SLACK_APP_TOKEN SLACK_SIGNING_SECRET", False),
        ("SLACK_CLIENT_ID SLACK_CLIENT_SECRET", False),
        ("SLACK_CLIENT_ID SLACK_SIGNING_SECRET", False),
        ("SLACK_BOT_TOKEN SLACK_SIGNING_SECRET", True),
        ("SLACK_BOT_TOKEN SLACK_APP_TOKEN", True),
        ("SLACK_CLIENT_ID SLACK_CLIENT_SECRET SLACK_SIGNING_SECRET", True),
        ("SLACK_CLIENT_ID SLACK_CLIENT_SECRET SLACK_APP_TOKEN", True),
    ],
)
def test_slack_is_on_with_a_token_and_a_way_in(
    given: str, on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in given.split():
        monkeypatch.setenv(name, "xapp-1" if name == "SLACK_APP_TOKEN" else "xoxb-1")

    assert SlackSettings().on is on


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "/etc/passwd"])
def test_an_unknown_time_zone_is_refused_with_an_example(zone: str) -> None:
    with pytest.raises(ValidationError, match="use a name such as Asia/Seoul"):
        StoreSettings(timezone=zone)


def test_a_secret_is_in_no_error_and_in_no_description(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("OPENAI_EMBEDDING_DIMENSIONS", "sk-another-secret")

    with pytest.raises(ValidationError) as error:
        OpenAISettings()

    monkeypatch.setenv("OPENAI_EMBEDDING_DIMENSIONS", "256")
    assert "another" not in str(error.value)
    assert "very-secret" not in repr(Settings())


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False)],  # noqa: S104
)
def test_only_a_loopback_address_is_local(host: str, local: bool) -> None:
    assert ServerSettings(host=host).is_local is local


def test_settings_do_not_change_while_the_bot_runs() -> None:
    with pytest.raises(ValidationError):
        Settings().store.currency = "USD"  # type: ignore[misc]  # that it is refused is the test


def test_a_model_words_the_answers_unless_its_name_is_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = OpenAISettings().chat_model
    monkeypatch.setenv("OPENAI_CHAT_MODEL", "")

    assert (named, OpenAISettings().chat_model) == ("gpt-5.4-mini", "")


def test_a_server_s_words_may_go_with_this_machine_s_vectors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    both = OpenAISettings()
    monkeypatch.setenv("OPENAI_EMBEDDING_MODEL", "")
    words = OpenAISettings()

    assert [(one.writes, one.embeds) for one in (both, words)] == [(True, True), (True, False)]


def test_what_is_empty_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_KEY", "BASE_URL", "REASONING_EFFORT", "CHAT_BUDGET_S", "PRICE_INPUT"):
        monkeypatch.setenv(f"OPENAI_{name}", "")

    assert OpenAISettings() == OpenAISettings(api_key=None)
    assert OpenAISettings().api_key is None
    assert OpenAISettings().chat_budget_s == 1.5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CHAT_BUDGET_S", "0"),
        ("CHAT_BUDGET_S", "soon"),
        ("REASONING_EFFORT", "much"),
        ("API_STYLE", "grpc"),
        ("PRICE_INPUT", "-1"),
    ],
)
def test_a_wrong_setting_of_the_model_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"OPENAI_{name}", value)

    with pytest.raises(ValidationError) as error:
        OpenAISettings()

    assert names_of(error.value)[0][0] == f"OPENAI_{name}"


def test_an_answer_s_length_is_one_of_three(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().answer.length is Length.NORMAL
    monkeypatch.setenv("ANSWER_LENGTH", "brief")
    assert Settings().answer.length is Length.BRIEF
    monkeypatch.setenv("ANSWER_LENGTH", "endless")

    with pytest.raises(ValidationError) as caught:
        Settings()

    [(name, problem)] = names_of(caught.value)
    assert name == "ANSWER_LENGTH"
    assert "'brief', 'normal' or 'detailed'" in problem


APP, TENANT = "0F0F0F0F-0000-4000-8000-00000000000A", "aaaaaaaa-0000-4000-8000-000000000001"


def test_teams_is_on_with_an_id_a_secret_and_a_tenant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAMS_APP_ID", f" {APP}")
    monkeypatch.setenv("TEAMS_APP_PASSWORD", "hush")
    monkeypatch.setenv("TEAMS_TENANT_ID", TENANT)
    monkeypatch.setenv("TEAMS_ADMIN_OBJECT_IDS", f" {APP}, ,{TENANT} ")

    teams = Settings().teams

    assert teams.on
    assert teams.app_id == APP.lower()
    assert teams.app_password == SecretStr("hush")
    assert teams.tenants == {TENANT}
    assert teams.admin_object_ids == {APP.lower(), TENANT}
    assert teams.auth == "on"


@pytest.mark.parametrize(
    ("ids", "workspaces", "fits"),
    [("U1", "", False), ("U1", "T1,T2", False), ("U1", "T1", True), ("T1:U1,T2:U1", "", True)],
)
def test_where_many_workspaces_install_the_bot_ids_are_of_one(
    ids: str, workspaces: str, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "hush")
    monkeypatch.setenv("SLACK_TEAM_IDS", workspaces)
    monkeypatch.setenv("SLACK_MANAGER_USER_IDS", ids)

    if fits:
        assert SlackSettings().manager_user_ids == set(ids.split(","))
        return
    with pytest.raises(ValidationError, match="T012AB3CD:U012AB3CD"):
        SlackSettings()


def test_managers_of_teams_are_named_by_id_and_their_chats_as_in_links(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TEAMS_MANAGER_OBJECT_IDS", f"{APP}, {TENANT}")
    monkeypatch.setenv("TEAMS_MANAGER_CHATS", "19%3Aa_B-1%40thread.tacv2, 19:c@thread.v2")

    teams = Settings().teams

    assert teams.manager_object_ids == {APP.lower(), TENANT}
    assert teams.manager_chats == {"19:a_B-1@thread.tacv2", "19:c@thread.v2"}


@pytest.mark.parametrize("chat", ["Managers", "19:c@thread.tacv2;messageid=1", "a:1"])
def test_what_is_no_chat_of_many_is_refused(chat: str) -> None:
    with pytest.raises(ValidationError, match=r"19:abc@thread\.tacv2"):
        TeamsSettings(manager_chats=frozenset({chat}))


def test_tenants_that_are_named_are_answered_and_no_other() -> None:
    teams = TeamsSettings(tenant_id=TENANT, allowed_tenants=frozenset({"other"}))

    assert teams.tenants == {"other"}


@pytest.mark.parametrize(
    ("teams", "missing"),
    [
        (TeamsSettings(), ("TEAMS_APP_ID", "TEAMS_APP_PASSWORD", "TEAMS_TENANT_ID")),
        (TeamsSettings(app_id=APP), ("TEAMS_APP_PASSWORD", "TEAMS_TENANT_ID")),
        (TeamsSettings(app_id=APP, managed_identity=True), ("TEAMS_TENANT_ID",)),
        (TeamsSettings(app_id=APP, managed_identity=True, tenant_id=TENANT), ()),
        (TeamsSettings(auth="off"), ()),
    ],
)
def test_it_says_what_teams_waits_for(teams: TeamsSettings, missing: tuple[str, ...]) -> None:
    assert (teams.missing, teams.on) == (missing, not missing)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_on_this_machine_alone_teams_may_ask_nobody_who_they_are(host: str) -> None:
    server = ServerSettings(host=host)

    assert Settings(teams=TeamsSettings(auth="off"), server=server).teams.on


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "bot.example", "127.0.0.2"])  # noqa: S104
def test_where_others_reach_the_server_nobody_is_let_in_unasked(host: str) -> None:
    with pytest.raises(ValidationError) as error:
        Settings(teams=TeamsSettings(auth="off"), server=ServerSettings(host=host))

    [(name, said)] = names_of(error.value)
    assert name == "TEAMS_AUTH"
    assert "set TEAMS_AUTH=on, or SERVER_HOST=127.0.0.1" in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TEAMS_OPENID_METADATA_URL", "http://login.botframework.com/v1"),
        ("TEAMS_OPENID_METADATA_URL", "https://bot:hush@login.botframework.com"),
        ("TEAMS_OPENID_METADATA_URL", "https://[::1"),
        ("TEAMS_GRAPH_URL", "http://graph.microsoft.com"),
        ("TEAMS_GRAPH_URL", "https://bot:hush@graph.microsoft.com"),
        ("TEAMS_AUTH", "no"),
        ("TEAMS_MANAGED_IDENTITY", "perhaps"),
    ],
)
def test_a_wrong_setting_of_teams_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError) as error:
        Settings()

    [(wrong, said)] = names_of(error.value)
    assert wrong == name
    assert "hush" not in said
