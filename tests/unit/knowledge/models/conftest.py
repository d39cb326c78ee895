"""The models themselves are tested here."""

import pytest


@pytest.fixture(autouse=True)
def computed(models_afresh: None) -> None:
    """Each row is computed by the test that asks for it."""
