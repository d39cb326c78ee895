"""A thread's last questions are remembered there, for a while, and nowhere else."""

from datetime import timedelta

from bot.conversation.threads import Threads
from bot.model import Turn
from bot.privacy import safe

HOUR = timedelta(hours=1)
TURN = Turn(safe("how long can customers return headphones?"))
OTHER = Turn(safe("환불은 며칠인가요?"))


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_thread_remembers_its_last_three_turns() -> None:
    threads = Threads(HOUR)
    for turn in (TURN, OTHER, TURN, OTHER, OTHER):
        threads.keep("T1:C1:1.0", turn)

    assert threads.turns("T1:C1:1.0") == (TURN, OTHER, OTHER)


def test_a_thread_that_goes_on_after_long_begins_anew() -> None:
    clock = Clock()
    threads = Threads(HOUR, clock)
    threads.keep("T1:C1:1.0", TURN)

    clock.seconds = 3600
    threads.keep("T1:C1:1.0", OTHER)

    assert threads.turns("T1:C1:1.0") == (OTHER,)


def test_nothing_crosses_threads() -> None:
    threads = Threads(HOUR)
    threads.keep("T1:C1:1.0", TURN)

    assert threads.turns("T1:C1:2.0") == ()
    assert threads.turns("T1:D9:") == ()
    assert threads.turns("T2:C1:1.0") == ()


def test_a_turn_is_forgotten_after_a_while() -> None:
    clock = Clock()
    threads = Threads(HOUR, clock)
    threads.keep("T1:C1:1.0", TURN)

    clock.seconds = 3599
    assert threads.turns("T1:C1:1.0")[-1:] == (TURN,)
    clock.seconds = 3600
    assert threads.turns("T1:C1:1.0") == ()


def test_without_memory_nothing_is_kept() -> None:
    threads = Threads(None)
    threads.keep("T1:C1:1.0", TURN)

    assert threads.turns("T1:C1:1.0") == ()


def test_a_message_outside_of_threads_is_not_kept() -> None:
    threads = Threads(HOUR)
    threads.keep("", TURN)

    assert threads.turns("") == ()


def test_the_thread_that_was_quiet_longest_is_forgotten_first() -> None:
    threads = Threads(HOUR)
    threads.keep("first", TURN)
    for number in range(9_999):
        threads.keep(f"thread {number}", OTHER)
    threads.keep("first", OTHER)
    threads.keep("one more", TURN)

    assert threads.turns("thread 0") == ()
    assert threads.turns("first")[-1:] == (OTHER,)
