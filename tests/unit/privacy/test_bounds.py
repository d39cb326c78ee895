"""Why no text takes long: no pattern repeats without a bound."""

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

from bot import privacy
from bot.privacy.kinds import addresses, people

_ESCAPED = re.compile(r"\\.")
_CLASS = re.compile(r"\[\^?\]?[^\]]*\]")
_UNBOUNDED = re.compile(r"(?<!\()[*+]|\{\d*,\}")


def _patterns() -> Iterator[tuple[str, str]]:
    for module in pkgutil.walk_packages(privacy.__path__, "bot.privacy."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{module.name}.{name}", value.pattern
    for shape in addresses._shapes():
        yield shape.rule, shape.pattern.pattern
    yield from people._LABELS.items()
    yield "name-customer", people._CUSTOMER


_ALL = dict(_patterns())


def _skeleton(pattern: str) -> str:
    """The pattern without what stands for a sign alone."""
    return _CLASS.sub("c", _ESCAPED.sub("e", pattern))


@pytest.mark.parametrize("name", _ALL)
def test_every_repeat_has_a_bound(name: str) -> None:
    assert not _UNBOUNDED.search(_skeleton(_ALL[name])), _ALL[name]


def test_the_look_at_patterns_would_see_one() -> None:
    assert len(_ALL) > 40
    assert all(_UNBOUNDED.search(_skeleton(one)) for one in ("a*", r"\d+", "[a-z]{2,}", "(?:ab)+"))
    assert not any(_UNBOUNDED.search(_skeleton(one)) for one in (r"\*", "[*+]", "a{1,3}", "a?"))
