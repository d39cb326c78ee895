"""What an operator reads when something is wrong with Teams: what to set, or that it is nothing."""

import pytest

from adapters.teams.api.trouble import QUIET, cure, is_worth_retry, reason
from tests.flow.teams.stand_in.identity import REFUSED

UNKNOWN = "learn.microsoft.com/microsoftteams"
WORDS = {
    *(word for word, _ in REFUSED.values()),
    *("keys_unreachable", "bad_keys", "other_tenant", "no_tenant", "other_host"),
    *("invalid_client", "unauthorized_client", "invalid_scope", "invalid_request"),
    *("secret_wrong", "secret_expired", "app_unknown", "tenant_unknown", "bad_token_answer"),
    *("login_unreachable", "identity_unreachable", "identity_unknown"),
    *("graph_denied", "graph_unauthorized", "graph_bad_id", "graph_unknown", "graph_busy"),
    *("graph_down", "graph_slow", "graph_unreachable", "graph_bad_answer"),
    *("unreachable", "bad_response", "stream_late", *QUIET),
    *(f"http_{status}" for status in (400, 401, 412, 413, 429, 500, 502, 503, 504)),
}


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_of_the_bot_s_own_has_a_cure(word: str) -> None:
    assert cure(word)
    assert UNKNOWN not in cure(word)


def test_a_word_that_nobody_knows_leads_to_teams_documentation() -> None:
    assert UNKNOWN in cure("Teapot")


@pytest.mark.parametrize(
    ("word", "status", "said"),
    [
        ("TooManyRequests", 429, "limits messages"),
        ("BotNotRegistered", 401, "TEAMS_APP_ID"),
        ("ServiceError", 500, "status.cloud.microsoft"),
        ("MessageSizeTooBig", 413, "ANSWER_LENGTH=brief"),
        ("ConversationBlockedByUser", 403, "nothing to do"),
    ],
)
def test_a_word_that_nobody_knows_is_cured_by_its_status(word: str, status: int, said: str) -> None:
    assert said in cure(word, status)


@pytest.mark.parametrize(
    ("status", "body", "word"),
    [
        (403, {"error": {"code": "BotNotInConversationRoster"}}, "BotNotInConversationRoster"),
        (400, {"error": {"code": "Bad syntax: 김민지"}}, "http_400"),
        (400, {"error": {"code": "a" * 61}}, "http_400"),
        (400, {"error": {"code": 7}}, "http_400"),
        (400, {"error": "BadSyntax"}, "http_400"),
        (400, ["error"], "http_400"),
        (404, {}, "http_404"),
        (302, {}, "bad_response"),
    ],
)
def test_only_what_is_a_word_is_one(status: int, body: object, word: str) -> None:
    assert reason(status, body) == word


@pytest.mark.parametrize("status", [412, 429, 500, 502, 503, 504])
def test_teams_may_take_it_later(status: int) -> None:
    assert is_worth_retry(status)


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 413, 501])
def test_it_will_not_take_it_later_either(status: int) -> None:
    assert not is_worth_retry(status)
