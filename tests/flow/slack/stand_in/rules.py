"""What Slack wants of whoever calls its Web API, and how soon."""

ACK_S = 3.0
"""How long Slack waits for the answer to a request, before it sends it again or shows an error."""
TRIGGER_S = 3.0
"""How long after a click a window may be opened."""
MOST_PROMPTS = 4
LONGEST_TITLE = 200
"""Characters of a session's title."""

NEEDED = {
    "agents.sessions.rename": "chat:write",
    "agents.sessions.setStatus": "assistant:write",
    "apps.connections.open": "",
    "assistant.threads.setStatus": "assistant:write",
    "assistant.threads.setSuggestedPrompts": "assistant:write",
    "assistant.threads.setTitle": "assistant:write",
    "auth.revoke": "",
    "auth.test": "",
    "chat.delete": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.postMessage": "chat:write",
    "chat.unfurl": "links:write",
    "chat.update": "chat:write",
    "conversations.open": "im:write",
    "conversations.replies": "channels:history",
    "oauth.v2.access": "",
    "reactions.add": "reactions:write",
    "reactions.remove": "reactions:write",
    "usergroups.users.list": "usergroups:read",
    "users.info": "users:read",
    "views.open": "",
    "views.publish": "",
    "views.update": "",
}
"""The methods that the bot may call, each with its scope; any other is an unknown method."""
