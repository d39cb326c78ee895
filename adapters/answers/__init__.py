"""What the API and the MCP server share: replies as programs read them, and their scope."""
