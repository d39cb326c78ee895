"""The events, commands and shortcut that the bot handles; the manifest declares the same."""

EVENTS = (
    "app_mention",
    "message",
    "app_home_opened",
    "app_context_changed",
    "agent_session_stopped",
    "app_uninstalled",
    "tokens_revoked",
)
"""Subscribed events; `message` as message.channels, .groups, .im and .mpim."""
LEGACY_EVENTS = ("assistant_thread_started", "assistant_thread_context_changed")
"""Handled like an opened agent tab; not subscribed: only older apps still get them."""
UNFURL_EVENTS = ("link_shared",)
"""Subscribed only where SLACK_UNFURL_DOMAINS names domains."""
COMMANDS = ("/ask", "/reindex", "/storewise", "/storewise-channel")
MESSAGE_SHORTCUT = "ask_about_message"
"""The callback id of “Ask about this message”."""
