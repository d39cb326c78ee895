"""An answer on its way out shows the contacts that its sources publish, and no other ones."""

from dataclasses import replace

import pytest

from bot.answering.reply.leaving import cleared
from bot.model import Answer, Sentence, Verdict
from bot.privacy import Choices, EntityType, Redactor, still_safe
from tests.unit import given

ASKED = given.question("who may I call?")
ONE = given.passage("Headphones go back within 14 days.")


def final(*kept: Sentence, redactor: Redactor | None = None) -> Answer:
    answer = Answer(
        ASKED,
        Verdict.PASS,
        still_safe(" ".join(one.text for one in kept)),
        citations=tuple(citation for one in kept for citation in one.citations),
        draft=given.draft(*kept),
    )
    return cleared(answer, redactor or Redactor())


@pytest.mark.parametrize(
    "contact",
    [
        "Ask Customer Care on 1588-0000.",
        "Ask the store in Seoul on 02-312-3456.",
        "Write to care@haneul.example about it.",
        "고객센터는 1588-0000입니다.",
    ],
)
def test_a_contact_that_the_cited_passage_publishes_stays(contact: str) -> None:
    answer = final(given.verbatim(contact, given.passage(contact)))

    assert contact in answer.text


def test_a_contact_of_another_passage_goes() -> None:
    answer = final(given.sentence("Call 010-1234-5678 about it.", (ONE, ONE.text)))

    assert answer.text == "Call [REDACTED_PHONE] about it."


@pytest.mark.parametrize(
    ("value", "placeholder"),
    [("4111 1111 1111 1111", "[REDACTED_CARD]"), ("900101-1234568", "[REDACTED_RRN]")],
)
def test_other_personal_data_goes_even_when_the_passage_has_it(
    value: str, placeholder: str
) -> None:
    text = f"The example on the form is {value}."

    answer = final(given.verbatim(text, given.passage(text)))

    assert answer.text.startswith(f"The example on the form is {placeholder}")


def test_what_is_asked_back_and_suggested_is_read_too() -> None:
    answer = replace(
        final(given.verbatim(ONE.text, ONE)),
        follow_up=still_safe("Is it 010-1234-5678?"),
        suggestions=(still_safe("Orders of hong@example.com"),),
    )

    clean = cleared(answer, Redactor())

    assert clean.follow_up == "Is it [REDACTED_PHONE]?"
    assert clean.suggestions == ("Orders of [REDACTED_EMAIL]",)


def test_what_a_model_made_up_is_in_no_draft_either() -> None:
    answer = final(given.sentence("Call 010-1234-5678.", (ONE, "ring 010-1234-5678")))

    [sentence] = answer.draft.sentences
    assert sentence.text == "Call [REDACTED_PHONE]."
    assert [one.quote for one in sentence.citations] == ["ring [REDACTED_PHONE]"]


@pytest.mark.parametrize("said", ["Write to help@haneul.example.", "문의는 help@haneul.example로."])
def test_the_store_s_own_contacts_may_be_said_without_a_source(said: str) -> None:
    own = Redactor(Choices(allow=frozenset({"help@haneul.example"})))

    answer = final(given.sentence(said, (ONE, ONE.text)), redactor=own)

    assert answer.text == said


def test_what_a_store_has_chosen_holds_for_answers() -> None:
    names = Redactor(Choices(kinds=frozenset({EntityType.NAME})))
    said = "Ask Mr. Hong on 010-1234-5678."

    answer = final(given.sentence(said, (ONE, ONE.text)), redactor=names)

    assert answer.text == "Ask Mr. [REDACTED_NAME] on 010-1234-5678."


def test_a_second_look_changes_nothing() -> None:
    once = final(given.sentence("Call 010-1234-5678 or 1588-0000.", (ONE, ONE.text)))

    assert cleared(once, Redactor()) == once


def test_the_mark_of_an_elision_is_no_address() -> None:
    text = "The customer said […] and left."

    assert final(given.verbatim(text, given.passage(text))).text == text
