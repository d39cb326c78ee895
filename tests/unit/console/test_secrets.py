"""What is secret stays so: in errors, in what is printed of the settings, in what is logged."""

import json
import logging
import pickle
from typing import Any, get_args

import pytest
from pydantic import SecretStr, ValidationError

from bot.settings import Settings, names_of
from bot.settings.group import Group

SECRET = "hush-canary-4711"
SECRETS = [
    (group, name)
    for group in Group.__subclasses__()
    for name, field in group.model_fields.items()
    if SecretStr in (field.annotation, *get_args(field.annotation))
]
NOT_SECRET = {"token_issuer", "aws_access_key_id", "sftp_key_file", "max_output_tokens"}
"""An address, an id, the path of a file, and a number."""
WITH_PASSWORD = {"url": f"postgresql+psycopg://storewise:{SECRET}@db.example/storewise"}
"""Addresses that are secret, for the password in them."""


@pytest.mark.parametrize("group", Group.__subclasses__())
def test_every_setting_that_is_called_secret_is_one(group: type[Group]) -> None:
    signs = ("token", "secret", "password", "key")
    named = {name for name in group.model_fields if any(sign in name for sign in signs)}

    secrets = {name for known, name in SECRETS if known is group} - WITH_PASSWORD.keys()
    assert secrets == named - NOT_SECRET


@pytest.mark.parametrize(("group", "name"), SECRETS)
def test_a_secret_is_in_nothing_that_is_printed_of_the_settings(
    group: type[Group], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    given: dict[str, Any] = {name: SecretStr(WITH_PASSWORD.get(name, SECRET))}
    own = group(**given)

    logging.getLogger("x").error("settings %s %r", own, own, extra={"settings": own})

    shown = [str(own), repr(own), own.model_dump_json(), f"{own.__dict__}", caplog.text]
    assert SECRET not in "".join(shown)
    assert SECRET.encode() in pickle.dumps(own)  # it is there


@pytest.mark.parametrize(("group", "name"), SECRETS)
def test_a_wrong_setting_is_named_without_its_value(
    group: type[Group], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = str(group.model_config.get("env_prefix", ""))
    wrong: dict[str, Any] = {name: [SECRET]}

    with pytest.raises(ValidationError) as error:
        group(**wrong)

    assert [found for found, _ in names_of(error.value)] == [f"{prefix}{name}".upper()]
    assert SECRET not in f"{error.value}{error.value!r}{names_of(error.value)}"


def test_an_address_with_a_password_is_refused_without_saying_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    teams = ("TEAMS_OPENID_METADATA_URL", "TEAMS_GRAPH_URL")
    addresses = ("OPENAI_BASE_URL", "CHROMA_URL", "SLACK_API_URL", *teams)
    for name in addresses:
        with monkeypatch.context() as here:
            here.setenv(name, f"https://user:{SECRET}@llm.example/v1")
            with pytest.raises(ValidationError) as error:
                Settings()
            assert [found for found, _ in names_of(error.value)] == [name]
            assert SECRET not in f"{error.value}{json.dumps(names_of(error.value))}"


@pytest.mark.parametrize(
    "address", ["llm.example/v1", "file:///etc/passwd", "https://a b", "ftp://a"]
)
def test_a_model_is_asked_at_a_web_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)

    with pytest.raises(ValidationError) as error:
        Settings()

    assert names_of(error.value)[0][0] == "OPENAI_BASE_URL"
