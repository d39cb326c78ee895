"""The last look at a text before it leaves the machine for a model."""

import logging

from bot.model import SafeText
from bot.privacy.entities import Profile
from bot.privacy.redaction import Redactor
from bot.telemetry import add

logger = logging.getLogger(__name__)


def assert_clean(text: str, redactor: Redactor, *, profile: Profile = Profile.STRICT) -> SafeText:
    """The text as it may leave; what should not have come so far is replaced, and counted."""
    found = redactor.redact(text, profile=profile)
    if found.entities:
        add(late_redactions=len(found.entities))
        logger.warning("personal data had come as far as a model", extra={"kinds": found.counts})
    return found.text
