"""The report of what waits for a rule, in Teams: a card with a button to answer each question."""

import pytest

from tests.flow.stand_in.changed_rule import Store
from tests.flow.teams.rules.conftest import CLERK, MANAGER, PARROT, Desk, actions, by, desk, text_of
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.bot import ADMIN
from tests.flow.teams.stand_in.form import card_faults

AGAIN = "May a parrot come into the store?"


async def _reported(bot: Desk, command: str, person: str, locale: str) -> Sent:
    await bot.asked(PARROT, **by(CLERK))
    await bot.asked(AGAIN, **by(MANAGER))
    return await bot.asked(command, **by(person, locale))


@pytest.mark.parametrize(
    ("locale", "command", "said", "button"),
    [
        ("en-US", "report gaps 30d", "People: 2 · asked: 2 × · days waiting: 0", "Answer"),
        ("ko-KR", "보고 빠진 규정 30일", "질문한 사람 2명 · 2회 · 0일째 대기", "답변하기"),
    ],
)
async def test_administrators_answer_from_the_report(
    store: Store, locale: str, command: str, said: str, button: str
) -> None:
    async with desk(store) as bot:
        report = await _reported(bot, command, ADMIN, locale)
        [card] = report.cards
        form = await bot.opened(actions(card)["write_rule"], **by(ADMIN, locale))

    assert card_faults(card) == []
    assert said in text_of(card)
    assert f'"title": "{button}"' in text_of(card)
    assert "직원 주차 요금은 한 달에 30,000원입니다." in text_of(card)
    assert "총무팀" in text_of(card)
    assert AGAIN in text_of(form) or PARROT in text_of(form)


async def test_managers_get_no_report(store: Store) -> None:
    async with desk(store) as bot:
        report = await _reported(bot, "report gaps 30d", MANAGER, "en-US")

    assert "write_rule" not in str([actions(one) for one in report.cards])
    assert PARROT not in str(report.body)
