"""Reads the weights that the product adds to the model's."""

from collections.abc import Mapping
from importlib import resources

import numpy as np

from knowledge.models.e5.file import Matrix


def added(package: str) -> Mapping[str, Matrix]:
    """The arrays in a package's `weights.npz`."""
    file = resources.files(package) / "weights.npz"
    with file.open("rb") as opened, np.load(opened) as arrays:
        return {one: arrays[one].astype(np.float32) for one in arrays.files}
