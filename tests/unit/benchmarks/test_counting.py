"""Questions under load are counted by what the bot said in their threads."""

from itertools import pairwise

import pytest

from benchmarks.under_load.counting import Asked, Said, Tally, tally
from benchmarks.under_load.questions import marks, question
from bot import texts
from knowledge.model.documents import Language

ASKED = Asked("Ev1", "U1", "C1:1.0", "30 days", accepted=True)
KOREAN = Asked("Ev2", "U2", "C1:1.0", "48시간", accepted=True)
ANSWER = Said("C1:1.0", "Lost property is kept for **30 days** [1].")
KOREAN_ANSWER = Said("C1:1.0", "상품은 **48**시간 동안 맡아 드립니다 [1].")


def wrong(counted: Tally) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return counted.lost, counted.doubled


@pytest.mark.parametrize(("asked", "answer"), [(ASKED, ANSWER), (KOREAN, KOREAN_ANSWER)])
def test_one_reply_in_the_thread_is_an_answer(asked: Asked, answer: Said) -> None:
    counted = tally([asked], [answer])

    assert (counted.accepted, counted.answered) == (1, 1)
    assert counted.is_whole


def test_an_accepted_question_without_a_reply_is_lost() -> None:
    counted = tally([ASKED], [])

    assert wrong(counted) == (("Ev1",), ())
    assert not counted.is_whole


def test_a_question_that_never_got_a_200_cannot_be_lost() -> None:
    counted = tally([Asked("Ev1", "U1", "C1:1.0", "30 days", accepted=False)], [])

    assert (counted.sent, counted.accepted) == (1, 0)
    assert counted.is_whole


@pytest.mark.parametrize("accepted", [True, False])
def test_two_replies_are_double_whether_or_not_the_question_got_its_200(accepted: bool) -> None:
    counted = tally([Asked("Ev1", "U1", "C1:1.0", "30 days", accepted)], [ANSWER, ANSWER])

    assert wrong(counted) == ((), ("Ev1",))
    assert not counted.is_whole


@pytest.mark.parametrize(
    ("said", "lost", "doubled"),
    [
        ([ANSWER, KOREAN_ANSWER], (), ()),
        ([KOREAN_ANSWER, ANSWER], (), ()),
        ([ANSWER], ("Ev2",), ()),
        ([KOREAN_ANSWER], ("Ev1",), ()),
        ([ANSWER, ANSWER], ("Ev2",), ("Ev1",)),
        ([KOREAN_ANSWER, KOREAN_ANSWER], ("Ev1",), ("Ev2",)),
        ([ANSWER, ANSWER, KOREAN_ANSWER], (), ("Ev1",)),
    ],
)
def test_a_reply_too_many_to_one_question_does_not_stand_for_another_of_its_thread(
    said: list[Said], lost: tuple[str, ...], doubled: tuple[str, ...]
) -> None:
    assert wrong(tally([ASKED, KOREAN], said)) == (lost, doubled)


def test_a_refusal_counts_for_the_question_of_its_thread_that_has_no_answer() -> None:
    refusal = Said("C1:1.0", "매장 문서에서 찾지 못했습니다.")

    assert tally([ASKED, KOREAN], [refusal, ANSWER]).is_whole
    assert wrong(tally([ASKED, KOREAN], [refusal, ANSWER, KOREAN_ANSWER])) == ((), ("Ev1",))


def test_a_reply_in_another_thread_answers_nothing_and_is_stray() -> None:
    counted = tally([ASKED], [Said("C9:9.0", ANSWER.text)])

    assert (counted.lost, counted.stray) == (("Ev1",), 1)


def test_a_message_without_text_is_no_reply() -> None:
    assert tally([ASKED], [Said("C1:1.0", " ")]).lost == ("Ev1",)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_note_that_sends_the_asker_away_is_no_reply(language: Language) -> None:
    note = Said("", texts.BUSY[language], "U1", whispered=True)

    counted = tally([ASKED, KOREAN], [note, KOREAN_ANSWER])

    assert (counted.lost, counted.told) == (("Ev1",), ("Ev1",))
    assert (counted.turned_away, counted.notes) == (1, 1)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_in_a_chat_without_notes_being_sent_away_is_no_reply_either(language: Language) -> None:
    away = texts.MANY_OF_PERSON[language].format(seconds=7)

    counted = tally([ASKED], [Said("C1:1.0", away)])

    assert (counted.lost, counted.told, counted.turned_away) == (("Ev1",), ("Ev1",), 1)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_apology_that_all_may_read_is_a_reply_and_one_of_the_apologies(
    language: Language,
) -> None:
    sorry = Said("C1:1.0", texts.APOLOGY[language].format(trace_id="r1"))

    assert (tally([ASKED], [sorry]).lost, tally([ASKED], [sorry]).apologies) == ((), 1)
    assert tally([ASKED], [sorry, ANSWER]).doubled == ("Ev1",)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_message_that_asks_for_patience_is_no_reply_and_turns_nobody_away(
    language: Language,
) -> None:
    note = Said("C1:1.0", texts.LONG_WAIT[language].format(seconds=30))

    assert (tally([ASKED], [note]).lost, tally([ASKED], [note]).turned_away) == (("Ev1",), 0)
    assert tally([ASKED], [note, ANSWER]).is_whole


@pytest.mark.parametrize("language", ["en", "ko"])
def test_who_has_no_place_left_is_turned_away(language: Language) -> None:
    note = Said("", texts.NO_PLACE[language].format(count=3), "U1", whispered=True)

    counted = tally([ASKED], [note, ANSWER])

    assert (counted.answered, counted.turned_away) == (1, 1)


def test_an_answer_is_none_of_the_other_messages() -> None:
    counted = tally([ASKED, KOREAN], [ANSWER, KOREAN_ANSWER])

    assert (counted.turned_away, counted.apologies, counted.notes) == (0, 0, 0)


def test_no_mark_of_a_question_is_part_of_another_and_no_two_questions_are_the_same() -> None:
    known, asked = list(marks()), [question(number) for number in range(500)]

    assert not [(a, b) for a in known for b in known if a is not b and a in b]
    assert len({one.text for one in asked}) == len(asked)
    assert all(a.mark != b.mark for a, b in pairwise(asked))
