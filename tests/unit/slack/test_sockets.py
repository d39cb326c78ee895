"""How long the bot waits before it asks Slack for another socket."""

from adapters.slack.sockets import Pace, pause_s


def test_after_a_socket_that_worked_the_next_is_opened_at_once() -> None:
    assert pause_s(0, Pace()) == 0


def test_each_failure_doubles_the_pause_up_to_a_minute() -> None:
    pace = Pace(first_pause_s=1.0, longest_pause_s=60.0)

    pauses = [pause_s(failures, pace) for failures in (1, 2, 3, 4, 5, 6, 7, 100, 10_000)]

    longest = [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert all(0.8 * most <= pause <= most for pause, most in zip(pauses, longest, strict=True))


def test_many_servers_do_not_all_try_at_the_same_instant() -> None:
    assert len({pause_s(5, Pace()) for _ in range(20)}) > 1
