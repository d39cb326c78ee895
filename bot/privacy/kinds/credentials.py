"""Pasted keys and tokens: ours, Slack's, OpenAI's, AWS's, GitHub's, JWTs, webhooks."""

import re

from bot.privacy.entities import EntityType
from bot.privacy.shapes import Shape

_SECRET = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"xox[abeoprs]-[A-Za-z0-9-]{10,200}"
    r"|xapp-\d-[A-Za-z0-9-]{10,200}"
    r"|sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{16,200}"
    r"|sw_[A-Za-z0-9_-]{30,200}"
    r"|AKIA[0-9A-Z]{16}"
    r"|gh[pousr]_[A-Za-z0-9]{30,100}"
    r"|eyJ[A-Za-z0-9_-]{8,1000}\.eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,1000}"
    r"|https://hooks\.slack\.com/services/[A-Za-z0-9/_-]{10,120})"
)

find_credentials = Shape(EntityType.SECRET, "secret", _SECRET).find
