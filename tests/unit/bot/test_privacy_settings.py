"""What a store sets about personal data, and what it is told about a wrong value."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.privacy import Choices, EntityType
from bot.settings import PrivacySettings, names_of

USUAL = Choices().kinds


@pytest.fixture
def env(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    monkeypatch.chdir(tmp_path)
    return monkeypatch


def refused(env: pytest.MonkeyPatch, **values: str) -> list[tuple[str, str]]:
    for name, value in values.items():
        env.setenv(name, value)
    with pytest.raises(ValidationError) as error:
        PrivacySettings()
    return names_of(error.value)


def test_nothing_set_is_what_the_rules_take_out_by_themselves(env: pytest.MonkeyPatch) -> None:
    assert PrivacySettings().choices == Choices()
    assert EntityType.ACCOUNT in USUAL
    assert not {EntityType.NAME, EntityType.ADDRESS, EntityType.IP} & USUAL


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        ("EMAIL, phone", {EntityType.EMAIL, EntityType.PHONE}),
        ("+NAME,+IP", USUAL | {EntityType.NAME, EntityType.IP}),
        ("-BRN,+address", (USUAL | {EntityType.ADDRESS}) - {EntityType.BRN}),
    ],
)
def test_kinds_are_a_list_or_a_change_of_the_usual_ones(
    env: pytest.MonkeyPatch, value: str, kinds: set[EntityType]
) -> None:
    env.setenv("PII_ENTITIES", value)

    assert PrivacySettings().choices.kinds == kinds


@pytest.mark.parametrize(
    "value", ["help@store.example,02-123-4567", '["help@store.example", "02-123-4567"]']
)
def test_contacts_are_a_list_in_either_form(env: pytest.MonkeyPatch, value: str) -> None:
    env.setenv("PII_ALLOW", value)

    assert PrivacySettings().choices.allow == {"help@store.example", "02-123-4567"}


def test_contacts_may_stand_in_a_file(env: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listed = tmp_path / "ours.txt"
    listed.write_text("# 고객센터\n1588-1234\n\n123-45-67891  # 사업자\n", encoding="utf-8")
    env.setenv("PII_ALLOW", "help@store.example")
    env.setenv("PII_ALLOW_FILE", str(listed))

    assert PrivacySettings().choices.allow == {"help@store.example", "1588-1234", "123-45-67891"}


def test_the_rest_is_read_as_it_is_written(env: pytest.MonkeyPatch) -> None:
    env.setenv("PII_PHONE_REGIONS", "jp, GB")
    env.setenv("PII_DEFAULT_REGION", "us")
    env.setenv("PII_KEEP_BUSINESS_NUMBERS", "false")

    choices = PrivacySettings().choices

    assert choices.phone_regions == ("GB", "JP")
    assert (choices.default_region, choices.keep_business_numbers) == ("US", False)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PII_ENTITIES", "EMAIL,PHOEN", "no such kind: PHOEN; there are ACCOUNT, ADDRESS"),
        ("PII_ENTITIES", "+NAME,EMAIL", "write either +NAME,-BRN"),
        ("PII_ALLOW", "help@store.example,900101-1234568", "entry 1 is no e-mail address"),
        ("PII_ALLOW", "@store.example", "not even a whole domain"),
        ("PII_ALLOW", '["a@b.example"', 'write it like ["help@store.example"]'),
        ("PII_ALLOW_FILE", "missing.txt", "cannot be read as text"),
        ("PII_PHONE_REGIONS", "KR,XX", "no such country"),
        ("PII_DEFAULT_REGION", "Korea", "no such country"),
        ("PII_KEEP_BUSINESS_NUMBERS", "perhaps", "boolean"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_right(
    env: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    [(setting, problem)] = refused(env, **{name: value})

    assert setting == name
    assert said in problem
    assert "900101" not in problem


def test_a_wrong_line_of_the_file_is_named_by_its_place(
    env: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ours.txt").write_text("1588-1234\n4111 1111 1111 1111\n", encoding="utf-8")

    [(setting, problem)] = refused(env, PII_ALLOW_FILE="ours.txt")

    assert setting == "PII_ALLOW_FILE"
    assert problem.startswith("entry 2 is no")
    assert "4111" not in problem
