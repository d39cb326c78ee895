"""What kind of message it is: a danger, words about the answer before, or neither."""

import pytest

from bot.answering.understand import about_answer, danger_in
from bot.model.understood import About


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("there is smoke coming out of the fridge!!", "fire"),
        ("smoek is comming out of teh freezer", "fire"),
        ("냉장고에서 연기나요!!!", "fire"),
        ("it smells of gas near the boiler", "gas"),
        ("가스 냄새가 나요", "gas"),
        ("a customer just fainted", "collapse"),
        ("손님이 쓰러지셨어요", "collapse"),
        ("my colleague is bleeding a lot", "bleeding"),
        ("손을 베였는데 피가 안 멈춰요", "bleeding"),
        ("we are being robbed", "robbery"),
        ("칼 든 사람이 들어왔어요", "robbery"),
        ("i got pricked by a used needle", "needle"),
        ("주사 바늘에 찔렸어요", "needle"),
        ("the coffee machine gave him an electric shock", "shock"),
        ("직원이 감전됐어요", "shock"),
        ("a little girl cannot find her mother", "missing"),
        ("아이가 없어졌대요", "missing"),
        ("someone fainted near the tills", "collapse"),
        ("can't breathe after the peanut cookie", "allergy"),
        ("칼에 손 베였어요", "bleeding"),
    ],
)
def test_a_danger_is_recognised_without_the_words_of_its_rule(said: str, kind: str) -> None:
    danger = danger_in(said)

    assert danger is not None
    assert danger.kind == kind
    assert about_answer(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "when does the fire sale end?",
        "is the terrace smoke-free?",
        "불타는 금요일 행사 언제까지예요?",
        "saw someone putting stuff in her bag, do i stop her at the door?",
        "회의가 연기됐나요?",
        "화상 회의 링크 어디 있어요?",
        "how often is the fire drill?",
        "who checks the fire extinguishers?",
        "can i return a broken gas stove?",
        "Can I fire staff?",
        "coffee is burnt",
        "화재경보기 점검은 누가 해요?",
        "화상 연고는 어디에 있어요?",
        "can headphones be returned?",
        "분실물 있어요?",
        "수염 길러도 되나요",
        "도시락에서 머리카락 나왔다고 난리",
        "blind guest with a labrador",
        "수심이 몇 미터예요",
        "the screen went dead",
        "카드기 얼었어요",
    ],
)
def test_what_only_sounds_like_a_danger_is_none(said: str) -> None:
    assert danger_in(said) is None


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("are you sure?", About.DOUBT),
        ("확실해요?", About.DOUBT),
        ("that is wrong", About.WRONG),
        ("틀렸어요", About.WRONG),
        ("shorter please", About.SHORTER),
        ("짧게", About.SHORTER),
        ("repeat that", About.REPEAT),
        ("다시 말해줘", About.REPEAT),
        ("why?", About.WHY),
        ("왜요?", About.WHY),
        ("who wrote this?", About.AUTHOR),
        ("이거 누가 썼어요?", About.AUTHOR),
        ("can you explain that", About.EXPLAIN),
        ("설명해 주세요", About.EXPLAIN),
        ("what did I ask first?", About.FIRST),
        ("처음에 뭐 물어봤지?", About.FIRST),
        ("in Korean please", About.TRANSLATE),
        ("영어로", About.TRANSLATE),
        ("Can you say that in Japanese?", About.TRANSLATE),
        ("일본어로", About.TRANSLATE),
        ("日本語でお願いします", About.TRANSLATE),
        ("韓国語で", About.TRANSLATE),
        ("本当?", About.DOUBT),
        ("もっと短く", About.SHORTER),
        ("もう一度", About.REPEAT),
        ("詳しく教えて", About.EXPLAIN),
        ("번역해줘", About.TRANSLATE),
        ("can I talk to a person", About.PERSON),
        ("사람이랑 얘기할래요", About.PERSON),
        ("who do I ask?", About.PERSON),
        ("so who do I talk to?", About.PERSON),
        ("그럼 누구한테 물어봐야 하나요?", About.PERSON),
        ("누가 담당해요?", About.PERSON),
    ],
)
def test_words_about_the_answer_are_told_from_questions(said: str, about: About) -> None:
    assert about_answer(said) is about
    assert danger_in(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "why do we ask for a receipt?",
        "who do I ask about a faulty kettle?",
        "who may open the safe?",
        "환불은 누구한테 물어봐요?",
        "누가 금고를 열 수 있나요?",
        "explain the refund policy",
        "is the menu available in Korean?",
        "is the menu available in Japanese?",
        "日本語のメニューはありますか?",
        "일본어 메뉴판은 어디 있나요?",
        "how do I greet Japanese customers?",
        "and opened ones?",
        "what about gift cards?",
        "주말은요?",
        "headphones",
        "yes",
        "thanks!",
        "can you cover my shift on friday Kim?",
        "",
    ],
)
def test_a_question_or_talk_is_not_about_the_answer(said: str) -> None:
    assert about_answer(said) is None
