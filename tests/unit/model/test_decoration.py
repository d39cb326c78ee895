"""What only decorates a question is no part of its words."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.model import Message, Platform
from bot.model.text import as_asked

QUESTIONS = st.sampled_from(
    ["how long do customers have to return headphones?", "포인트는 언제 만료되나요?"]
)
DECORATION = st.text(
    st.sampled_from(
        "🙏🏽💳☕️👨\u200d👩🇰🇷\u200b\ufeff\u00ad“”‘’«»\"'*_`|()[]{}【】《》#→※★©™^;, \n"
    ),
    max_size=8,
)


# How long it takes to make a message is the machine's matter.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(DECORATION, QUESTIONS, DECORATION)
@example("“", "how long do customers have to return headphones?", "” 🙏🏽")
@example("1\ufe0f\u20e3 ", "포인트는 언제 만료되나요?", "")
@example("> ", "how long do customers have to return headphones?", "")
@example("- ** ", "포인트는 언제 만료되나요?", " **")
def test_decoration_never_changes_the_words(before: str, question: str, behind: str) -> None:
    assert as_asked(f"{before}{question}{behind}") == question


@pytest.mark.parametrize(
    "written",
    [
        *("<b>{}</b>", "<p>{}</p><br/>", '<quoted messageId="1"/> {}', "<!-- x --> {}", "{}<br>"),
        *("&quot;{}&quot;", "{}&nbsp;", "&#8220;{}&#8221;", "https://kb.example/a?b=1 {}"),
        *(":credit_card: {}", ":pray:{}", "{}:pray::skin-tone-5:", "Q: {}", "2) {}", "③ {}"),
        *("{} :)", "{} ^^", "※ {}", "=> {}", "{} ©", ">>> {}", "{{{}}}", "~~{}~~", "## {}"),
    ],
)
@pytest.mark.parametrize("question", ["do points expire?", "포인트는 언제 만료되나요?"])
def test_tags_addresses_and_emoji_in_words_are_no_part_of_a_question(
    written: str, question: str
) -> None:
    assert as_asked(written.format(question)) == question


@given(st.text())
def test_words_have_no_decoration_left(text: str) -> None:
    assert as_asked(as_asked(text)) == as_asked(text)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("“Refund policy”: where is it?", "“Refund policy”: where is it?"),
        ("where is “Refund policy”", "where is “Refund policy”"),
        ("「환불 규정」은 어디 있나요?", "「환불 규정」은 어디 있나요?"),
        ("return 🎧 headphones?", "return headphones?"),
        ("A → B, 3 × 4, 20 °C", "A → B, 3 × 4, 20 °C"),
        ("-5 degrees?", "-5 degrees?"),
        ("환불 되나요❓ 🙏", "환불 되나요?"),
        ("두  칸", "두  칸"),
        ("#3", "#3"),
        ("- one\n- two", "- one\n- two"),
        ("don't they?", "don't they?"),
        ("-18℃", "-18℃"),
        ("직원 할인 몇 %", "직원 할인 몇 %"),
        ("## Cash\n- one", "## Cash\n- one"),
        ("가방은 5,000원~", "가방은 5,000원~"),
        ("(a) or (b)?", "(a) or (b)?"),
        ("{who} is in the {place}", "{who} is in the {place}"),
        ("(구두) 환불 되나요 (개봉)", "(구두) 환불 되나요 (개봉)"),
        ("can I sell to 18+", "can I sell to 18+"),
        ("is 5 < 6 and 7 > 3?", "is 5 < 6 and 7 > 3?"),
        ("what goes into <store name>?", "what goes into <store name>?"),
        ("is it at 10:30:15?", "is it at 10:30:15?"),
        ("AT&T phones; returned?", "AT&T phones; returned?"),
        ("https://kb.example/refunds", "https://kb.example/refunds"),
        ("/help", "/help"),
    ],
)
def test_signs_that_say_something_stay(typed: str, words: str) -> None:
    assert as_asked(typed) == words


@pytest.mark.parametrize("signs", ["👍", "👍🏽", "🙏 🙏", "1\ufe0f\u20e3", "“”", "***"])
def test_signs_alone_are_kept_as_they_may_be_a_reply(signs: str) -> None:
    assert as_asked(signs) == signs


def test_a_command_and_a_selected_text_keep_their_signs() -> None:
    command = Message(Platform.WEB, "", "me", "*", command="report", selected_text="“A” 🙏")

    assert (command.text, command.selected_text) == ("*", "“A” 🙏")
