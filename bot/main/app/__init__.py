"""The composition root: builds all parts of the app.

Adapters are imported inside the functions that need them: `storewise ask` starts twice as fast
without the SDKs of Slack and OpenAI.
"""

from bot.main.app.building import App, build
from bot.main.app.kept import open_kept

__all__ = ["App", "build", "open_kept"]
