"""The server and its platforms: put together, looked at, introduced."""
