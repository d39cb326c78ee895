"""Which messages of a channel are answered: never among people, never without being wanted."""

import unicodedata

import pytest

from adapters.chat.channels.channels import AnswerMode, ChannelSettings
from adapters.chat.threads import Wanted
from adapters.slack.answer.messages import Heard, wants

MENTION = ChannelSettings(answer_mode=AnswerMode.MENTION)
THREADS = ChannelSettings(answer_mode=AnswerMode.THREADS)
EVERY = ChannelSettings(answer_mode=AnswerMode.EVERY)
ALL = [MENTION, THREADS, EVERY]
QUESTIONS = [
    "How long can customers return headphones?",
    "헤드폰 환불은 며칠까지 되나요",
    unicodedata.normalize("NFD", "헤드폰 환불은 며칠까지 되나요"),
]


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [(MENTION, Wanted.NO), (THREADS, Wanted.FOLLOWED), (EVERY, Wanted.FOLLOWED)],
)
@pytest.mark.parametrize(
    "text",
    [
        *QUESTIONS,
        "why?",
        "확실해요?",
        "and opened ones?",
        "and for Gold members",
        "그럼 식품은?",
        "개봉한 건요",
    ],
)
def test_a_thread_in_which_the_bot_has_answered_is_followed_where_that_is_set(
    text: str, settings: ChannelSettings, wanted: Wanted
) -> None:
    assert wants(Heard(text, in_thread=True, followed=True), settings) is wanted


@pytest.mark.parametrize("settings", ALL)
@pytest.mark.parametrize("text", QUESTIONS)
def test_a_thread_among_people_and_one_that_was_quiet_too_long_are_left_alone(
    text: str, settings: ChannelSettings
) -> None:
    assert wants(Heard(text, in_thread=True, followed=False), settings) is Wanted.NO


@pytest.mark.parametrize("settings", ALL)
@pytest.mark.parametrize(
    "text",
    [
        "<@U2> can you check how long headphones can be returned?",
        "<@W2|kim> 환불은 며칠까지 되나요?",
        "what do you think, <!subteam^S1>?",
        "<!subteam^S1|@leads> 환불 기간이 얼마인가요?",
    ],
)
@pytest.mark.parametrize("in_thread", [True, False])
def test_what_is_said_to_somebody_else_is_left_to_them(
    text: str, in_thread: bool, settings: ChannelSettings
) -> None:
    assert wants(Heard(text, in_thread=in_thread, followed=in_thread), settings) is Wanted.NO


@pytest.mark.parametrize("settings", ALL)
@pytest.mark.parametrize(
    "text",
    [
        "thanks!",
        "ok",
        "ok, got it, thank you so much",
        ":+1:",
        "👍🙏",
        "hello",
        "고마워요!",
        "넵 알겠습니다 감사합니다",
        "ㅋㅋㅋ",
        "수고하세요~",
        "",
        "<https://kb.example/?q=1>",
        "```how long?```",
        "&gt; How long can customers return headphones?",
        "you are useless",
        "-&gt;",
    ],
)
@pytest.mark.parametrize("in_thread", [True, False])
def test_talk_code_quotes_and_links_are_not_answered_unasked(
    text: str, in_thread: bool, settings: ChannelSettings
) -> None:
    assert wants(Heard(text, in_thread=in_thread, followed=in_thread), settings) is Wanted.NO


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [(MENTION, Wanted.NO), (THREADS, Wanted.NO), (EVERY, Wanted.OVERHEARD)],
)
@pytest.mark.parametrize(
    "text",
    [
        *QUESTIONS,
        "<!here> can we refund opened cosmetics?",
        "<#C2|general> 에서 보니 반품 되나요?",
        "R&amp;D asks: is there a staff discount?",
        "anyone know the closing time",
        "there is smoke coming out of the fridge!!",
        "냉장고에서 연기나요",
    ],
)
def test_a_question_in_the_channel_is_answered_only_where_each_one_is(
    text: str, settings: ChannelSettings, wanted: Wanted
) -> None:
    assert wants(Heard(text), settings) is wanted


@pytest.mark.parametrize(
    "text", ["The delivery came at noon.", "오늘 배송 왔습니다.", "내일 9시 오픈입니다", "Lunch!"]
)
def test_what_asks_nothing_is_not_answered_even_where_each_question_is(text: str) -> None:
    assert wants(Heard(text), EVERY) is Wanted.NO


def test_only_what_is_not_answered_is_false() -> None:
    assert [bool(wanted) for wanted in Wanted] == [True, True, True, False]
