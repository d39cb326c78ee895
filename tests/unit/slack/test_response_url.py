"""An answer to a click or a command goes where Slack listens, and nowhere else."""

import pytest

from adapters.slack.api.clients import is_slacks, web_client
from adapters.slack.post.delivery import ResponseUrl
from adapters.slack.receive.clicks import Click
from bot.model import Reply

SLACK = "https://slack.com/api/"


@pytest.mark.parametrize(
    ("url", "api_url"),
    [
        ("https://hooks.slack.com/commands/T1/2/3", SLACK),
        ("https://hooks.slack.com/actions/T1/2/3", "http://127.0.0.1:9000/api/"),
        ("https://hooks.slack-gov.com/commands/T1/2/3", "https://slack-gov.com/api/"),
        ("http://127.0.0.1:9000/respond/1", "http://127.0.0.1:9000/api/"),
    ],
)
def test_slack_is_answered_where_it_listens(url: str, api_url: str) -> None:
    assert is_slacks(url, api_url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/commands/1",
        "http://hooks.slack.com/commands/1",
        "https://hooks.slack.com:8443/commands/1",
        "https://hooks.slack.com@evil.example/",
        "https://user@hooks.slack.com/commands/1",
        "https://hooks.slack.com.evil.example/",
        "https://hooks.slack.com\\@evil.example/",
        "https://evil.example/hooks.slack.com",
        "https://evil.example#hooks.slack.com",
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:8080/",
        "http://[::1]/",
        "file:///etc/passwd",
        "https://hooks.slack.com:port/",
        "https://[",
    ],
)
def test_nothing_is_sent_anywhere_else(url: str) -> None:
    assert not is_slacks(url, SLACK)


async def test_a_reply_to_a_foreign_address_stays_here_and_the_log_says_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    click = Click("U1", "T1", response_url="http://127.0.0.1:9/latest/")
    client = web_client("https://slack.invalid/api/", "xoxb-1")

    await ResponseUrl(click, client).put(Reply("14 days"))

    [line] = caplog.records
    assert line.__dict__["reason"] == "foreign_response_url"
    assert "SLACK_API_URL" in line.__dict__["cure"]
