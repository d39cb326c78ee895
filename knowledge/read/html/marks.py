"""Removes marks without meaning of their own: footnote numbers, task boxes, rules."""

import re

_NUMBER = re.compile(r"[\[(]?[0-9]{1,3}[\])]?|[*†‡]{1,3}")
_METRES = re.compile(r"(?<![A-Za-z'’])(?:[kcm]?m|ft|yd)$", re.IGNORECASE)
_LONGEST = 4
"""Letters of a unit, and the one character before it."""
_POWERS = {"2": "²", "3": "³"}
_TASK = re.compile(
    r"^(?P<item>\s*(?:[-*+•]|\d{1,3}[.)])\s+)(?:\[[ xX]\]|[☐☑☒])\s+(?=\S)", re.MULTILINE
)
_RULE = r" {0,3}(?:-[- ]{2,}|\*[* ]{2,}|_[_ ]{2,})"
_ONE = re.compile(_RULE)
_RULED = re.compile(rf"(?:(?<=\n\n)|\A){_RULE}(?:\n{{1,2}}|\Z)")
_BOX = re.compile(r"^(?P<indent>[ \t]*)[☐☑☒]\s*(?=\S)", re.MULTILINE)


def raised(text: str, before: str) -> str:
    """The text of a superscript: a power after a unit, empty for a footnote's number."""
    if text in _POWERS and _METRES.search(before[-_LONGEST:]):
        return _POWERS[text]
    return "" if _NUMBER.fullmatch(text) else text


def without_boxes(markdown: str) -> str:
    """Markdown with plain items instead of tasks with boxes."""
    return _BOX.sub(r"\g<indent>- ", _TASK.sub(r"\g<item>", markdown))


def is_rule(line: str) -> bool:
    """Whether a line is a horizontal rule."""
    return bool(_ONE.fullmatch(line))


def without_rules(markdown: str) -> str:
    """Markdown without its horizontal rules."""
    # A rule right below a text makes it a heading, so it stays.
    return _RULED.sub("", markdown)
