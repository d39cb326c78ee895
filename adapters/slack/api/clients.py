"""Slack's SDK as the bot uses it: Web API clients, and loggers without secrets."""

import logging

from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient
from yarl import URL

_HOOKS = "hooks.slack.com"


def web_client(api_url: str, token: str | None = None) -> AsyncWebClient:
    """Returns a client that retries as Slack asks; the caller sets its session."""
    client = AsyncWebClient(token=token, base_url=api_url, logger=quiet_logger())
    # The SDK would also repeat a post after a lost connection, and Slack may have it already.
    client.retry_handlers[:] = [AsyncRateLimitErrorRetryHandler(max_retry_count=2)]
    return client


def with_token(client: AsyncWebClient, token: str | None) -> AsyncWebClient:
    """Returns a client for another workspace that shares a client's session and retries."""
    made = web_client(client.base_url, token)
    made.session = client.session
    return made


def webhook_client(url: str, client: AsyncWebClient) -> AsyncWebhookClient:
    """Returns a response_url client that shares another client's session and retries."""
    webhook = AsyncWebhookClient(url, session=client.session, logger=quiet_logger())
    webhook.retry_handlers[:] = [AsyncRateLimitErrorRetryHandler(max_retry_count=2)]
    return webhook


def is_slacks(url: str, api_url: str) -> bool:
    """Whether a response_url belongs to Slack: nothing is sent anywhere else."""
    try:
        address, api = URL(url), URL(api_url)
        own = bool(api.host) and address.origin() == api.origin()
    except ValueError:
        return False
    hooks = address.scheme == "https" and address.explicit_port is None
    slacks = hooks and address.host in (_HOOKS, f"hooks.{api.host}")
    return address.user is None and (own or slacks)


def quiet_logger() -> logging.Logger:
    """Returns a logger at WARNING for the SDK: below that it logs people's words."""
    logger = logging.getLogger("slack_sdk")
    logger.setLevel(logging.WARNING)
    return logger


def silent_logger() -> logging.Logger:
    """Returns a silent logger for code that logs secrets even at ERROR (socket address, code)."""
    logger = logging.getLogger("slack_sdk.silent")
    logger.setLevel(logging.CRITICAL + 1)
    return logger
