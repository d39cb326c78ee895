"""The MCP server: what assistants may call, by stdio on this machine and over HTTP with a key."""
