"""The last look at a text before it leaves the machine for a model."""

import logging

from bot.model import SafeText
from bot.privacy.entities import Profile
from bot.privacy.redaction import Redactor
from bot.telemetry import add

logger = logging.getLogger(__name__)


def assert_clean(text: str, redactor: Redactor, *, profile: Profile = Profile.STRICT) -> SafeText:
    """Redacts a text once more before it leaves. Counts and logs finds: there should be none."""
    found = redactor.redact(text, profile=profile)
    if found.entities:
        add(late_redactions=len(found.entities))
        logger.warning(
            "personal data redacted just before a model call", extra={"kinds": found.counts}
        )
    return found.text
