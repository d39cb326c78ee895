"""A reply that no platform took is a trouble for a while, unless a person wanted none."""

from adapters.chat.bot import SHOWN_S, GivenUp
from bot.model.health import Trouble


async def test_a_lost_reply_is_a_trouble_for_ten_minutes() -> None:
    now = [0.0]
    given_up = GivenUp(lambda: now[0])
    given_up.note("slack", "no_text", "Look it up.")

    soon = await given_up.trouble()
    now[0] += SHOWN_S
    later = await given_up.trouble()

    assert soon == Trouble("no_text", "Look it up.")
    assert later is None


async def test_a_reply_that_nobody_wants_is_counted_and_no_trouble() -> None:
    given_up = GivenUp()

    given_up.note("teams", "MessageWritesBlocked", "The person has blocked it; nothing to do.")

    assert await given_up.trouble() is None
    assert given_up.counts == {"teams": 1}
