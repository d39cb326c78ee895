"""The composition root: builds all parts of the app.

Adapters are imported inside the functions that need them: `storewise ask` starts twice as fast
without the SDKs of Slack and OpenAI.
"""

from bot.main.app.building import App, build, corpus_of
from bot.main.app.kept import audit_log, kept_keys

__all__ = ["App", "audit_log", "build", "corpus_of", "kept_keys"]
