"""Replies as programs read them, and the scope of a request: shared by HTTP and MCP."""
