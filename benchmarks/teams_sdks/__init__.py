"""The SDKs' own adapters for Teams, wired as their documentation does, to measure ours beside."""
