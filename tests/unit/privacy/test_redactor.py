"""A store chooses what is taken out, and other engines may look beside the rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest

from bot.privacy import Choices, Detector, Entity, EntityType, Profile, Redactor

NAME, PHONE, EMAIL = EntityType.NAME, EntityType.PHONE, EntityType.EMAIL
USUAL = Choices().kinds


@dataclass
class Known:
    """Knows some names; keeps what it was shown."""

    names: Sequence[str]
    kind: EntityType = NAME
    name: str = "known/1"
    shown: list[str] = field(default_factory=list)

    def __call__(self, text: str, language: str | None) -> Iterable[Entity]:
        self.shown.append(text)
        for name in self.names:
            if (start := text.find(name)) >= 0:
                yield Entity(self.kind, start, start + len(name), "known")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my name is John Smith, hong@naver.com", "my name is [REDACTED_NAME], [REDACTED_EMAIL]"),
        ("이름: 홍길동, 010-1234-5678", "이름: [REDACTED_NAME], [REDACTED_PHONE]"),
        ("홍길동 고객님의 환불", "[REDACTED_NAME] 고객님의 환불"),
        ("ship to 742 Evergreen Terrace, please", "ship to [REDACTED_ADDRESS], please"),
        (
            "서울특별시 강남구 테헤란로 123, 4층으로 보내 주세요",
            "[REDACTED_ADDRESS]으로 보내 주세요",
        ),
        ("from 192.168.10.25 and 2001:db8::8a2e:370:7334", "from [REDACTED_IP] and [REDACTED_IP]"),
    ],
)
def test_names_addresses_and_machines_are_taken_out_where_a_store_asks(
    text: str, expected: str
) -> None:
    everything = Redactor(Choices(kinds=frozenset(EntityType)))

    assert everything.safe(text) == expected
    assert "[REDACTED_NAME]" not in Redactor().safe(text)
    assert "[REDACTED_ADDRESS]" not in Redactor().safe(text)
    assert "[REDACTED_IP]" not in Redactor().safe(text)


def test_a_kind_that_is_not_chosen_stays() -> None:
    phones = Redactor(Choices(kinds=frozenset({PHONE})))

    found = phones.redact("hong@naver.com 010-1234-5678 <@U024BE7LH>")

    assert found.text == "hong@naver.com [REDACTED_PHONE] @user"
    assert found.counts == {"PHONE": 1}


def test_the_store_s_own_contacts_stay_in_documents_and_answers_but_in_no_question() -> None:
    own = Redactor(Choices(allow=frozenset({"02-123-4567", "Help@Store.example", "123-45-67891"})))
    text = "(02) 123-4567, help@store.example, 사업자등록번호 123-45-67891"

    assert own.published(text) == text
    assert own.told(text) == text
    assert own.safe(text) == "[REDACTED_PHONE], [REDACTED_EMAIL], 사업자등록번호 [REDACTED_BRN]"


def test_a_question_keeps_the_contacts_that_the_documents_publish_but_no_mobile_number() -> None:
    redactor = Redactor(Choices(allow=frozenset({"010-1234-5678"})))
    published = redactor.contacts_in("고객센터 1588-1234, 대표 010-1234-5678\nDesk: 02-123-4567")

    asked = redactor.asked(
        "what are 1588-1234, (02) 123-4567, 02-999-9999 and 010-1234-5678?",
        [value for _, value in published],
    )

    assert [kind for kind, _ in published] == ["PHONE"] * 3
    assert asked.text == "what are 1588-1234, (02) 123-4567, [REDACTED_PHONE] and [REDACTED_PHONE]?"
    assert asked.counts == {"PHONE": 2}


def test_business_numbers_may_be_taken_out_of_documents_too() -> None:
    text = "고객센터 1588-1234"

    assert Redactor().published(text) == text
    assert Redactor(Choices(keep_business_numbers=False)).published(text) != text


@pytest.mark.parametrize(
    ("region", "number"),
    [("GB", "020 7946 0018"), ("JP", "090-1234-5678"), ("DE", "030 12345678")],
)
def test_national_formats_are_found_where_a_store_names_the_country(
    region: str, number: str
) -> None:
    text = f"line one\nring {number} please"

    found = Redactor(Choices(phone_regions=(region,))).redact(text)

    assert found.text == "line one\nring [REDACTED_PHONE] please"
    assert number in Redactor().safe(text)


def test_an_own_number_may_be_written_as_at_home() -> None:
    home = Choices(allow=frozenset({"020 7946 0018"}), phone_regions=("GB",), default_region="GB")

    assert Redactor(home).published("Ring +44 20 7946 0018.") == "Ring +44 20 7946 0018."
    assert Redactor(home).published("Ring 020 7946 0018.") == "Ring 020 7946 0018."


def test_another_engine_finds_what_the_rules_do_not() -> None:
    known = Known(["김철수"])
    redactor = Redactor(Choices(kinds=USUAL | {NAME}), [known])

    found = redactor.redact("김철수 점장 010-1234-5678", "ko")

    assert found.text == "[REDACTED_NAME] 점장 [REDACTED_PHONE]"
    assert [(one.type, one.start, one.end) for one in found.entities] == [
        (NAME, 0, 3),
        (PHONE, 7, 20),
    ]
    assert redactor.redact(found.text, "ko").entities == ()


def test_what_another_engine_finds_counts_only_where_its_kind_is_chosen() -> None:
    assert Redactor(extra=[Known(["김철수"])]).safe("김철수 점장") == "김철수 점장"


def test_an_engine_that_takes_a_placeholder_for_a_name_changes_nothing() -> None:
    redactor = Redactor(Choices(kinds=frozenset(EntityType)), [Known(["REDACTED", "PHONE"])])

    assert redactor.safe("tel 010-1234-5678") == "tel [REDACTED_PHONE]"


@dataclass
class Failing:
    """Breaks off, with the text in its words."""

    name: str = "failing/1"

    def __call__(self, text: str, language: str | None) -> Iterable[Entity]:
        raise RuntimeError(text)


class Beyond:
    """Points outside of the text."""

    name = "beyond/1"

    def __call__(self, text: str, language: str | None) -> Iterable[Entity]:
        return [Entity(EMAIL, 0, len(text) + 1, "beyond")]


@pytest.mark.parametrize("engine", [Failing(), Beyond()])
def test_an_engine_in_trouble_lets_nothing_through(engine: Detector) -> None:
    assert Redactor(extra=[engine]).safe("hello") == "[REDACTION_FAILED]"


def test_other_choices_are_another_version() -> None:
    choices = [
        Choices(),
        Choices(kinds=USUAL | {NAME}),
        Choices(allow=frozenset({"help@store.example"})),
        Choices(keep_business_numbers=False),
        Choices(phone_regions=("GB",)),
        Choices(default_region="US"),
    ]

    versions = [Redactor(one).version for one in choices]
    versions += [Redactor(extra=[Known([])]).version, Redactor(extra=[Failing()]).version]

    assert len(set(versions)) == len(versions)


def test_the_same_choices_are_the_same_version_in_any_order() -> None:
    one = Choices(frozenset([NAME, PHONE, EMAIL]), frozenset(["a@b.example", "c@d.example"]))
    other = Choices(frozenset([EMAIL, NAME, PHONE]), frozenset(["c@d.example", "a@b.example"]))

    assert Redactor(one).version == Redactor(other).version


@pytest.mark.parametrize("profile", Profile)
def test_a_choice_of_everything_leaves_a_clean_text_as_it_is(profile: Profile) -> None:
    everything = Redactor(Choices(kinds=frozenset(EntityType), phone_regions=("GB", "DE")))
    texts = (
        "Returns within 30 days, with the receipt.",
        "일반 고객님은 영수증을 지참하고 2층 안내 데스크로 오세요.",
        "버전 3.11.4, 09:00-18:00, 2026-01-01",
    )

    assert [everything.redact(one, profile=profile).text for one in texts] == list(texts)
