"""Documents as shops write them: addresses in sentences, a few letters below a heading."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.model import Message, Platform, Reply, Verdict
from tests.flow.stand_in.editions import settings

_PAGES = {
    "leave.md": """# Staff leave

## Asking for leave
Ask for leave at least 14 days before the first day, at https://hr.haneul.example/leave?new=1.

## Swapping shifts
Swap shifts on www.haneul.example/swap; the manager agrees.
""",
    "visitors.md": """# Visitors

## Opening hours
9am-6pm

## Deposit for a locker
£5

## Can we keep tips?
No.

## Are dogs allowed on the shop floor?
Yes. Keep them on a lead of at most 2 m.
""",
    "매장.md": """# 매장 안내

## 휴무일
월요일

## 유니폼 신청
유니폼은 입사 후 3일 안에 https://uniform.haneul.example 에서 신청합니다.
""",
    "it.md": """# Passwords

Password resets take 1 h.

## Tills

For broken tills write to it@store.example or tell the shift lead.

## 저울

저울이 고장 나면 02-555-0134 번으로 전화합니다.
""",
}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    source = tmp_path / "documents"
    source.mkdir()
    for name, page in _PAGES.items():
        (source / name).write_text(page, encoding="utf-8")
    app = build(settings(source, tmp_path / "data"))
    await app.indexer.rebuild()
    yield app
    app.close()


async def replied(app: App, question: str) -> Reply:
    return await app.conversation.handle(Message(Platform.CONSOLE, "", "test", question))


@pytest.mark.parametrize(
    ("asked", "said", "note"),
    [
        (
            "how do I ask for leave?",
            "Ask for leave at least 14 days before the first day, at […].",
            "[…] is a web address. Please see the source.",
        ),
        (
            "where do I swap shifts?",
            "Swap shifts on […]; the manager agrees.",
            "[…] is a web address. Please see the source.",
        ),
        (
            "유니폼은 어떻게 신청해요?",
            "유니폼은 입사 후 3일 안에 […] 에서 신청합니다.",
            "[…]에는 웹 주소가 있습니다. 출처에서 확인해 주세요.",
        ),
    ],
)
async def test_a_sentence_with_an_address_is_said_without_it(
    app: App, asked: str, said: str, note: str
) -> None:
    reply = await replied(app, asked)

    assert reply.verdict is Verdict.PASS
    assert said in reply.text
    assert reply.text.endswith(note)
    assert "haneul" not in reply.text


@pytest.mark.parametrize(
    ("asked", "said", "note"),
    [
        (
            "who do I write to about a broken till?",
            "For broken tills write to [REDACTED_EMAIL] or tell the shift lead.",
            "[REDACTED_…] is personal data. Please see the source.",
        ),
        (
            "저울이 고장 나면 어디로 전화해요?",
            "저울이 고장 나면 [REDACTED_PHONE] 번으로 전화합니다.",
            "[REDACTED_…]에는 개인정보가 있습니다. 출처에서 확인해 주세요.",
        ),
    ],
)
async def test_what_stands_for_personal_data_is_said_to(
    app: App, asked: str, said: str, note: str
) -> None:
    reply = await replied(app, asked)

    assert said in reply.text
    assert reply.text.endswith(note)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("what are the opening hours?", "Opening hours: 9am-6pm"),
        ("how much is the deposit for a locker?", "Deposit for a locker: £5"),
        ("can we keep tips?", "Can we keep tips? No."),
        ("휴무일이 언제예요?", "휴무일: 월요일"),
    ],
)
async def test_a_few_letters_are_said_below_their_heading(app: App, asked: str, said: str) -> None:
    reply = await replied(app, asked)

    assert reply.verdict is Verdict.PASS
    assert said in reply.text
    assert "[…]" not in reply.text


async def test_a_short_reply_goes_with_the_sentence_behind_it(app: App) -> None:
    reply = await replied(app, "are dogs allowed on the shop floor?")

    assert "Yes. Keep them on a lead of at most 2 m." in reply.text


async def test_an_hour_is_a_time_in_its_shortest_form_too(app: App) -> None:
    reply = await replied(app, "how long does a password reset take?")

    assert reply.verdict is Verdict.PASS
    assert "1 h" in reply.text
