"""The MCP server for assistants: over stdio on this machine, over HTTP with a key."""
